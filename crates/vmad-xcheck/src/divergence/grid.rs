//! The corner grid: every combination of a few corner values of the three operands.

use vmad_ptx::ast::{Source, Type};
use vmad_unit::Width;

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
