//! Forms as keys.

use crate::{emitted::Form, setting::Setting, stream::RegisterValue};

/// A form without its registers: [`Form::is`] as a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FormKey {
    setting: Setting,
    is_register: bool,
    constants: [Option<u32>; 3],
    /// Which operands are one register: A and B, A and C, B and C.
    ties: Option<[bool; 3]>,
}

impl FormKey {
    /// The key of a form of the lowering.
    pub(crate) fn of(form: &Form) -> Self {
        Self::masked(form, [true; 3])
    }

    /// The key of a word whose operands are all registers of unknown values.
    pub(crate) const fn of_registers(setting: Setting) -> Self {
        Self { setting, is_register: true, constants: [None; 3], ties: None }
    }

    /// The key with the operands that are one register.
    pub(crate) const fn with_ties(self, ties: Option<[bool; 3]>) -> Self {
        Self { ties, ..self }
    }

    /// The keys of a form of the lowering with the constants of some operands, and the operands whose constants are left
    /// out: the word can have a register there.
    pub(crate) fn with_registers(form: &Form) -> impl Iterator<Item = (Self, [bool; 3])> {
        let is_constant = form.ports.map(|port| matches!(port, RegisterValue::Constant(_)));
        Self::all(form).map(move |key| {
            let left_out = [0, 1, 2].map(|role| is_constant[role] && key.constants[role].is_none());
            (key, left_out)
        })
    }

    /// The key of an emitted form with the constants of some operands.
    fn masked(form: &Form, mask: [bool; 3]) -> Self {
        let constant = |role: usize| match form.ports[role] {
            RegisterValue::Constant(value) if mask[role] => Some(value),
            _ => None,
        };
        let is_register = form.registers()[1].is_some();
        Self { setting: form.setting, is_register, constants: std::array::from_fn(constant), ties: None }
    }

    /// The keys of the forms of the lowering that an emitted form can be.
    pub(crate) fn all(form: &Form) -> impl Iterator<Item = Self> {
        let masks = (0..8).map(|bits| [0, 1, 2].map(|role| bits >> role & 1 == 1));
        let is_constant = form.ports.map(|port| matches!(port, RegisterValue::Constant(_)));
        let fits = move |mask: &[bool; 3]| mask.iter().zip(is_constant).all(|(masked, is)| is || !masked);
        masks.filter(fits).map(|mask| Self::masked(form, mask))
    }
}
