//! From a word to text, in the style of nvdisasm.
//!
//! `@!P3 VMAD.S16.U8.PO.SHR_7.SAT R0.CC, R1.H1, R2.B3, R4`. The description of the word form
//! has the parts and their order.

use core::fmt;

use crate::{
    arch::Arch,
    decode_error::DecodeError,
    dispatch::Dispatch,
    isa::{DefaultFormats, Form, Layout, Operand, Role, Suffix},
    line::{self, Line, PREDICATES, Piece, REGISTERS},
    schedule::{Control, ControlError, ReuseFlags},
};

/// The style of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    /// Omit the default formats of a `VMAD`: `S32` and `S32`, or `S32` and `S16` with an immediate. Text omits those of
    /// the other instructions in every style; only a `VSETP` with an immediate shows them.
    pub hide_default_formats: bool,
    /// The reuse flags, which coupled instructions print as `.reuse`.
    pub reuse: ReuseFlags,
}

impl Style {
    /// Prints every format of a `VMAD`, and no reuse flag.
    pub const EXPLICIT: Self = Self { hide_default_formats: false, reuse: ReuseFlags::NONE };

    /// The style of nvdisasm for an architecture.
    pub const fn of(arch: Arch) -> Self {
        Self { hide_default_formats: arch.hides_default_formats(), reuse: ReuseFlags::NONE }
    }

    /// The same style with reuse flags.
    #[must_use]
    pub const fn with_reuse(self, reuse: ReuseFlags) -> Self {
        Self { reuse, ..self }
    }
}

/// The reason why nvdisasm prints no instruction of the family for a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// An opcode that no instruction of the family has.
    #[error(transparent)]
    Foreign(DecodeError),
    /// An illegal control field: nvdisasm prints `ILLEGAL`.
    #[error(transparent)]
    Illegal(ControlError),
}

/// The text that nvdisasm prints for a word of the family with its control field, without the `;`.
///
/// Illegal values of fields have the names of nvdisasm.
///
/// # Errors
/// No instruction of the family has the opcode, or the control field is illegal for the coupled instruction.
#[inline]
pub fn disassemble(word: u64, control: impl Into<Control>, arch: Arch) -> Result<Text, Refusal> {
    let (layout, control) = (arch.layout(), control.into());
    let foreign = DecodeError::ForeignOpcode { word, layout };
    let form = Form::of_in(layout, word).ok_or(Refusal::Foreign(foreign))?;
    control.check(form.dispatch(word)).map_err(Refusal::Illegal)?;
    Ok(Text::new(word, form, Style::of(arch).with_reuse(control.reuse())))
}

/// A word that prints as text.
///
/// Illegal values print as nvdisasm prints them: `INVALIDSEL6`, `INVALIDVMADSCALE3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    word: u64,
    form: &'static Form,
    style: Style,
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line::format(f, |line| self.print(line))
    }
}

impl Text {
    /// The text of a word of the form, legal or not.
    #[inline]
    pub const fn new(word: u64, form: &'static Form, style: Style) -> Self {
        Self { word, form, style }
    }

    /// The text of a word of the family, legal or not; [`None`] for any other word.
    #[inline]
    pub fn of(layout: Layout, word: u64, style: Style) -> Option<Self> {
        Some(Self::new(word, Form::of_in(layout, word)?, style))
    }

    /// Writes the text to a line. This is faster than [`fmt::Display`].
    #[inline]
    pub fn print(&self, line: &mut Line<'_>) {
        let Self { word, form, style } = *self;
        line.append(|line| {
            let [predicate, not] = form.guard;
            line.push(&form.heads[(predicate.of(word) | not.of(word) << 3) as usize & 15]);
            let formats = form.formats.of(word);
            for suffix in form.suffixes {
                match suffix {
                    Suffix::Formats => self.formats(formats, line),
                    Suffix::Field(field) => line.push(field.suffix(word)),
                }
            }
            let minus = form.negations.of(word);
            let coupled = form.dispatch_of(formats) == Dispatch::Coupled;
            let reuse = if coupled { style.reuse } else { ReuseFlags::NONE };
            let mut before = &FIRST;
            for operand in form.operands {
                // The minus signs of the next word are unpredictable: no branch.
                line.push(&before[usize::from(minus.meets(operand.minus) & !operand.is_zero(word))]);
                before = &FURTHER;
                self.operand(operand, reuse, line);
            }
        });
    }

    #[inline]
    fn formats(&self, [a, b]: [usize; 2], line: &mut Line<'_>) {
        let formats = &self.form.formats;
        let may_hide = match formats.defaults {
            DefaultFormats::Printed => false,
            DefaultFormats::Hidden => true,
            DefaultFormats::HiddenByArch => self.style.hide_default_formats,
        };
        if !(may_hide && formats.are_default([a, b])) {
            line.push(&formats.a.names[a & 15]);
            line.push(&formats.b.names[b & 15]);
        }
    }

    #[inline]
    fn operand(&self, operand: &Operand, reuse: ReuseFlags, line: &mut Line<'_>) {
        let word = self.word;
        match operand.role {
            Role::Destination { register, cc } => {
                line.push(&REGISTERS[register.of(word) as usize & 255]);
                line.push(cc.suffix(word));
            }
            Role::Source { register, select, reuse: flag } => {
                line.push(&REGISTERS[register.of(word) as usize & 255]);
                line.push(select.suffix(word));
                if reuse.has(flag) {
                    line.push(&const { Piece::new(".reuse") });
                }
            }
            Role::Immediate { value, signed } => {
                let bits = value.of(word);
                let is_negative = signed.of(word) == 1 && bits > value.mask() >> 1;
                line.push(if is_negative {
                    &const { Piece::new("-0x") }
                } else {
                    &const { Piece::new("0x") }
                });
                line.push_hexadecimal(if is_negative { value.mask() + 1 - bits } else { bits }, 1);
            }
            Role::Predicate { predicate, not } => {
                if not.of(word) == 1 {
                    line.push(&const { Piece::new("!") });
                }
                line.push(&PREDICATES[predicate.of(word) as usize & 7]);
            }
        }
    }
}

/// The text before the first operand, without and with a minus.
static FIRST: [Piece; 2] = [Piece::new(" "), Piece::new(" -")];

/// The text before each other operand, without and with a minus.
static FURTHER: [Piece; 2] = [Piece::new(", "), Piece::new(", -")];
