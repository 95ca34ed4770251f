//! The datapath of one execution, with the values on its wires.

use std::{collections::BTreeMap, io};

use vmad_sass::{Instruction, Ports};
use vmad_unit::{Operation, Wire};

use super::{
    canvas::{Anchor, CHARACTER, Canvas},
    dataflow::{Node, graph},
    describe,
    layout::{Layout, ruled},
    width_of,
};

/// The width of the margin with the stages and their signs.
const MARGIN: u32 = 218;
/// The size of a wire's box, and the distance of columns.
const BOX: (u32, u32) = (196, 80);
const COLUMN: u32 = 244;
/// The upper edge of the first row.
const TOP: u32 = 84;
/// The box of a sign.
const SIGN: (u32, u32) = (164, 66);
/// The distances of a stage's rule and of its signs' wires from the boxes below.
const RULE: u32 = 20;
const RAIL: u32 = 11;
/// The distance between two paths side by side.
const TRACK: u32 = 9;
/// The height of a gap between rows without any path.
const GAP: u32 = 30;

/// Draws an execution; `writes` says what the write-back does.
///
/// # Errors
/// Never: the picture is written to memory.
pub fn datapath(
    instruction: &Instruction,
    operation: &Operation,
    Ports { a, b, c }: Ports,
    writes: &str,
) -> io::Result<String> {
    let nodes = graph(operation, [a, b, c]);
    let layout = Layout::of(&nodes);
    let (title, description) = describe(instruction, &nodes, writes);
    let nets = Nets::of(&nodes, &layout);
    let end = nets.tops[layout.rows];
    let (width, height) = (MARGIN + COLUMN * layout.columns as u32, end + 60);
    let mut canvas = Canvas::new(width, height, &title, &description)?;
    canvas.text((20, 28), Anchor::START, "title", &title)?;
    let below = format!(
        "{:#018x}, {}; dashed: without effect on this result",
        instruction.encode(),
        instruction.dispatch().name()
    );
    canvas.text((20, 48), Anchor::START, "faint", &below)?;
    for band in &layout.bands {
        let top = nets.tops[band.first_row];
        canvas.rule(top - RULE, width)?;
        canvas.text((20, top + 12), Anchor::START, "name", band.stage.name())?;
        for (place, &index) in (0..).zip(&band.signs) {
            let y = top + 20 + (SIGN.1 + 8) * place;
            canvas.boxed(20, y, SIGN.0, SIGN.1, "box")?;
            texts_of(&mut canvas, (28, y, SIGN.0 - 16), &nodes[index].wire, "")?;
            let (x, y) = (20 + SIGN.0, y + SIGN.1 / 2);
            for (row, column) in ruled(&nodes, index).filter_map(|it| layout.cells[it]) {
                let (end, top) = (left(column) + BOX.0 - 20, nets.tops[row]);
                canvas.sign(&format!("M{x} {y}H{}V{}H{end}V{top}", x + 16, top - RAIL))?;
            }
        }
    }
    canvas.rule(end - RULE, width)?;
    canvas.text((20, end + 12), Anchor::START, "name", "write-back")?;
    // The active paths are drawn last, so that they are visible where paths cross.
    for active in [false, true] {
        for (path, _) in nets.paths.iter().filter(|(_, is_active)| *is_active == active) {
            canvas.wire(path, active)?;
        }
    }
    for (index, node) in nodes.iter().enumerate() {
        let Some((row, column)) = layout.cells[index] else { continue };
        let (x, y) = (left(column), nets.tops[row]);
        let class = if node.active { "box active" } else { "box idle" };
        canvas.boxed(x, y, BOX.0, BOX.1, class)?;
        texts_of(&mut canvas, (x + 8, y, BOX.0 - 16), &node.wire, if node.active { "" } else { "idle" })?;
    }
    if let Some((row, column)) = nodes.len().checked_sub(1).and_then(|last| layout.cells[last]) {
        let x = left(column) + BOX.0 / 2;
        canvas.wire(&format!("M{x} {}V{end}", nets.tops[row] + BOX.1), true)?;
        let size = writes.chars().count() as u32 * CHARACTER + 20;
        let from = x.saturating_sub(size / 2).max(MARGIN).min(width.saturating_sub(size + 4));
        canvas.boxed(from, end, size, 34, "box active")?;
        canvas.text((from + size / 2, end + 22), Anchor::MIDDLE, "", writes)?;
    }
    canvas.finish()
}

/// The left edge of a column's boxes.
fn left(column: usize) -> u32 {
    MARGIN + COLUMN * column as u32
}

/// A wire's name and width, bits, value and note.
fn texts_of(canvas: &mut Canvas, (x, y, width): (u32, u32, u32), wire: &Wire, class: &str) -> io::Result<()> {
    let line = |index: u32| y + 17 + 19 * index;
    let with = |name: &str| format!("{name} {class}").trim().to_owned();
    canvas.text((x, line(0)), Anchor::START, &with("name"), wire.name)?;
    canvas.text((x, line(1)), Anchor::START, class, wire.bits.to_string().trim_start())?;
    let value = wire.value().to_string();
    let note = wire.note;
    let is_short = (value.len() + note.len() + 1) as u32 * CHARACTER < width;
    canvas.text((x, line(2)), Anchor::START, &with("accent"), &value)?;
    canvas.text((x + width, line(0)), Anchor::END, &with("faint"), &width_of(wire))?;
    match (note.is_empty(), is_short) {
        (true, _) => Ok(()),
        (false, true) => canvas.text((x + width, line(2)), Anchor::END, &with("faint"), note),
        (false, false) => canvas.text((x, line(3)), Anchor::START, &with("faint"), note),
    }
}

