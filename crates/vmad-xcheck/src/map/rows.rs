//! The rows of the map that are no code of ptxas: the readings of the PTX ISA, and two results that an implementation may
//! compute.

use vmad_ptx::{
    ast::Type,
    reading::{AMBIGUITIES, Ambiguity, Mask, Pass, Reading},
};

use super::cases::{
    self, adds_lanes_of_two_signs, has_second, has_unsigned_extreme, is_misread_by_a, is_misread_by_b,
    is_right_shift_of_other_sign, is_saturated_left_shift, is_set_with_extreme, leaves_range_before_extreme,
};
use vmad_ptxas::{
    miscompiles,
    row::{Domain, Inputs, Row, Rule, example},
};
use vmad_unit::Kind;

const VMAD: &[Kind] = &[Kind::Vmad];
/// The instructions that compare A and B.
const COMPARING: &[Kind] = &[Kind::Vmnmx, Kind::Vset, Kind::Vsetp];

/// `-c` on 32 bits.
pub const D1: Row = Row {
    instructions: VMAD,
    cases: |case| cases::d1(case).is_some(),
    cases_text: "both types unsigned, c negated, and a shift or `.sat`",
    inputs: Inputs::Exactly(cases::d1),
    inputs_text: "c is 0x80000000 or more",
    example: example("vmad.u32.u32.u32.sat d, a, b, -c;", [0x0, 0x0, 0xffffffff], 0x80000000, Some(0x1)),
    ..Row::of(ambiguity("D1"))
};

/// tmp in 64 bits.
pub const D2: Row = Row {
    instructions: VMAD,
    cases: |case| cases::d2(case).is_some(),
    cases_text: "two unsigned words, the product or c negated, and `.sat`",
    inputs: Inputs::Exactly(cases::d2),
    inputs_text: "tmp is below -2^63, or 2^63 or more",
    example: example(
        "vmad.u32.u32.u32.sat d, a, b, -c;",
        [0xffffffff, 0xffffffff, 0x0],
        0x7fffffff,
        Some(0x80000000),
    ),
    ..Row::of(ambiguity("D2"))
};

/// The mask after the shift.
pub const D2M: Row = Row {
    id: "D2m",
    title: "the scaled result masked to 64 bits",
    meanings: [
        "the mask changes nothing: the result fits",
        "result = (tmp >> scale) & 0xffffffffffffffff, also without a scale; the final sign gives its sign",
    ],
    evidence: "lines 315 and 316 of the PTX ISA's pseudo-code: the mask follows the shift, so the strict interpretation \
               has only a third of the modes of D2",
    cases: |case| cases::d2m(case).is_some(),
    cases_text: "the modes of D2 without a shift (a shifted tmp fits in 64 bits): the case that the pseudo-code omits",
    inputs: Inputs::Exactly(cases::d2m),
    result: Rule::Reading(Reading { mask: Mask::ByFinalSign, pass: Pass::LikeTheOthers, ..Reading::DEFAULT }),
    ..D2
};

/// The mask makes the result a number that is never negative.
pub const P8: Row = Row {
    instructions: VMAD,
    cases: |case| cases::p8(case).is_some(),
    cases_text: "the final result is signed, with a shift and `.sat`",
    inputs: Inputs::Exactly(cases::p8),
    inputs_text: "tmp is negative",
    example: example(
        "vmad.u32.u32.s32.sat.shr7 d, a, b, c;",
        [0x0, 0x0, 0xffffffff],
        0xffffffff,
        Some(0x7fffffff),
    ),
    ..Row::of(ambiguity("P8"))
};

/// `.sat` to the range of dtype.
pub const P10: Row = Row {
    instructions: VMAD,
    domain: Domain::Dtypes,
    cases: |case| cases::p10(case).is_some(),
    cases_text: "`.sat`; dtype and the final result differ in sign; and the result can leave the range common to both (a \
                 shifted unsigned result: by 7 with a word as a factor, by 15 with two words or a word and a half-word)",
    inputs: Inputs::Exactly(cases::p10),
    inputs_text: "the result before the clamp is negative or above 2147483647",
    example: example(
        "vmad.s32.u32.u32.sat d, a, b, c;",
        [0x0, 0x0, 0xffffffff],
        0xffffffff,
        Some(0x7fffffff),
    ),
    ..Row::of(ambiguity("P10"))
};

/// P10 with a dtype, which a `VMAD` does not have.
pub(super) const P10_U32: Row = Row {
    id: "P10-u32",
    meanings: [P10.meanings[0], "SAT clamps to the range of dtype, which is u32"],
    domain: Domain::Dtype(Type::U32),
    ..P10
};
pub(super) const P10_S32: Row = Row {
    id: "P10-s32",
    meanings: [P10.meanings[0], "SAT clamps to the range of dtype, which is s32"],
    domain: Domain::Dtype(Type::S32),
    ..P10
};

