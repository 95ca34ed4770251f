//! The picture `docs/src/modes.svg`: which modes differ under which row of the map.

use std::{collections::BTreeMap, fmt::Write};

use anyhow::Result;
use vmad_map::{divergence::Divergence, rows::ROWS};
use vmad_unit::{Format, Kind, Operation, Sign};

/// The side of a block, and the distance from one block to the next.
const BLOCK: usize = 30;
const STEP: usize = 34;
const LEFT: usize = 76;
const TOP: usize = 84;

const HEAD: &str = "\
<style>
text { fill: #1f2328; } .ground { fill: #ffffff; } .none { fill: #d0d7de; } .differs { fill: #a40e26; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; } .ground { fill: #0d1117; } .none { fill: #3d444d; } .differs { fill: #ff938a; }
}
</style>
";

/// A line for each row of the map, a column for each instruction, and a block for each row and an instruction that it is
/// about.
pub(super) fn picture() -> Result<String> {
    let rows: Vec<_> = ROWS.iter().filter(|row| row.is_about_modes()).collect();
    let (width, height) = (LEFT + Kind::ALL.len() * STEP + 4, TOP + rows.len() * STEP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\">\n\
         <title>The modes that differ under each row of the map</title>\n{HEAD}\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n",
        width * 3 / 2
    );
    for (column, kind) in Kind::ALL.into_iter().enumerate() {
        let x = LEFT + column * STEP + BLOCK / 2 + 5;
        writeln!(svg, "<text transform=\"translate({x} {}) rotate(-90)\">{kind}</text>", TOP - 6)?;
    }
    // The squares of each share, in percent.
    let mut squares: BTreeMap<usize, String> = BTreeMap::new();
    for (line, row) in rows.into_iter().enumerate() {
        let y = TOP + line * STEP;
        writeln!(svg, "<text x=\"4\" y=\"{}\">{}</text>", y + BLOCK / 2 + 5, row.id)?;
        for (column, kind) in Kind::ALL.into_iter().enumerate().filter(|(_, kind)| row.is_about(*kind)) {
            let x = LEFT + column * STEP;
            writeln!(svg, "<path class=\"none\" d=\"M{x} {y}h{BLOCK}v{BLOCK}h-{BLOCK}z\"/>")?;
            let shares = shares(row, kind);
            let across = shares.len().isqrt();
            let side = BLOCK / across;
            for (at, share) in shares.into_iter().enumerate().filter(|(_, share)| *share > 0) {
                let (x, y) = (x + at % across * side, y + at / across * side);
                write!(squares.entry(share).or_default(), "M{x} {y}h{side}v{side}h-{side}z")?;
            }
        }
    }
    for (share, path) in squares {
        writeln!(svg, "<path class=\"differs\" fill-opacity=\"{}e-2\" d=\"{path}\"/>", 25 + share * 3 / 4)?;
    }
    svg += "</svg>\n";
    Ok(svg)
}

/// For each pair of formats of A and B, the part of the modes that differ, in percent and rounded up. Of `VABSDIFF4`, for
/// each pair of signs.
fn shares(row: &Divergence, kind: Kind) -> Vec<usize> {
    let cells = if kind == Kind::Vabsdiff4 { 4 } else { Format::ALL.len().pow(2) };
    let mut counts = vec![[0_usize; 2]; cells];
    for mode in kind.modes().filter(|mode| mode.with_first_selectors() == *mode) {
        let [differing, all] = &mut counts[cell(&mode)];
        *all += 1;
        *differing += usize::from(row.domain.cases(&mode).iter().any(|case| row.differs_in(case)));
    }
    counts.into_iter().map(|[differing, all]| (100 * differing).div_ceil(all.max(1))).collect()
}

/// The place of a mode in its block.
fn cell(mode: &Operation) -> usize {
    let place = |format| Format::ALL.iter().position(|listed| *listed == format).unwrap_or_default();
    match (mode, mode.operands()) {
        (Operation::Vabsdiff4(mode), _) => {
            2 * usize::from(mode.a_sign == Sign::Signed) + usize::from(mode.b_sign == Sign::Signed)
        }
        (_, operands) => {
            operands.map_or(0, |[a, b]| Format::ALL.len() * place(a.format()) + place(b.format()))
        }
    }
}
