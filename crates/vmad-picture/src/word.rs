//! The bits of a word, with their values.

use vmad_sass::{
    isa::{Form, Layout},
    ruler::{Cell, bands},
};

use super::canvas::{Anchor, CHARACTER, Canvas, wrapped};

/// The width of a bit: the longest word of a cell of one bit fits.
const BIT: u32 = 80;
const BITS: u32 = 16;
const MARGIN: u32 = 8;
/// The upper edge of the first row.
const TOP: u32 = 54;
/// The height of a cell whose value has one line, of a line, and the distance of rows.
const CELL: u32 = 72;
const LINE: u32 = 17;
const GAP: u32 = 8;

/// Draws a word of the family in a layout to scale, 16 bits a row. Each cell has the numbers of its bits, the bits, the name
/// of its field, and the meaning of its value, in the colour of its part of the instruction. [`None`] if the word is not an
/// instruction of the family.
pub fn word(layout: Layout, word: u64, title: &str) -> Option<String> {
    let form = Form::of_in(layout, word)?;
    let spelled = form.fields.iter().rev().map(|field| {
        let bits = if field.width() == 1 { "bit" } else { "bits" };
        format!("{} ({bits} {}) {}", field.name(), field.place(), field.spell(field.of(word)))
    });
    let description = format!("{word:#018x}: {}.", spelled.collect::<Vec<_>>().join(", "));
    let bands = bands(form, BITS);
    let heights = bands.iter().map(|band| {
        let lines = band.cells.iter().map(|cell| value(cell, word).len() as u32).max().unwrap_or(1);
        CELL + LINE * (lines - 1)
    });
    let heights: Vec<u32> = heights.collect();
    let height = TOP + heights.iter().map(|height| height + GAP).sum::<u32>();
    let mut canvas = Canvas::new([2 * MARGIN + BITS * BIT, height], title, &description);
    canvas.text((MARGIN, 20), Anchor::START, "title", title);
    canvas.text((MARGIN, 40), Anchor::START, "faint", &format!("{word:#018x}"));
    let mut top = TOP;
    for (band, height) in bands.iter().zip(heights) {
        draw(&mut canvas, &band.cells, word, [top, height]);
        top += height + GAP;
    }
    Some(canvas.finish())
}

/// The meaning of a cell's value, in lines that fit.
fn value(cell: &Cell, word: u64) -> Vec<String> {
    let width = BIT * (cell.high - cell.low + 1);
    wrapped(&cell.field.spell(cell.field.of(word)), width / CHARACTER)
}

fn draw(canvas: &mut Canvas, cells: &[Cell], word: u64, [top, height]: [u32; 2]) {
    let left = |bit: u32| MARGIN + BIT * (BITS - 1 - bit % BITS);
    let is_wrong = |cell: &Cell| cell.field.is_illegal(cell.field.of(word));
    // Illegal fields are drawn last, so that their edges are visible.
    for wrong in [false, true] {
        for cell in cells.iter().filter(|cell| is_wrong(cell) == wrong) {
            let width = BIT * (cell.high - cell.low + 1);
            let group = format!("{:?}", cell.field.group()).to_lowercase();
            let class = format!("box {group}{}", if wrong { " wrong" } else { "" });
            canvas.boxed(left(cell.high), top, width, height, &class);
        }
    }
    for cell in cells {
        let middle = u32::midpoint(left(cell.high), left(cell.low) + BIT);
        if cell.high == cell.low {
            canvas.text((middle, top + 15), Anchor::MIDDLE, "faint", &cell.place());
        } else {
            canvas.text((left(cell.high) + 4, top + 15), Anchor::START, "faint", &cell.high.to_string());
            canvas.text((left(cell.low) + BIT - 4, top + 15), Anchor::END, "faint", &cell.low.to_string());
        }
        for bit in (cell.low..=cell.high).rev() {
            let digit = (word >> bit & 1).to_string();
            canvas.text((left(bit) + BIT / 2, top + 31), Anchor::MIDDLE, "", &digit);
        }
        canvas.text((middle, top + 48), Anchor::MIDDLE, "name", cell.field.name());
        let class = if is_wrong(cell) { "wrong" } else { "accent" };
        for (line, text) in (0..).zip(value(cell, word)) {
            canvas.text((middle, top + 65 + LINE * line), Anchor::MIDDLE, class, &text);
        }
    }
}
