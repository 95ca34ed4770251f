//! Other published readings of `vmad`, and exactly where each parts from the unit.
//!
//! A [`Rival`]'s condition is a claim about all inputs of all modes: where a mode has none, the rival equals the unit;
//! where it has one, the two differ on an input if and only if the condition holds of it. The prover proves it, and
//! shows an input on which it holds for every mode that has one.

use std::fmt;

use vmad_ptx::{
    ast::Type,
    reading::{Mask, MinusC, Pass, Reading, VmadRange},
};
use vmad_unit::{Format, Psign, Saturate, Scale, Sign, stages, vmad::Mode};

use super::{
    manual::Manual,
    product::Product,
    semantics::Semantics,
    term::{Terms, Truth, Vector},
};
use crate::divergence::Id;

/// A reading that parts from the unit somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Rival {
    /// Its name: that of its row, and for P10 also the dtype.
    pub name: &'static str,
    /// The row of the divergence map whose second model it is.
    pub row: Id,
    /// What it reads otherwise than the unit does.
    pub title: &'static str,
    /// The modes in which it parts from the unit, in words.
    pub modes: &'static str,
    /// The reading.
    pub semantics: Semantics,
    condition: fn(Mode) -> Option<Condition>,
}

/// On which inputs of a mode two readings part: where every part of this holds. (All bounds are numbers.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// `c`, unsigned, is at least 2^31.
    pub c_high: bool,
    /// The exact tmp is outside this range, both ends of which belong to it.
    pub tmp_outside: Option<[i128; 2]>,
    /// The exact shr is outside this range, both ends of which belong to it.
    pub shr_outside: Option<[i128; 2]>,
}

impl Condition {
    const ALWAYS: Self = Self { c_high: false, tmp_outside: None, shr_outside: None };

    /// Whether it holds of `c` and of the exact tmp and shr.
    pub fn holds(&self, c: u32, tmp: i128, shr: i128) -> bool {
        let outside = |range: Option<[i128; 2]>, it| range.is_none_or(|[low, high]| it < low || high < it);
        (!self.c_high || c >= 1 << 31) && outside(self.tmp_outside, tmp) && outside(self.shr_outside, shr)
    }

    /// The same as a term.
    pub(super) fn term(&self, terms: &Terms, c: Vector<32>, manual: &Manual) -> Truth {
        let outside =
            |range: Option<[i128; 2]>, it| range.map(|[low, high]| terms.not(terms.between(low, it, high)));
        let c_high = self.c_high.then(|| terms.less(c, terms.constant(0)));
        let parts = [c_high, outside(self.tmp_outside, manual.tmp), outside(self.shr_outside, manual.result)];
        terms.all(parts.into_iter().flatten())
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.c_high {
            parts.push("c >= 2^31".to_owned());
        }
        for (name, range) in [("tmp", self.tmp_outside), ("shr", self.shr_outside)] {
            parts.extend(range.map(|[low, high]| match (low, high) {
                (i128::MIN, _) => format!("{name} > {high}"),
                (_, i128::MAX) => format!("{name} < {low}"),
                _ => format!("{name} < {low} or {name} > {high}"),
            }));
        }
        f.write_str(&if parts.is_empty() { "always".to_owned() } else { parts.join(" and ") })
    }
}

impl Rival {
    /// On which inputs of this setting it parts from the unit; `None` where it does on none.
    pub fn condition(&self, mode: Mode) -> Option<Condition> {
        (self.condition)(mode)
    }
}

