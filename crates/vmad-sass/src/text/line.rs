//! A line of text built from pieces that are known beforehand.
//!
//! Printing is what a disassembler spends its time on. Every piece of an instruction's text comes out of a small
//! table, and is put down as a copy of constant size: two instructions, where a copy of the piece's own length would
//! be a call.

/// The longest piece, `&req={0,1,2,3,4,5} `, has 19 bytes; copies are of this many.
const PIECE: usize = 24;

/// A short text, with room behind it that a copy of constant size may take along.
///
/// With the alignment it has 32 bytes, so that a table of them is indexed by a shift.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
pub struct Piece {
    bytes: [u8; PIECE],
    length: u8,
}

impl Piece {
    /// A piece of up to 24 ASCII characters.
    ///
    /// # Panics
    /// The text is longer, or not ASCII. A piece is a constant, where that is an error of compilation.
    pub const fn new(text: &str) -> Self {
        Self { bytes: [0; PIECE], length: 0 }.and(text)
    }

    /// This piece and more text behind it, up to 24 ASCII characters in all.
    ///
    /// # Panics
    /// The text is longer, or not ASCII: see [`Piece::new`].
    #[must_use]
    pub const fn and(mut self, text: &str) -> Self {
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

    /// This piece and an ASCII letter behind it.
    pub(crate) const fn and_letter(self, letter: char) -> Self {
        self.and(letter.encode_utf8(&mut [0; 4]))
    }

    /// Whether a byte is the last one.
    pub(crate) const fn ends_with(&self, byte: u8) -> bool {
        self.length > 0 && self.bytes[self.length as usize - 1] == byte
    }

    /// This piece and a decimal number behind it.
    pub(crate) const fn and_decimal(self, number: u8) -> Self {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let rest = if number >= 10 { self.and_decimal(number / 10) } else { self };
        rest.and(DIGITS[number as usize % 10])
    }
}

/// A line of text at the start of some bytes.
///
/// What does not fit any more is left out, and counts as not fitting where fewer than [`Line::SLACK`] bytes are left:
/// whoever brings the bytes brings enough.
#[derive(Debug)]
pub struct Line<'b> {
    bytes: &'b mut [u8],
    length: usize,
}

impl<'b> Line<'b> {
    /// A copy of constant size needs this much room, however short its text.
    pub const SLACK: usize = PIECE;

    /// A line with nothing on it.
    #[inline]
    pub const fn on(bytes: &'b mut [u8]) -> Self {
        Self { bytes, length: 0 }
    }

    /// Puts a piece down.
    #[inline]
    pub fn push(&mut self, piece: &Piece) {
        if let Some(room) = self.room() {
            *room = piece.bytes;
            self.length += usize::from(piece.length);
        }
    }

    /// Puts a number down in hexadecimal, with as many digits as it has, but `least` or more (up to 16).
    #[inline]
    pub fn push_hexadecimal(&mut self, number: u64, least: u32) {
        let digits = (16 - (number | 1).leading_zeros() / 4).max(least.min(16));
        // The first digit that shows comes first.
        let aligned = number << (4 * (16 - digits));
        if let Some(room) = self.room() {
            room[..8].copy_from_slice(&hexadecimal((aligned >> 32) as u32));
            room[8..16].copy_from_slice(&hexadecimal(aligned as u32));
            self.length += digits as usize;
        }
    }

    /// The room for a copy of constant size.
    #[inline]
    fn room(&mut self) -> Option<&mut [u8; PIECE]> {
        self.bytes.get_mut(self.length..)?.first_chunk_mut()
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

/// The eight digits of a number, all at once in the bytes of a register.
#[inline]
fn hexadecimal(number: u32) -> [u8; 8] {
    // A digit to a byte.
    let halves = (u64::from(number) | u64::from(number) << 16) & 0x0000_ffff_0000_ffff;
    let bytes = (halves | halves << 8) & 0x00ff_00ff_00ff_00ff;
    let digits = (bytes | bytes << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    // Ten and more, in whose bytes adding six carries into the fifth bit, are letters.
    let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
    (digits + 0x3030_3030_3030_3030 + letters * u64::from(b'a' - b'0' - 10)).to_be_bytes()
}
