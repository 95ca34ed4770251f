//! A line of text, built from constant pieces.
//!
//! Printing takes most of the time of a disassembler. Each piece of an instruction's text comes from a small table. It
//! is written as a copy of constant size: two machine instructions, where a copy of variable length is a call.

use core::fmt;

/// A text of up to [`Piece::LONGEST`] ASCII characters, with padding. The padding is copied too; the next piece
/// overwrites it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(8))]
pub struct Piece {
    bytes: [u8; Self::LONGEST],
    length: u8,
}

impl Piece {
    /// The longest text of a piece: two registers of 16 bytes.
    pub const LONGEST: usize = 32;

    /// A piece of up to [`Piece::LONGEST`] ASCII characters.
    ///
    /// # Panics
    /// The text is longer, or not ASCII. For a constant this is a compile-time error.
    pub const fn new(text: &str) -> Self {
        Self { bytes: [0; Self::LONGEST], length: 0 }.and(text)
    }

    #[inline]
    const fn length(&self) -> usize {
        self.length as usize
    }

    /// This piece and more text, up to [`Piece::LONGEST`] ASCII characters in total.
    ///
    /// # Panics
    /// The text is longer, or not ASCII: see [`Piece::new`].
    #[must_use]
    pub const fn and(self, text: &str) -> Self {
        assert!(text.is_ascii());
        self.and_bytes(text.as_bytes())
    }

    const fn and_bytes(mut self, text: &[u8]) -> Self {
        let mut index = 0;
        while index < text.len() {
            self.bytes[self.length()] = text[index];
            self.length += 1;
            index += 1;
        }
        self
    }

    pub(crate) const fn then(self, other: &Self) -> Self {
        self.and_bytes(other.bytes.split_at(other.length()).0)
    }

    pub(crate) const fn and_letter(self, letter: char) -> Self {
        self.and(letter.encode_utf8(&mut [0; 4]))
    }

    /// The text.
    pub(crate) fn as_str(&self) -> &str {
        str::from_utf8(self.bytes.get(..self.length()).unwrap_or_default()).unwrap_or_default()
    }

    /// Whether `byte` is the last. In a constant, an empty piece is a compile-time error.
    pub(crate) const fn ends_with(&self, byte: u8) -> bool {
        self.bytes[self.length() - 1] == byte
    }

    pub(crate) const fn and_decimal(self, number: u8) -> Self {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let rest = if number >= 10 { self.and_decimal(number / 10) } else { self };
        rest.and(DIGITS[number as usize % 10])
    }
}

/// A line of text at the start of some bytes.
///
/// A line longer than [`Line::LONGEST`] would overwrite its start. No line of an instruction is so long, with an
/// address, a word, a control field and colours.
#[derive(Debug)]
pub struct Line<'b> {
    bytes: &'b mut [u8; Line::ROOM],
    length: usize,
}

impl<'b> Line<'b> {
    /// The longest line.
    pub const LONGEST: usize = 511;
    /// The bytes that a line needs: a copy of constant size can exceed its end.
    pub const ROOM: usize = Self::LONGEST + Piece::LONGEST;

    /// An empty line.
    #[inline]
    pub const fn on(bytes: &'b mut [u8; Line::ROOM]) -> Self {
        Self { bytes, length: 0 }
    }

    /// Appends the text that `make` writes.
    ///
    /// `make` works on a copy of the line. Otherwise the compiler reloads the length after each piece, because the line
    /// could alias its bytes.
    #[inline]
    pub(crate) fn append(&mut self, make: impl FnOnce(&mut Line<'_>)) {
        let mut line = Line { bytes: self.bytes, length: self.length };
        make(&mut line);
        self.length = line.length;
    }

    /// Appends a piece.
    #[inline]
    pub fn push(&mut self, piece: &Piece) {
        self.put(&piece.bytes, piece.length());
    }

    /// Appends a number in hexadecimal, with at least `least` digits (up to 16).
    #[inline]
    pub fn push_hexadecimal(&mut self, number: u64, least: u32) {
        let digits = (16 - (number | 1).leading_zeros() / 4).max(least.min(16));
        // The first printed digit moves to the highest bits.
        let aligned = number << (4 * (16 - digits));
        self.put(&hexadecimal(aligned), digits as usize);
    }

    /// Appends the first `length` of some bytes.
    #[inline]
    fn put<const N: usize>(&mut self, bytes: &[u8; N], length: usize) {
        // The mask shows the compiler that the index is in range.
        let start = self.length & Self::LONGEST;
        self.bytes[start..start + N].copy_from_slice(bytes);
        self.length += length;
    }

    /// The bytes of the line, all ASCII.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// The text of the line.
    pub fn as_str(&self) -> &str {
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

/// Formats the text that `print` writes to a line.
pub(crate) fn format(f: &mut fmt::Formatter<'_>, print: impl FnOnce(&mut Line<'_>)) -> fmt::Result {
    let mut room = [0; Line::ROOM];
    let mut line = Line::on(&mut room);
    print(&mut line);
    f.pad(line.as_str())
}

/// The digits of a number.
#[inline]
pub fn hexadecimal(number: u64) -> [u8; 16] {
    let (high, low) = (eight_digits((number >> 32) as u32), eight_digits(number as u32));
    (u128::from(high) << 64 | u128::from(low)).to_be_bytes()
}

/// The eight digits of a number in one register, the first in the highest byte.
#[inline]
fn eight_digits(number: u32) -> u64 {
    // One digit in each byte.
    let halves = (u64::from(number) | u64::from(number) << 16) & 0x0000_ffff_0000_ffff;
    let bytes = (halves | halves << 8) & 0x00ff_00ff_00ff_00ff;
    let digits = (bytes | bytes << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    // Digits of ten and more are letters: adding six carries into bit 4 of the byte.
    let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
    digits + 0x3030_3030_3030_3030 + letters * u64::from(b'a' - b'0' - 10)
}

/// The guard and a mnemonic, `@P3 VMAD`: by predicate, the negated ones last. `@PT` is not printed.
pub(crate) const fn heads(mnemonic: &str) -> [Piece; 16] {
    let mut table = [Piece::new(mnemonic); 16];
    let mut index = 0;
    while index < 16 {
        if index != 7 {
            let at = Piece::new(if index < 8 { "@" } else { "@!" });
            table[index] = at.then(&predicate(index % 8)).and(" ").and(mnemonic);
        }
        index += 1;
    }
    table
}

/// `P0` to `P6`, `PT`.
pub(crate) static PREDICATES: [Piece; 8] = {
    let mut table = [Piece::new(""); 8];
    let mut index = 0;
    while index < 8 {
        table[index] = predicate(index);
        index += 1;
    }
    table
};

const fn predicate(index: usize) -> Piece {
    if index == 7 { Piece::new("PT") } else { Piece::new("P").and_decimal(index as u8) }
}

/// `R0` to `R254`, `RZ`.
pub(crate) static REGISTERS: [Piece; 256] = {
    let mut table = [Piece::new("RZ"); 256];
    let mut index = 0;
    while index < 255 {
        table[index] = Piece::new("R").and_decimal(index as u8);
        index += 1;
    }
    table
};