/// An ambiguity of the PTX ISA, by its identifier. It is searched while the program is compiled.
const fn ambiguity(id: &str) -> &'static Ambiguity {
    let mut at = 0;
    while !is(AMBIGUITIES[at].id.as_bytes(), id.as_bytes()) {
        at += 1;
    }
    &AMBIGUITIES[at]
}

const fn is(one: &[u8], other: &[u8]) -> bool {
    match (one, other) {
        ([], []) => true,
        ([x, one @ ..], [y, other @ ..]) => *x == *y && is(one, other),
        _ => false,
    }
}

pub(super) const D5: Row = Row {
    instructions: &Kind::WITH_DTYPE,
    cases: leaves_range_before_extreme,
    cases_text: "`.min` and `.max` without `.sat`, if the result can be outside the range of dtype",
    ..Row::of(ambiguity("D5"))
};
pub(super) const P1: Row = Row {
    instructions: &Kind::WITH_DTYPE,
    cases: leaves_range_before_extreme,
    cases_text: "as for D5",
    ..Row::of(ambiguity("P1"))
};
pub(super) const P2: Row = Row {
    instructions: &Kind::WITH_DTYPE,
    cases: has_unsigned_extreme,
    cases_text: "`.min` and `.max` with an unsigned dtype",
    ..Row::of(ambiguity("P2"))
};
pub(super) const P3: Row = Row {
    instructions: &[Kind::Vset],
    cases: is_set_with_extreme,
    cases_text: "`vset` with `.min` or `.max`",
    ..Row::of(ambiguity("P3"))
};
pub(super) const P4: Row = Row {
    instructions: &Kind::WITH_SECOND_OP,
    cases: has_second,
    cases_text: "`.add`, `.min` and `.max`",
    ..Row::of(ambiguity("P4"))
};
pub(super) const P5: Row = Row {
    instructions: &[Kind::Vshl],
    cases: is_saturated_left_shift,
    cases_text: "`vshl.sat`",
    ..Row::of(ambiguity("P5"))
};
pub(super) const P6: Row = Row {
    instructions: &[Kind::Vshr],
    cases: is_right_shift_of_other_sign,
    cases_text: "`vshr`, if a is signed and dtype is not, or dtype is signed and a is an unsigned word",
    ..Row::of(ambiguity("P6"))
};
pub(super) const P7: Row = Row {
    instructions: &[Kind::Vset],
    cases: miscompiles::P7.cases,
    cases_text: "`.ls`, `.hi` and `.hs`, and `.lo` if a is signed",
    ..Row::of(ambiguity("P7"))
};

pub(super) const SIGN_OF_A: Row = Row {
    id: "sign-of-a",
    title: "the sign of the comparison is that of A",
    meanings: [
        "the numbers are compared: each operand has its own sign",
        "both operands are extended to 32 bits and compared as numbers of the sign of A",
    ],
    evidence: "the prose of the PTX ISA: each source is extended by its type; 4 published results of `VMNMX` (Tegra X1) refute \
               it, and none of `VSET` or `VSETP` decides",
    instructions: COMPARING,
    cases: is_misread_by_a,
    cases_text: "`VMNMX`, `VSET` and `VSETP`: B is signed and A is not, or A is signed and B is an unsigned word. EQ and \
                NE only if the one that is not signed is a word",
    result: Rule::SignOf(0),
    ..Row::EMPTY
};
pub(super) const SIGN_OF_B: Row = Row {
    id: "sign-of-b",
    title: "the sign of the comparison is that of B",
    meanings: [
        "the numbers are compared: each operand has its own sign",
        "both operands are extended to 32 bits and compared as numbers of the sign of B",
    ],
    evidence: "an emulator of the Switch's GPU does this; 7 published results of `VMNMX` (Tegra X1) refute it, and none of \
               `VSET` or `VSETP` decides",
    instructions: COMPARING,
    cases: is_misread_by_b,
    cases_text: "`VMNMX`, `VSET` and `VSETP`: A is signed and B is not, or B is signed and A is an unsigned word. EQ and \
                NE only if the one that is not signed is a word",
    result: Rule::SignOf(1),
    ..Row::EMPTY
};
pub(super) const LANE_BYTES: Row = Row {
    id: "lane-bytes",
    title: "the width of a lane in a sum",
    meanings: [
        "a lane adds its whole difference, from 0 to 383",
        "a lane adds the 8 bits that it would write without `.add`",
    ],
    evidence: "the instructions that ptxas 12.9 emits for `vabsdiff4.add` on sm_70 and later add the whole difference",
    instructions: &[Kind::Vabsdiff4],
    cases: adds_lanes_of_two_signs,
    cases_text: "`VABSDIFF4.ACC`, if A and B differ in sign",
    result: Rule::LaneBytes,
    ..Row::EMPTY
};
