//! Inputs on which the code of a miscompile differs.

use std::fmt;

use vmad_map::{case::Case, corners::WORDS, divergence::Divergence};
use vmad_ptx::ast::{Body, Instruction};

/// Inputs and both results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// `a`, `b` and `c`: 0 for an operand that the instruction does not read, and the constant for a constant.
    pub inputs: [u32; 3],
    /// The result that the PTX ISA specifies.
    pub right: u32,
    /// The result of the code.
    pub wrong: u32,
}

impl fmt::Display for Witness {
    /// `a = 0x1, b = 0x2, c = 0x0: right is 0x30000, ptxas gives 0x0`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { inputs: [a, b, c], right, wrong } = self;
        write!(f, "a = {a:#x}, b = {b:#x}, c = {c:#x}: right is {right:#x}, ptxas gives {wrong:#x}")
    }
}

/// Corners of words, in which each byte and half-word has corners too.
fn corners() -> impl Iterator<Item = u32> + Clone {
    let all = WORDS.into_iter();
    all.chain([0x8080_8080, 0x7f7f_7f7f, 0x0101_0101, 0x8000_8000, 0x7fff_7fff, 0x0001_0001, 0x1f, 0x20])
}

/// The first of some inputs on which an instruction with a miscompile gives another result than its code. [`None`] if
/// there is none: its code writes no register (D9), or a constant c hides the difference.
///
/// ```
/// use vmad_map::rows::D10;
/// use vmad_ptx::syntax::parse_one;
/// use vmad_ptxas::safety::witness;
///
/// let vadd = parse_one("vadd.u32.u32.u32 d.h1, a, b, 0;").unwrap().instruction;
/// let found = witness(&vadd, &D10).unwrap();
/// assert_eq!(found.to_string(), "a = 0x0, b = 0x1, c = 0x0: right is 0x10000, ptxas gives 0x0");
/// ```
pub fn witness(instruction: &Instruction, row: &Divergence) -> Option<Witness> {
    let Body::Video(video) = &instruction.body else { return None };
    let case = Case::of_video(video)?;
    let (right, code) = (case.prepare(), row.prepare(&case)?);
    let of = |operand: usize| {
        let is_read = operand < 2 || video.c().is_some();
        let is_free = is_read && case.constants[operand].is_none();
        corners().take(if is_free { usize::MAX } else { 1 })
    };
    let all = of(2).flat_map(|c| of(0).flat_map(move |a| of(1).map(move |b| [a, b, c])));
    all.map(|inputs| (case.fill(inputs), right(inputs), code(inputs)))
        .find(|(_, right, wrong)| right != wrong)
        .map(|(inputs, right, wrong)| Witness { inputs, right, wrong })
}
