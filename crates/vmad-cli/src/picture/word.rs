//! The bits of a word, with their values.

use std::io;

use vmad_sass::{
    isa::Form,
    ruler::{Band, Cell, bands},
};

use super::canvas::{Anchor, CHARACTER, Canvas};

const WIDTH: u32 = 840;
const MARGIN: u32 = 20;
const TOP: u32 = 60;
/// The height of a band, with the numbers above and the space below.
const BAND: u32 = 104;
const CELL: u32 = 66;

/// Draws a word of the family in the bands of its form, each cell with its bits, its field's name and what the value says.
pub(crate) fn word(word: u64, title: &str) -> io::Result<String> {
    let form = Form::of(word).ok_or(io::ErrorKind::InvalidInput)?;
    let spelled = form.fields.iter().rev().map(|field| {
        let bits = if field.width() == 1 { "bit" } else { "bits" };
        format!("{} ({bits} {}) {}", field.name(), field.place(), field.spell(field.of(word)))
    });
    let description = format!("{word:#018x}: {}.", spelled.collect::<Vec<_>>().join(", "));
    let mut canvas = Canvas::new(WIDTH, TOP + 4 * BAND, title, &description)?;
    canvas.text((MARGIN, 28), Anchor::Start, "title", title)?;
    canvas.text((MARGIN, 48), Anchor::Start, "faint", &format!("{word:#018x}"))?;
    for (band, y) in bands(form).iter().zip((TOP..).step_by(BAND as usize)) {
        draw(&mut canvas, band, word, y)?;
    }
    canvas.finish()
}

fn draw(canvas: &mut Canvas, band: &Band, word: u64, y: u32) -> io::Result<()> {
    let cells: Vec<_> = band.cells.iter().map(|cell| Texts::of(cell, word)).collect();
    let slack = (WIDTH - 2 * MARGIN).saturating_sub(cells.iter().map(Texts::width).sum());
    let count = cells.len() as u32;
    let mut right = MARGIN;
    let placed = (0..).zip(&cells).map(|(index, cell)| {
        let x = right;
        // The remaining pixels are distributed over the cells.
        right += cell.width() + slack * (index + 1) / count - slack * index / count;
        (x, right - x, cell)
    });
    let placed: Vec<_> = placed.collect();
    let top = y + 20;
    // Illegal fields are drawn last, so that their edges are visible.
    for wrong in [false, true] {
        for (x, width, _) in placed.iter().filter(|(.., cell)| cell.wrong == wrong) {
            canvas.boxed(*x, top, *width, CELL, if wrong { "wrong" } else { "box" })?;
        }
    }
    for (x, width, cell) in placed {
        let middle = x + width / 2;
        canvas.text((middle, y + 14), Anchor::Middle, "faint", &cell.place)?;
        canvas.text((middle, top + 18), Anchor::Middle, "", &cell.bits)?;
        canvas.text((middle, top + 37), Anchor::Middle, "name", cell.name)?;
        let class = if cell.wrong { "wrong" } else { "accent" };
        canvas.text((middle, top + 56), Anchor::Middle, class, &cell.value)?;
    }
    Ok(())
}

/// The texts of a cell.
struct Texts {
    place: String,
    bits: String,
    name: &'static str,
    value: String,
    wrong: bool,
}

impl Texts {
    fn of(cell: &Cell, word: u64) -> Self {
        let value = cell.field.of(word);
        Self {
            place: cell.place(),
            bits: cell.bits(word),
            name: cell.field.name(),
            value: cell.field.spell(value),
            wrong: cell.field.is_illegal(value),
        }
    }

    /// The width of the widest text in pixels.
    fn width(&self) -> u32 {
        let texts = [&self.place, &self.bits, self.name, &self.value];
        let longest = texts.into_iter().map(str::len).max().unwrap_or(0);
        CHARACTER * (longest as u32 + 2)
    }
}
