//! The mode matrix of an instruction: the state of each of its modes in each row of the table, found by running the models.

use std::{collections::HashMap, num::NonZero, thread};

use vmad_ptx::{ast::Instruction as Ptx, reading::Reading};
use vmad_sass::{
    Arch, Instruction,
    isa::{B, Form},
};
use vmad_unit::{
    Operation,
    vabsdiff4::{SelectA, SelectB},
};

use super::{
    check::{Checked, Counterexample, Mismatch, check, counterexample},
    grid::{self, nearness},
};
use crate::{
    family::{expected, registers_only, specified},
    interpretation::{FAMILY_ROWS, FamilyRow, INTERPRETATIONS, Interpretation},
    lowering::{Registers, lower_any},
    parallel::each,
    spelling::mode_of,
    vectors::Filter,
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
    /// The instruction with the registers R0, R2, R3 and R4, and the first selector of each format.
    pub instruction: Instruction,
    /// Its mode.
    pub operation: Operation,
    /// The PTX that specifies it; [`None`] if there is none. Of `VSETP` the `vset` with its comparison.
    pub ptx: Option<String>,
    /// The architectures for which ptxas makes this instruction of that PTX.
    pub lowered: Vec<Arch>,
    /// On how many inputs the unit was compared with the default reading of PTX.
    pub runs: usize,
    /// The nearest input on which they differ.
    pub difference: Option<Counterexample>,
    /// Its state in each row of the matrix, in its order.
    pub states: Vec<CellState>,
}

/// A row of the table, and its result in the modes of an instruction.
#[derive(Clone, Debug)]
pub struct MatrixRow {
    /// The name: `D1`.
    pub name: &'static str,
    /// The subject.
    pub title: &'static str,
    /// How many modes the row is about. Of `VMAD` each dtype counts.
    pub of: usize,
    /// The result.
    pub checked: Checked,
}

/// Every mode of an instruction and the result of every row about it.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The modes with a register B, by the formats of A and B and by the modifiers in the order of text.
    pub cells: Vec<Cell>,
    /// The rows.
    pub rows: Vec<MatrixRow>,
}

/// The differences of a row by mode; [`None`] for a mode of the row's domain in which the models are equal.
type Found = HashMap<Operation, Option<ModeDifference>>;

impl Matrix {
    /// Checks every row about an instruction (`VADD`), and runs its models and the unit in every mode. No cells for a
    /// mnemonic that the family does not have.
    ///
    /// # Errors
    /// A row of the map is wrong.
    pub fn new(mnemonic: &str) -> Result<Self, Mismatch> {
        let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let modes = modes(mnemonic);
        let (mut found, mut rows) = (Vec::new(), Vec::new());
        let mut add = |row: Result<(MatrixRow, Found), Mismatch>| {
            let (row, by_mode) = row?;
            rows.push(row);
            found.push(by_mode);
            Ok(())
        };
        if mnemonic == "VMAD" {
            each(threads, &INTERPRETATIONS, |row| vmad_row(row), |_, row, _| add(row))?;
        } else {
            let about: Vec<_> =
                FAMILY_ROWS.iter().filter(|row| row.instructions.contains(&mnemonic)).collect();
            each(threads, &about, |row| family_row(row, &modes), |_, row, _| add(row))?;
        }
        let state = |by_mode: &Found, mode: &Operation| match by_mode.get(mode) {
            None => CellState::Outside,
            Some(None) => CellState::Equal,
            Some(Some(difference)) => CellState::Differs(difference.clone()),
        };
        let mut cells = Vec::with_capacity(modes.len());
        each(
            threads,
            &modes,
            |(instruction, mode)| Cell {
                states: found.iter().map(|by_mode| state(by_mode, mode)).collect(),
                ..Cell::new(*instruction, *mode)
            },
            |_, cell, _| {
                cells.push(cell);
                Ok::<_, Mismatch>(())
            },
        )?;
        Ok(Self { cells, rows })
    }

    /// How many modes differ in a row.
    pub fn differing(&self, row: usize) -> usize {
        self.cells.iter().filter(|cell| matches!(cell.states.get(row), Some(CellState::Differs(_)))).count()
    }
}

