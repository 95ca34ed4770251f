//! The formats of A and B, which the first two suffixes name: `.U8.S16`.

use vmad_unit::{Format, Operand, Selector, Sign};

use super::field::Field;
use crate::line::Piece;

/// Selector and sign of an operand as one number: the selector in bits 2:0, the sign in bit 3.
pub(crate) type Index = usize;

/// Where nvdisasm omits the default formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DefaultFormats {
    /// Never.
    Printed,
    /// On every architecture.
    Hidden,
    /// On some architectures: [`Arch::hides_default_formats`](crate::Arch::hides_default_formats).
    HiddenByArch,
}

/// The formats of both operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Formats {
    pub(crate) a: OperandFormat,
    pub(crate) b: OperandFormat,
    pub(crate) defaults: DefaultFormats,
}

/// The format of an operand, and the fields that hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OperandFormat {
    /// Bits of the index that no field holds.
    pub(crate) base: Index,
    pub(crate) select: Field,
    pub(crate) signed: Field,
    /// The format that a text without formats means.
    pub(crate) default: Format,
    /// The suffixes, by index.
    pub(crate) names: &'static [Piece; 16],
    /// Whether an index is of the default format.
    is_default: [bool; 16],
    /// A bit for each legal selector, by width and sign.
    selectors: [[u8; 2]; 3],
}

impl OperandFormat {
    /// An operand whose format is in two fields, and in the bits of `base`.
    pub(super) const fn new(
        base: Index,
        [select, signed]: [Field; 2],
        default: Format,
        names: &'static [Piece; 16],
    ) -> Self {
        let (is_default, selectors) = ([false; 16], [[0; 2]; 3]);
        let mut format = Self { base, select, signed, default, names, is_default, selectors };
        let mut index = 0;
        while index < 16 {
            if let Some(Format { width, sign }) = FORMATS[index] {
                format.is_default[index] =
                    width as u8 == default.width as u8 && sign as u8 == default.sign as u8;
                let word = select.put(index as u64 & 7) | signed.put(index as u64 >> 3);
                let is_legal = format.of(word) == index;
                format.selectors[width as usize][sign as usize] |= (is_legal as u8) << (index & 7);
            }
            index += 1;
        }
        format
    }

    #[inline]
    pub(crate) const fn of(&self, word: u64) -> Index {
        self.base | self.select.of(word) as Index | (self.signed.of(word) as Index) << 3
    }

    /// The bits of an operand's selector and sign.
    pub(crate) const fn put(&self, operand: Operand) -> u64 {
        self.select.put(operand.selector as u64) | self.signed.put(operand.sign as u64)
    }

    /// The legal selectors with a format, a bit for each.
    pub(crate) const fn selectors(&self, format: Format) -> u8 {
        self.selectors[format.width as usize][format.sign as usize]
    }

    /// The formats that the operand can have.
    pub(crate) fn legal(&self) -> impl Iterator<Item = Format> + '_ {
        Format::ALL.into_iter().filter(|&format| self.selectors(format) != 0)
    }
}

impl Formats {
    /// The indices of A and B in a word.
    #[inline]
    pub(crate) const fn of(&self, word: u64) -> [Index; 2] {
        [self.a.of(word), self.b.of(word)]
    }

    /// Whether an index is of 32 bits; selector 7 counts as 32 bits.
    #[inline]
    pub(crate) const fn is_word(index: Index) -> bool {
        index & 7 >= Selector::Word as Index
    }

    /// Whether both formats are the ones that a text without formats means.
    #[inline]
    pub(crate) fn are_default(&self, [a, b]: [Index; 2]) -> bool {
        self.a.is_default[a & 15] & self.b.is_default[b & 15]
    }
}

/// The format of an index; [`None`] for selector 7.
const FORMATS: [Option<Format>; 16] = {
    let mut table = [None; 16];
    let mut index = 0;
    while index < 16 {
        table[index] = match Selector::from_encoding(index as u8 % 8) {
            Some(selector) => Some(Format { width: selector.width(), sign: Sign::ALL[index / 8] }),
            None => None,
        };
        index += 1;
    }
    table
};

/// The suffixes of an operand with a sign; the invalid name depends on the sign.
pub(super) static SIGNED_NAMES: [Piece; 16] = names(["INVALIDSEL6", "INVALIDSEL7"]);

/// The suffixes of an operand that is always unsigned.
pub(super) static UNSIGNED_NAMES: [Piece; 16] = names(["INVALIDSEL7"; 2]);

const fn names(invalid: [&str; 2]) -> [Piece; 16] {
    let mut table = [Piece::new("."); 16];
    let mut index = 0;
    while index < 16 {
        let name = match Selector::from_encoding(index as u8 % 8) {
            Some(selector) => Format { width: selector.width(), sign: Sign::ALL[index / 8] }.name(),
            None => invalid[index / 8],
        };
        table[index] = table[index].and(name);
        index += 1;
    }
    table
}

/// The index of a half-word: an immediate is the low half of its port.
pub(super) const HALF: Index = Selector::H0 as Index;
