//! What ptxas 12.9 compiles wrong from sm_70 on, where it emits other instructions for each video instruction.
//!
//! The rules compare ranges: of the intermediate result, which the operands' formats and constants bound, and of what the
//! emitted code takes it for. A constant c counts as a register.

use vmad_ptx::ast::{
    Arithmetic, ArithmeticOp, Operand, Operation, SecOp, Select, Set, Shift, ShiftMode, ShiftOp, Source,
    Tail, Type, Video,
};

use crate::{
    bounds::{Range, intermediate, is_within, numbers, values},
    interpretation::Miscompile,
};

/// The miscompile of an instruction other than `vmad`.
pub(super) fn miscompile(video: &Video) -> Option<Miscompile> {
    let [a, b] = [video.a(), video.b()].map(Operand::constant);
    match video.operation() {
        Operation::Arithmetic(it) => arithmetic(it, [of(it.a, a), of(it.b, b)]),
        Operation::Shift(it) => shift(it, of(it.a, a), b),
        Operation::Set(it) => set(*it),
        Operation::MultiplyAdd(_) | Operation::Simd2(_) | Operation::Simd4(_) => None,
    }
}

/// Whether the intermediate result exceeds an unsigned word.
pub(super) fn exceeds(video: &Video) -> bool {
    let Operation::Arithmetic(it) = video.operation() else { return false };
    let [a, b] = [of(it.a, video.a().constant()), of(it.b, video.b().constant())];
    intermediate(it.op, [a, b])[1] > u32::MAX.into()
}

/// The values of an operand.
fn of(source: Source, constant: Option<u32>) -> Range {
    match (constant, source.ty) {
        (None, _) => values(source),
        (Some(word), Type::S32) => [word.cast_signed().into(); 2],
        (Some(word), Type::U32) => [word.into(); 2],
    }
}

fn clamped([low, high]: Range, [least, most]: Range) -> Range {
    [low.clamp(least, most), high.clamp(least, most)]
}

fn arithmetic(it: &Arithmetic, operands: [Range; 2]) -> Option<Miscompile> {
    let result = intermediate(it.op, operands);
    let dtype = numbers(it.dtype, 32);
    let adds = matches!(it.op, ArithmeticOp::Add | ArithmeticOp::Sub);
    let is_unsigned = it.dtype == Type::U32;
    match (it.tail, it.sat) {
        (Tail::Merge(Select::H1), _) => Some(Miscompile::D10),
        (Tail::Merge(_), true) => (result[0] < 0).then_some(Miscompile::D11),
        (_, true) if is_unsigned && result[1] > dtype[1] => Some(Miscompile::D12),
        (Tail::Second(SecOp::Min | SecOp::Max), sat) => {
            let is_wrong = if sat {
                adds && is_unsigned && clamped(result, dtype)[1] >> 31 == 1
            } else if adds {
                is_unsigned && !is_within(result, [0, i32::MAX.into()])
            } else {
                !is_within(result, dtype)
            };
            is_wrong.then_some(Miscompile::D13)
        }
        (Tail::None | Tail::Unused | Tail::Merge(_) | Tail::Second(SecOp::Add), _) => None,
    }
}

fn shift(it: &Shift, a: Range, amount: Option<u32>) -> Option<Miscompile> {
    let amounts = match (amount, it.mode) {
        (None, ShiftMode::Clamp) => [0, 32],
        (None, ShiftMode::Wrap) => [0, 31],
        (Some(amount), ShiftMode::Clamp) => [amount.min(32); 2],
        (Some(amount), ShiftMode::Wrap) => [amount % 32; 2],
    };
    let shifted = |value: i128, by: u32| match it.op {
        ShiftOp::Left => value << by,
        ShiftOp::Right => value >> by,
    };
    let ends = a.map(|value| amounts.map(|by| shifted(value, by)));
    let result = [ends[0][0].min(ends[0][1]), ends[1][0].max(ends[1][1])];
    let dtype = numbers(it.dtype, 32);
    match (it.tail, it.sat) {
        (Tail::Merge(Select::H1), _) => Some(Miscompile::D10),
        (Tail::Merge(select), true) => {
            let merged = numbers(it.dtype, select.width());
            (!is_within(clamped(result, dtype), merged)).then_some(Miscompile::D11)
        }
        (Tail::Second(SecOp::Min | SecOp::Max), sat) => {
            let is_wrong = if sat {
                it.dtype == Type::U32 && clamped(result, dtype)[1] >> 31 == 1
            } else {
                !is_within(result, dtype)
            };
            is_wrong.then_some(Miscompile::D13)
        }
        (Tail::None | Tail::Unused | Tail::Merge(_) | Tail::Second(SecOp::Add), _) => None,
    }
}

fn set(it: Set) -> Option<Miscompile> {
    match it.tail {
        Tail::Merge(Select::H1) => Some(Miscompile::D10),
        Tail::Second(SecOp::Min | SecOp::Max) => it.a.ty.is_signed().then_some(Miscompile::D13),
        Tail::None | Tail::Unused | Tail::Merge(_) | Tail::Second(SecOp::Add) => None,
    }
}

#[cfg(test)]
mod tests {
    use vmad_ptx::{ast::Body, syntax::parse_one};

    use super::*;

    fn video(text: &str) -> Video {
        match parse_one(text).unwrap().instruction.body {
            Body::Video(video) => video,
            other @ Body::Mad(_) => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_sum_exceeds_a_word_from_the_next_number_on() {
        for (text, expected) in [
            ("vadd.u32.u32.u32 d, a, 0;", false),
            ("vadd.u32.u32.u32 d, a, 1;", true),
            ("vsub.u32.u32.u32 d, a, b;", false),
        ] {
            assert_eq!(exceeds(&video(text)), expected, "{text}");
        }
    }

    #[test]
    fn a_second_minimum_is_wrong_if_the_result_can_have_the_other_sign() {
        for (text, is_wrong) in [
            ("vsub.u32.u32.u32.sat.min d, a, b, c;", true),
            ("vadd.u32.u32.u32.sat.min d, a.b0, b.b0, c;", false),
            ("vadd.s32.s32.s32.sat.min d, a, b, c;", false),
            ("vmax.u32.u32.u32.sat.min d, a, b, c;", false),
            ("vadd.s32.s32.s32.min d, a, b, c;", false),
            ("vadd.u32.u32.u32.min d, a.b0, b.b0, c;", false),
            ("vadd.u32.u32.u32.min d, a, b, c;", true),
            ("vshr.u32.u32.u32.sat.clamp.min d, a, b, c;", true),
            ("vshr.u32.u32.u32.sat.clamp.min d, a.b0, b, c;", false),
            ("vshr.s32.s32.u32.sat.clamp.min d, a, b, c;", false),
        ] {
            assert_eq!(miscompile(&video(text)), is_wrong.then_some(Miscompile::D13), "{text}");
        }
    }
}
