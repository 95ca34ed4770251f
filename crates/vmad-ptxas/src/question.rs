//! The code that ptxas emits for a text, for any architecture.
//!
//! ```
//! use vmad_ptxas::{lowering::Registers, question::Question};
//!
//! let question = Question::new("sm_61".parse().unwrap(), None, Registers::default()).unwrap();
//! let code = question.text("min.s32 t, a, 255; max.s32 d, t, c;").unwrap();
//! assert_eq!(code.to_string(), "VMNMX.MAX R0, R2, 0xff, R4");
//! let question = Question::new("sm_86".parse().unwrap(), None, Registers::default()).unwrap();
//! let refusal = question.text("vmax.s32.s32.s32 d, a, b;").unwrap_err();
//! assert!(refusal.to_string().starts_with("no VMNMX on sm_86: ptxas 13.5 emits other instructions"));
//! let code = question.text("vabsdiff4.u32.u32.u32.add d, a, b, c;").unwrap();
//! assert_eq!(code.to_string(), "VABSDIFF4.U8.ACC R0, R2, R3, R4");
//! ```

use std::fmt;

use vmad_ptx::{
    ast::Instruction,
    integer::{Op, Operation},
    legality::Target,
    sequence::{Sequence, Step},
    syntax::{SyntaxError, parse_one},
};
use vmad_sass::{
    Arch,
    wide::{WideArch, WideInstruction},
};

use crate::{
    lowering::{Fused, LowerError, Lowered, Registers, Written, emulation, fuse, lower, lower_wide},
    safety::code_without_family,
    versions::{Compiler, Generation, NoTarget, Version, Versions},
};

/// An architecture, a version of ptxas that has it, and the registers of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    target: Target,
    version: Version,
    registers: Registers,
}

/// The code of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EmittedCode {
    /// Words of 64 bits.
    Narrow(Lowered),
    /// A word of 128 bits.
    Wide(WideInstruction),
}

impl fmt::Display for EmittedCode {
    /// As nvdisasm prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Narrow(lowered) => lowered.fmt(f),
            Self::Wide(word) => word.fmt(f),
        }
    }
}

/// Why an instruction is not lowered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The text is neither a video instruction nor ordinary PTX.
    #[error(transparent)]
    Syntax(SyntaxError),
    /// An instruction or a register that the lowering does not take.
    #[error(transparent)]
    Lowering(LowerError),
    /// ptxas emits no video instruction.
    #[error("{message}")]
    None {
        /// The reason.
        message: String,
        /// The code, where it is recorded.
        code: Option<String>,
    },
}

/// The ordinary instructions that become one video instruction.
const ORDINARY: &str = "a sad of 32 bits, and for a clamp: two min or max of one type, where only the second reads the \
    result of the first; the first has no guard and two different operands, one of them a register; the other operand \
    of the second is a register";

impl Question {
    /// The default version is the newest that has the architecture.
    ///
    /// # Errors
    /// No version has the architecture, or the given version does not.
    pub fn new(target: Target, version: Option<Version>, registers: Registers) -> Result<Self, NoTarget> {
        let versions = version.map_or(Versions::ALL, Versions::from).that_have(target)?;
        Ok(Self { target, version: versions.last, registers })
    }

    /// The code of a video instruction, or of ordinary instructions that become one.
    ///
    /// # Errors
    /// ptxas emits no video instruction, or the text is not PTX.
    pub fn text(&self, text: &str) -> Result<EmittedCode, Refusal> {
        match parse_one(text) {
            Ok(found) => self.instruction(&found.instruction),
            Err(error) => {
                let instruction = ordinary(text).ok_or(Refusal::Syntax(error))??;
                // The verdict on the video instruction is not one on these instructions.
                self.code(&instruction, Written::Ordinary, |_| "other instructions".to_owned())
            }
        }
    }

    /// The code of a video instruction.
    ///
    /// # Errors
    /// ptxas emits no video instruction for it.
    pub fn instruction(&self, instruction: &Instruction) -> Result<EmittedCode, Refusal> {
        self.code(instruction, Written::Video, |target| {
            code_without_family(instruction, Compiler { target, version: self.version })
        })
    }

    /// `later` says what ptxas emits for a generation without the family.
    fn code(
        &self,
        instruction: &Instruction,
        written: Written,
        later: impl Fn(Generation) -> String,
    ) -> Result<EmittedCode, Refusal> {
        let wide = WideArch::from_number(self.target.number.into());
        if let Ok(arch) = wide
            && let Some(word) = lower_wide(instruction, written, arch, self.version, &self.registers)
                .map_err(Refusal::Lowering)?
        {
            return Ok(EmittedCode::Wide(word));
        }
        let arch = Arch::from_number(self.target.number.into());
        let code = |target: &str| emulation(instruction, target);
        // An instruction that no architecture lowers is refused on every one.
        let compiler = match arch {
            Ok(target) => Compiler { target, version: self.version },
            Err(_) => Arch::Sm50.into(),
        };
        let lowered = lower(instruction, compiler, &self.registers).map_err(|error| match error {
            LowerError::NotVmad { arch, .. } => {
                Refusal::None { message: error.to_string(), code: code(&arch.to_string()) }
            }
            LowerError::SimdSequence => Refusal::None { message: error.to_string(), code: None },
            LowerError::NotVideo
            | LowerError::ZeroRegister { .. }
            | LowerError::KeplerSimd
            | LowerError::Loaded
            | LowerError::BesideOthers
            | LowerError::NotRecorded { .. } => Refusal::Lowering(error),
        })?;
        let (Err(_), Some(generation)) = (arch, Generation::of(self.target)) else {
            return Ok(EmittedCode::Narrow(lowered));
        };
        let mnemonic = lowered.instruction().map_or("VSET", |word| word.mnemonic());
        let exists = mnemonic.starts_with("VABSDIFF") && wide.is_ok_and(WideArch::has_video);
        let for_it = if exists { " for it" } else { "" };
        let Self { target, version, .. } = self;
        let message =
            format!("no {mnemonic}{for_it} on {target}: ptxas {version} emits {}", later(generation));
        Err(Refusal::None { message, code: code(&target.to_string()) })
    }
}

/// The video instruction that ordinary ones become; [`None`] if the text is not ordinary PTX.
fn ordinary(text: &str) -> Option<Result<Instruction, Refusal>> {
    let code = Sequence::parse(text).ok()?;
    let is_video = |step: &Step| matches!(step.operation, Operation::Video(_));
    if code.steps().is_empty() || code.steps().iter().any(is_video) {
        return None;
    }
    let is_narrow_sad = |step: &Step| matches!(step.operation, Operation::Integer(it) if it.op == Op::Sad && it.ty.bits == 16);
    Some(match fuse(&code).as_slice() {
        [Fused { of, video }] if of.len() == code.steps().len() => Ok(video.clone()),
        [] if !code.steps().iter().any(is_narrow_sad) => {
            let message = format!("ptxas emits no video instruction for this. It emits one for {ORDINARY}");
            Err(Refusal::None { message, code: None })
        }
        _ => Err(Refusal::Lowering(LowerError::BesideOthers)),
    })
}
