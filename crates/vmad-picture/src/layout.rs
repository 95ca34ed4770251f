//! The places of the wires in the picture: a grid of rows and columns, and the paths of the arrows in the gaps.

use std::collections::BTreeMap;

use vmad_unit::Stage;

use super::dataflow::Node;

/// A stage of the picture: its rows, and the signs that control it.
pub(super) struct Band {
    pub(super) stage: Stage,
    pub(super) first_row: usize,
    /// Wires without arrows that control the stage.
    pub(super) signs: Vec<usize>,
}

/// The grid.
pub(super) struct Layout {
    pub(super) bands: Vec<Band>,
    /// Row and column of each wire; [`None`] for a sign.
    pub(super) cells: Vec<Option<(usize, usize)>>,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// Whether a wire is a sign: a bit without arrows that controls its stage.
pub(super) fn is_sign(nodes: &[Node], index: usize) -> bool {
    let is_used = nodes.iter().any(|node| node.sources.iter().any(|it| it.index == index));
    !is_used && nodes[index].sources.is_empty() && nodes[index].wire.bits.width() == 1
}

/// The wires that a sign controls: the next one of the record; if that is a constant, also the constants after it.
pub(super) fn ruled(nodes: &[Node], sign: usize) -> std::ops::Range<usize> {
    let is_constant = |node: &&Node| node.wire.stage == nodes[sign].wire.stage && node.sources.is_empty();
    let constants = nodes[sign + 1..].iter().take_while(is_constant).count();
    sign + 1..sign + 1 + constants.max(1)
}

/// The columns of the A, B and C ports; the product is between A and B.
const PORTS: [usize; 3] = [0, 2, 3];

impl Layout {
    /// Places every wire below those that it is computed from, in the rows of its stage.
    pub(super) fn of(nodes: &[Node]) -> Self {
        let mut stages: Vec<Stage> = Vec::new();
        for node in nodes {
            if !stages.contains(&node.wire.stage) {
                stages.push(node.wire.stage);
            }
        }
        let mut layout = Self { bands: Vec::new(), cells: vec![None; nodes.len()], rows: 0, columns: 0 };
        let mut ports = PORTS.into_iter();
        for stage in stages {
            let first_row = layout.rows;
            let (mut signs, mut in_rows) = (Vec::new(), BTreeMap::<usize, Vec<usize>>::new());
            for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.wire.stage == stage) {
                if is_sign(nodes, index) {
                    signs.push(index);
                    continue;
                }
                let above = node.sources.iter().filter_map(|source| layout.cells[source.index]);
                let row = above.map(|(row, _)| row + 1).max().unwrap_or(first_row).max(first_row);
                // The next wires need the row. The column is set later.
                layout.cells[index] = Some((row, 0));
                in_rows.entry(row).or_default().push(index);
            }
            for (row, wires) in in_rows {
                layout.columns_of(nodes, row, &wires, &mut ports);
                layout.rows = layout.rows.max(row + 1);
            }
            layout.bands.push(Band { stage, first_row, signs });
        }
        layout
    }

    /// Places the wires of a row: below their sources, else right of the others.
    fn columns_of(
        &mut self,
        nodes: &[Node],
        row: usize,
        wires: &[usize],
        ports: &mut impl Iterator<Item = usize>,
    ) {
        let mut taken: Vec<usize> = Vec::new();
        let main = self.cells.iter().flatten().filter(|cell| cell.0 + 1 == row).map(|cell| cell.1).min();
        for &index in wires {
            let columns = |is: &dyn Fn(usize) -> bool| -> Vec<usize> {
                let sources = nodes[index].sources.iter().map(|source| source.index);
                sources.filter(|&it| is(it)).filter_map(|it| Some(self.cells[it]?.1)).collect()
            };
            let is_flag = nodes[index].wire.bits.width() == 1;
            let is_data = |it: usize| nodes[it].wire.bits.width() > 1;
            let mut data = columns(&|it| is_data(it) && (nodes[it].active || is_flag));
            if data.is_empty() {
                data = columns(&is_data);
            }
            let wanted = if is_flag {
                data.iter().max().copied()
            } else {
                (!data.is_empty()).then(|| data.iter().sum::<usize>() / data.len())
            };
            let wanted = match wanted {
                Some(column) => column,
                None if row == 0 => ports.next().unwrap_or(0),
                None => main.map_or(0, |column| column + 1),
            };
            let column =
                (wanted..=wanted + taken.len()).find(|column| !taken.contains(column)).unwrap_or(wanted);
            taken.push(column);
            self.columns = self.columns.max(column + 1);
            self.cells[index] = Some((row, column));
        }
    }

    /// Whether no wire is in a column between two rows.
    pub(super) fn is_free(&self, column: usize, rows: std::ops::Range<usize>) -> bool {
        !self.cells.iter().flatten().any(|cell| cell.1 == column && rows.contains(&cell.0))
    }
}
