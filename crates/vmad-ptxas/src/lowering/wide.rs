//! The words of 128 bits that ptxas emits for sm_70 to sm_110: [`vmad_sass::wide`].
//!
//! | PTX | SASS |
//! |---|---|
//! | `sad.u32`, `sad.s32` | `VABSDIFF.U32`, `VABSDIFF` |
//! | `vabsdiff4.u32.T.T` without `.sat`, with all lanes, `b3210` and `b7654` | `VABSDIFF4.U8`, `VABSDIFF4` |
//! | the same with `.add` | with `.ACC` |
//! | the constant 0 in a `sad` | `RZ` |
//! | another constant b of a `sad`, or c beside a register b | an imm32 |
//! | another constant a, or c beside a constant b | a register that an instruction before it loads; which one depends on the code |
//!
//! This is the code of ptxas 11.8 to 13.5 on all these architectures. Scalar `vabsdiff` becomes other instructions.

use vmad_map::mode::emitted_mode;
use vmad_ptx::ast::{Body, Instruction, Operation as Ptx};
use vmad_sass::{
    isa::Layout,
    schedule::ControlField,
    wide::{WideArch, WideInstruction, WideMode, WideParts, WideSource},
};
use vmad_unit::{Guard, Predicate, Register};

use super::{LowerError, Registers, has_mode, registers::assigned};
use crate::versions::Version;

/// The first version whose code is recorded.
const FIRST: Version = Version::at(11, 8);

/// Whether the PTX is a `sad`, which [`fuse`](super::fuse) gives as a `vabsdiff`, or a video instruction as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Ordinary instructions.
    Ordinary,
    /// A video instruction.
    Video,
}

/// The mode of the word that ptxas emits; [`None`] if it emits other instructions.
pub fn wide_mode(instruction: &Instruction, written: Written) -> Option<WideMode> {
    let Body::Video(video) = &instruction.body else { return None };
    let mode =
        WideMode::of(&emitted_mode(video.operation()).filter(|mode| has_mode(Layout::Maxwell, *mode))?)?;
    let is_sad = matches!(video.operation(), Ptx::Arithmetic(_));
    (is_sad == (written == Written::Ordinary)).then_some(mode)
}

/// Lowers a `sad` or a `vabsdiff4` as ptxas does, without control information. [`None`] if ptxas emits other
/// instructions.
///
/// # Errors
/// A constant is loaded by another instruction, the version is not recorded, or a register is given as `RZ`.
pub fn lower_wide(
    instruction: &Instruction,
    written: Written,
    arch: WideArch,
    version: Version,
    registers: &Registers,
) -> Result<Option<WideInstruction>, LowerError> {
    let Body::Video(video) = &instruction.body else { return Ok(None) };
    let Some(mode) = wide_mode(instruction, written).filter(|_| arch.has_video()) else { return Ok(None) };
    if version < FIRST {
        return Err(LowerError::NotRecorded { version });
    }
    let taken = registers.operands()?;
    let [a, b, c] = assigned(video, taken);
    let [of_a, of_b, of_c] = video.operands().map(|operand| operand?.constant());
    let source = |register: Option<Register>, constant: Option<u32>| match (register, constant) {
        (Some(register), _) => WideSource::Register(register),
        (None, None | Some(0)) => WideSource::Register(Register::RZ),
        (None, Some(value)) => WideSource::Immediate(value),
    };
    let WideSource::Register(a) = source(a, of_a) else { return Err(LowerError::Loaded) };
    let guard = instruction
        .guard
        .as_ref()
        .map_or(Guard::ALWAYS, |guard| Guard { predicate: registers.guard, negated: guard.negated });
    let parts = WideParts {
        guard,
        mode,
        destination: registers.d,
        predicate: Predicate::PT,
        a,
        b: source(b, of_b),
        c: source(c, of_c),
        control: ControlField::IDLE,
    };
    // Two constants are no form: one is loaded.
    WideInstruction::from_parts(arch, &parts).map(Some).map_err(|_| LowerError::Loaded)
}
