//! The corner grid: values at which a part of a register changes its sign, or is all zeros or all ones.

use vmad_ptx::ast::Source;

use crate::interpretation::Case;

/// Corners of a byte and of a half-word.
const BYTES: [u32; 6] = [0, 1, 0x5a, 0x7f, 0x80, 0xff];
const HALVES: [u32; 7] = [0, 1, 0xff, 0x7fff, 0x8000, 0xa5c3, 0xffff];
/// Corners of a word.
pub const WORDS: [u32; 11] =
    [0, 1, 2, 0x7fff, 0x8000, 0x1_0000, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_8000, 0xffff_ffff];

/// What stands in the rest of a register of which a part is selected: nothing, and something.
const REST: [u32; 2] = [0, 0x9ae7_6bc5];

/// The values of a register, given which part of it is read.
pub fn values(source: Source) -> Vec<u32> {
    let Some(select) = source.select else { return WORDS.to_vec() };
    let corners = if select.width() == 8 { BYTES.as_slice() } else { &HALVES };
    let mask = ((1 << select.width()) - 1) << select.lsb();
    REST.into_iter()
        .flat_map(|rest| corners.iter().map(move |corner| rest & !mask | corner << select.lsb()))
        .collect()
}

/// All inputs `[a, b, c]` of the grid; a constant's place has the constant alone.
pub fn inputs(case: &Case) -> Vec<[u32; 3]> {
    let values = |index: usize, values: Vec<u32>| match case.constants[index] {
        Some(constant) => vec![constant],
        None => values,
    };
    let a = values(0, self::values(case.operation.a));
    let b = values(1, self::values(case.operation.b));
    let c = values(2, WORDS.to_vec());
    let pairs = a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b)));
    pairs.flat_map(|(a, b)| c.iter().map(move |&c| [a, b, c])).collect()
}
