//! The corner grid: every combination of a few corner values of the three operands.

use vmad_ptx::ast::{Source, Type};
use vmad_unit::{Operand, Operation, Width};

use crate::{corners, interpretation::Case, spelling::operand};

/// The values of a register, given the part of it that is read; the other bits are 0, or arbitrary.
pub fn values(source: Source) -> Vec<u32> {
    let selector = operand(source).selector;
    let rest: &[u32] = if selector.width() == Width::Word { &[0] } else { &[0, 0x9ae7_6bc5] };
    let corners = corners::few(selector.width());
    rest.iter()
        .flat_map(|&rest| corners.iter().map(move |&corner| corners::register(selector, corner, rest)))
        .collect()
}

/// All inputs `[a, b, c]` of the grid; in place of a constant, the constant alone.
pub fn inputs(case: &Case) -> Vec<[u32; 3]> {
    let word = Source { ty: Type::U32, select: None };
    let sources = [case.operation.a, case.operation.b, word];
    let [a, b, c] = [0, 1, 2].map(|index| match case.constants[index] {
        Some(constant) => vec![constant],
        None => values(sources[index]),
    });
    let pairs = a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b)));
    pairs.flat_map(|(a, b)| c.iter().map(move |&c| [a, b, c])).collect()
}

/// The values of C for an instruction with a second operation or a merge.
const THIRD: [u32; 6] = [0, 1, 0x7fff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/// The inputs `[a, b, c]` of any instruction of the family, those nearest to 0 first. Bits that are not read are 0; the
/// pairs of a and b are there once more with arbitrary bits.
pub fn of_operation(operation: &Operation) -> Vec<[u32; 3]> {
    let [zeros, arbitrary] = [0, 0x9ae7_6bc5].map(|rest| {
        let registers = |operand: Operand| {
            let corners = corners::few(operand.selector.width()).iter();
            corners.map(|&corner| corners::register(operand.selector, corner, rest)).collect()
        };
        match operation.operands() {
            Some(operands) => operands.map(registers),
            // The lanes of VABSDIFF4.
            None => [(); 2].map(|()| corners::few(Width::Word).to_vec()),
        }
    });
    let third: &[u32] = match operation {
        // The source predicate.
        Operation::Vsetp(_) => &THIRD[..2],
        _ => &THIRD,
    };
    // 31 is the largest amount that does not shift all bits out.
    let amount = matches!(operation, Operation::Vshl(_) | Operation::Vshr(_)).then_some(31);
    let of = |[a, b]: [Vec<u32>; 2], third: &[u32]| -> Vec<[u32; 3]> {
        let b: Vec<_> = b.into_iter().chain(amount).collect();
        let pairs = a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b)));
        pairs.flat_map(|(a, b)| third.iter().map(move |&c| [a, b, c])).collect()
    };
    let mut inputs = of(zeros, third);
    inputs.extend(of(arbitrary, &third[..1]));
    inputs.sort_by_cached_key(|inputs| nearness(*inputs));
    inputs
}

/// How far from 0 the inputs are, all together, and then the inputs: 0xffffffff is as near as 1.
pub fn nearness(inputs: [u32; 3]) -> (u64, [u32; 3]) {
    let distance = inputs.into_iter().map(|input| u64::from((input as i32).unsigned_abs())).sum();
    (distance, inputs)
}
