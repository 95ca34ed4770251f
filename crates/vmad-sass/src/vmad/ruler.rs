//! A word drawn as bands of 16 bits, each field a cell with its name.
//!
//! The book, `vmad explain` and its picture draw the same cells. A cell is as wide as the longest of what stands in
//! it, so that a field of one bit has its whole name too; a band has 78 columns at most.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;

use super::table::{Field, Form, place};

/// What a band has of a field: the whole, or the part that is in its 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The field.
    pub field: &'static Field,
    /// The highest bit of the part, 0 to 63.
    pub high: u32,
    /// The lowest bit of the part, 0 to 63.
    pub low: u32,
}

/// 16 bits of a word, as cells from the highest bit to the lowest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// The cells; together they have all 16 bits.
    pub cells: Vec<Cell>,
}

/// The four bands of a form, that of bits 63:48 first; ask with [`Form::Register`] or [`Form::Immediate`].
pub fn bands(form: Form) -> [Band; 4] {
    [48, 32, 16, 0].map(|lowest| {
        let part = |field: &'static Field| {
            let high = (field.low + field.width - 1).min(lowest + 15);
            let low = field.low.max(lowest);
            (low <= high).then_some(Cell { field, high, low })
        };
        Band { cells: form.fields().filter_map(part).collect() }
    })
}

impl Cell {
    /// The bits of the part: `63:56`, or `55` where it is one.
    pub fn place(&self) -> String {
        place(self.high, self.low)
    }

    /// What a word has in them: `0 1 0 1 1 1 1 1`.
    pub fn bits(&self, word: u64) -> String {
        let mut bits = String::new();
        for bit in (self.low..=self.high).rev() {
            let space = if bit == self.high { "" } else { " " };
            // Writing to a string does not fail.
            let _ = write!(bits, "{space}{}", word >> bit & 1);
        }
        bits
    }

    /// The columns of what stands in the cell at its widest.
    pub fn width(&self) -> usize {
        let bits = 2 * (self.high - self.low) as usize + 1;
        bits.max(self.place().len()).max(self.field.name.len())
    }
}

impl Band {
    /// The bits' numbers, over the cells.
    pub fn places(&self) -> String {
        self.line(' ', Cell::place).trim_end().to_string()
    }

    /// The bits of a word, with `bar` between the cells.
    pub fn bits(&self, word: u64, bar: char) -> String {
        self.line(bar, |cell| cell.bits(word))
    }

    /// The fields' names, with `bar` between the cells.
    pub fn names(&self, bar: char) -> String {
        self.line(bar, |cell| cell.field.name.to_string())
    }

    fn line(&self, bar: char, text: impl Fn(&Cell) -> String) -> String {
        let mut line = String::new();
        for cell in &self.cells {
            let _ = write!(line, "{bar} {:^1$} ", text(cell), cell.width());
        }
        line.push(bar);
        line
    }
}
