//! Cells and evidence for the tests of the page.

use std::time::Duration;

use vmad_proof::{
    confirm::Counterexample,
    prover::Verdicts,
    table::{Line, Subject},
};
use vmad_sass::{Instruction, isa::B};
use vmad_unit::Operation;
use vmad_xcheck::{
    divergence::{Cell, CellState, Checked, Counterexample as Corner, Matrix, MatrixRow, ModeDifference},
    family::Group as Modes,
    sweep::{self, Group},
    vectors::Filter,
};

use super::evidence::Evidence;

/// Inputs on which a proof fails.
pub(super) const fn fails(operation: Operation) -> Counterexample {
    Counterexample { operation, inputs: [1, 2, 3], wire: "result", unit: 4, manual: 5 }
}

/// A line of the modes of a group.
pub(super) fn modes(group: Modes, verdicts: Verdicts) -> Line {
    Line { subject: Subject::Modes(group), verdicts, time: Duration::ZERO }
}

/// A line of a rival in some modes.
pub(super) fn rival(name: &'static str, modes: Vec<Operation>, verdicts: Verdicts) -> Line {
    Line { subject: Subject::Rival { name, modes }, verdicts, time: Duration::ZERO }
}

/// The evidence of these lines.
pub(super) fn proof(lines: impl IntoIterator<Item = Line>) -> Evidence {
    let mut evidence = Evidence::default();
    lines.into_iter().for_each(|line| evidence.line("z3 4.13", &line));
    evidence
}

/// The first modes of `VSHL`, without a difference and without rows.
pub(super) fn cells(count: usize) -> Vec<Cell> {
    let modes = Filter::of("VSHL").expect("an instruction").with_form(B::Register).modes();
    let words = modes.iter().flat_map(|mode| mode.words([false, false]));
    let cell = |word| {
        let instruction = Instruction::decode(word).expect("an instruction");
        let operation = instruction.operation().expect("a mode");
        let (ptx, lowered, states) = (Some("its PTX".to_owned()), Vec::new(), Vec::new());
        Cell { instruction, operation, ptx, lowered, runs: 1000, difference: None, states }
    };
    words.take(count).map(cell).collect()
}

/// A proof of the first cell's mode, a refutation of the second's, and no decision on the third's.
pub(super) fn one_of_each(cells: &[Cell]) -> Evidence {
    let [first, second, third] = [0, 1, 2].map(|at| cells[at].operation);
    let mut group = vmad_xcheck::family::groups().next().expect("a group");
    group.modes = vec![first];
    let verdicts = Verdicts {
        refuted: vec![fails(second)],
        unknown: vec![(Some(third), "time".to_owned())],
        ..Verdicts::default()
    };
    proof([modes(group, verdicts)])
}

/// The inputs of a corner on which a cell or a row differs.
pub(super) fn corner(instruction: &str) -> Corner {
    Corner { instruction: instruction.to_owned(), inputs: [6, 7, 8], results: [9, 10] }
}

pub(super) fn differing(instruction: &str, operations: usize) -> CellState {
    CellState::Differs(ModeDifference { operations, example: corner(instruction) })
}

/// Some cells, and P5 with these states in them.
pub(super) fn matrix(mut cells: Vec<Cell>, states: &[CellState]) -> Matrix {
    for (cell, state) in cells.iter_mut().zip(states) {
        cell.states = vec![state.clone()];
    }
    let checked = Checked { modes: 1, cases: 2000, runs: 3000 };
    Matrix { cells, rows: vec![MatrixRow { name: "P5", title: "a title", of: 4, checked }] }
}

/// Differences of a sweep in a mode.
fn swept_group(unit: u32) -> Group {
    let first = sweep::Difference {
        sass: "its SASS".to_owned(),
        sass_result: "0x4".to_owned(),
        ptx: "its PTX".to_owned(),
        ptx_result: "0x5".to_owned(),
        inputs: ["0x1", "0x2", "0x3"].map(str::to_owned),
    };
    Group { count: 3, unit, first }
}

/// A sweep of units of these modes, of which the first `done` are done, and its differences by unit.
pub(super) fn sweep(evidence: &mut Evidence, modes: &[Operation], done: u32, differing: &[u32]) {
    let units = modes.iter().map(|&operation| sweep::Unit { part: sweep::Part::Corners, operation });
    let plan = sweep::Plan::chosen(units.collect(), vmad_ptx::reading::Reading::DEFAULT);
    let mut report = sweep::Report::new(&plan, sweep::Shard::WHOLE);
    report.done = vec![[0, done - 1]];
    report.comparisons = 12345;
    report.scope = sweep::Scope::new(&["VSHL"], &[sweep::Part::Corners], 61, *plan.reading());
    report.groups = differing.iter().map(|&unit| (unit.to_string(), swept_group(unit))).collect();
    evidence.sweep(&plan, &report);
}
