//! A second implementation of the nine instructions, from the prose of the manual and by other means than the crate:
//! casts instead of masks, negation instead of complements, arrays of bytes instead of shifts.

use vmad_ptx::ast::{
    Accumulate, ArithmeticOp, Comparison, Operation, Scale, SecOp, Select, ShiftMode, ShiftOp, Source, Tail,
    Type,
};

fn extract(word: u32, source: Source) -> i64 {
    let bytes = word.to_le_bytes();
    let half = |low: usize| u16::from_le_bytes([bytes[low], bytes[low + 1]]);
    let byte = |index: usize| match source.ty {
        Type::U32 => i64::from(bytes[index]),
        Type::S32 => i64::from(bytes[index] as i8),
    };
    match (source.select, source.ty) {
        (Some(Select::B0), _) => byte(0),
        (Some(Select::B1), _) => byte(1),
        (Some(Select::B2), _) => byte(2),
        (Some(Select::B3), _) => byte(3),
        (Some(Select::H0), Type::U32) => i64::from(half(0)),
        (Some(Select::H1), Type::U32) => i64::from(half(2)),
        (Some(Select::H0), Type::S32) => i64::from(half(0) as i16),
        (Some(Select::H1), Type::S32) => i64::from(half(2) as i16),
        (None, Type::U32) => i64::from(word),
        (None, Type::S32) => i64::from(word as i32),
    }
}

/// "A signed 34-bit result": the number from -2^33 to 2^33 - 1 that is the same modulo 2^34.
fn signed_34_bits(value: i128) -> i128 {
    const HALF: i128 = 8_589_934_592;
    (value + HALF).rem_euclid(2 * HALF) - HALF
}

/// The nearest value that the destination can hold.
fn saturate(value: i128, dtype: Type, dsel: Option<Select>) -> i128 {
    let (least, most) = match (dtype, dsel) {
        (Type::U32, None) => (0, i128::from(u32::MAX)),
        (Type::S32, None) => (i128::from(i32::MIN), i128::from(i32::MAX)),
        (Type::U32, Some(Select::H0 | Select::H1)) => (0, 65_535),
        (Type::S32, Some(Select::H0 | Select::H1)) => (-32_768, 32_767),
        (Type::U32, Some(_)) => (0, 255),
        (Type::S32, Some(_)) => (-128, 127),
    };
    if value < least {
        least
    } else if value > most {
        most
    } else {
        value
    }
}

fn finish(value: i128, sat: bool, dtype: Type, tail: Tail, c: u32) -> u32 {
    let dsel = if let Tail::Merge(dsel) = tail { Some(dsel) } else { None };
    let value = if sat { saturate(value, dtype, dsel) } else { value };
    let word = value as u32;
    match tail {
        Tail::None | Tail::Unused => word,
        Tail::Second(SecOp::Add) => word.wrapping_add(c),
        Tail::Second(SecOp::Min) => match dtype {
            Type::U32 => word.min(c),
            Type::S32 => (word as i32).min(c as i32) as u32,
        },
        Tail::Second(SecOp::Max) => match dtype {
            Type::U32 => word.max(c),
            Type::S32 => (word as i32).max(c as i32) as u32,
        },
        Tail::Merge(dsel) => {
            let (mut bytes, from) = (c.to_le_bytes(), word.to_le_bytes());
            match dsel {
                Select::B0 => bytes[0] = from[0],
                Select::B1 => bytes[1] = from[0],
                Select::B2 => bytes[2] = from[0],
                Select::B3 => bytes[3] = from[0],
                Select::H0 => (bytes[0], bytes[1]) = (from[0], from[1]),
                Select::H1 => (bytes[2], bytes[3]) = (from[0], from[1]),
            }
            u32::from_le_bytes(bytes)
        }
    }
}

/// What the instruction computes in the default reading.
pub(crate) fn reference(operation: &Operation, a: u32, b: u32, c: u32) -> u32 {
    match operation {
        Operation::Arithmetic(arithmetic) => {
            let (left, right) = (extract(a, arithmetic.a), extract(b, arithmetic.b));
            let value = match arithmetic.op {
                ArithmeticOp::Add => left + right,
                ArithmeticOp::AbsDiff if left < right => right - left,
                ArithmeticOp::Sub | ArithmeticOp::AbsDiff => left - right,
                ArithmeticOp::Min => {
                    if left < right {
                        left
                    } else {
                        right
                    }
                }
                ArithmeticOp::Max => {
                    if left > right {
                        left
                    } else {
                        right
                    }
                }
            };
            finish(value.into(), arithmetic.sat, arithmetic.dtype, arithmetic.tail, c)
        }
        Operation::Shift(shift) => {
            let left = i128::from(extract(a, shift.a));
            let right = extract(b, Source { ty: Type::U32, select: shift.bsel });
            let amount = match shift.mode {
                ShiftMode::Clamp if right > 32 => 32,
                ShiftMode::Clamp => right,
                ShiftMode::Wrap => right % 32,
            };
            let power = 1i128 << amount;
            let value = match shift.op {
                ShiftOp::Left => signed_34_bits(left * power),
                ShiftOp::Right => left.div_euclid(power),
            };
            finish(value, shift.sat, shift.dtype, shift.tail, c)
        }
        Operation::Set(set) => {
            let (left, right) = (extract(a, set.a), extract(b, set.b));
            let holds = match set.cmp {
                Comparison::Eq => left == right,
                Comparison::Ne => left != right,
                Comparison::Lt => left < right,
                Comparison::Le => left <= right,
                Comparison::Gt => left > right,
                Comparison::Ge => left >= right,
                Comparison::Lo => (left as u32) < right as u32,
                Comparison::Ls => left as u32 <= right as u32,
                Comparison::Hi => left as u32 > right as u32,
                Comparison::Hs => left as u32 >= right as u32,
            };
            finish(i128::from(holds), false, Type::U32, set.tail, c)
        }
        Operation::MultiplyAdd(vmad) => {
            let product = i128::from(extract(a, vmad.a)) * i128::from(extract(b, vmad.b));
            let factors_unsigned = vmad.a.ty == Type::U32 && vmad.b.ty == Type::U32;
            let (unsigned, signed) = (i128::from(c), i128::from(c as i32));
            let addend = if factors_unsigned { unsigned } else { signed };
            let (value, is_signed) = match vmad.accumulate {
                Accumulate::Sum { .. } => (product + addend, !factors_unsigned),
                Accumulate::PlusOne { .. } => (product + addend + 1, !factors_unsigned),
                Accumulate::MinusC { .. } => (product - addend, true),
                // -(u32 * u32) + s32: c is signed when the product is negated.
                Accumulate::MinusProduct { .. } => (signed - product, true),
            };
            let value = match vmad.scale {
                Scale::Pass => value,
                Scale::Shr7 => value.div_euclid(128),
                Scale::Shr15 => value.div_euclid(32_768),
            };
            let dtype = if is_signed { Type::S32 } else { Type::U32 };
            finish(value, vmad.sat, dtype, Tail::None, 0)
        }
        Operation::Simd2(_) | Operation::Simd4(_) => {
            panic!("they have a reference of their own, in lanes.rs")
        }
    }
}
