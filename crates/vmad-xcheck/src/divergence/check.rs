//! A row of the table compared with its two models.

use std::collections::HashSet;

use super::{
    grid::{self, nearness},
    model::Prepared,
};
use crate::interpretation::{Case, Id, Interpretation, Kind, Model};

/// The outcome of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Modes in which the models differ.
    pub modes: usize,
    /// Cases of the domain.
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
    /// The results of the row's two models.
    pub results: [u32; 2],
}

/// A row is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The models differ where the row states no difference.
    #[error("{id}: {} on {:x?} gives {:#x?}, and the row states no difference", .example.instruction, .example.inputs, .example.results)]
    Unforeseen {
        /// The row.
        id: Id,
        /// An instruction, its inputs and results.
        example: Counterexample,
    },
    /// The models are equal where the row states a difference.
    #[error("{id}: {instruction} gives the same in both models on {inputs}, and the row states a difference")]
    NoDifference {
        /// The row.
        id: Id,
        /// The instruction.
        instruction: String,
        /// The inputs, or how many were tried.
        inputs: String,
    },
    /// A model cannot compute a case of the domain.
    #[error("{id}: {case:?} cannot be computed by both models")]
    NotComputed {
        /// The row.
        id: Id,
        /// The case.
        case: Box<Case>,
    },
    /// A row of an instruction other than `vmad` is wrong about a mode.
    #[error("{id}: in {instruction} the models {}, and the row says otherwise", if *.differs { "differ" } else { "are equal" })]
    Family {
        /// The row.
        id: &'static str,
        /// The instruction.
        instruction: String,
        /// Whether the models differ on an input of the grid.
        differs: bool,
    },
}

fn prepare(row: &Interpretation, case: Case) -> Result<[Prepared; 2], Mismatch> {
    let [first, second] = row.models().map(|model| model.prepare(case));
    match (first, second) {
        (Some(first), Some(second)) => Ok([first, second]),
        _ => Err(Mismatch::NotComputed { id: row.id, case: Box::new(case) }),
    }
}

fn text(case: &Case) -> String {
    case.instruction().map(|instruction| instruction.to_string()).unwrap_or_default()
}

/// Runs both models of a row over its whole domain and the corner grid.
///
/// # Errors
/// The first error of the row: a mode or an input that differs where none should, or a mode without a difference where
/// there should be one. A reading must differ on exactly the inputs that its condition names.
pub fn check(row: &Interpretation) -> Result<Checked, Mismatch> {
    let is_exact = matches!(row.kind, Kind::Reading { .. });
    let mut differing = HashSet::new();
    let (mut cases, mut runs) = (0, 0);
    for case in row.domain.cases() {
        let models = prepare(row, case)?;
        let expected = row.differs_in(&case);
        let no_difference =
            |inputs| Err(Mismatch::NoDifference { id: row.id, instruction: text(&case), inputs });
        let all_inputs = grid::inputs(&case);
        let mut found = false;
        for &inputs in &all_inputs {
            let results = [models[0](inputs), models[1](inputs)];
            let differs = results[0] != results[1];
            found |= differs;
            if !(differs || is_exact && expected) {
                continue;
            }
            match (differs, row.can_differ_on(&case, inputs)) {
                (true, true) | (false, false) => {}
                (true, false) => {
                    let example = Counterexample { instruction: text(&case), inputs, results };
                    return Err(Mismatch::Unforeseen { id: row.id, example });
                }
                (false, true) => return no_difference(format!("{inputs:x?}")),
            }
        }
        if expected && !found {
            return no_difference(format!("all {} inputs", all_inputs.len()));
        }
        if found {
            differing.insert(case.operation);
        }
        cases += 1;
        runs += all_inputs.len();
    }
    Ok(Checked { modes: differing.len(), cases, runs })
}

/// The smallest counterexample of a case: of all inputs of the grid on which the models differ, those nearest to
/// 0. [`None`] where the row states no difference, or a model cannot compute the case.
pub fn counterexample(row: &Interpretation, case: &Case) -> Option<Counterexample> {
    nearest(row, case, grid::inputs(case))
}

/// The smallest of some inputs on which a row's models differ.
pub(super) fn nearest(
    row: &Interpretation,
    case: &Case,
    mut inputs: Vec<[u32; 3]>,
) -> Option<Counterexample> {
    if !row.differs_in(case) {
        return None;
    }
    inputs.sort_by_cached_key(|inputs| nearness(*inputs));
    first_difference(row.models(), case, &inputs)
}

/// The first of some inputs on which two models of a case differ.
pub(super) fn first_difference(
    models: [Model; 2],
    case: &Case,
    inputs: &[[u32; 3]],
) -> Option<Counterexample> {
    let [first, second] = models.map(|model| model.prepare(*case));
    let (first, second) = (first?, second?);
    inputs.iter().find_map(|&inputs| {
        let results = [first(inputs), second(inputs)];
        (results[0] != results[1]).then(|| Counterexample { instruction: text(case), inputs, results })
    })
}

/// The counterexample of the shortest instruction of a row's domain; of several, the one with the smallest inputs.
pub fn shortest(row: &Interpretation) -> Option<Counterexample> {
    let cases = row.domain.cases().into_iter().filter(|case| row.differs_in(case));
    let mut cases: Vec<_> = cases.map(|case| (text(&case).len(), case)).collect();
    let length = cases.iter().map(|(length, _)| *length).min()?;
    cases.retain(|(of_case, _)| *of_case == length);
    let examples = cases.iter().filter_map(|(_, case)| counterexample(row, case));
    examples.min_by_key(|example| nearness(example.inputs).0)
}
