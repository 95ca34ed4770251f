//! A word drawn as bands of bits, each field a cell with its name.
//!
//! The book, `vmad explain`, its picture and the explorer draw the same cells. A cell is as wide as its longest text,
//! so that a field of one bit has its full name.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;

use crate::isa::{Bits, Field, Form};

/// A field in a band, or the part of it that is in the band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The field.
    pub field: &'static Field,
    /// The highest bit of the part, 0 to 63.
    pub high: u32,
    /// The lowest bit of the part, 0 to 63.
    pub low: u32,
}

/// Neighbouring bits of a word, as cells from the highest bit to the lowest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// The cells; together they have all bits of the band.
    pub cells: Vec<Cell>,
}

/// The bands of a form, the highest bits first; `bits` is the width of a band, a divisor of 64.
pub fn bands(form: &Form, bits: u32) -> Vec<Band> {
    let mut parts: Vec<_> =
        form.fields.iter().flat_map(|field| field.parts().map(move |bits| (field, bits))).collect();
    parts.sort_by_key(|(_, bits)| core::cmp::Reverse(bits.low));
    let band = |lowest: u32| {
        let part = |&(field, range): &(&'static Field, Bits)| {
            let (high, low) = (range.high().min(lowest + bits - 1), range.low.max(lowest));
            (low <= high).then_some(Cell { field, high, low })
        };
        Band { cells: parts.iter().filter_map(part).collect() }
    };
    (0..64 / bits).rev().map(|index| band(bits * index)).collect()
}

/// The bands of 16 bits if their names fit in `columns` columns, else of 8. Some words of Kepler need 86 columns,
/// because their opcodes leave room for one more field.
pub fn bands_within(form: &Form, columns: usize) -> Vec<Band> {
    let wide = bands(form, 16);
    let fit = wide.iter().all(|band| band.names().len() <= columns);
    if fit { wide } else { bands(form, 8) }
}

impl Cell {
    /// The bits of the part: `63:56`, or `55` for one bit.
    pub fn place(&self) -> String {
        Bits { low: self.low, width: self.high - self.low + 1 }.place()
    }

    /// The bits of a word in the cell: `0 1 0 1 1 1 1 1`.
    pub fn bits(&self, word: u64) -> String {
        let mut bits = String::new();
        for bit in (self.low..=self.high).rev() {
            let space = if bit == self.high { "" } else { " " };
            // Writing to a string does not fail.
            let _ = write!(bits, "{space}{}", word >> bit & 1);
        }
        bits
    }

    /// The width of the widest text in the cell, in columns.
    pub fn width(&self) -> usize {
        let bits = 2 * (self.high - self.low) as usize + 1;
        bits.max(self.place().len()).max(self.field.name().len())
    }
}

impl Band {
    /// The bit numbers above the cells.
    pub fn places(&self) -> String {
        self.line(' ', Cell::place).trim_end().to_string()
    }

    /// The bits of a word.
    pub fn bits(&self, word: u64) -> String {
        self.line('|', |cell| cell.bits(word))
    }

    /// The names of the fields.
    pub fn names(&self) -> String {
        self.line('|', |cell| cell.field.name().to_string())
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
