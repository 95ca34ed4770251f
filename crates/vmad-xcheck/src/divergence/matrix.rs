//! The mode matrix of an instruction: its modes, and the rows of the table in them, found by running the models.

use std::{num::NonZero, thread};

use vmad_ptx::ast::Instruction as Ptx;
use vmad_sass::{Arch, Instruction, Parts, isa::B};
use vmad_unit::{Kind, Operation};

use super::{
    check::{Checked, Counterexample, check, first},
    grid,
};
use crate::{map, vectors::Filter};
use vmad_ptxas::{
    lowering::{Registers, lower},
    row::{Case, Row},
};
use vmad_term::parallel::each;

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
    /// The first input on which they differ.
    pub difference: Option<Counterexample>,
}

/// Every mode of an instruction and the result of every row about it.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The modes with a register B, by the formats of A and B and by the modifiers in the order of text.
    pub cells: Vec<Cell>,
    /// The rows, with their results.
    pub rows: Vec<(&'static Row, Checked)>,
}

impl Matrix {
    /// Checks every row about an instruction, and runs its models and the unit in every mode.
    ///
    /// # Errors
    /// A row of the map is wrong.
    pub fn new(kind: Kind) -> Result<Self, String> {
        let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let modes = modes(kind);
        let about: Vec<_> = map::about(kind).collect();
        let run = |row: &&'static Row| check(row, modes.iter().map(|(_, mode)| *mode));
        let (mut rows, mut cells) = (Vec::new(), Vec::with_capacity(modes.len()));
        each(threads, &about, run, |row, checked, _| {
            rows.push((*row, checked?));
            Ok::<_, String>(())
        })?;
        let cell = |(instruction, mode): &(Instruction, Operation)| Cell::new(*instruction, *mode);
        each(threads, &modes, cell, |_, cell, _| {
            cells.push(cell);
            Ok::<_, String>(())
        })?;
        Ok(Self { cells, rows })
    }
}

/// The modes with a register B and the first selector of each format; of `VABSDIFF4`, the bytes in their order.
fn modes(kind: Kind) -> Vec<(Instruction, Operation)> {
    let with_first_selectors = |word| {
        let parts = Instruction::decode(word).ok()?.parts()?;
        let operation = parts.operation.with_first_selectors();
        Some((Instruction::from_parts(&Parts { operation, ..parts }).ok()?, operation))
    };
    let modes = Filter::of(kind).with_form(B::Register).modes();
    modes.iter().filter_map(|mode| with_first_selectors(mode.number())).collect()
}

impl Cell {
    /// A mode: the unit against the default reading on the grid.
    fn new(instruction: Instruction, operation: Operation) -> Self {
        let plain = Case::of_mode(operation);
        let case = Case::spellings(operation).first().copied().unwrap_or(plain);
        let ptx = case.instruction();
        let (mut runs, mut difference) = (0, None);
        if ptx.is_some() {
            let inputs = grid::inputs(&case);
            runs = inputs.len();
            difference = first(&case, &[case.unit(), case.prepare()], inputs);
        }
        Self {
            instruction,
            operation,
            lowered: ptx.as_ref().map(|ptx| lowered(ptx, &operation)).unwrap_or_default(),
            ptx: ptx.map(|ptx| ptx.to_string()),
            runs,
            difference,
        }
    }
}

/// The architectures for which ptxas makes an instruction of PTX.
fn lowered(ptx: &Ptx, operation: &Operation) -> Vec<Arch> {
    let is_made = |arch: &Arch| {
        let code = lower(ptx, *arch, &Registers::default()).ok();
        code.and_then(|code| code.instruction()?.operation()).as_ref() == Some(operation)
    };
    Arch::MAXWELL_AND_PASCAL.into_iter().filter(is_made).collect()
}
