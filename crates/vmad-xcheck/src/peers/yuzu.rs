//! The rules of yuzu's shader recompiler.

use vmad_unit::{
    BoolOp, Comparison, Operation, Psign, Saturate, Scale, SecondOp, Sign, vmnmx::Extreme, vsetp,
};

use super::{Answer, Subject, extend, extreme};

pub(super) fn vmad(subject: &Subject, [a, b, c]: [u32; 3]) -> Answer {
    let Operation::Vmad(mode) = subject.operation else { return Answer::Refused };
    if (mode.saturate, mode.scale, mode.psign) != (Saturate::Off, Scale::Pass, Psign::Add) {
        return Answer::Refused;
    }
    Answer::Value(extend(mode.a, a).wrapping_mul(extend(mode.b, b)).wrapping_add(c))
}

pub(super) fn vmnmx(subject: &Subject, [a, b, c]: [u32; 3]) -> Answer {
    let Operation::Vmnmx(mode) = subject.operation else { return Answer::Refused };
    let maximum = match (mode.output.saturate, mode.output.second) {
        (Saturate::Off, SecondOp::Min) => false,
        (Saturate::Off, SecondOp::Max) => true,
        _ => return Answer::Refused,
    };
    let first = extreme(mode.extreme == Extreme::Maximum, mode.b.sign, extend(mode.a, a), extend(mode.b, b));
    Answer::Value(extreme(maximum, mode.output.sign, first, c))
}

pub(super) fn vsetp(subject: &Subject, [a, b, c]: [u32; 3]) -> Answer {
    let Operation::Vsetp(mode) = subject.operation else { return Answer::Refused };
    if mode.join != BoolOp::And {
        return Answer::Refused;
    }
    let b = if subject.immediate {
        match b >> 8 & 3 {
            0 => extend(mode.b, b),
            1 => extend(mode.b, b >> 16),
            _ => return Answer::Refused,
        }
    } else {
        extend(mode.b, b)
    };
    Answer::Value(predicates(mode, holds(mode.comparison, mode.b.sign, extend(mode.a, a), b), c))
}

/// The two predicates: the comparison, and its negation, each joined with the source predicate.
pub(super) fn predicates(mode: vsetp::Mode, holds: bool, c: u32) -> u32 {
    let source = (c & 1 == 1) != mode.negated;
    let join = |x: bool| match mode.join {
        BoolOp::And => x && source,
        BoolOp::Or => x || source,
        BoolOp::Xor => x != source,
    };
    u32::from(join(holds)) | u32::from(join(!holds)) << 1
}

/// A comparison of 32-bit numbers of a sign.
pub(super) fn holds(comparison: Comparison, sign: Sign, x: u32, y: u32) -> bool {
    let less = match sign {
        Sign::Unsigned => x < y,
        Sign::Signed => (x as i32) < y as i32,
    };
    match comparison {
        Comparison::F => false,
        Comparison::Lt => less,
        Comparison::Eq => x == y,
        Comparison::Le => less || x == y,
        Comparison::Gt => !less && x != y,
        Comparison::Ne => x != y,
        Comparison::Ge => !less,
        Comparison::T => true,
    }
}
