//! What stands around an instruction's text.

use vmad_sass::text::{Line, Piece};

use crate::output::Palette;

/// The text around an address, a word and a control field, with colours.
pub(super) struct Frame {
    /// Before an address.
    address: Piece,
    /// Between an address and its word.
    address_and_word: Piece,
    /// Before a word without an address.
    word: Piece,
    /// Between a word and its text.
    word_and_text: Piece,
    /// Between a text and its control field.
    pub(super) text_and_control: Piece,
    /// After a control field.
    pub(super) end: Piece,
}

impl Frame {
    pub(super) fn new(Palette { frame, .. }: Palette) -> Self {
        Self {
            address: Piece::new(&format!("  {frame}")),
            address_and_word: Piece::new(&format!("{frame:#}  {frame}")),
            word: Piece::new(&format!("{frame}")),
            word_and_text: Piece::new(&format!("{frame:#}  ")),
            text_and_control: Piece::new(&format!(";  {frame}")),
            end: Piece::new(&format!("{frame:#}\n")),
        }
    }
    /// Prints the address, if there is one, and the word.
    #[inline]
    pub(super) fn print(&self, address: Option<u64>, word: u64, line: &mut Line<'_>) {
        match address {
            Some(address) => {
                line.push(&self.address);
                line.push_hexadecimal(address, 4);
                line.push(&self.address_and_word);
            }
            None => line.push(&self.word),
        }
        line.push_hexadecimal(word, 16);
        line.push(&self.word_and_text);
    }
}
