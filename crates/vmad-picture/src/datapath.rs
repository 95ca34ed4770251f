//! The datapath of one execution, with the values on its wires: 390 wide, so that it fits a phone, with the wires below
//! each other.

use vmad_sass::{Instruction, Ports};
use vmad_unit::{Operation, Wire};

use super::{
    canvas::{Anchor, CHARACTER, Canvas, wrapped},
    dataflow::{Node, graph, is_sign, ruled},
};

/// The width in pixels: that of a phone.
const WIDTH: u32 = 390;
const MARGIN: u32 = 8;
/// The distance of two lanes.
const LANE: u32 = 8;
/// The height of a line of text, and the space above and below the lines of a box.
const LINE: u32 = 18;
const PADDING: u32 = 6;
/// The distance of two boxes, and the height of a stage's heading.
const GAP: u32 = 8;
const HEADING: u32 = 30;
/// The distance of two arrows at the same box.
const ENTRY: u32 = 7;

/// Draws an execution with its wires in one column, and the arrows on the left; `writes` says what the write-back does.
pub fn datapath(
    instruction: &Instruction,
    operation: &Operation,
    Ports { a, b, c }: Ports,
    writes: &str,
) -> String {
    let nodes = graph(operation, [a, b, c]);
    let nets = nets(&nodes);
    let lanes = nets.iter().map(|net| net.lane + 1).max().unwrap_or(0);
    let left = MARGIN + LANE * lanes + 10;
    let inside = WIDTH - MARGIN - left - 12;
    let title = wrapped(&format!("{instruction};"), (WIDTH - 2 * MARGIN) / (CHARACTER + 2));
    let word = format!("{:#018x}, {}", instruction.encode(), instruction.dispatch().name());
    let written = wrapped(writes, inside / CHARACTER);

    let mut rows = Vec::new();
    let mut y = 24 + 20 * title.len() as u32 + 2 * LINE;
    for (index, node) in nodes.iter().enumerate() {
        let is_first = index == 0 || nodes[index - 1].wire.stage != node.wire.stage;
        let top = if is_first { y + HEADING } else { y };
        let text = LINE * lines(&node.wire, inside).len() as u32 + 2 * PADDING;
        let row = WireBox { top, height: text.max(ENTRY * (node.sources.len() as u32 + 3)), is_first };
        y = row.bottom() + GAP;
        rows.push(row);
    }
    let end = y + HEADING;
    let last = LINE * written.len() as u32 + 2 * PADDING;
    let values = nodes.iter().map(|node| format!("{} {}", node.wire.name, node.wire.value()));
    let description = format!("The datapath: {}; {writes}.", values.collect::<Vec<_>>().join(", "));
    let size = [WIDTH, end + last + MARGIN];
    let mut canvas = Canvas::new(size, &format!("{instruction};"), &description);
    for (line, text) in (0..).zip(&title) {
        canvas.text((MARGIN, 24 + 20 * line), Anchor::START, "title", text);
    }
    let below = 24 + 20 * title.len() as u32;
    canvas.text((MARGIN, below), Anchor::START, "faint", &word);
    canvas.text((MARGIN, below + LINE), Anchor::START, "faint", "dashed: without effect on this result");
    for (node, row) in nodes.iter().zip(&rows).filter(|(_, row)| row.is_first) {
        canvas.rule(row.top - HEADING + 2);
        canvas.text((left, row.top - 8), Anchor::START, "name", node.wire.stage.name());
    }
    canvas.rule(end - HEADING + 2);
    canvas.text((left, end - 8), Anchor::START, "name", "write-back");
    // The active paths are drawn last, so that they are visible where paths cross.
    for active in [false, true] {
        for net in &nets {
            let x = left - 10 - LANE * net.lane;
            let from = rows[net.from].bottom() - ENTRY;
            for (to, place, _) in net.to.iter().filter(|(.., is_active)| *is_active == active) {
                let to = rows[*to].top + ENTRY * (place + 1);
                let path = format!("M{left} {from}H{x}V{to}H{left}");
                if is_sign(&nodes, net.from) {
                    canvas.line("sign", &path);
                } else {
                    canvas.wire(&path, active, nodes[net.from].port());
                }
            }
        }
    }
    for (index, (node, row)) in nodes.iter().zip(&rows).enumerate() {
        let (frame, class) = match (node.active, is_sign(&nodes, index)) {
            (true, _) => ("box active", ""),
            (false, true) => ("box", ""),
            (false, false) => ("box idle", "idle"),
        };
        let colour = if index + 1 == nodes.len() { "destination" } else { node.port() };
        canvas.boxed(
            left,
            row.top,
            WIDTH - MARGIN - left,
            row.height,
            format!("{frame} {colour}").trim_end(),
        );
        for (line, (at_left, at_right)) in (0..).zip(lines(&node.wire, inside)) {
            let y = row.top + PADDING + LINE * line + 13;
            for (x, anchor, (name, text)) in
                [(left + 6, Anchor::START, at_left), (left + 6 + inside, Anchor::END, at_right)]
            {
                if !text.is_empty() {
                    canvas.text((x, y), anchor, format!("{name} {class}").trim(), &text);
                }
            }
        }
    }
    if let Some(row) = rows.last() {
        // Right of the heading.
        let x = left + 130;
        canvas.wire(&format!("M{x} {}V{end}", row.bottom()), true, "");
        canvas.boxed(left, end, WIDTH - MARGIN - left, last, "box active destination");
        for (line, text) in (0..).zip(&written) {
            canvas.text((left + 6, end + PADDING + LINE * line + 13), Anchor::START, "", text);
        }
    }
    canvas.finish()
}

