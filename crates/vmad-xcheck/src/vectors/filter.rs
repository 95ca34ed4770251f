//! A selection of modes.

use vmad_sass::{Vmad, vmad::SourceB};
use vmad_unit::{Format, Operand, Psign, Saturate, Scale, Selector, Sign, Width, vmad::Mode};

use crate::spelling;

/// The form of the B source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A register.
    Register,
    /// An imm16.
    Immediate,
}

impl Form {
    /// Both, in the order in which modes are listed.
    pub const ALL: [Self; 2] = [Self::Register, Self::Immediate];

    /// `register` or `immediate`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Register => "register",
            Self::Immediate => "immediate",
        }
    }
}

/// A selection of modes: those whose parts are in the lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Formats of A.
    pub a: Vec<Format>,
    /// Selectors of A. A format that has none of them is left out.
    pub a_selectors: Vec<Selector>,
    /// Formats of B.
    pub b: Vec<Format>,
    /// Selectors of a register B, likewise. An immediate has no choice of selector.
    pub b_selectors: Vec<Selector>,
    /// Forms.
    pub forms: Vec<Form>,
    /// Negations and plus-one.
    pub psigns: Vec<Psign>,
    /// Shifts.
    pub scales: Vec<Scale>,
    /// With and without saturation.
    pub saturates: Vec<Saturate>,
}

impl Default for Filter {
    /// Everything: 864 modes with a register B, 288 with an immediate.
    fn default() -> Self {
        Self {
            a: Format::ALL.into(),
            a_selectors: Selector::ALL.into(),
            b: Format::ALL.into(),
            b_selectors: Selector::ALL.into(),
            forms: Form::ALL.into(),
            psigns: Psign::ALL.into(),
            scales: Scale::ALL.into(),
            saturates: Saturate::ALL.into(),
        }
    }
}

/// A mode with a form of B, and a choice of selectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormMode {
    /// The A operands: one format with each of its selectors.
    pub(super) a: Vec<Operand>,
    /// The B operands, likewise; an immediate has one.
    pub(super) b: Vec<Operand>,
    /// The form.
    pub form: Form,
    /// Negation and plus-one.
    pub psign: Psign,
    /// The shift.
    pub scale: Scale,
    /// The clamp.
    pub saturate: Saturate,
}

impl Filter {
    /// The selected modes, register forms first, each form in the order of [`vmad_unit::vmad::Mode::modes`].
    pub fn modes(&self) -> Vec<FormMode> {
        let a: Vec<_> = self.a.iter().map(|&format| operands(format, &self.a_selectors)).collect();
        let mut modes = Vec::new();
        for &form in &self.forms {
            let b: Vec<_> = self.b.iter().map(|&format| self.b_operands(form, format)).collect();
            for a in a.iter().filter(|operands| !operands.is_empty()) {
                for b in b.iter().filter(|operands| !operands.is_empty()) {
                    self.with_operands(form, a, b, &mut modes);
                }
            }
        }
        modes
    }

    fn b_operands(&self, form: Form, format: Format) -> Vec<Operand> {
        match form {
            Form::Register => operands(format, &self.b_selectors),
            Form::Immediate if format.width == Width::Half => vec![Operand::first(format)],
            Form::Immediate => Vec::new(),
        }
    }

    fn with_operands(&self, form: Form, a: &[Operand], b: &[Operand], modes: &mut Vec<FormMode>) {
        for &psign in &self.psigns {
            for &scale in &self.scales {
                for &saturate in &self.saturates {
                    modes.push(FormMode { a: a.into(), b: b.into(), form, psign, scale, saturate });
                }
            }
        }
    }
}

/// A format's operands, with the selectors of its width.
fn operands(format: Format, selectors: &[Selector]) -> Vec<Operand> {
    let fitting = selectors.iter().filter(|selector| selector.width() == format.width);
    fitting.map(|&selector| Operand { selector, sign: format.sign }).collect()
}

impl FormMode {
    /// The mode's number, which seeds its vectors: the instruction word with the first selectors of its formats and an
    /// immediate of 0. It does not depend on the filter.
    pub fn number(&self) -> u64 {
        let sign = |operands: &[Operand]| operands.first().map_or(Sign::Unsigned, |operand| operand.sign);
        let width = |operands: &[Operand]| operands.first().map_or(Width::Word, |it| it.selector.width());
        let first = |operands| Operand::first(Format { width: width(operands), sign: sign(operands) });
        self.instruction(first(&self.a), first(&self.b), 0).encode()
    }

    /// `VMAD R0, R2, R3, R4`, or an immediate in place of R3, in this mode.
    pub(super) fn instruction(&self, a: Operand, b: Operand, immediate: u16) -> Vmad {
        let Self { psign, scale, saturate, .. } = *self;
        let with_register = spelling::instruction(Mode { a, b, psign, scale, saturate });
        match self.form {
            Form::Register => with_register,
            Form::Immediate => {
                Vmad { b: SourceB::Immediate { value: immediate, sign: b.sign }, ..with_register }
            }
        }
    }
}
