//! From fields to text, in nvdisasm's own style.
//!
//! `@!P3 VMAD.S16.U8.PO.SHR_7.SAT R0.CC, R1.H1, R2.B3, R4`: formats, `PO`, scale and `SAT`; selector 0 is not
//! printed, and neither are `PASS` and the guard `@PT`. A negated product shows as `-Ra`.

use core::fmt::{self, Write};

use vmad_unit::{Format, Guard, Operand, Predicate, Register, Scale, Selector, Sign};

use super::{
    fields::{Fields, FieldsB},
    instruction::Vmad,
};
use crate::{
    arch::Arch,
    dispatch::Dispatch,
    schedule::{Reuse, ReuseFlags},
};

/// How text is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    /// Leave the formats out where both are the default: `S32` and `S32`, or `S32` and `S16` with an immediate.
    pub hide_default_formats: bool,
    /// The reuse flags, which coupled forms print as `.reuse`.
    pub reuse: ReuseFlags,
}

impl Style {
    /// nvdisasm's style for an architecture.
    pub const fn of(arch: Arch) -> Self {
        Self { hide_default_formats: arch.hides_default_formats(), reuse: ReuseFlags::NONE }
    }

    /// The same style with reuse flags.
    #[must_use]
    pub const fn with_reuse(self, reuse: ReuseFlags) -> Self {
        Self { reuse, ..self }
    }
}

impl Vmad {
    /// The instruction's text.
    pub const fn text(&self, style: Style) -> Text {
        Text { fields: self.fields(), style }
    }
}

impl fmt::Display for Vmad {
    /// The text with every format spelled out and no reuse flags.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text(Style { hide_default_formats: false, reuse: ReuseFlags::NONE }).fmt(f)
    }
}

/// Fields that print as text.
///
/// Values that no instruction may carry print as nvdisasm prints them: `INVALIDSEL6` and `INVALIDSEL7` for an
/// unsigned and a signed operand with selector 7, `INVALIDVMADSCALE3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    /// The fields, with the opcode of `VMAD`.
    pub fields: Fields,
    /// How to print them.
    pub style: Style,
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fields { a_select, a_signed, b_signed, .. } = self.fields;
        let guard = Guard {
            predicate: Predicate::from_encoding(self.fields.guard),
            negated: self.fields.guard_negated,
        };
        if guard != Guard::ALWAYS {
            write!(f, "{guard} ")?;
        }
        f.write_str("VMAD")?;
        let default_b = match self.fields.b {
            FieldsB::Register { .. } => Format::S32,
            FieldsB::Immediate { .. } => Format::S16,
        };
        let (a, b) = (Source::of(a_select, a_signed), Source::of(self.fields.b_select(), b_signed));
        let default = a.format() == Some(Format::S32) && b.format() == Some(default_b);
        if !(default && self.style.hide_default_formats) {
            write!(f, ".{}.{}", a.format_name(), b.format_name())?;
        }
        self.modifiers(f)?;
        self.operands(f, a, b)
    }
}

impl Text {
    /// `.PO`, scale, `.SAT`.
    fn modifiers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.fields.psign == 3 {
            f.write_str(".PO")?;
        }
        match Scale::ALL.get(usize::from(self.fields.scale)) {
            Some(Scale::Pass) => {}
            Some(scale) => write!(f, ".{}", scale.name())?,
            None => f.write_str(".INVALIDVMADSCALE3")?,
        }
        if self.fields.sat { f.write_str(".SAT") } else { Ok(()) }
    }

    /// ` R0.CC, -R1.H1, R2.B3, -R4`
    fn operands(&self, f: &mut fmt::Formatter<'_>, a: Source, b: Source) -> fmt::Result {
        let Fields { rd, ra, rc, cc, psign, .. } = self.fields;
        let minus = |negated: bool| if negated { "-" } else { "" };
        let coupled = self.fields.dispatch() == Dispatch::Coupled;
        let reuse = |operand| {
            if coupled && self.style.reuse.has(operand) { ".reuse" } else { "" }
        };
        let register = Register::from_encoding;
        write!(f, " {}{}", register(rd), if cc { ".CC" } else { "" })?;
        write!(f, ", {}{}", minus(psign == 2), register(ra))?;
        a.write_selector(f)?;
        f.write_str(reuse(Reuse::A))?;
        match self.fields.b {
            FieldsB::Register { rb, .. } => {
                write!(f, ", {}", register(rb))?;
                b.write_selector(f)?;
                f.write_str(reuse(Reuse::B))?;
            }
            FieldsB::Immediate { imm16 } => write!(f, ", {imm16:#x}")?,
        }
        write!(f, ", {}{}{}", minus(psign == 1), register(rc), reuse(Reuse::C))
    }
}

/// A source's selector and sign, the invalid selector too.
#[derive(Clone, Copy)]
enum Source {
    Valid(Operand),
    Invalid(Sign),
}

impl Source {
    fn of(select: u8, signed: bool) -> Self {
        let sign = if signed { Sign::Signed } else { Sign::Unsigned };
        match Selector::ALL.get(usize::from(select)) {
            Some(&selector) => Self::Valid(Operand { selector, sign }),
            None => Self::Invalid(sign),
        }
    }

    const fn format(self) -> Option<Format> {
        match self {
            Self::Valid(operand) => Some(operand.format()),
            Self::Invalid(_) => None,
        }
    }

    const fn format_name(self) -> &'static str {
        match self {
            Self::Valid(operand) => operand.format().name(),
            Self::Invalid(Sign::Unsigned) => "INVALIDSEL6",
            Self::Invalid(Sign::Signed) => "INVALIDSEL7",
        }
    }

    /// The selector, unless it is its width's first.
    fn write_selector(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Valid(Operand { selector, .. }) if selector != Selector::first(selector.width()) => {
                f.write_char('.')?;
                f.write_str(selector.name())
            }
            Self::Valid(_) | Self::Invalid(_) => Ok(()),
        }
    }
}
