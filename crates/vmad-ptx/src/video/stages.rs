//! The stages of the scalar instructions other than `vmad`, by the PTX ISA's names of its rules.

use super::trace::StageTrace;
use crate::ast::{ArithmeticOp, Comparison, SecOp, Select, ShiftMode, ShiftOp, Tail, Type};
use crate::domain::Domain;
use crate::reading::{Assignment, Intermediate, Lower, Reading, ShiftFill, ShiftLeft, ThirdOperand};

/// `partSelectSignExtend`, which the PTX ISA names (lines 144, 216, 301, 371) and describes in line 60: the selected byte,
/// half-word or word of a register, sign- or zero-extended by its type, an `.s33` value.
#[inline]
pub(super) fn part_select_sign_extend<D: Domain>(
    domain: &D,
    register: D::Number,
    ty: Type,
    select: Option<Select>,
) -> D::Number {
    let (lsb, width) = select.map_or((0, 32), |select| (select.lsb(), select.width()));
    domain.field(register, lsb, width, ty.is_signed())
}

/// The primary operation of `vadd`, `vsub`, `vabsdiff`, `vmin` and `vmax`, lines 147 to 153: `tmp`, an `.s34` value, from
/// two `.s33` values.
pub(super) fn arithmetic<D: Domain>(domain: &D, op: ArithmeticOp, ta: D::Number, tb: D::Number) -> D::Number {
    match op {
        ArithmeticOp::Add => domain.add(ta, tb),
        ArithmeticOp::Sub => domain.subtract(ta, tb),
        ArithmeticOp::AbsDiff => domain.absolute(domain.subtract(ta, tb)),
        ArithmeticOp::Min => domain.min(ta, tb),
        ArithmeticOp::Max => domain.max(ta, tb),
    }
}

impl ShiftMode {
    /// `tb` after lines 218 and 219: from 0 to 32. A zero-extended part is never negative.
    pub(crate) fn amount<D: Domain>(self, domain: &D, tb: D::Number) -> D::Number {
        match self {
            Self::Clamp => domain.min(tb, domain.constant(32)),
            Self::Wrap => domain.field(tb, 0, 5, false),
        }
    }
}

/// The primary operation of `vshl` and `vshr`: lines 220 to 223.
pub(super) fn shift<D: Domain>(
    domain: &D,
    op: ShiftOp,
    ta: D::Number,
    amount: D::Number,
    dtype: Type,
    reading: &Reading,
) -> D::Number {
    match (op, reading.shift_left, reading.shift_fill) {
        (ShiftOp::Left, ShiftLeft::S34, _) => domain.field(domain.shift_left(ta, amount), 0, 34, true),
        (ShiftOp::Left, ShiftLeft::Whole, _) => domain.shift_left(ta, amount),
        (ShiftOp::Right, _, ShiftFill::ByAtype) => domain.shift_right(ta, amount),
        // The lower 32 bits, extended by `dtype`: it decides whether a shift is signed.
        (ShiftOp::Right, _, ShiftFill::ByDtype) => {
            domain.shift_right(domain.field(ta, 0, 32, dtype.is_signed()), amount)
        }
    }
}

/// `compare`, the primary operation of `vset` (line 373): whether the comparison of two `.s33` values holds.
///
/// A signed and an unsigned operand are compared as numbers. The four unsigned comparisons compare the lower 32 bits.
pub(super) fn compare<D: Domain>(
    domain: &D,
    ta: D::Number,
    tb: D::Number,
    cmp: Comparison,
    reading: &Reading,
) -> D::Truth {
    match reading.lower {
        _ if !cmp.needs_unsigned_btype() => cmp.holds(domain, ta, tb),
        Lower::AllLess => domain.less(ta, tb),
        Lower::ByName => cmp.holds(domain, domain.field(ta, 0, 32, false), domain.field(tb, 0, 32, false)),
    }
}

impl Comparison {
    /// Whether it holds for two numbers.
    pub(crate) fn holds<D: Domain>(self, domain: &D, x: D::Number, y: D::Number) -> D::Truth {
        match self {
            Self::Eq => domain.equal(x, y),
            Self::Ne => domain.not(domain.equal(x, y)),
            Self::Lt | Self::Lo => domain.less(x, y),
            Self::Le | Self::Ls => domain.not(domain.less(y, x)),
            Self::Gt | Self::Hi => domain.less(y, x),
            Self::Ge | Self::Hs => domain.not(domain.less(x, y)),
        }
    }
}

/// The results of stages 1 and 2, which stages 3 and 4 use (lines 34 to 44).
#[derive(Clone, Copy)]
pub(super) struct Stages<N> {
    pub(super) ta: N,
    pub(super) tb: N,
    pub(super) amount: Option<N>,
    pub(super) tmp: N,
    pub(super) sat: bool,
    pub(super) dtype: Type,
    pub(super) tail: Tail,
}

/// Saturation, then second operation or merge: lines 154 to 157, 224 to 227, 374 and 375. "The lower 32-bits are then
/// written to the destination operand" (line 103).
#[inline]
pub(super) fn finish<D: Domain>(
    domain: &D,
    stages: Stages<D::Number>,
    c: D::Number,
    reading: &Reading,
) -> StageTrace<D::Number> {
    let Stages { ta, tb, amount, tmp, sat, dtype, tail } = stages;
    // `optSaturate`, from line 62 on: `CLAMP` to the range of dtype, or of the destination's part if the result is merged.
    let bits = tail.dsel().map_or(32, Select::width);
    let saturated = if sat { domain.clamp(tmp, bits, dtype.is_signed()) } else { tmp };
    let intermediate = match reading.intermediate {
        Intermediate::Cut32 => domain.field(saturated, 0, 32, dtype.is_signed()),
        Intermediate::S33 => domain.field(saturated, 0, 33, true),
        Intermediate::Whole => saturated,
    };
    let c_extended = match reading.third_operand {
        ThirdOperand::ByDtype => domain.field(c, 0, 32, dtype.is_signed()),
        ThirdOperand::Signed => domain.field(c, 0, 32, true),
    };
    let second = tail.secop().map(|secop| opt_sec_op(domain, secop, intermediate, c_extended));
    let merged = tail.dsel().map(|dsel| opt_merge(domain, dsel, saturated, c));
    let d = match (second, merged, reading.assignment) {
        (_, Some(merged), _) => merged,
        (Some(second), None, Assignment::OneOfBoth) => domain.field(second, 0, 32, false),
        (Some(_), None, Assignment::LastWins) | (None, None, _) => domain.field(saturated, 0, 32, false),
    };
    let c = tail.secop().map(|_| c_extended);
    StageTrace { ta, tb, amount, tmp, saturated, intermediate, c, second, merged, d }
}

/// `optSecOp`, called `optSecondaryOp` in lines 156, 226 and 374: lines 82 to 89.
fn opt_sec_op<D: Domain>(domain: &D, secop: SecOp, tmp: D::Number, c: D::Number) -> D::Number {
    match secop {
        SecOp::Add => domain.add(tmp, c),
        SecOp::Min => domain.min(tmp, c),
        SecOp::Max => domain.max(tmp, c),
    }
}

/// `optMerge`: lines 91 to 101.
fn opt_merge<D: Domain>(domain: &D, dsel: Select, tmp: D::Number, c: D::Number) -> D::Number {
    let (lsb, width) = (dsel.lsb(), dsel.width());
    let part = domain.shift_left(domain.field(tmp, 0, width, false), domain.constant(lsb.into()));
    let others = !(((1 << width) - 1) << lsb) & 0xffff_ffff;
    domain.or(part, domain.and(domain.constant(others), c))
}
