//! From fields to text, in nvdisasm's own style.
//!
//! `@!P3 VMAD.S16.U8.PO.SHR_7.SAT R0.CC, R1.H1, R2.B3, R4`: formats, `PO`, scale and `SAT`; selector 0 is not
//! printed, and neither are `PASS` and the guard `@PT`. A negated product shows as `-Ra`.

use core::{fmt, hint::select_unpredictable};

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
    #[inline]
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
        let mut room = [0; Line::ROOM];
        let mut line = Line::on(&mut room);
        self.print(&mut line);
        f.pad(line.as_str())
    }
}

impl Text {
    /// Puts the text on a line: the fast way.
    #[inline]
    pub fn print(&self, line: &mut Line<'_>) {
        let fields = &self.fields;
        line.go_on(|line| {
            line.push(&HEADS[usize::from(fields.guard & 7) + 8 * usize::from(fields.guard_negated)]);
            let (a, b) =
                (operand(fields.a_select, fields.a_signed), operand(fields.b_select(), fields.b_signed));
            let formats = &FORMATS[a][b];
            let defaults = &DEFAULTS[usize::from(matches!(fields.b, FieldsB::Immediate { .. }))];
            let hidden = self.style.hide_default_formats & defaults[a][b];
            line.push(select_unpredictable(hidden, &const { Piece::new("") }, formats));
            line.push(
                &MODIFIERS[usize::from(fields.psign & 3)][usize::from(fields.scale & 3)]
                    [usize::from(fields.sat)],
            );
            self.operands(line);
        });
    }

    /// `R0.CC, -R1.H1, R2.B3, -R4`
    #[inline]
    fn operands(&self, line: &mut Line<'_>) {
        let fields = &self.fields;
        let coupled = fields.dispatch() == Dispatch::Coupled;
        let reuse = |operand| coupled & self.style.reuse.has(operand);
        line.push(register(fields.rd));
        line.push(&AFTER_RD[usize::from(fields.cc)][usize::from(fields.psign == NEGATED_PRODUCT)]);
        line.push(register(fields.ra));
        line.push(&AFTER_SOURCE[0][operand(fields.a_select, reuse(Reuse::A))]);
        // Both are made and one is picked: no processor foresees which form comes next.
        let is_register = matches!(fields.b, FieldsB::Register { .. });
        let b = fields.b.value();
        line.push_either(is_register, register(b as u8), b);
        // An immediate's selector is one that does not show.
        let after_b = operand(fields.b_select(), is_register & reuse(Reuse::B));
        line.push(&AFTER_SOURCE[usize::from(fields.psign == NEGATED_C)][after_b]);
        line.push(register(fields.rc));
        line.push(&SELECTORS[operand(Selector::Word.encoding(), reuse(Reuse::C))]);
    }
}

/// The psign values that show in the text.
const NEGATED_C: u8 = Psign::SubtractC.encoding();
const NEGATED_PRODUCT: u8 = Psign::NegateProduct.encoding();
const PLUS_ONE: u8 = Psign::PlusOne.encoding();

/// The place of a selector and one bit in a table.
#[inline]
fn operand(select: u8, bit: bool) -> usize {
    usize::from(select & 7) + 8 * usize::from(bit)
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

/// `.U8.S8`: by both selectors and signs.
static FORMATS: [[Piece; 16]; 16] = {
    let mut table = [[Piece::new(""); 16]; 16];
    let mut index = 0;
    while index < 256 {
        let (a, b) = (index / 16, index % 16);
        table[a][b] = format(a).then(&format(b));
        index += 1;
    }
    table
};

/// Whether formats are those that text may leave out: with B from a register, then from an immediate.
static DEFAULTS: [[[bool; 16]; 16]; 2] = {
    let mut table = [[[false; 16]; 16]; 2];
    let mut index = 0;
    while index < 256 {
        let (a, b) = (index / 16, index % 16);
        let default_a = is_format(a, RegisterSource::DEFAULT_FORMAT);
        table[0][a][b] = default_a && is_format(b, SourceB::DEFAULT_OF_REGISTER);
        table[1][a][b] = default_a && is_format(b, SourceB::DEFAULT_OF_IMMEDIATE);
        index += 1;
    }
    table
};

/// Whether a selector and a sign are of a format.
const fn is_format(operand: usize, Format { width, sign }: Format) -> bool {
    match Selector::from_encoding(operand as u8 % 8) {
        Some(selector) => selector.width() as u8 == width as u8 && operand / 8 == sign as usize,
        None => false,
    }
}

/// `.U8`, `.S8`: of a selector and a sign.
const fn format(operand: usize) -> Piece {
    let sign = Sign::ALL[operand / 8];
    match (Selector::from_encoding(operand as u8 % 8), sign) {
        (Some(selector), sign) => Piece::new(".").and(Format { width: selector.width(), sign }.name()),
        (None, Sign::Unsigned) => Piece::new(".INVALIDSEL6"),
        (None, Sign::Signed) => Piece::new(".INVALIDSEL7"),
    }
}

/// `.PO.SHR_7.SAT `: by psign, scale and SAT; `.PASS` is left out.
static MODIFIERS: [[[Piece; 2]; 4]; 4] = {
    let mut table = [[[Piece::new(""); 2]; 4]; 4];
    let mut index = 0;
    while index < 16 {
        let (psign, scale) = (index / 4, index % 4);
        let plus_one = Piece::new(if psign == PLUS_ONE as usize { ".PO" } else { "" });
        let scaled = match Scale::from_encoding(scale as u8) {
            Some(Scale::Pass) => plus_one,
            Some(shift) => plus_one.and(".").and(shift.name()),
            None => plus_one.and(".INVALIDVMADSCALE3"),
        };
        table[psign][scale] = [scaled.and(" "), scaled.and(".SAT ")];
        index += 1;
    }
    table
};

/// `.B1`, and `.B1.reuse`: by selector, a width's first one left out, and by whether the register is reused.
static SELECTORS: [Piece; 16] = {
    let mut table = [Piece::new(""); 16];
    let mut index = 0;
    while index < 8 {
        if let Some(selector) = Selector::from_encoding(index as u8)
            && selector.encoding() != Selector::first(selector.width()).encoding()
        {
            table[index] = Piece::new(".").and(selector.name());
        }
        table[index + 8] = table[index].and(".reuse");
        index += 1;
    }
    table
};

/// What stands before an operand: by whether it is negated.
static COMMAS: [Piece; 2] = [Piece::new(", "), Piece::new(", -")];

/// What stands between Rd and Ra: by CC, and by whether Ra is negated.
static AFTER_RD: [[Piece; 2]; 2] = [COMMAS, [Piece::new(".CC, "), Piece::new(".CC, -")]];

/// What stands between a source register and the next operand: by whether that is negated, then as `SELECTORS`.
static AFTER_SOURCE: [[Piece; 16]; 2] = {
    let mut table = [SELECTORS; 2];
    let mut index = 0;
    while index < 32 {
        let (negated, selector) = (index / 16, index % 16);
        table[negated][selector] = SELECTORS[selector].then(&COMMAS[negated]);
        index += 1;
    }
    table
};

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
