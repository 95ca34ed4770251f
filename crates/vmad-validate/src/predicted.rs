//! The words to which ptxas is known to compile a PTX instruction whose operands can be known.

use vmad_map::case::Case;
use vmad_ptx::ast::{Accumulate, Factor, Instruction, Operation, Source};
use vmad_ptxas::{
    lowering::{LowerError, Lowered, Registers, emitted, lower},
    versions::Compiler,
};
use vmad_sass::{Arch, isa::Layout};
use vmad_unit::Register;

use crate::{
    form::WordForm,
    kind::{PtxOperand, StatementKind},
};

impl StatementKind {
    /// The case of the divergence map, if it is a `vmad`. A register with a known constant counts as the constant, if
    /// the text can have a constant there.
    pub fn case(&self) -> Option<Case> {
        let plain = (self.operation, self.constants());
        // The divergence map has the constant as the text has it.
        let without_minus = self.negated_constant().filter(|(_, [a, ..])| a.is_none());
        let (operation, constants) = without_minus.unwrap_or(plain);
        if !matches!(operation, Operation::MultiplyAdd(_)) {
            return None;
        }
        Case::of_operation(operation, constants)
    }

    /// The constants of the operands, where the text can have them.
    fn constants(&self) -> [Option<u32>; 3] {
        [0, 1, 2].map(|role| self.writable(role))
    }

    /// The constant of an operand, if the text can have it there, and ptxas compiles it as in a register.
    fn writable(&self, role: usize) -> Option<u32> {
        // A literal `a` is negated beside `-b`.
        let is_as_literal = role != 0 || !self.operation.negate()[1];
        match self.operands[role] {
            PtxOperand::Constant(value) => Some(value),
            PtxOperand::Known(value) if is_as_literal && is_plain(&self.operation, role) => Some(value),
            PtxOperand::Known(..) | PtxOperand::Register { .. } | PtxOperand::None => None,
        }
    }

    /// The form to which ptxas is known to compile it.
    ///
    /// # Errors
    /// ptxas is known to emit other instructions for it.
    pub fn lower(&self, compiler: impl Into<Compiler<Arch>>) -> Result<WordForm, LowerError> {
        WordForm::of_sequence(&self.sequence(compiler.into())?).ok_or(LowerError::NotVideo)
    }

    /// Whether ptxas emits other instructions than the family's for it.
    pub(crate) fn is_emulated(&self, compiler: Compiler<Arch>) -> bool {
        let (operation, constants) = self.compiled();
        emitted(operation, constants, compiler).is_err()
    }

    /// The same with registers in place of their constants.
    pub(crate) fn without_known(&self) -> Self {
        let unknown = |operand| match operand {
            PtxOperand::Known(_) => PtxOperand::Register { computed: false },
            other => other,
        };
        Self { operands: self.operands.map(unknown), ..*self }
    }

    /// The code to which ptxas compiles it.
    pub(crate) fn sequence(&self, compiler: Compiler<Arch>) -> Result<Lowered, LowerError> {
        // The registers' names do not matter to a form, and neither does the guard.
        let (operation, constants) = self.compiled();
        let instruction = Instruction::video(operation, constants).ok_or(LowerError::NotVideo)?;
        lower(&instruction, compiler, &Registers::default())
    }

    /// The operation and the constants that ptxas sees.
    fn compiled(&self) -> (Operation, [Option<u32>; 3]) {
        self.negated_constant().unwrap_or_else(|| (self.operation, self.constants()))
    }

    /// The operation and the constants that ptxas sees where `-b` is a known constant: the minus moves to `a`; a
    /// constant `a` is negated.
    fn negated_constant(&self) -> Option<(Operation, [Option<u32>; 3])> {
        let (Operation::MultiplyAdd(mut of), Some(b)) = (self.operation, self.operands[1].constant()) else {
            return None;
        };
        let a = match self.operands[0] {
            PtxOperand::Constant(value) => Some(value.wrapping_neg()),
            _ => None,
        };
        let cancelled = false;
        of.accumulate = match of.accumulate {
            Accumulate::MinusProduct { by: Factor::B } if a.is_some() => Accumulate::Sum { cancelled },
            Accumulate::MinusProduct { by: Factor::B } => Accumulate::MinusProduct { by: Factor::A },
            Accumulate::Sum { cancelled: true } => Accumulate::Sum { cancelled },
            Accumulate::PlusOne { cancelled: true } => Accumulate::PlusOne { cancelled },
            Accumulate::MinusC { cancelled: true } => Accumulate::MinusC { cancelled },
            _ => return None,
        };
        of.b.select.is_none().then_some((Operation::MultiplyAdd(of), [a, Some(b), self.writable(2)]))
    }

