//! The bit layout of a word, with its values.

use std::io;

use vmad_sass::vmad::{
    ruler::{Band, Cell, bands},
    table::{Form, OPCODE_FIELD},
};

use super::canvas::{Anchor, CHARACTER, Canvas};

const WIDTH: u32 = 840;
const MARGIN: u32 = 20;
const TOP: u32 = 60;
/// Of a band, with the numbers over it and the space below.
const BAND: u32 = 104;
const CELL: u32 = 66;

/// Draws a word in the bands of its form, each cell with its bits, its field's name and what the value says.
///
/// Of a word of another instruction, the fields are those that it would have as a `VMAD`: only the opcode is its own.
pub(crate) fn word(word: u64, title: &str) -> io::Result<String> {
    let form = Form::of(word);
    let foreign = OPCODE_FIELD.is_illegal(OPCODE_FIELD.of(word));
    let spelled = form
        .fields()
        .filter(|field| !foreign || **field == OPCODE_FIELD)
        .map(|field| format!("{} (bits {}) {}", field.name, field.place(), field.spell(field.of(word))));
    let description = format!("{word:#018x}: {}.", spelled.collect::<Vec<_>>().join(", "));
    let mut canvas = Canvas::new(WIDTH, TOP + 4 * BAND, title, &description)?;
    canvas.text((MARGIN, 28), Anchor::Start, "title", title)?;
    canvas.text((MARGIN, 48), Anchor::Start, "faint", &format!("{word:#018x}"))?;
    for (band, y) in bands(form).iter().zip((TOP..).step_by(BAND as usize)) {
        draw(&mut canvas, band, word, foreign, y)?;
    }
    canvas.finish()
}

fn draw(canvas: &mut Canvas, band: &Band, word: u64, foreign: bool, y: u32) -> io::Result<()> {
    let texts: Vec<_> = band.cells.iter().map(|cell| Texts::of(cell, word, foreign)).collect();
    let widths: Vec<_> = texts.iter().map(Texts::width).collect();
    let slack = (WIDTH - 2 * MARGIN).saturating_sub(widths.iter().sum());
    let count = band.cells.len() as u32;
    let mut x = MARGIN;
    for (index, (text, width)) in (0..).zip(texts.iter().zip(widths)) {
        // What is left over is shared, to the pixel.
        let width = width + slack * (index + 1) / count - slack * index / count;
        let middle = x + width / 2;
        canvas.text((middle, y + 14), Anchor::Middle, "faint", &text.place)?;
        let top = y + 20;
        canvas.boxed(x, top, width, CELL, if text.wrong { "wrong" } else { "box" })?;
        canvas.text((middle, top + 18), Anchor::Middle, "", &text.bits)?;
        canvas.text((middle, top + 37), Anchor::Middle, "name", text.name)?;
        let class = if text.wrong { "wrong" } else { "accent" };
        canvas.text((middle, top + 56), Anchor::Middle, class, &text.value)?;
        x += width;
    }
    Ok(())
}

/// What stands in a cell.
struct Texts {
    place: String,
    bits: String,
    name: &'static str,
    value: String,
    wrong: bool,
}

impl Texts {
    fn of(cell: &Cell, word: u64, foreign: bool) -> Self {
        let value = cell.field.of(word);
        let known = !foreign || *cell.field == OPCODE_FIELD;
        Self {
            place: cell.place(),
            bits: cell.bits(word),
            name: cell.field.name,
            value: if known { cell.field.spell(value) } else { String::new() },
            wrong: known && cell.field.is_illegal(value),
        }
    }

    /// What they take at their widest, in pixels.
    fn width(&self) -> u32 {
        let texts = [&self.place, &self.bits, self.name, &self.value];
        let longest = texts.into_iter().map(str::len).max().unwrap_or(0);
        CHARACTER * (longest as u32 + 2)
    }
}
