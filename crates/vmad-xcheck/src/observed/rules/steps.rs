//! The rules of the operands, the sum, the shift, the clamp, and the second operation.

use vmad_unit::{
    Kind, Operation, SecondOp,
    Sign::{Signed, Unsigned},
    saturate::Range,
};

use super::{
    Change, Kinds, Rule, Terms, Text,
    terms::{other, wrap},
};

const fn tmp(id: Text, title: Text, place: Text, instructions: Kinds, tmp: fn(&Terms) -> i128) -> Rule {
    Rule { id, title, place, instructions, change: Change::Tmp(tmp) }
}

const fn shr(id: Text, title: Text, place: Text, shr: fn(&Terms) -> i128) -> Rule {
    Rule { id, title, place, instructions: VMAD, change: Change::Shr(shr) }
}

const fn value(id: Text, title: Text, place: Text, instructions: Kinds, value: fn(&Terms) -> i128) -> Rule {
    Rule { id, title, place, instructions, change: Change::Value(value) }
}

const fn result(id: Text, title: Text, place: Text, instructions: Kinds, result: fn(&Terms) -> u32) -> Rule {
    Rule { id, title, place, instructions, change: Change::Result(result) }
}

const VMAD: Kinds = &[Kind::Vmad];
const VABSDIFF: Kinds = &[Kind::Vabsdiff];
const VMNMX: Kinds = &[Kind::Vmnmx];
const VSET: Kinds = &[Kind::Vset];
const VSETP: Kinds = &[Kind::Vsetp];
const VSHR: Kinds = &[Kind::Vshr];
const MERGING: Kinds = &Kind::WITH_SECOND_OP;
const SUMS: Kinds = &[Kind::Vmad, Kind::Vadd];
const COMPARING: Kinds = &[Kind::Vmnmx, Kind::Vset, Kind::Vsetp];
const SHIFTS: Kinds = &[Kind::Vshl, Kind::Vshr];
const C: Text = "extension of C";
const ADDER: Text = "psign adder";
const SHIFT: Text = "scale, the normalisation shift";
const CLAMP: Text = "SAT, the saturation";
const DIFFERENCE: Text = "absolute difference";
const ORDER: Text = "min/max (comparison)";
const OUTPUTS: Text = "outputs (boolean operation)";
const IMMEDIATE: Text = "immediate B";
const SECOND: Text = "secop, the second operation";

