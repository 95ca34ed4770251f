//! `optSaturate`, `optSecOp` and `optMerge`: lines 62 to 101. The latter two are called `optSecondaryOp` in lines 156,
//! 226 and 374.

use crate::ast::{SecOp, Select, Tail, Type};
use crate::domain::Domain;
use crate::reading::{Assignment, Intermediate, Reading, ThirdOperand};
use crate::video::trace::StageTrace;

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
pub(super) fn finish<D: Domain>(
    domain: &D,
    stages: Stages<D::Number>,
    c: D::Number,
    reading: &Reading,
) -> StageTrace<D::Number> {
    let Stages { ta, tb, amount, tmp, sat, dtype, tail } = stages;
    // `CLAMP` to the range of dtype, or of the destination's part if the result is merged.
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

/// Lines 82 to 89.
fn opt_sec_op<D: Domain>(domain: &D, secop: SecOp, tmp: D::Number, c: D::Number) -> D::Number {
    match secop {
        SecOp::Add => domain.add(tmp, c),
        SecOp::Min => domain.min(tmp, c),
        SecOp::Max => domain.max(tmp, c),
    }
}

/// Lines 91 to 101.
fn opt_merge<D: Domain>(domain: &D, dsel: Select, tmp: D::Number, c: D::Number) -> D::Number {
    let (lsb, width) = (dsel.lsb(), dsel.width());
    let part = domain.shift_left(domain.field(tmp, 0, width, false), domain.constant(lsb.into()));
    let others = !(((1 << width) - 1) << lsb) & 0xffff_ffff;
    domain.or(part, domain.and(domain.constant(others), c))
}