    /// Whether a form has the constant `a` negated instead of the product.
    pub(crate) fn has_lost_minus(&self, form: &WordForm) -> bool {
        let is_negated = matches!(
            self.operation,
            Operation::MultiplyAdd(it) if it.accumulate == (Accumulate::MinusProduct { by: Factor::B })
        );
        is_negated
            && matches!(self.operands[0], PtxOperand::Constant(_))
            && form.setting == form.setting.without_minus()
    }

    /// Whether ptxas is known to compile it to the setting of a word.
    ///
    /// A factor whose value ptxas puts into the word can have any format. `-b` beside a constant `a` can lose its sign.
    pub(crate) fn foresees(&self, form: &WordForm) -> bool {
        let [a, b, _] = form.instruction.registers().map(|register| register.is_none_or(Register::is_zero));
        self.setting.is_like(&form.setting, [a, b])
            || self.has_lost_minus(form) && self.setting.without_minus().is_like(&form.setting, [true, b])
    }

    /// The instruction with the constants of registers that ptxas can know, its registers called `d`, `a`, `b` and `c`;
    /// [`None`] if it has none where a constant can be.
    pub(crate) fn with_constants(&self) -> Option<Instruction> {
        let is_known = |role: usize| {
            matches!(self.operands[role], PtxOperand::Known(..)) && self.writable(role).is_some()
        };
        let (operation, constants) = self.compiled();
        (operation != self.operation || (0..3).any(is_known))
            .then(|| Instruction::video(operation, constants))?
    }

    /// `b` and its selector, and the operation on the whole `b`; [`None`] if it has no selector.
    fn without_selector(&self) -> Option<(Source, Operation)> {
        let [a, b @ Source { select: Some(_), .. }] = self.operation.sources()? else { return None };
        Some((b, self.operation.with_sources([a, Source { select: None, ..b }])))
    }

    /// The form to which ptxas compiles it if `b` is a part of a register with a known 16-bit constant: the imm16 is
    /// the whole constant, as if no part were selected.
    ///
    /// The result is wrong unless the whole constant is the number of the part. ptxas 12.9 does this for all
    /// architectures, also for those on which a constant in the text does not become an imm16.
    pub fn lower_without_selector(&self, layout: Layout) -> Option<WordForm> {
        let PtxOperand::Known(value) = self.operands[1] else { return None };
        self.without_selector_of(value, layout)
    }

    /// The form to which ptxas is known to compile it if it knows that `b` is a part of a register with this constant.
    fn without_selector_of(&self, value: u32, layout: Layout) -> Option<WordForm> {
        let mut whole = *self;
        (_, whole.operation) = self.without_selector()?;
        whole.operands[1] = PtxOperand::Constant(value);
        whole.lower(layout.oldest()).ok()
    }

    /// Whether a form is the one to which ptxas is known to compile it if `b` is a part of a register that holds the
    /// form's constant, although PTX does not show this.
    pub(crate) fn has_lost_selector(&self, form: &WordForm) -> bool {
        let (PtxOperand::Register { .. }, Some(port)) = (self.operands[1], form.ports[1]) else {
            return false;
        };
        let (signed, layout) = ((port as u16).cast_signed() as u32, form.instruction.layout());
        [port, signed]
            .into_iter()
            .any(|value| self.without_selector_of(value, layout).is_some_and(|lost| lost.can_be(form)))
    }
}

/// Whether an operand could be a constant in the text: one without a selector and without a minus sign.
fn is_plain(operation: &Operation, role: usize) -> bool {
    !operation.selected()[role] && !operation.negate()[role]
}
