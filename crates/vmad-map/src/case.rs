//! Cases: a video instruction with its constants.

use vmad_ptx::{
    ast::{Instruction, Operation as Ptx, Type, Video},
    reading::Reading,
    video::{VideoTrace, VmadTrace, trace},
};
use vmad_unit::{Operation, Selector, vmad::Mode};

use crate::{
    meaning::{
        specified,
        spelling::{mode_of, multiply_adds},
    },
    mode::emitted_mode,
};

/// A mode and its PTX, whose operands are registers, except those that are constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// The mode.
    pub mode: Operation,
    /// The PTX that specifies it; [`None`] if there is none. A constant has no selector and no minus sign.
    pub ptx: Option<Ptx>,
    /// The 32 bits of `a`, `b` and `c` where they are constants; of `b` also if ptxas knows the constant in a register, of
    /// which it makes an imm16 too. A constant in a register in the place of `a` and `c` stays there.
    pub constants: [Option<u32>; 3],
}

impl Case {
    /// A mode with registers; for `VMAD`, with `.u32` as `.dtype`.
    pub fn of_mode(mode: Operation) -> Self {
        Self { mode, ptx: specified(&mode), constants: [None; 3] }.with_dtype(Type::U32)
    }

    /// The same with another `.dtype`, if it is a `vmad`: a `VMAD` has none.
    #[must_use]
    pub fn with_dtype(mut self, dtype: Type) -> Self {
        if let Some(Ptx::MultiplyAdd(it)) = &mut self.ptx {
            it.dtype = dtype;
        }
        self
    }

    /// A video instruction. [`None`] if no single video instruction of SASS has its operation.
    pub fn of_video(video: &Video) -> Option<Self> {
        Self::of_operation(*video.operation(), video.operands().map(|operand| operand?.constant()))
    }

    /// The case of an operation and its constants.
    pub fn of_operation(ptx: Ptx, constants: [Option<u32>; 3]) -> Option<Self> {
        Some(Self { mode: emitted_mode(&ptx)?, ptx: Some(ptx), constants })
    }

    /// The spellings of a mode in PTX with registers: four for `VMAD`, first those with the final sign as `.dtype`.
    pub fn spellings(mode: Operation) -> Vec<Self> {
        let case = |ptx| Self { mode, ptx: Some(ptx), constants: [None; 3] };
        let Operation::Vmad(vmad) = mode else { return specified(&mode).map(case).into_iter().collect() };
        let signed = vmad.final_sign() == vmad_unit::Sign::Signed;
        let mut operations = multiply_adds(vmad);
        operations.sort_by_key(|operation| operation.dtype.is_signed() != signed);
        operations.map(|operation| case(Ptx::MultiplyAdd(operation))).into()
    }

    /// The mode of a `vmad` as PTX spells it, and its `.dtype`. A constant is a word.
    pub fn vmad(&self) -> Option<(Mode, Type)> {
        if let Some(Ptx::MultiplyAdd(it)) = &self.ptx { Some((mode_of(it), it.dtype)) } else { None }
    }

    /// Whether each factor of a `vmad` is a word: a constant counts as one.
    pub fn has_word_factors(&self) -> [bool; 2] {
        match self.ptx.as_ref().and_then(Ptx::sources) {
            Some(sources) => sources.map(|source| source.select.is_none()),
            None => self
                .mode
                .operands()
                .map_or([true; 2], |operands| operands.map(|operand| operand.selector == Selector::Word)),
        }
    }

    /// Whether an architecture with the family has a word for it: sm_60 to sm_62 have no `VMAD` with a 32-bit factor.
    pub fn is_one_word(&self, arch: u16) -> bool {
        !(60..=62).contains(&arch) || self.vmad().is_none() || self.has_word_factors() == [false; 2]
    }

    /// The inputs, with each constant in place of its operand.
    pub fn fill(&self, inputs: [u32; 3]) -> [u32; 3] {
        std::array::from_fn(|index| self.constants[index].unwrap_or(inputs[index]))
    }

    /// The instruction, its registers called `d`, `a`, `b` and `c`; [`None`] if a constant has a selector or a minus
    /// sign, or if no PTX specifies the mode.
    pub fn instruction(&self) -> Option<Instruction> {
        Instruction::video(self.ptx?, self.constants)
    }

    /// The variables of a `vmad` in the default reading, whose `tmp` is exact.
    pub fn exact(&self, inputs: [u32; 3]) -> Option<VmadTrace> {
        let [a, b, c] = self.fill(inputs);
        let found = trace(&self.ptx?, a, b, c, &Reading::DEFAULT);
        if let VideoTrace::Vmad(exact) = found { Some(exact) } else { None }
    }
}
