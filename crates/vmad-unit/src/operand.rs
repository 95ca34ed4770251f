//! Operands: selectors and formats, and the stage that selects and extends.

use core::fmt;

use crate::{
    encoded::encoded,
    logic::Logic,
    record::{Record, Stage},
    sign::Sign,
};

/// The width of a source field: a byte, a half-word or a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Width {
    /// 8 bits: `.U8`, `.S8`.
    Byte,
    /// 16 bits: `.U16`, `.S16`.
    Half,
    /// 32 bits: `.U32`, `.S32`.
    Word,
}

impl Width {
    /// The number of bits: 8, 16 or 32.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Byte => 8,
            Self::Half => 16,
            Self::Word => 32,
        }
    }
}

/// A source format (`.safmt`, `.sbfmt` and `.ifmt` of the SASS reference text): a width and a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Format {
    /// The number of bits of the source.
    pub width: Width,
    /// The extension of the bits.
    pub sign: Sign,
}

impl Format {
    /// `.U8`
    pub const U8: Self = Self { width: Width::Byte, sign: Sign::Unsigned };
    /// `.S8`
    pub const S8: Self = Self { width: Width::Byte, sign: Sign::Signed };
    /// `.U16`
    pub const U16: Self = Self { width: Width::Half, sign: Sign::Unsigned };
    /// `.S16`
    pub const S16: Self = Self { width: Width::Half, sign: Sign::Signed };
    /// `.U32`
    pub const U32: Self = Self { width: Width::Word, sign: Sign::Unsigned };
    /// `.S32`
    pub const S32: Self = Self { width: Width::Word, sign: Sign::Signed };
    /// All six formats of a register source.
    pub const ALL: [Self; 6] = [Self::U8, Self::S8, Self::U16, Self::S16, Self::U32, Self::S32];

    /// The name as the SASS reference text spells it, without the dot: `U8`.
    pub const fn name(self) -> &'static str {
        match (self.width, self.sign) {
            (Width::Byte, Sign::Unsigned) => "U8",
            (Width::Byte, Sign::Signed) => "S8",
            (Width::Half, Sign::Unsigned) => "U16",
            (Width::Half, Sign::Signed) => "S16",
            (Width::Word, Sign::Unsigned) => "U32",
            (Width::Word, Sign::Signed) => "S32",
        }
    }
}

/// The part of a register that is the source field (`.partselA`, `.partselB` of the SASS reference text).
///
/// The selector gives the width: the word has three bits for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Selector {
    /// Bits 7:0.
    B0 = 0,
    /// Bits 15:8.
    B1 = 1,
    /// Bits 23:16.
    B2 = 2,
    /// Bits 31:24.
    B3 = 3,
    /// Bits 15:0.
    H0 = 4,
    /// Bits 31:16.
    H1 = 5,
    /// Bits 31:0.
    #[cfg_attr(feature = "serde", serde(rename = "W"))]
    Word = 6,
}

encoded! { Selector: some B0 "B0" B1 "B1" B2 "B2" B3 "B3" H0 "H0" H1 "H1" Word "" }

impl Selector {
    /// The width of the field that it selects.
    #[inline]
    pub const fn width(self) -> Width {
        match self {
            Self::B0 | Self::B1 | Self::B2 | Self::B3 => Width::Byte,
            Self::H0 | Self::H1 => Width::Half,
            Self::Word => Width::Word,
        }
    }

    /// The position of the field's lowest bit in the register: 0, 8, 16 or 24.
    pub const fn low_bit(self) -> u32 {
        match self {
            Self::B0 | Self::H0 | Self::Word => 0,
            Self::B1 => 8,
            Self::B2 | Self::H1 => 16,
            Self::B3 => 24,
        }
    }

    /// The first selector of a width, the default of the SASS reference text: `B0`, `H0` or the word.
    pub const fn first(width: Width) -> Self {
        match width {
            Width::Byte => Self::B0,
            Width::Half => Self::H0,
            Width::Word => Self::Word,
        }
    }
}

/// An operand: the field of the port, and its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Operand {
    /// The field.
    pub selector: Selector,
    /// The extension.
    pub sign: Sign,
}

impl Operand {
    /// The format: the selector's width with the sign.
    pub const fn format(self) -> Format {
        Format { width: self.selector.width(), sign: self.sign }
    }

    /// A format with its first selector: `.B0`, `.H0` or the word.
    pub const fn first(format: Format) -> Self {
        Self { selector: Selector::first(format.width), sign: format.sign }
    }

    /// The value of the operand for the value of its port: the selected field, extended by the sign. It is from -2^31
    /// to 2^32 - 1.
    pub const fn value(self, port: u32) -> i64 {
        let bits = self.selector.width().bits();
        let top = port << (32 - self.selector.low_bit() - bits);
        match self.sign {
            Sign::Unsigned => (top >> (32 - bits)) as i64,
            Sign::Signed => (top as i32 >> (32 - bits)) as i64,
        }
    }

    /// All fourteen: 2 signs x (4 bytes, 2 half-words, the word).
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        Selector::ALL
            .into_iter()
            .flat_map(|selector| Sign::ALL.into_iter().map(move |sign| Self { selector, sign }))
    }
}

impl fmt::Display for Operand {
    /// `U8.B1`; `U8` with the first selector.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.format().name())?;
        if *self == Self::first(self.format()) { Ok(()) } else { write!(f, ".{}", self.selector.name()) }
    }
}

/// The names of an operand's wires: its port, its field, and the extended field.
pub type WireNames = [&'static str; 3];

/// The names for the A operand.
pub const A_WIRES: WireNames = ["A port", "A field", "A extended"];

/// The names for the B operand.
pub const B_WIRES: WireNames = ["B port", "B field", "B extended"];

/// Select and extend: from a port (a register, or an imm16 with zeros above it) to a number.
///
/// "The input operands are extended to full 32 bits, even if they were specified as U16/S16 or U8/S8." This function
/// extends them to 33 bits in two's complement: these hold every U32 and every S32, so that the later stages need no
/// variants for the formats.
#[inline(always)]
pub fn operand<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    [port_name, names @ ..]: WireNames,
    operand: Operand,
    port: &L::Bits<32>,
) -> L::Bits<33> {
    record.wire(logic, (Stage::Select, port_name), port, Sign::Unsigned, "");
    let Operand { selector, .. } = operand;
    // `.partselA`, `.partselB`
    match selector.width() {
        Width::Byte => extend::<L, 8>(logic, record, names, operand, &logic.field(port, selector.low_bit())),
        Width::Half => extend::<L, 16>(logic, record, names, operand, &logic.field(port, selector.low_bit())),
        Width::Word => extend::<L, 32>(logic, record, names, operand, port),
    }
}

/// Extends the selected field by its sign.
#[inline(always)]
fn extend<L: Logic, const N: u32>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    [field_name, extended_name]: [&'static str; 2],
    operand: Operand,
    field: &L::Bits<N>,
) -> L::Bits<33> {
    let Operand { selector, sign } = operand;
    let selected = if selector.width() == Width::Word { "word" } else { selector.name() };
    record.wire(logic, (Stage::Select, field_name), field, sign, selected);
    let extended = match sign {
        Sign::Unsigned => logic.zero_extend(field),
        Sign::Signed => logic.sign_extend(field),
    };
    record.wire(logic, (Stage::Select, extended_name), &extended, Sign::Signed, operand.format().name());
    extended
}
