//! The rules of yuzu's shader recompiler.

use vmad_map::meaning::predicates;
use vmad_unit::{BoolOp, Comparison, Operation, Psign, Saturate, Scale, SecondOp, Sign, vmnmx::Extreme};

use super::{Subject, extend, extreme, number};

pub(super) fn vmad(subject: &Subject, [a, b, c]: [u32; 3]) -> Option<u32> {
    let Operation::Vmad(mode) = subject.operation else { return None };
    if (mode.saturate, mode.scale, mode.psign) != (Saturate::Off, Scale::Pass, Psign::Add) {
        return None;
    }
    Some(extend(mode.a, a).wrapping_mul(extend(mode.b, b)).wrapping_add(c))
}

pub(super) fn vmnmx(subject: &Subject, [a, b, c]: [u32; 3]) -> Option<u32> {
    let Operation::Vmnmx(mode) = subject.operation else { return None };
    let maximum = match (mode.output.saturate, mode.output.second) {
        (Saturate::Off, SecondOp::Min) => false,
        (Saturate::Off, SecondOp::Max) => true,
        _ => return None,
    };
    let first = extreme(mode.extreme == Extreme::Maximum, mode.b.sign, extend(mode.a, a), extend(mode.b, b));
    Some(extreme(maximum, mode.output.sign, first, c))
}

pub(super) fn vsetp(subject: &Subject, [a, b, c]: [u32; 3]) -> Option<u32> {
    let Operation::Vsetp(mode) = subject.operation else { return None };
    if mode.join != BoolOp::And {
        return None;
    }
    let b = if subject.immediate {
        match b >> 8 & 3 {
            0 => extend(mode.b, b),
            1 => extend(mode.b, b >> 16),
            _ => return None,
        }
    } else {
        extend(mode.b, b)
    };
    Some(predicates(&mode, holds(mode.comparison, mode.b.sign, extend(mode.a, a), b), c))
}

/// A comparison of 32-bit numbers of a sign. Its field has a bit for each of less, equal and greater.
pub(super) fn holds(comparison: Comparison, sign: Sign, x: u32, y: u32) -> bool {
    let order = number(sign, x).cmp(&number(sign, y));
    comparison.encoding() >> (order as i8 + 1) & 1 == 1
}