/// All of them.
pub const RIVALS: [Rival; 6] = [
    Rival {
        name: "D1",
        row: Id::D1,
        title: "the pseudo-code's c = ~c on 32 bits, then sext32(c): an unsigned c is subtracted as a signed one",
        modes: "psign 1, both formats unsigned, a shift or SAT",
        semantics: Semantics {
            reading: Reading { minus_c: MinusC::SignOfFinal, ..Reading::DEFAULT },
            ..Semantics::DEFAULT
        },
        condition: |mode| {
            let parts = both_unsigned(mode)
                && mode.psign == Psign::SubtractC
                && (mode.scale != Scale::Pass || saturates(mode));
            parts.then_some(Condition {
                c_high: true,
                // Both saturate from S32_MAX up; without a clamp, 2^32 more in tmp is always seen in shr[31:0].
                shr_outside: saturates(mode).then_some([S32_MAX, i128::MAX]),
                ..Condition::ALWAYS
            })
        },
    },
    Rival {
        name: "D2",
        row: Id::D2,
        title: "tmp wrapped to 64 bits before the shift, as an implementation in 64-bit integers does",
        modes: "U32.U32, psign 1 and 2, SAT",
        semantics: Semantics {
            reading: Reading { mask: Mask::TmpFirst, ..Reading::DEFAULT },
            ..Semantics::DEFAULT
        },
        condition: |mode| {
            let parts = leaves_64_bits(mode) && saturates(mode);
            parts.then_some(Condition { tmp_outside: Some(S64), ..Condition::ALWAYS })
        },
    },
    Rival {
        name: "D2m",
        row: Id::D2m,
        title: "the pseudo-code's & 0xffffffffffffffff as a cut of the shifted result to 64 bits, signed if it is, without a shift too",
        modes: "U32.U32, psign 1 and 2, no shift, SAT",
        semantics: Semantics {
            reading: Reading { mask: Mask::ByFinalSign, pass: Pass::LikeTheOthers, ..Reading::DEFAULT },
            ..Semantics::DEFAULT
        },
        condition: |mode| {
            let parts = leaves_64_bits(mode) && mode.scale == Scale::Pass && saturates(mode);
            parts.then_some(Condition { tmp_outside: Some(S64), ..Condition::ALWAYS })
        },
    },
    Rival {
        name: "P8",
        row: Id::P8,
        title: "the mask makes the shifted result a number from 0 to 2^64 - 1: negative ones clamp to S32_MAX",
        modes: "final result signed, a shift, SAT",
        semantics: Semantics {
            reading: Reading { mask: Mask::Unsigned, ..Reading::DEFAULT },
            ..Semantics::DEFAULT
        },
        condition: |mode| {
            let parts = signed(mode) && mode.scale != Scale::Pass && saturates(mode);
            parts.then_some(Condition { shr_outside: Some([0, i128::MAX]), ..Condition::ALWAYS })
        },
    },
    Rival {
        name: "P10-u32",
        row: Id::P10,
        title: "SAT clamps to the range of dtype, which is u32",
        modes: "final result signed, SAT",
        semantics: by_dtype(Type::U32),
        condition: |mode| {
            (signed(mode) && saturates(mode))
                .then_some(Condition { shr_outside: Some([0, S32_MAX]), ..Condition::ALWAYS })
        },
    },
    Rival {
        name: "P10-s32",
        row: Id::P10,
        title: "SAT clamps to the range of dtype, which is s32",
        modes: "final result unsigned and able to exceed S32_MAX, SAT",
        semantics: by_dtype(Type::S32),
        condition: |mode| {
            (!signed(mode) && saturates(mode) && exceeds_s32(mode))
                .then_some(Condition { shr_outside: Some([0, S32_MAX]), ..Condition::ALWAYS })
        },
    },
];

const S32_MAX: i128 = i32::MAX as i128;
const S64: [i128; 2] = [i64::MIN as i128, i64::MAX as i128];

const fn by_dtype(dtype: Type) -> Semantics {
    let reading = Reading { vmad_range: VmadRange::Dtype, ..Reading::DEFAULT };
    Semantics { reading, dtype }
}

fn saturates(mode: Mode) -> bool {
    mode.saturate == Saturate::On
}

fn both_unsigned(mode: Mode) -> bool {
    mode.a.sign == Sign::Unsigned && mode.b.sign == Sign::Unsigned
}

fn signed(mode: Mode) -> bool {
    stages::final_sign(&mode) == Sign::Signed
}

/// Whether there are inputs whose tmp does not fit in 64 bits of the final sign.
fn leaves_64_bits(mode: Mode) -> bool {
    mode.a.format() == Format::U32 && mode.b.format() == Format::U32 && signed(mode)
}

/// Whether there are inputs whose unsigned result exceeds `S32_MAX`.
fn exceeds_s32(mode: Mode) -> bool {
    let product = Product::of(mode.a.format(), mode.b.format());
    let one = i128::from(mode.psign == Psign::PlusOne);
    (product.high + i128::from(u32::MAX) + one) >> mode.scale.count() > S32_MAX
}
