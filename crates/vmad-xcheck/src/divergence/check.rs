//! A row compared with this project's model, mode by mode.

use std::collections::HashMap;

use vmad_unit::Operation;

use super::grid::{self, nearness};
use vmad_ptxas::row::{Case, Row};

/// The outcome of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Operations in which the models differ: of `VMAD`, each dtype counts.
    pub modes: usize,
    /// Operations that the row is about.
    pub of: usize,
    /// Cases: the operations with each constant.
    pub cases: usize,
    /// Inputs on which both models were run.
    pub runs: usize,
}

/// Inputs on which a row's models differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The instruction, in PTX.
    pub instruction: String,
    /// `a`, `b` and `c`.
    pub inputs: [u32; 3],
    /// The results of this project and of the row.
    pub results: [u32; 2],
}

/// How the operations of a mode differ in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeDifference {
    /// How many of the row's operations of this mode differ: up to two where the row has both dtypes.
    pub operations: usize,
    /// The counterexample with the inputs nearest to 0.
    pub example: Counterexample,
}

/// The differences of a row by mode; [`None`] for a mode that the row is about and in which the models are equal.
pub type Found = HashMap<Operation, Option<ModeDifference>>;

/// A row is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The models differ where the row states no difference.
    #[error("{id}: {} on {:x?} gives {:#x?}, and the row states no difference", .example.instruction, .example.inputs, .example.results)]
    Unforeseen {
        /// The row.
        id: &'static str,
        /// An instruction, its inputs and results.
        example: Counterexample,
    },
    /// The models are equal where the row states a difference.
    #[error("{id}: {instruction} gives the same in both models on {inputs}, and the row states a difference")]
    NoDifference {
        /// The row.
        id: &'static str,
        /// The instruction.
        instruction: String,
        /// The inputs, or how many were tried.
        inputs: String,
    },
    /// A model cannot compute a case.
    #[error("{id}: {case:?} cannot be computed by both models")]
    NotComputed {
        /// The row.
        id: &'static str,
        /// The case.
        case: Box<Case>,
    },
}

pub(super) fn text(case: &Case) -> String {
    case.instruction().map(|instruction| instruction.to_string()).unwrap_or_default()
}

/// Runs both models of a row over its cases of some modes and the corner grid.
///
/// # Errors
/// The first error of the row: a mode or an input that differs where none should, or a mode without a difference where
/// there should be one. A row with an exact condition must differ on exactly the inputs that its condition names.
pub fn check(row: &Row, modes: impl IntoIterator<Item = Operation>) -> Result<(Checked, Found), Mismatch> {
    let (mut checked, mut found) = (Checked::default(), Found::new());
    for mode in modes {
        let cases = row.domain.cases(&mode);
        // The constants of an operation follow each other.
        for cases in cases.chunk_by(|one, other| one.ptx == other.ptx) {
            let difference = found.entry(mode).or_insert(None);
            let mut differs = false;
            for case in cases {
                let inputs = grid::inputs(case);
                checked.runs += inputs.len();
                let Some(example) = check_case(row, case, &inputs)? else { continue };
                let known = difference
                    .get_or_insert_with(|| ModeDifference { operations: 0, example: example.clone() });
                known.operations += usize::from(!differs);
                differs = true;
                if nearness(example.inputs) < nearness(known.example.inputs) {
                    known.example = example;
                }
            }
            checked.modes += usize::from(differs);
            checked.of += 1;
            checked.cases += cases.len();
        }
    }
    Ok((checked, found))
}

/// The input nearest to 0, of some, on which the models of a case differ.
fn check_case(row: &Row, case: &Case, inputs: &[[u32; 3]]) -> Result<Option<Counterexample>, Mismatch> {
    let Row { id, .. } = *row;
    let (here, Some(there)) = (case.prepare(), row.prepare(case)) else {
        return Err(Mismatch::NotComputed { id, case: Box::new(*case) });
    };
    let no_difference = |inputs| Err(Mismatch::NoDifference { id, instruction: text(case), inputs });
    let expected = row.differs_in(case);
    let mut nearest: Option<Counterexample> = None;
    for &inputs in inputs {
        let results = [here(inputs), there(inputs)];
        let differs = results[0] != results[1];
        if differs || expected && row.is_exact() {
            match (differs, row.can_differ_on(case, inputs)) {
                (true, true) | (false, false) => {}
                (true, false) => {
                    let example = Counterexample { instruction: text(case), inputs, results };
                    return Err(Mismatch::Unforeseen { id, example });
                }
                (false, true) => return no_difference(format!("{inputs:x?}")),
            }
        }
        if differs && nearest.as_ref().is_none_or(|it| nearness(inputs) < nearness(it.inputs)) {
            nearest = Some(Counterexample { instruction: text(case), inputs, results });
        }
    }
    if expected && nearest.is_none() {
        return no_difference(format!("all {} inputs", inputs.len()));
    }
    Ok(nearest)
}

/// The inputs of the grid nearest to 0 on which the models of a row differ in a case. [`None`] where the row states no
/// difference, or has no model of the case.
pub fn counterexample(row: &Row, case: &Case) -> Option<Counterexample> {
    nearest(row, case, &grid::inputs(case))
}

/// Of some inputs, the one nearest to 0 on which the models of a row differ.
pub(super) fn nearest(row: &Row, case: &Case, inputs: &[[u32; 3]]) -> Option<Counterexample> {
    if case.ptx.is_some() && !row.differs_in(case) {
        return None;
    }
    let (here, there) = (case.prepare(), row.prepare(case)?);
    let nearer = |best: Option<[u32; 3]>, inputs: [u32; 3]| {
        let is_nearer = best.is_none_or(|best| nearness(inputs) < nearness(best));
        if is_nearer && here(inputs) != there(inputs) { Some(inputs) } else { best }
    };
    let inputs = inputs.iter().copied().fold(None, nearer)?;
    Some(Counterexample { instruction: text(case), inputs, results: [here(inputs), there(inputs)] })
}
