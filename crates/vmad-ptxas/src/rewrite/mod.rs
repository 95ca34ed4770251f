//! PTX in place of a video instruction: right for all values of the registers, and short.
//!
//! [`ordinary`] builds code from the instruction's numbers and their ranges: an operation takes the cheapest of the known
//! ways that its ranges allow. No table of miscompiles is read. [`another`] is another video instruction.

mod code;
pub mod costs;
mod lanes;
mod multiply;
mod number;
mod scalar;
mod simd;
mod spelled;
mod words;

use vmad_ptx::{
    ast::{Body, Instruction, Operation},
    legality::Target,
};

use code::BlockCode;
pub use spelled::another;

/// A block of declarations and instructions that computes the same as a video instruction, or one instruction, legal for
/// the target. The last instruction writes the destination, under the guard; no other writes a register of the video
/// instruction. Differences of four bytes are themselves a `vabsdiff4`, which is one word from sm_70 to sm_110. [`None`]
/// for another instruction.
///
/// ```
/// use vmad_ptx::{legality::Target, syntax::parse_one};
/// use vmad_ptxas::rewrite::ordinary;
///
/// let vsub = parse_one("vsub.u32.u32.u32.sat d, a, b;").unwrap().instruction;
/// assert_eq!(ordinary(&vsub, Target::sm(86)).unwrap(), ["{", ".reg .b32 t0;", "max.u32 t0, a, b;", "sub.s32 d, t0, b;", "}"]);
/// ```
pub fn ordinary(instruction: &Instruction, target: Target) -> Option<Vec<String>> {
    let Body::Video(video) = &instruction.body else { return None };
    let mut code = BlockCode::of(instruction, target);
    let operands = video.operands();
    let result = match video.operation() {
        Operation::Arithmetic(it) => code.arithmetic(it, operands),
        Operation::Shift(it) => code.shift(it, operands),
        Operation::Set(it) => code.set(*it, operands),
        Operation::MultiplyAdd(it) => code.multiply_add(it, operands),
        Operation::Simd2(it) => code.simd(it, operands),
        Operation::Simd4(it) => code.simd(it, operands),
    };
    Some(code.finish(&result, video.d().name(), instruction.guard.as_ref()))
}
