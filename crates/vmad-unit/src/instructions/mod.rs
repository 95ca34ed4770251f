//! The instructions: a file for each, named after its mnemonic, and [`Operation`], which is any of them.

use alloc::vec::Vec;

use crate::{
    bits::{Bits, Machine},
    logic::Logic,
    operand::Operand,
    record::{Nothing, Record},
    saturate::Saturate,
    second_op::{Output, finish},
    trace::Trace,
};

pub mod vabsdiff;
pub mod vabsdiff4;
pub mod vadd;
pub mod vmad;
pub mod vmnmx;
pub mod vset;
pub mod vsetp;
pub mod vshift;

/// The result of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The value of the destination register.
    Register(u32),
    /// The values of the two destination predicates.
    Predicates([bool; 2]),
}

impl Outcome {
    /// The register's value, or the predicates as bits 0 and 1.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Register(value) => value,
            Self::Predicates([first, second]) => first as u32 | (second as u32) << 1,
        }
    }
}

/// An instruction of the family with its mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "UPPERCASE"))]
pub enum Operation {
    /// `VMAD`
    Vmad(vmad::Mode),
    /// `VADD`
    Vadd(vadd::Mode),
    /// `VABSDIFF`
    Vabsdiff(vabsdiff::Mode),
    /// `VABSDIFF4`
    Vabsdiff4(vabsdiff4::Mode),
    /// `VMNMX`
    Vmnmx(vmnmx::Mode),
    /// `VSET`
    Vset(vset::Mode),
    /// `VSETP`
    Vsetp(vsetp::Mode),
    /// `VSHL`
    Vshl(vshift::Mode),
    /// `VSHR`
    Vshr(vshift::Mode),
}

impl From<vmad::Mode> for Operation {
    fn from(mode: vmad::Mode) -> Self {
        Self::Vmad(mode)
    }
}

