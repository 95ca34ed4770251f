//! The mode matrix: the state of each of the 864 modes in each row of the table, found by running the models.

use std::{collections::HashMap, num::NonZero, thread};

use vmad_ptx::{ast::Type, reading::Reading};
use vmad_sass::Arch;
use vmad_unit::vmad::Mode;

use super::{
    check::{Checked, Counterexample, Mismatch, check, counterexample, first_difference, nearness},
    grid,
};
use crate::{
    interpretation::{Case, INTERPRETATIONS, Interpretation, Model},
    lowering::{Registers, lower},
    parallel::each,
    spelling::mode_of,
};

/// The state of a mode in a row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellState {
    /// The mode is not in the row's domain.
    Outside,
    /// The row's models are equal in it.
    Equal,
    /// They differ.
    Differs(ModeDifference),
}

/// How a mode's operations differ in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeDifference {
    /// How many of the row's operations of this mode differ: up to two where the row has both dtypes.
    pub operations: usize,
    /// The smallest counterexample.
    pub example: Counterexample,
}

/// A mode and its results.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The mode.
    pub mode: Mode,
    /// The PTX that means it; [`None`] if there is none.
    pub ptx: Option<String>,
    /// The architectures for which ptxas makes a `VMAD` of that PTX.
    pub lowered: Vec<Arch>,
    /// On how many inputs the unit was compared with the default reading of PTX.
    pub runs: usize,
    /// The first input on which they differ.
    pub difference: Option<Counterexample>,
    /// Its state in each row of [`INTERPRETATIONS`], in its order.
    pub states: [CellState; INTERPRETATIONS.len()],
}

/// Every mode and the result of every row.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The 864 modes in the order of [`Mode::modes`].
    pub cells: Vec<Cell>,
    /// The result of [`check()`] for each row of [`INTERPRETATIONS`], in its order.
    pub rows: [Checked; INTERPRETATIONS.len()],
}

/// The differences of a row by mode; [`None`] for a mode of the row's domain in which the models are equal.
type Found = HashMap<Mode, Option<ModeDifference>>;

impl Matrix {
    /// Checks every row of the map, and runs its models and the unit in every mode: a thread for each row.
    ///
    /// # Errors
    /// A row of the map is wrong.
    pub fn new() -> Result<Self, Mismatch> {
        let mut rows: Vec<(Checked, Found)> = Vec::new();
        let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let row = |row: &&Interpretation| Ok::<_, Mismatch>((check(row)?, by_mode(row)));
        each(threads, &INTERPRETATIONS, row, |_, row, _| {
            rows.push(row?);
            Ok::<_, Mismatch>(())
        })?;
        let modes: Vec<_> = Mode::modes().map(|mode| (mode, compared(mode))).collect();
        let cells = modes.into_iter().map(|(mode, (case, runs, difference))| Cell {
            mode,
            ptx: case.instruction().map(|instruction| instruction.to_string()),
            lowered: lowered(&case),
            runs,
            difference,
            states: std::array::from_fn(|row| match rows[row].1.get(&mode) {
                None => CellState::Outside,
                Some(None) => CellState::Equal,
                Some(Some(difference)) => CellState::Differs(difference.clone()),
            }),
        });
        Ok(Self { cells: cells.collect(), rows: std::array::from_fn(|row| rows[row].0) })
    }

    /// How many modes differ in a row.
    pub fn differing(&self, row: usize) -> usize {
        self.cells.iter().filter(|cell| matches!(cell.states.get(row), Some(CellState::Differs(_)))).count()
    }
}

/// The architectures for which ptxas makes a `VMAD` of a case.
fn lowered(case: &Case) -> Vec<Arch> {
    let Some(instruction) = case.instruction() else { return Vec::new() };
    let registers = Registers::default();
    Arch::ALL.into_iter().filter(|&arch| lower(&instruction, arch, &registers).is_ok()).collect()
}

/// The unit against the default reading on the grid.
fn compared(mode: Mode) -> (Case, usize, Option<Counterexample>) {
    let case = Case::of_mode(mode, Type::U32);
    let inputs = grid::inputs(&case);
    let models = [Model::Unit, Model::Ptx(Reading::DEFAULT)];
    let difference = first_difference(models, &case, &inputs);
    (case, inputs.len(), difference)
}

/// The smallest counterexample of each mode of a row.
fn by_mode(row: &Interpretation) -> Found {
    let mut found = Found::new();
    let mut last = None;
    for case in row.domain.cases() {
        let difference = found.entry(mode_of(&case.operation)).or_insert(None);
        let Some(example) = counterexample(row, &case) else { continue };
        match difference {
            None => *difference = Some(ModeDifference { operations: 1, example }),
            Some(known) => {
                // The constants of an operation follow each other.
                known.operations += usize::from(last != Some(case.operation));
                if nearness(example.inputs) < nearness(known.example.inputs) {
                    known.example = example;
                }
            }
        }
        last = Some(case.operation);
    }
    found
}
