//! A line of text built from pieces that are known beforehand.
//!
//! Printing is what a disassembler spends its time on. Every piece of an instruction's text comes out of a small
//! table, and is put down as a copy of constant size: two instructions, where a copy of the piece's own length would
//! be a call.

/// The longest piece, `.INVALIDVMADSCALE3`, has 18 bytes; copies are of this many.
const PIECE: usize = 24;

/// A short text, with room behind it that a copy of constant size may take along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    bytes: [u8; PIECE],
    length: u8,
}

impl Piece {
    /// A piece of up to 24 ASCII characters.
    pub(crate) const fn new(text: &str) -> Self {
        Self { bytes: [0; PIECE], length: 0 }.and(text)
    }

    /// This piece and more text behind it.
    pub(crate) const fn and(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut index = 0;
        while index < text.len() {
            assert!(text[index].is_ascii());
            self.bytes[self.length as usize] = text[index];
            self.length += 1;
            index += 1;
        }
        self
    }

    /// This piece and a decimal number behind it.
    pub(crate) const fn and_decimal(self, number: u8) -> Self {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let rest = if number >= 10 { self.and_decimal(number / 10) } else { self };
        rest.and(DIGITS[number as usize % 10])
    }
}

/// A line of up to [`Line::CAPACITY`] bytes.
#[derive(Clone, Debug)]
pub struct Line {
    bytes: [u8; Self::CAPACITY + PIECE],
    length: usize,
}

impl Line {
    /// More than the longest text, `@!P0 VMAD.INVALIDSEL6.INVALIDSEL6.PO.INVALIDVMADSCALE3.SAT` and four operands.
    pub const CAPACITY: usize = 136;

    /// A line with nothing on it.
    pub const fn new() -> Self {
        Self { bytes: [0; Self::CAPACITY + PIECE], length: 0 }
    }

    /// Puts a piece down; one that does not fit any more is left out.
    #[inline]
    pub(crate) fn push(&mut self, piece: &Piece) {
        if let Some(room) = self.bytes.get_mut(self.length..self.length + PIECE) {
            room.copy_from_slice(&piece.bytes);
            self.length += usize::from(piece.length);
        }
    }

    /// Puts a number down in hexadecimal, with as many digits as it has.
    #[inline]
    pub(crate) fn push_hexadecimal(&mut self, number: u16) {
        const DIGITS: [u8; 16] = *b"0123456789abcdef";
        let digit = |shift: u16| DIGITS[usize::from(number >> shift & 0xf)];
        let skipped = (number | 1).leading_zeros() / 4;
        let digits = u32::from_be_bytes([digit(12), digit(8), digit(4), digit(0)]) << (8 * skipped);
        if let Some(room) = self.bytes.get_mut(self.length..self.length + 4) {
            room.copy_from_slice(&digits.to_be_bytes());
            self.length += 4 - skipped as usize;
        }
    }

    /// The line's bytes, all of them ASCII.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// The line's text.
    pub fn as_str(&self) -> &str {
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

impl Default for Line {
    fn default() -> Self {
        Self::new()
    }
}
