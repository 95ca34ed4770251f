//! The setting of an instruction: its word without registers, constants and guard.

use vmad_batch::{Batch, Port};
use vmad_sass::{Instruction, Permute};
use vmad_unit::{Format, Guard, Operand, Operation, Psign, Register};

/// The setting of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Setting {
    /// The operation and its mode.
    pub operation: Operation,
    /// Whether it writes the condition code.
    pub cc: bool,
    /// The selectors of the `PRMT` that merges the result into byte 1 or 3 of C.
    pub merge: Option<u16>,
    /// Whether the word is that of a store.
    pub is_store: bool,
}

impl Setting {
    /// The setting of an instruction without a `PRMT`; [`None`] for a `VABSDIFF4` with an immediate, whose computation
    /// no source specifies.
    pub(crate) fn of(instruction: &Instruction) -> Option<Self> {
        let cc = instruction.field("CC") == Some(1);
        Some(Self { operation: instruction.operation()?, cc, merge: None, is_store: false })
    }

    /// The results for columns of the values of A, B and C, which have one length. With a `PRMT`, C is the register into
    /// which it merges.
    pub fn compute(&self, [a, b, c]: [&[u32]; 3]) -> Vec<u32> {
        let port_c = if self.merge.is_some() { Port::All(0) } else { Port::Each(c) };
        let mut results = vec![0; a.len()];
        let run = Batch::new(self.operation).run(a, b, port_c, &mut results);
        debug_assert!(run.is_ok(), "the columns have one length");
        if let Some(selectors) = self.merge {
            let rz = Register::RZ;
            let permute = Permute { guard: Guard::ALWAYS, destination: rz, a: rz, selectors, c: rz };
            results.iter_mut().zip(c).for_each(|(result, c)| *result = permute.compute(*c, *result));
        }
        results
    }

    /// Whether it equals another setting, apart from the formats of the operands (A, B) that can have `any` format.
    pub(crate) fn is_like(mut self, other: &Self, any: [bool; 2]) -> bool {
        if let (Some(ours), Some(theirs)) = (self.operation.operands(), other.operation.operands()) {
            let operands = [0, 1].map(|at| if any[at] { theirs[at] } else { ours[at] });
            self.operation = self.operation.with_operands(operands);
        }
        self == *other
    }

    /// The operation on whole registers, and without the negation of a product, which a constant `a` can lose. A word and its
    /// statement agree in it.
    pub(crate) fn without_formats(self) -> Operation {
        self.without_minus().operation.with_operands([Operand::first(Format::S32); 2])
    }

    /// A `VMAD` without the negation of its product.
    pub(crate) const fn without_minus(mut self) -> Self {
        if let Operation::Vmad(mode) = &mut self.operation
            && matches!(mode.psign, Psign::NegateProduct)
        {
            mode.psign = Psign::Add;
        }
        self
    }
}