/// The modes with a register B and the first selector of each format.
fn modes(mnemonic: &str) -> Vec<(Instruction, Operation)> {
    let modes = Filter::of(mnemonic).map(|filter| filter.with_form(B::Register).modes()).unwrap_or_default();
    let words = modes.iter().flat_map(|mode| mode.words([false, false]));
    let instructions = words.filter_map(|word| Instruction::decode(with_own_lanes(word)).ok());
    instructions.filter_map(|it| Some((it, it.operation()?))).collect()
}

/// A word, of `VABSDIFF4` with the lanes `3210` and `7654`.
fn with_own_lanes(word: u64) -> u64 {
    let selects = [("A select", SelectA::L3210.encoding()), ("B select", SelectB::L7654.encoding())];
    match Form::of(word) {
        Some(form) if form.mnemonic == "VABSDIFF4" => {
            selects.into_iter().fold(word, |word, (name, value)| {
                form.field(name).map_or(word, |field| field.with(word, value.into()))
            })
        }
        _ => word,
    }
}

impl Cell {
    /// A mode without its states: the unit against the default reading on the grid.
    fn new(instruction: Instruction, operation: Operation) -> Self {
        let specified = specified(&operation);
        let ptx = specified.and_then(registers_only);
        let (mut runs, mut difference) = (0, None);
        if let Some(specified) = specified {
            let inputs = grid::of_operation(&operation);
            runs = inputs.len();
            let other = |inputs| expected(&operation, &specified, inputs, &Reading::DEFAULT);
            difference = first(&operation, &inputs, other);
        }
        Self {
            instruction,
            operation,
            lowered: ptx.as_ref().map(|ptx| lowered(ptx, &operation)).unwrap_or_default(),
            ptx: ptx.map(|ptx| ptx.to_string()),
            runs,
            difference,
            states: Vec::new(),
        }
    }
}

/// The architectures for which ptxas makes an instruction of PTX.
fn lowered(ptx: &Ptx, operation: &Operation) -> Vec<Arch> {
    let is_made = |arch: &Arch| {
        let code = lower_any(ptx, *arch, &Registers::default()).ok();
        code.and_then(|code| code.instruction()?.operation()).as_ref() == Some(operation)
    };
    Arch::ALL.into_iter().filter(is_made).collect()
}

/// The unit, and another model: the nearest input on which they differ.
fn first(
    operation: &Operation,
    inputs: &[[u32; 3]],
    other: impl Fn([u32; 3]) -> u32,
) -> Option<Counterexample> {
    inputs.iter().find_map(|&inputs| {
        let [a, b, c] = inputs;
        let results = [operation.execute(a, b, c).bits(), other(inputs)];
        let ptx = || specified(operation).and_then(registers_only).map(|it| it.to_string());
        (results[0] != results[1]).then(|| Counterexample {
            instruction: ptx().unwrap_or_default(),
            inputs,
            results,
        })
    })
}

/// A row of `VMAD`: the smallest counterexample of each mode.
fn vmad_row(row: &Interpretation) -> Result<(MatrixRow, Found), Mismatch> {
    let checked = check(row)?;
    let mut found = Found::new();
    let mut last = None;
    for case in row.domain.cases() {
        let difference = found.entry(mode_of(&case.operation).into()).or_insert(None);
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
    let row = MatrixRow { name: row.id.name(), title: row.title, of: row.domain.size(), checked };
    Ok((row, found))
}

/// A row of another instruction, in the modes that something specifies.
fn family_row(row: &FamilyRow, modes: &[(Instruction, Operation)]) -> Result<(MatrixRow, Found), Mismatch> {
    let mut checked = Checked { modes: 0, cases: 0, runs: 0 };
    let mut found = Found::new();
    for (instruction, mode) in modes.iter().filter(|(_, mode)| specified(mode).is_some()) {
        let inputs = grid::of_operation(mode);
        let unit = |[a, b, c]: [u32; 3]| mode.execute(a, b, c).bits();
        let example =
            first(mode, &inputs, |inputs| row.evaluate(mode, inputs).unwrap_or_else(|| unit(inputs)));
        if example.is_some() != row.differs_in_mode(mode) {
            let (instruction, differs) = (instruction.to_string(), example.is_some());
            return Err(Mismatch::Family { id: row.id, instruction, differs });
        }
        checked.modes += usize::from(example.is_some());
        checked.cases += 1;
        checked.runs += inputs.len();
        found.insert(*mode, example.map(|example| ModeDifference { operations: 1, example }));
    }
    let [title, ..] = row.texts();
    Ok((MatrixRow { name: row.id, title, of: checked.cases, checked }, found))
}
