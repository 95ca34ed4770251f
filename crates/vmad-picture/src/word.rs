//! The bits of a word, with their values.

use std::io;

use vmad_sass::{
    isa::{Form, Layout},
    ruler::{Cell, bands},
};

use super::{
    WIDTH,
    canvas::{Anchor, CHARACTER, Canvas, wrapped},
};

/// The width of a bit, and the bits of a row: the longest name of a field of one bit fits, and the longest title in a row.
const BIT: u32 = 92;
const BITS: u32 = 4;
const MARGIN: u32 = (WIDTH - BITS * BIT) / 2;
/// The upper edge of the first row, without the lines of the title.
const TOP: u32 = 40;
/// The distance of rows: a cell, with the numbers above and the space below.
const PITCH: u32 = 92;
const CELL: u32 = 66;

/// Draws a word of the family in a layout to scale, four bits a row. Each cell has its bits, the name of its field,
/// and the meaning of its value.
///
/// # Errors
/// The word is not an instruction of the family.
pub fn word(layout: Layout, word: u64, title: &str) -> io::Result<String> {
    let form = Form::of_in(layout, word).ok_or(io::ErrorKind::InvalidInput)?;
    let spelled = form.fields.iter().rev().map(|field| {
        let bits = if field.width() == 1 { "bit" } else { "bits" };
        format!("{} ({bits} {}) {}", field.name(), field.place(), field.spell(field.of(word)))
    });
    let description = format!("{word:#018x}: {}.", spelled.collect::<Vec<_>>().join(", "));
    let lines = wrapped(title, BITS * BIT / (CHARACTER + 2));
    let top = TOP + 20 * lines.len() as u32;
    let mut canvas = Canvas::new(top + 64 / BITS * PITCH, title, &description)?;
    for (line, text) in (0..).zip(&lines) {
        canvas.text((MARGIN, 28 + 20 * line), Anchor::START, "title", text)?;
    }
    canvas.text((MARGIN, top - 12), Anchor::START, "faint", &format!("{word:#018x}"))?;
    for (row, band) in (0..).zip(bands(form, BITS)) {
        draw(&mut canvas, &band.cells, word, top + PITCH * row)?;
    }
    canvas.finish()
}

fn draw(canvas: &mut Canvas, cells: &[Cell], word: u64, y: u32) -> io::Result<()> {
    let left = |bit: u32| MARGIN + BIT * (BITS - 1 - bit % BITS);
    let top = y + 18;
    let is_wrong = |cell: &Cell| cell.field.is_illegal(cell.field.of(word));
    // Illegal fields are drawn last, so that their edges are visible.
    for wrong in [false, true] {
        for cell in cells.iter().filter(|cell| is_wrong(cell) == wrong) {
            let width = BIT * (cell.high - cell.low + 1);
            canvas.boxed(left(cell.high), top, width, CELL, if wrong { "wrong" } else { "box" })?;
        }
    }
    for cell in cells {
        let middle = u32::midpoint(left(cell.high), left(cell.low) + BIT);
        let value = cell.field.spell(cell.field.of(word));
        canvas.text((middle, y + 13), Anchor::MIDDLE, "faint", &cell.place())?;
        for bit in (cell.low..=cell.high).rev() {
            let digit = (word >> bit & 1).to_string();
            canvas.text((left(bit) + BIT / 2, top + 18), Anchor::MIDDLE, "", &digit)?;
        }
        canvas.text((middle, top + 37), Anchor::MIDDLE, "name", cell.field.name())?;
        let class = if is_wrong(cell) { "wrong" } else { "accent" };
        canvas.text((middle, top + 56), Anchor::MIDDLE, class, &value)?;
    }
    Ok(())
}