/// The paths of the arrows.
struct Nets {
    /// The upper edge of each row's boxes; the last row is the write-back.
    tops: Vec<u32>,
    /// Each path, and whether it is active.
    paths: Vec<(String, bool)>,
}

/// An arrow from a wire to another.
struct Arrow {
    from: usize,
    to: usize,
    active: bool,
    /// The place where the arrow passes rows: a column, and whether it is in the gap to the right of the column.
    lane: Option<(usize, bool)>,
}

impl Nets {
    fn of(nodes: &[Node], layout: &Layout) -> Self {
        let mut arrows = Vec::new();
        for (to, node) in nodes.iter().enumerate() {
            for source in &node.sources {
                let (Some(above), Some(below)) = (layout.cells[source.index], layout.cells[to]) else {
                    continue;
                };
                let rows = above.0 + 1..below.0;
                let lane = if rows.is_empty() {
                    None
                } else if layout.is_free(above.1, rows.clone()) {
                    Some((above.1, true))
                } else if layout.is_free(below.1, rows) {
                    Some((below.1, true))
                } else {
                    Some((above.1.min(below.1), false))
                };
                let active = source.active && node.active && nodes[source.index].active;
                arrows.push(Arrow { from: source.index, to, active, lane });
            }
        }
        let cell = |index: usize| layout.cells[index].unwrap_or_default();
        let gaps = |arrow: &Arrow| [cell(arrow.from).0, cell(arrow.to).0 - 1];
        let mut lanes: Vec<Lane> = Vec::new();
        for arrow in &arrows {
            if let Some(place) = arrow.lane {
                Lane::add(&mut lanes, place, arrow.from, gaps(arrow));
            }
        }
        // The places at which an arrow starts, passes rows and ends.
        let stations = |arrow: &Arrow| {
            let start = left(cell(arrow.from).1) + BOX.0 / 2;
            // The arrows into a box are side by side.
            let (place, of) = entry(nodes, layout, arrow);
            let end = left(cell(arrow.to).1) + BOX.0 / 2 + 2 * TRACK * place - TRACK * (of - 1);
            let lane = |&place: &(usize, bool)| {
                let index = lanes.iter().find(|lane| lane.place == place && lane.from == arrow.from);
                let (index, (column, inside)) = (index.map_or(0, |lane| lane.index), place);
                if inside {
                    left(column) + BOX.0 / 2 + TRACK * index
                } else {
                    left(column) + BOX.0 + 8 + TRACK * (index % 4)
                }
            };
            [start, arrow.lane.as_ref().map_or(end, lane), end]
        };
        // The gaps in which an arrow turns, with its new place.
        let turns = |arrow: &Arrow| {
            let [start, passes, end] = stations(arrow);
            let [first, last] = gaps(arrow);
            [(first, start, passes), (last, passes, end)]
                .into_iter()
                .filter_map(|(gap, from, to)| (from != to).then_some((gap, to)))
        };
        // Each gap between rows has a track for each wire that turns in it.
        let mut count: BTreeMap<usize, u32> = BTreeMap::new();
        let mut tracks: BTreeMap<(usize, usize), u32> = BTreeMap::new();
        for arrow in &arrows {
            for (gap, _) in turns(arrow) {
                let used = count.entry(gap).or_default();
                tracks.entry((gap, arrow.from)).or_insert_with(|| {
                    *used += 1;
                    *used - 1
                });
            }
        }
        let mut tops = vec![TOP];
        for row in 0..layout.rows {
            let used = count.get(&row).copied().unwrap_or(0);
            tops.push(tops[row] + BOX.1 + GAP + TRACK * used);
        }
        let track = |gap: usize, from: usize| tops[gap] + BOX.1 + 8 + TRACK * tracks[&(gap, from)];
        let paths = arrows.iter().map(|arrow| {
            let [start, ..] = stations(arrow);
            let turns = turns(arrow).map(|(gap, to)| format!("V{}H{to}", track(gap, arrow.from)));
            let path = format!("M{start} {}{}", tops[cell(arrow.from).0] + BOX.1, turns.collect::<String>());
            (format!("{path}V{}", tops[cell(arrow.to).0]), arrow.active)
        });
        let paths = paths.collect();
        Self { tops, paths }
    }
}

/// The vertical part of the paths of a wire, beside others in the same column.
struct Lane {
    place: (usize, bool),
    from: usize,
    /// The gaps between which it runs.
    gaps: [usize; 2],
    /// Its place from the left.
    index: u32,
}

impl Lane {
    /// Adds a lane in the first place that is free in these rows, or extends the lane of the same wire.
    fn add(lanes: &mut Vec<Self>, place: (usize, bool), from: usize, gaps: [usize; 2]) {
        if let Some(lane) = lanes.iter_mut().find(|lane| lane.place == place && lane.from == from) {
            lane.gaps[1] = lane.gaps[1].max(gaps[1]);
            return;
        }
        let meets = |lane: &Self| lane.gaps[0] <= gaps[1] && gaps[0] <= lane.gaps[1];
        let is_taken =
            |index: u32| lanes.iter().any(|lane| lane.place == place && lane.index == index && meets(lane));
        let index = (0..=lanes.len() as u32).find(|&index| !is_taken(index)).unwrap_or_default();
        lanes.push(Self { place, from, gaps, index });
    }
}

/// The place of an arrow among the arrows into its box, from the left, and their number.
fn entry(nodes: &[Node], layout: &Layout, arrow: &Arrow) -> (u32, u32) {
    let sources = &nodes[arrow.to].sources;
    let column = |index: usize| (layout.cells[index].unwrap_or_default().1, index);
    let before = sources.iter().filter(|source| column(source.index) < column(arrow.from)).count();
    (before as u32, sources.len() as u32)
}
