//! The mode matrix: where each of the 864 modes stands in each row of the map, found by running the models.

use std::{collections::HashMap, thread};

use vmad_ptx::{
    ast::{MultiplyAdd, Type},
    reading::Reading,
};
use vmad_sass::Arch;
use vmad_unit::vmad::Mode;

use super::{
    Case, Checked, Counterexample, Divergence, MAP, Mismatch, Model, check,
    check::{counterexample, first_difference, nearness},
    grid,
};
use crate::{
    lowering::{Registers, lower, mode::mode_of},
    spelling::multiply_add,
};

/// Where a mode stands in a row of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stand {
    /// The row does not speak of the mode.
    Outside,
    /// The row's models agree in it.
    Equal,
    /// They part.
    Parts(ModeParting),
}

/// How a mode's operations part in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeParting {
    /// How many of the row's operations that are this mode part: of those that differ in `.dtype`, there can be two.
    pub operations: usize,
    /// The smallest counterexample.
    pub example: Counterexample,
}

/// A mode and what was found in it.
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
    /// Where it stands in each row of [`MAP`], in its order.
    pub stands: [Stand; MAP.len()],
}

/// Every mode, and what the rows came to.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The 864 modes in the order of [`Mode::modes`].
    pub cells: Vec<Cell>,
    /// What [`check()`] made of each row of [`MAP`], in its order.
    pub rows: [Checked; MAP.len()],
}

/// The partings of a row by mode; a mode that the row speaks of and in which nothing parts has none.
type Found = HashMap<Mode, Option<ModeParting>>;

impl Matrix {
    /// Checks every row of the map, and runs its models and the unit in every mode: a thread for each row.
    ///
    /// # Errors
    /// A row of the map is wrong.
    pub fn new() -> Result<Self, Mismatch> {
        let (rows, modes) = thread::scope(|scope| {
            let rows = MAP.map(|row| scope.spawn(move || Ok((check(row)?, by_mode(row)))));
            let modes: Vec<_> = Mode::modes().map(|mode| (mode, compared(mode))).collect();
            (rows.map(|row| row.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))), modes)
        });
        let rows = rows.into_iter().collect::<Result<Vec<(Checked, Found)>, Mismatch>>()?;
        let cells = modes.into_iter().map(|(mode, (case, runs, difference))| Cell {
            mode,
            ptx: case.instruction().map(|instruction| instruction.to_string()),
            lowered: lowered(&case),
            runs,
            difference,
            stands: std::array::from_fn(|row| match rows[row].1.get(&mode) {
                None => Stand::Outside,
                Some(None) => Stand::Equal,
                Some(Some(parting)) => Stand::Parts(parting.clone()),
            }),
        });
        Ok(Self { cells: cells.collect(), rows: std::array::from_fn(|row| rows[row].0) })
    }

    /// How many modes part in a row.
    pub fn parting(&self, row: usize) -> usize {
        self.cells.iter().filter(|cell| matches!(cell.stands.get(row), Some(Stand::Parts(_)))).count()
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
    // As the rows of the map write it.
    let operation = MultiplyAdd { dtype: Type::U32, ..multiply_add(mode) };
    let case = Case { operation, constants: [None; 3] };
    let inputs = grid::inputs(&case);
    let models = [Model::Unit, Model::Ptx(Reading::DEFAULT)];
    let difference = first_difference(models, &case, &inputs);
    (case, inputs.len(), difference)
}

/// The smallest counterexample of each mode of a row.
fn by_mode(row: &Divergence) -> Found {
    let mut found = Found::new();
    let mut last = None;
    for case in row.domain.cases() {
        let parting = found.entry(mode_of(&case.operation)).or_insert(None);
        let Some(example) = counterexample(row, &case) else { continue };
        match parting {
            None => *parting = Some(ModeParting { operations: 1, example }),
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