pub(super) static STEPS: [Rule; 71] = [
    tmp("a-zero-extended", "A is extended with zeros", "A signed", VMAD, |it| {
        it.with_product(it.field("A field", Unsigned) * it.b)
    }),
    tmp("b-zero-extended", "B is extended with zeros", "B signed", VMAD, |it| {
        it.with_product(it.a * it.field("B field", Unsigned))
    }),
    tmp("a-sign-extended", "A is extended by its sign", "A signed", VMAD, |it| {
        it.with_product(it.field("A field", Signed) * it.b)
    }),
    tmp("b-sign-extended", "B is extended by its sign", "B signed", VMAD, |it| {
        it.with_product(it.a * it.field("B field", Signed))
    }),
    tmp("c-of-a-and-b", "C is extended by the signs of A and B: psign has no effect", C, VMAD, |it| {
        let is_signed = it.operation.operands().is_some_and(|it| it.iter().any(|it| it.sign == Signed));
        it.with_c(it.c_as(if is_signed { Signed } else { Unsigned }))
    }),
    tmp("sum-32-signed", "the sum has 32 bits and is signed", ADDER, SUMS, |it| wrap(Signed, 32, it.tmp)),
    tmp("sum-32-unsigned", "the sum has 32 bits and is unsigned", ADDER, SUMS, |it| {
        wrap(Unsigned, 32, it.tmp)
    }),
    result("merge-none", "the clamped result is not merged into C", SECOND, MERGING, |it| match it.second {
        SecondOp::Acc | SecondOp::Min | SecondOp::Max => it.trace.result(),
        _ => it.cut,
    }),
    tmp("product-32", "the product has 32 bits", "multiply", VMAD, |it| {
        it.with_product(wrap(it.intermediate, 32, it.product))
    }),
    tmp("c-zero-extended", "C is always extended with zeros", C, VMAD, |it| it.with_c(it.c.into())),
    tmp("c-sign-extended", "C is always extended by its sign", C, VMAD, |it| it.with_c(it.c_as(Signed))),
    tmp("c-extended-the-other-way", "C is extended with the other sign", C, VMAD, |it| {
        it.with_c(it.c_as(other(it.intermediate)))
    }),
    tmp("c-of-final-sign", "C is extended with the final sign", C, VMAD, |it| it.with_c(it.c_as(it.sign))),
    tmp("minus-without-one", "a minus inverts the bits and adds no one", ADDER, SUMS, |it| {
        it.tmp - i128::from(matches!(it.psign, 1 | 2))
    }),
    tmp("po-twice", "PO adds two", ADDER, SUMS, |it| it.tmp + i128::from(it.psign == 3)),
    tmp("adder-swaps-psign", "the adder swaps psign 1 and 2", ADDER, SUMS, |it| it.signed_sum([0, 2, 1, 3])),
    tmp("adder-psign-1-as-2", "the adder takes psign 1 as 2", ADDER, SUMS, |it| it.signed_sum([0, 2, 2, 3])),
    tmp("adder-psign-2-as-1", "the adder takes psign 2 as 1", ADDER, SUMS, |it| it.signed_sum([0, 1, 1, 3])),
    tmp("adder-psign-1-as-0", "the adder takes psign 1 as 0", ADDER, SUMS, |it| it.signed_sum([0, 0, 2, 3])),
    tmp("adder-psign-2-as-0", "the adder takes psign 2 as 0", ADDER, SUMS, |it| it.signed_sum([0, 1, 0, 3])),
    shr("po-after-shift", "PO adds one after the shift", ADDER, |it| {
        let one = i128::from(it.psign == 3);
        ((it.tmp - one) >> it.scale) + one
    }),
    tmp("sum-32", "the sum has 32 bits", ADDER, SUMS, |it| wrap(it.sign, 32, it.tmp)),
    tmp("sum-64", "tmp has 64 bits", ADDER, VMAD, |it| wrap(it.sign, 64, it.tmp)),
    tmp("sum-64-signed", "tmp has 64 bits and is signed", ADDER, VMAD, |it| wrap(Signed, 64, it.tmp)),
    tmp("sum-64-unsigned", "tmp has 64 bits and is unsigned", ADDER, VMAD, |it| wrap(Unsigned, 64, it.tmp)),
    shr("shift-before-sum", "the product is shifted before the sum, and C is not", SHIFT, |it| {
        (it.product_term() >> it.scale) + it.tmp - it.product_term()
    }),
    shr("shift-of-each", "the product and C are shifted before the sum", SHIFT, |it| {
        (it.product_term() >> it.scale) + ((it.tmp - it.product_term()) >> it.scale)
    }),
    shr("shift-rounded", "the shift rounds to the nearest", SHIFT, |it| {
        (it.tmp + (1 << it.scale >> 1)) >> it.scale
    }),
    shr("shift-towards-zero", "the shift rounds towards zero", SHIFT, |it| it.tmp / (1 << it.scale)),
    shr("shift-of-zeros", "the shift fills 64 bits with zeros", SHIFT, |it| it.shifted_bits(Unsigned, 64)),
    shr("shift-of-signs", "the shift fills 64 bits with the sign", SHIFT, |it| it.shifted_bits(Signed, 64)),
    shr("shift-of-32", "only the lower 32 bits are shifted", SHIFT, |it| it.shifted_bits(it.sign, 32)),
    shr("shr-8", "SHR_7 shifts by 8", SHIFT, |it| it.tmp >> if it.scale == 7 { 8 } else { it.scale }),
    shr("shr-16", "SHR_15 shifts by 16", SHIFT, |it| it.tmp >> if it.scale == 15 { 16 } else { it.scale }),
    shr("shr-14", "SHR_15 shifts by 14", SHIFT, |it| it.tmp >> if it.scale == 15 { 14 } else { it.scale }),
    shr("shr-8-16", "SHR_7 and SHR_15 shift by 8 and 16", SHIFT, |it| {
        it.tmp >> (it.scale + u32::from(it.scale > 0))
    }),
    value("clamp-signed", "SAT always clamps to a signed range", CLAMP, &Kind::ALL, |it| {
        it.clamped(Range::of(Signed, it.second.bits()))
    }),
    value("clamp-unsigned", "SAT always clamps to an unsigned range", CLAMP, &Kind::ALL, |it| {
        it.clamped(Range::of(Unsigned, it.second.bits()))
    }),
    value("clamp-other-sign", "SAT clamps to the range of the other sign", CLAMP, &Kind::ALL, |it| {
        it.clamped(Range::of(other(it.sign), it.second.bits()))
    }),
    value("clamp-intermediate", "SAT clamps to the range of the intermediate sign", CLAMP, VMAD, |it| {
        it.clamped(Range::of(it.intermediate, 32))
    }),
    value("clamp-min-0", "SAT clamps at 0 and at the largest signed number", CLAMP, &Kind::ALL, |it| {
        it.clamped(Range { min: 0, ..it.range() })
    }),
    value("clamp-max-only", "SAT does not clamp at the minimum", CLAMP, &Kind::ALL, |it| {
        it.clamped(Range { min: i128::MIN, ..it.range() })
    }),
    value("clamp-min-only", "SAT does not clamp at the maximum", CLAMP, &Kind::ALL, |it| {
        it.clamped(Range { max: i128::MAX, ..it.range() })
    }),
    value("clamp-before-shift", "SAT clamps before the shift", CLAMP, VMAD, |it| {
        it.saturated(it.tmp, Range::of(it.sign, 32)) >> it.scale
    }),
    value("clamp-32", "SAT clamps to 32 bits, not to the width of the merge", CLAMP, MERGING, |it| {
        it.clamped(Range::of(it.sign, 32))
    }),
    result("clamp-after-secop", "SAT clamps after the second operation", CLAMP, MERGING, |it| {
        let c = it.c_as(it.sign);
        let value = match it.second {
            SecondOp::Acc => it.tmp + c,
            SecondOp::Min => it.tmp.min(c),
            SecondOp::Max => it.tmp.max(c),
            _ => return it.trace.result(),
        };
        it.saturated(value, Range::of(it.sign, 32)) as u32
    }),
    result("merge-zeros", "a merge clears the other bits of C", SECOND, MERGING, |it| {
        it.trace.result()
            & match it.second {
                SecondOp::Mrg16H => 0xffff_0000,
                SecondOp::Mrg16L => 0xffff,
                SecondOp::Mrg8B0 => 0xff,
                SecondOp::Mrg8B2 => 0xff_0000,
                _ => u32::MAX,
            }
    }),
    result("merge-8b2-as-8b1", "MRG_8B2 writes the bits 15:8", SECOND, MERGING, |it| {
        it.merged(SecondOp::Mrg8B2, 0xff << 8, 8)
    }),
    result("merge-8b2-as-8b3", "MRG_8B2 writes the bits 31:24", SECOND, MERGING, |it| {
        it.merged(SecondOp::Mrg8B2, 0xff << 24, 24)
    }),
    result("merge-16h-high", "MRG_16H keeps the upper half of the result", SECOND, MERGING, |it| {
        it.merged(SecondOp::Mrg16H, 0xffff_0000, 0)
    }),
    result("secop-unsigned", "MIN and MAX compare unsigned numbers", SECOND, MERGING, |it| {
        it.extreme(Unsigned)
    }),
    result("secop-signed", "MIN and MAX compare signed numbers", SECOND, MERGING, |it| it.extreme(Signed)),
    result("acc-clamps", "ACC saturates", SECOND, MERGING, |it| match it.second {
        SecondOp::Acc => {
            let Range { min, max } = Range::of(it.sign, 32);
            (it.wire("cut") + it.c_as(it.sign)).clamp(min, max) as u32
        }
        _ => it.trace.result(),
    }),
    tmp("difference-signed", "the absolute difference is not absolute", DIFFERENCE, VABSDIFF, |it| {
        it.wire("difference")
    }),
    tmp(
        "difference-32",
        "the difference has 32 bits before it is made absolute",
        DIFFERENCE,
        VABSDIFF,
        |it| wrap(Signed, 32, it.wire("difference")).abs(),
    ),
    tmp("order-unsigned", "A and B are compared as unsigned words", ORDER, VMNMX, |it| it.ordered(Unsigned)),
    tmp("order-signed", "A and B are compared as signed words", ORDER, VMNMX, |it| it.ordered(Signed)),
    result("compare-unsigned", "A and B are compared as unsigned words", "comparison", COMPARING, |it| {
        it.compared(Unsigned)
    }),
    result("compare-signed", "A and B are compared as signed words", "comparison", COMPARING, |it| {
        it.compared(Signed)
    }),
    tmp("set-ones", "a true comparison gives ffffffff", "comparison", VSET, |it| -it.tmp),
    result("outputs-swapped", "the two predicates are swapped", OUTPUTS, VSETP, |it| {
        (it.wire("first") << 1 | it.wire("second")) as u32
    }),
    result("outputs-equal", "the second predicate is the first", OUTPUTS, VSETP, |it| {
        3 * it.wire("first") as u32
    }),
    result("second-not-first", "the second predicate is the negation of the first", OUTPUTS, VSETP, |it| {
        let first = it.wire("first") as u32;
        first | (1 - first) << 1
    }),
    result("without-source", "the source predicate is taken as true", "source predicate", VSETP, |it| {
        let is_negated = matches!(it.operation, Operation::Vsetp(mode) if mode.negated);
        it.operation.execute(it.ports[0], it.ports[1], u32::from(!is_negated))
    }),
    tmp(
        "amount-32-as-0",
        "an amount of 32 or more shifts by its lower five bits",
        "amount (shift by B)",
        SHIFTS,
        |it| it.shifted(it.b as u32 & 31),
    ),
    tmp("amount-31", "the amount is at most 31", "amount (shift by B)", SHIFTS, |it| {
        it.shifted((it.wire("amount") as u32).min(31))
    }),
    tmp("shift-32", "the shift has 32 bits", "shift by B", SHIFTS, |it| {
        let sign = it.operation.operands().map_or(Unsigned, |[a, _]| a.sign);
        wrap(sign, 32, it.tmp)
    }),
    tmp("shift-fills-zeros", "the shift to the right fills with zeros", "shift by B", VSHR, |it| {
        wrap(Unsigned, 32, it.a) >> it.wire("amount")
    }),
    result("a-b-swapped", "the values of A and B are swapped", "A and B", &Kind::ALL, |it| {
        it.operation.execute(it.ports[1], it.ports[0], it.c)
    }),
    result("immediate-unsigned", "an immediate B is unsigned", IMMEDIATE, &Kind::ALL, |it| {
        it.with_immediate(0)
    }),
    result("immediate-signed", "an immediate B is signed", IMMEDIATE, &Kind::ALL, |it| it.with_immediate(1)),
];