/// The box of a wire.
struct WireBox {
    top: u32,
    height: u32,
    /// Whether it is the first of its stage.
    is_first: bool,
}

impl WireBox {
    const fn bottom(&self) -> u32 {
        self.top + self.height
    }
}

/// A class and a text.
type Styled = (&'static str, String);

/// The lines of a wire, each with a left and a right text: name, note and width; bits and value.
fn lines(wire: &Wire, width: u32) -> Vec<(Styled, Styled)> {
    let fits = |texts: &[&str]| {
        texts.iter().map(|text| text.chars().count() as u32 + 1).sum::<u32>() * CHARACTER <= width
    };
    let bits = wire.bits.to_string().trim_start().to_owned();
    let count = match wire.bits.width() {
        1 => "1 bit".to_owned(),
        width => format!("{width} bits"),
    };
    let (value, note) = (wire.value().to_string(), wire.note);
    let nothing = || ("", String::new());
    let mut lines = Vec::new();
    if fits(&[wire.name, note, &count, ""]) && !note.is_empty() {
        lines.push((("name", wire.name.to_owned()), ("faint", format!("{note}, {count}"))));
    } else {
        lines.push((("name", wire.name.to_owned()), ("faint", count)));
        if !note.is_empty() {
            lines.push((nothing(), ("faint", note.to_owned())));
        }
    }
    if fits(&[&bits, &value]) {
        lines.push((("", bits), ("accent", value)));
    } else {
        lines.push((("", bits), nothing()));
        lines.push((nothing(), ("accent", value)));
    }
    lines
}

/// A wire that others are computed from, and its arrows.
struct Net {
    from: usize,
    /// Each wire, the place of the arrow at its box, and whether it is active.
    to: Vec<(usize, u32, bool)>,
    /// Its place, counted from the boxes to the left.
    lane: u32,
}

impl Net {
    fn last(&self) -> usize {
        self.to.iter().map(|&(to, ..)| to).max().unwrap_or(self.from)
    }
}

/// The nets of a graph; the shorter ones are nearer to the boxes.
fn nets(nodes: &[Node]) -> Vec<Net> {
    let mut nets: Vec<Net> = Vec::new();
    for from in 0..nodes.len() {
        let mut to = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            for (place, source) in (0..).zip(&node.sources).filter(|(_, source)| source.index == from) {
                to.push((index, place, source.active && node.active && nodes[from].active));
            }
        }
        if is_sign(nodes, from) {
            // The arrow of a sign ends below the arrows of the wires.
            let place = |index: usize| nodes[index].sources.len() as u32;
            to.extend(ruled(nodes, from).map(|index| (index, place(index), false)));
        }
        if !to.is_empty() {
            nets.push(Net { from, to, lane: 0 });
        }
    }
    nets.sort_by_key(|net| net.last() - net.from);
    for index in 0..nets.len() {
        let (before, rest) = nets.split_at_mut(index);
        let net = &mut rest[0];
        // An arrow ends above the place at which one of the same box starts.
        let meets = |other: &&Net| other.from < net.last() && net.from < other.last();
        let taken: Vec<u32> = before.iter().filter(meets).map(|other| other.lane).collect();
        net.lane = (0..=index as u32).find(|lane| !taken.contains(lane)).unwrap_or_default();
    }
    nets
}
