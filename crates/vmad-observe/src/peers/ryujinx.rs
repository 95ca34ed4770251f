//! The rules of Ryujinx's shader translator.

use vmad_unit::{Operand, Operation, Psign, Saturate, SecondOp, Selector, Sign, Width, vmnmx::Extreme};

use super::{Subject, extend, extreme, yuzu::holds};
use vmad_map::meaning::predicates;

/// Whether B counts as a word: of an immediate, the bits that stand where a register's selector does.
fn b_is_word(subject: &Subject, operand: Operand, port: u32) -> bool {
    if subject.immediate { port >> 8 & 7 == 6 } else { operand.selector == Selector::Word }
}

pub(super) fn multiply_add(subject: &Subject, [a, b, c]: [u32; 3]) -> Option<u32> {
    let Operation::Vmad(mode) = subject.operation else { return None };
    let b_is_word = b_is_word(subject, mode.b, b);
    let is_s32 = |operand: Operand, is_word: bool| operand.sign == Sign::Signed && is_word;
    // Two words hold the product; C is added to the lower one, as an unsigned number.
    let mut sum = mode.a.value(a).wrapping_mul(mode.b.value(b)) as u64;
    if mode.psign == Psign::NegateProduct {
        sum = sum.wrapping_neg();
    }
    let c = if mode.psign == Psign::SubtractC { c.wrapping_neg() } else { c };
    sum = sum.wrapping_add(c.into()).wrapping_add(u64::from(mode.psign == Psign::PlusOne));
    let signed = is_s32(mode.a, mode.a.selector == Selector::Word)
        || is_s32(mode.b, b_is_word)
        || matches!(mode.psign, Psign::SubtractC | Psign::NegateProduct);
    let shifted = if signed { (sum as i64 >> mode.scale.count()) as u64 } else { sum >> mode.scale.count() };
    let (low, high) = (shifted as u32, (shifted >> 32) as i32);
    if mode.saturate == Saturate::Off {
        return Some(low);
    }
    Some(match (signed, high) {
        (true, _) if high == low as i32 >> 31 => low,
        (true, 0..) => i32::MAX as u32,
        (true, _) => i32::MIN as u32,
        (false, 0) => low,
        (false, 0..) => u32::MAX,
        (false, _) => 0,
    })
}

pub(super) fn extremes(subject: &Subject, ports: [u32; 3]) -> Option<u32> {
    let Operation::Vmnmx(mode) = subject.operation else { return None };
    let maximum = mode.extreme == Extreme::Maximum;
    let [a, b, c] = [extend(mode.a, ports[0]), extend(mode.b, ports[1]), ports[2]];
    let (mut result, signed) = if mode.a.sign == mode.b.sign {
        (extreme(maximum, mode.a.sign, a, b), mode.a.sign)
    } else {
        // The unsigned operand, if bit 31 is set; else the maximum as unsigned, or the minimum as signed numbers.
        let unsigned = if mode.a.sign == Sign::Signed { b } else { a };
        let sign = if maximum { Sign::Unsigned } else { Sign::Signed };
        (if unsigned >> 31 == 1 { unsigned } else { extreme(maximum, sign, a, b) }, sign)
    };
    if mode.output.saturate == Saturate::On {
        result = match (mode.output.sign, signed) {
            (Sign::Signed, Sign::Unsigned) => result.min(i32::MAX as u32),
            (Sign::Unsigned, Sign::Signed) => (result as i32).max(0) as u32,
            _ => result,
        };
    }
    let merge = |low: u32, bits: u32| {
        let mask = (u32::MAX >> (32 - bits)) << low;
        c & !mask | result << low & mask
    };
    Some(match mode.output.second {
        SecondOp::Mrg16H => merge(16, 16),
        SecondOp::Mrg16L => merge(0, 16),
        SecondOp::Mrg8B0 => merge(0, 8),
        SecondOp::Mrg8B2 => merge(16, 8),
        SecondOp::Acc => result.wrapping_add(c),
        SecondOp::Min => extreme(false, mode.output.sign, result, c),
        SecondOp::Max => extreme(true, mode.output.sign, result, c),
        SecondOp::None => result,
    })
}

pub(super) fn compare(subject: &Subject, ports: [u32; 3]) -> Option<u32> {
    let Operation::Vsetp(mode) = subject.operation else { return None };
    let b_is_word = b_is_word(subject, mode.b, ports[1]);
    let [a, b, c] = [extend(mode.a, ports[0]), extend(mode.b, ports[1]), ports[2]];
    let result = if mode.a.sign == mode.b.sign {
        holds(mode.comparison, mode.a.sign, a, b)
    } else if mode.a.selector.width() == Width::Word || b_is_word {
        false
    } else {
        holds(mode.comparison, Sign::Signed, a, b)
    };
    Some(predicates(&mode, result, c))
}
