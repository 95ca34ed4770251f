//! The text around an instruction's text.

use vmad_sass::{
    schedule::Control,
    text::{Line, Piece},
};

use crate::{line_buffer::LineBuffer, output::Palette};

/// The text around an address, a word and a control field, with colours.
#[derive(Clone, Copy)]
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

/// What is printed for a word of another instruction.
pub(super) const NOTE: &str = "not a video instruction";

/// A line `WORD<TAB>CONTROL<TAB>text`.
#[inline]
pub(super) fn columns(
    word: u64,
    control: Control,
    buffer: &mut LineBuffer,
    text: impl FnOnce(&mut Line<'_>),
) {
    buffer.line(|line| {
        line.push_hexadecimal(word, 16);
        line.push(&const { Piece::new("\t") });
        line.push_hexadecimal(control.bits().into(), control.digits());
        line.push(&const { Piece::new("\t") });
        text(line);
        line.push(&const { Piece::new("\n") });
    });
}
