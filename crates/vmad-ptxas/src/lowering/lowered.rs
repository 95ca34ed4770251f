//! The code of any video instruction.

use std::fmt;

use vmad_sass::{Arch, Instruction, Mov32i, Permute, Style};
use vmad_unit::{Register, State};

use super::Shape;
use crate::versions::Versions;
use vmad_map::divergence::Divergence;

/// The code that ptxas emits for a video instruction: loads of constants, the video instruction, and a `PRMT` if it
/// merges into byte 1 or 3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowered {
    /// The loads, in the order of the operands; at most three.
    pub loads: Vec<Mov32i>,
    /// The word of the video instruction; for a [miscompile](vmad_map::rows::STORE), the word of a store.
    pub word: u64,
    /// The merge of the result into byte 1 or 3 of C.
    pub permute: Option<Permute>,
    /// The architecture, for the style of the text.
    pub arch: Arch,
    /// The versions of ptxas that emit it.
    pub versions: Versions,
    /// The miscompile, if the code does not compute the PTX for some values of its registers.
    pub miscompiled: Option<&'static Divergence>,
}

impl Lowered {
    /// The video instruction; [`None`] for a [store](vmad_map::rows::STORE), whose word is another instruction.
    pub fn instruction(&self) -> Option<Instruction> {
        Instruction::decode_in(self.arch.layout(), self.word).ok()
    }

    /// All words, in their order.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        let layout = self.arch.layout();
        let loads = self.loads.iter().map(move |load| load.encode_in(layout));
        loads.chain([self.word]).chain(self.permute.map(|permute| permute.encode_in(layout)))
    }

    /// The code without register numbers. At its start, a, b and c are in the registers `operands`.
    pub fn shape(&self, operands: [Register; 3]) -> Option<Shape> {
        Shape::new(self.arch.layout(), self.words(), operands)
    }

    /// Executes the code; [`None`] if the word is not a video instruction.
    pub fn execute(&self, state: &mut State) -> Option<()> {
        let instruction = self.instruction()?;
        self.loads.iter().for_each(|load| load.execute(state));
        instruction.execute(state)?;
        if let Some(permute) = self.permute {
            permute.execute(state);
        }
        Some(())
    }
}

impl fmt::Display for Lowered {
    /// `MOV32I R5, 0x7; VADD.UD.MRG_8B0 R0, R2, R3, RZ; PRMT R0, R5, 0x4210, R0`, in nvdisasm's style for the architecture.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for load in &self.loads {
            write!(f, "{load}; ")?;
        }
        match self.instruction() {
            Some(instruction) => instruction.text(Style::of(self.arch)).fmt(f)?,
            None => write!(f, ".word {:#018x}", self.word)?,
        }
        match self.permute {
            Some(permute) => write!(f, "; {permute}"),
            None => Ok(()),
        }
    }
}
