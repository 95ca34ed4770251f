//! Holding a row of the map against its models.

use std::collections::HashSet;

use super::{
    Divergence,
    case::Case,
    grid,
    model::{Model, Prepared},
};

/// What a row came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Modes in which the models part.
    pub parting: usize,
    /// Cases of the domain.
    pub cases: usize,
    /// Inputs on which both models were run.
    pub runs: usize,
}

/// Inputs on which a row's models part.
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
    /// The models part where the row says that they are equal.
    #[error("{id}: {} on {:x?} gives {:#x?}, where the row says nothing", .example.instruction, .example.inputs, .example.results)]
    Unforeseen {
        /// The row.
        id: super::Id,
        /// Where.
        example: Counterexample,
    },
    /// No input of the grid shows a difference where the row says that there is one.
    #[error(
        "{id}: {instruction} gives the same in both models on all {runs} inputs, and the row says that they part"
    )]
    NoDifference {
        /// The row.
        id: super::Id,
        /// The instruction.
        instruction: String,
        /// How many inputs were tried.
        runs: usize,
    },
    /// A case of the domain that a model does not know.
    #[error("{id}: {case:?} is nothing that both models can compute")]
    NotComputed {
        /// The row.
        id: super::Id,
        /// The case.
        case: Box<Case>,
    },
}

fn prepare(row: &Divergence, case: Case) -> Result<[Prepared; 2], Mismatch> {
    let [first, second] = row.models.map(|model| model.prepare(case));
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
/// The first place where the row is wrong: a difference that it does not foresee, in the mode or in the inputs, or a
/// mode in which it foresees one and none is found.
pub fn check(row: &Divergence) -> Result<Checked, Mismatch> {
    let mut parting = HashSet::new();
    let (mut cases, mut runs) = (0, 0);
    for case in row.domain.cases() {
        let models = prepare(row, case)?;
        let foreseen = row.parts(&case);
        let inputs = grid::inputs(&case);
        let mut found = false;
        for &inputs in &inputs {
            let results = [models[0](inputs), models[1](inputs)];
            if results[0] == results[1] {
                continue;
            }
            if !foreseen || !(row.inputs)(&case, inputs) {
                let example = Counterexample { instruction: text(&case), inputs, results };
                return Err(Mismatch::Unforeseen { id: row.id, example });
            }
            found = true;
        }
        if foreseen && !found {
            let (instruction, runs) = (text(&case), inputs.len());
            return Err(Mismatch::NoDifference { id: row.id, instruction, runs });
        }
        if found {
            parting.insert(case.operation);
        }
        cases += 1;
        runs += inputs.len();
    }
    Ok(Checked { parting: parting.len(), cases, runs })
}

/// The smallest counterexample of a case: of all inputs of the grid on which the models part, those nearest to
/// 0. [`None`] where the row says that there is none, or a model does not know the case.
pub fn counterexample(row: &Divergence, case: &Case) -> Option<Counterexample> {
    nearest(row, case, grid::inputs(case))
}

/// The smallest of some inputs on which a row's models part; [`None`] where they do on none.
pub(super) fn nearest(row: &Divergence, case: &Case, mut inputs: Vec<[u32; 3]>) -> Option<Counterexample> {
    if !row.parts(case) {
        return None;
    }
    inputs.sort_by_key(|inputs| nearness(*inputs));
    first_difference(row.models, case, &inputs)
}

/// The first of some inputs on which two models of a case differ; [`None`] where they do on none, or one does not know
/// the case.
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
pub fn shortest(row: &Divergence) -> Option<Counterexample> {
    let cases = row.domain.cases().into_iter().filter(|case| row.parts(case));
    let mut cases: Vec<_> = cases.map(|case| (text(&case).len(), case)).collect();
    let length = cases.iter().map(|(length, _)| *length).min()?;
    cases.retain(|(of_case, _)| *of_case == length);
    let examples = cases.iter().filter_map(|(_, case)| counterexample(row, case));
    examples.min_by_key(|example| nearness(example.inputs).0)
}

/// How far from 0 the inputs are, all together, and then the inputs: 0xffffffff is as near as 1.
pub(crate) fn nearness(inputs: [u32; 3]) -> (u64, [u32; 3]) {
    let distance = inputs.into_iter().map(|input| u64::from((input as i32).unsigned_abs())).sum();
    (distance, inputs)
}