impl Operation {
    /// The mnemonic: `VADD`.
    pub const fn mnemonic(&self) -> &'static str {
        match self {
            Self::Vmad(_) => "VMAD",
            Self::Vadd(_) => "VADD",
            Self::Vabsdiff(_) => "VABSDIFF",
            Self::Vabsdiff4(_) => "VABSDIFF4",
            Self::Vmnmx(_) => "VMNMX",
            Self::Vset(_) => "VSET",
            Self::Vsetp(_) => "VSETP",
            Self::Vshl(_) => "VSHL",
            Self::Vshr(_) => "VSHR",
        }
    }

    /// The reason why the computation is inferred; [`None`] if the SASS reference text or the PTX ISA specifies it.
    pub fn inferred(&self) -> Option<&'static str> {
        match self {
            // The SASS reference text specifies every mode of VMAD, the PTX ISA of the others.
            Self::Vmad(_) | Self::Vabsdiff(_) | Self::Vmnmx(_) => None,
            Self::Vadd(mode) => mode.inferred(),
            Self::Vabsdiff4(mode) => mode.inferred(),
            Self::Vset(mode) => mode.inferred(),
            Self::Vsetp(mode) => mode.inferred(),
            Self::Vshl(mode) => mode.left_inferred(),
            Self::Vshr(mode) => mode.right_inferred(),
        }
    }

    /// The saturation and the second operation; [`None`] for `VMAD`, `VABSDIFF4` and `VSETP`, whose last stages differ.
    pub const fn output(&self) -> Option<Output> {
        match self {
            Self::Vadd(mode) => Some(mode.output),
            Self::Vabsdiff(mode) => Some(mode.output),
            Self::Vmnmx(mode) => Some(mode.output),
            Self::Vset(mode) => Some(mode.output()),
            Self::Vshl(mode) | Self::Vshr(mode) => Some(mode.output),
            Self::Vmad(_) | Self::Vabsdiff4(_) | Self::Vsetp(_) => None,
        }
    }

    /// The A and B operands; [`None`] for `VABSDIFF4`, whose lanes are any bytes of A and B.
    pub const fn operands(&self) -> Option<[Operand; 2]> {
        match *self {
            Self::Vmad(vmad::Mode { a, b, .. })
            | Self::Vadd(vadd::Mode { a, b, .. })
            | Self::Vabsdiff(vabsdiff::Mode { a, b, .. })
            | Self::Vmnmx(vmnmx::Mode { a, b, .. })
            | Self::Vset(vset::Mode { a, b, .. })
            | Self::Vsetp(vsetp::Mode { a, b, .. }) => Some([a, b]),
            Self::Vshl(mode) | Self::Vshr(mode) => Some([mode.a, mode.amount()]),
            Self::Vabsdiff4(_) => None,
        }
    }

    /// The same operation with other operands. A shift uses only the selector of B. `VABSDIFF4` has no operands, and does
    /// not change.
    #[must_use]
    pub const fn with_operands(mut self, operands: [Operand; 2]) -> Self {
        match &mut self {
            Self::Vmad(vmad::Mode { a, b, .. })
            | Self::Vadd(vadd::Mode { a, b, .. })
            | Self::Vabsdiff(vabsdiff::Mode { a, b, .. })
            | Self::Vmnmx(vmnmx::Mode { a, b, .. })
            | Self::Vset(vset::Mode { a, b, .. })
            | Self::Vsetp(vsetp::Mode { a, b, .. }) => [*a, *b] = operands,
            Self::Vshl(mode) | Self::Vshr(mode) => {
                mode.a = operands[0];
                mode.b = operands[1].selector;
            }
            Self::Vabsdiff4(_) => {}
        }
        self
    }

    /// Whether the result is clamped; `VABSDIFF4` clamps each lane and has no clamp of its result.
    pub fn saturate(&self) -> Saturate {
        match self {
            Self::Vmad(mode) => mode.saturate,
            _ => self.output().map_or(Saturate::Off, |output| output.saturate),
        }
    }

    /// The computation in any [`Logic`]; the inputs are those of [`Operation::execute`], the result is [`Outcome::bits`].
    #[inline(always)]
    pub fn compute<L: Logic>(
        &self,
        logic: &L,
        record: &mut impl Record<L::Any>,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        let [a, b, c] = &inputs;
        let (tmp, output) = match *self {
            Self::Vmad(mode) => return vmad::compute(logic, record, mode, inputs),
            Self::Vabsdiff4(mode) => return vabsdiff4::compute(logic, record, mode, inputs),
            Self::Vset(mode) => return vset::compute(logic, record, mode, inputs),
            Self::Vsetp(mode) => return vsetp::compute(logic, record, mode, inputs),
            Self::Vadd(mode) => (vadd::operate(logic, record, mode, [a, b]), mode.output),
            Self::Vabsdiff(mode) => (vabsdiff::operate(logic, record, mode, [a, b]), mode.output),
            Self::Vmnmx(mode) => (vmnmx::operate(logic, record, mode, [a, b]), mode.output),
            Self::Vshl(mode) => (vshift::left(logic, record, mode, [a, b]), mode.output),
            Self::Vshr(mode) => (vshift::right(logic, record, mode, [a, b]), mode.output),
        };
        finish(logic, record, output, &tmp, c)
    }

    /// Executes the instruction.
    ///
    /// `a` and `c` are the registers' values, `b` a register's or an imm16 with zeros above it. For `VSETP`, bit 0 of `c`
    /// is the source predicate before its negation.
    pub fn execute(&self, a: u32, b: u32, c: u32) -> Outcome {
        let bits = self.compute(&Machine, &mut Nothing, inputs(a, b, c)).unsigned() as u32;
        match self {
            Self::Vsetp(_) => Outcome::Predicates([bits & 1 == 1, bits >> 1 & 1 == 1]),
            _ => Outcome::Register(bits),
        }
    }

    /// One execution with every wire; the inputs are those of [`Operation::execute`].
    pub fn trace(&self, a: u32, b: u32, c: u32) -> Trace {
        let mut wires = Vec::with_capacity(24);
        self.compute(&Machine, &mut wires, inputs(a, b, c));
        Trace { wires, saturate: self.saturate() }
    }
}

#[inline(always)]
pub(crate) fn inputs(a: u32, b: u32, c: u32) -> [Bits<32>; 3] {
    [a, b, c].map(|input| Bits::wrap(input.into()))
}
