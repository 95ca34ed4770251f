//! From fields to text, in nvdisasm's own style.
//!
//! `@!P3 VMAD.S16.U8.PO.SHR_7.SAT R0.CC, R1.H1, R2.B3, R4`: formats, `PO`, scale and `SAT`; selector 0 is not
//! printed, and neither are `PASS` and the guard `@PT`. A negated product shows as `-Ra`.

use core::fmt;

use vmad_unit::{Format, Psign, Scale, Selector, Sign};

use super::{
    fields::{Fields, FieldsB},
    instruction::{RegisterSource, SourceB, Vmad},
};
use crate::{
    arch::Arch,
    dispatch::Dispatch,
    schedule::{Reuse, ReuseFlags},
    text::{Line, Piece},
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
        let mut room = [0; Self::ROOM];
        let mut line = Line::on(&mut room);
        self.print(&mut line);
        f.pad(line.as_str())
    }
}

impl Text {
    /// More than the longest text, `@!P0 VMAD.INVALIDSEL6.INVALIDSEL6.PO.INVALIDVMADSCALE3.SAT` and four operands.
    pub const ROOM: usize = 136 + Line::SLACK;

    /// Puts the text on a line: the fast way.
    #[inline]
    pub fn print(&self, line: &mut Line<'_>) {
        let fields = &self.fields;
        line.push(&HEADS[usize::from(fields.guard & 7) + 8 * usize::from(fields.guard_negated)]);
        if !(self.style.hide_default_formats && self.has_default_formats()) {
            line.push(source(&FORMATS, fields.a_select, fields.a_signed));
            line.push(source(&FORMATS, fields.b_select(), fields.b_signed));
        }
        if fields.psign == PLUS_ONE {
            line.push(&const { Piece::new(".PO") });
        }
        line.push(&SCALES[usize::from(fields.scale & 3)]);
        if fields.sat {
            line.push(&const { Piece::new(".SAT") });
        }
        self.operands(line);
    }

    /// Whether both formats are those that text may leave out.
    #[inline]
    fn has_default_formats(&self) -> bool {
        let Fields { a_select, a_signed, b_signed, .. } = self.fields;
        let default_b = match self.fields.b {
            FieldsB::Register { .. } => SourceB::DEFAULT_OF_REGISTER,
            FieldsB::Immediate { .. } => SourceB::DEFAULT_OF_IMMEDIATE,
        };
        is_format(RegisterSource::DEFAULT_FORMAT, a_select, a_signed)
            && is_format(default_b, self.fields.b_select(), b_signed)
    }

    /// ` R0.CC, -R1.H1, R2.B3, -R4`
    #[inline]
    fn operands(&self, line: &mut Line<'_>) {
        let fields = &self.fields;
        let coupled = fields.dispatch() == Dispatch::Coupled;
        let reuse = |operand| coupled && self.style.reuse.has(operand);
        let comma = |negated: bool| &COMMAS[usize::from(negated)];
        line.push(&const { Piece::new(" ") });
        line.push(register(fields.rd));
        if fields.cc {
            line.push(&const { Piece::new(".CC") });
        }
        line.push(comma(fields.psign == NEGATED_PRODUCT));
        line.push(register(fields.ra));
        line.push(source(&SELECTORS, fields.a_select, reuse(Reuse::A)));
        match fields.b {
            FieldsB::Register { rb, select, .. } => {
                line.push(comma(false));
                line.push(register(rb));
                line.push(source(&SELECTORS, select, reuse(Reuse::B)));
            }
            FieldsB::Immediate { imm16 } => {
                line.push(&const { Piece::new(", 0x") });
                line.push_hexadecimal(imm16.into(), 1);
            }
        }
        line.push(comma(fields.psign == NEGATED_C));
        line.push(register(fields.rc));
        line.push(source(&SELECTORS, Selector::Word.encoding(), reuse(Reuse::C)));
    }
}

/// The psign values that show in the text.
const NEGATED_C: u8 = Psign::SubtractC.encoding();
const NEGATED_PRODUCT: u8 = Psign::NegateProduct.encoding();
const PLUS_ONE: u8 = Psign::PlusOne.encoding();

/// Whether a selector field and a sign bit are of a format.
#[inline]
fn is_format(format: Format, select: u8, signed: bool) -> bool {
    signed == (format.sign == Sign::Signed)
        && Selector::from_encoding(select).is_some_and(|selector| selector.width() == format.width)
}

/// The entry of a table by a selector and one bit.
#[inline]
fn source(table: &'static [[Piece; 2]; 8], select: u8, bit: bool) -> &'static Piece {
    &table[usize::from(select & 7)][usize::from(bit)]
}

#[inline]
fn register(encoding: u8) -> &'static Piece {
    &REGISTERS[usize::from(encoding)]
}

/// The guard and the mnemonic: by predicate, the negated ones last.
static HEADS: [Piece; 16] = {
    let mut table = [Piece::new("VMAD"); 16];
    let mut index = 0;
    while index < 16 {
        let at = Piece::new(if index < 8 { "@" } else { "@!" });
        table[index] = match index {
            7 => table[index],
            15 => at.and("PT VMAD"),
            _ => at.and("P").and_decimal(index as u8 % 8).and(" VMAD"),
        };
        index += 1;
    }
    table
};

/// `.U8`, `.S8`: by selector and sign.
static FORMATS: [[Piece; 2]; 8] = {
    let mut table = [[Piece::new(".INVALIDSEL6"), Piece::new(".INVALIDSEL7")]; 8];
    let mut index = 0;
    while index < Selector::ALL.len() {
        let width = Selector::ALL[index].width();
        let unsigned = Format { width, sign: Sign::Unsigned };
        let signed = Format { width, sign: Sign::Signed };
        table[index] = [Piece::new(".").and(unsigned.name()), Piece::new(".").and(signed.name())];
        index += 1;
    }
    table
};

/// `.B1`, and `.B1.reuse`: by selector, a width's first one left out, and by whether the register is reused.
static SELECTORS: [[Piece; 2]; 8] = {
    let mut table = [[Piece::new(""), Piece::new(".reuse")]; 8];
    let mut index = 0;
    while index < Selector::ALL.len() {
        let selector = Selector::ALL[index];
        if selector.encoding() != Selector::first(selector.width()).encoding() {
            let name = Piece::new(".").and(selector.name());
            table[index] = [name, name.and(".reuse")];
        }
        index += 1;
    }
    table
};

/// `.SHR_7`: by the scale field; `.PASS` is left out.
static SCALES: [Piece; 4] = {
    let mut table = [Piece::new(".INVALIDVMADSCALE3"); 4];
    table[Scale::Pass as usize] = Piece::new("");
    table[Scale::Shr7 as usize] = Piece::new(".").and(Scale::Shr7.name());
    table[Scale::Shr15 as usize] = Piece::new(".").and(Scale::Shr15.name());
    table
};

/// What stands before an operand: by whether it is negated.
static COMMAS: [Piece; 2] = [Piece::new(", "), Piece::new(", -")];

/// `R0` to `R254`, `RZ`.
static REGISTERS: [Piece; 256] = {
    let mut table = [Piece::new("RZ"); 256];
    let mut index = 0;
    while index < 255 {
        table[index] = Piece::new("R").and_decimal(index as u8);
        index += 1;
    }
    table
};
