//! A row compared with this project's model, mode by mode.
//!
//! [`check()`] compares the two models of a row over all of its cases and a [grid] of corner inputs: equal wherever the row
//! states no difference, and different, on some input, in every mode where it states one. A wrong or outdated row fails.
//!
//! ```
//! use vmad_map::{check::check, rows::D1};
//! use vmad_unit::{Operation, vmad::Mode};
//!
//! let checked = check(&D1, Mode::modes().map(Operation::Vmad)).unwrap();
//! assert_eq!(checked.differing(), 45);
//! ```

use std::collections::HashMap;

use vmad_unit::Operation;

use crate::{
    case::Case,
    divergence::{Divergence, Inputs},
    grid::{self, nearness},
    model::Prepared,
};

/// The outcome of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The modes that the row is about; [`None`] for a mode in which the models are equal.
    pub modes: HashMap<Operation, Option<ModeDifference>>,
    /// Operations that the row is about: of `VMAD`, each dtype counts.
    pub of: usize,
    /// Cases: the operations with each constant.
    pub cases: usize,
    /// Inputs on which both models were run.
    pub runs: usize,
}

impl Checked {
    /// The modes in which the models differ.
    pub fn differences(&self) -> impl Iterator<Item = &ModeDifference> {
        self.modes.values().flatten()
    }

    /// How many operations differ.
    pub fn differing(&self) -> usize {
        self.differences().map(|difference| difference.operations).sum()
    }
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

fn text(case: &Case) -> String {
    case.instruction().map(|instruction| instruction.to_string()).unwrap_or_default()
}

/// Runs both models of a row over its cases of some modes and the corner grid.
///
/// # Errors
/// The first error of the row, in words: a mode or an input that differs where none should, or a mode without a
/// difference where there should be one. A row with an exact condition must differ on exactly the inputs that its
/// condition names.
pub fn check(row: &Divergence, modes: impl IntoIterator<Item = Operation>) -> Result<Checked, String> {
    let mut checked = Checked::default();
    for mode in modes {
        let cases = row.domain.cases(&mode);
        // The constants of an operation follow each other.
        for cases in cases.chunk_by(|one, other| one.ptx == other.ptx) {
            let mut examples = Vec::new();
            for case in cases {
                let inputs = grid::inputs(case);
                checked.runs += inputs.len();
                examples.extend(check_case(row, case, &inputs)?);
            }
            let known = checked.modes.entry(mode).or_insert(None);
            if !examples.is_empty() {
                let operations = 1 + known.as_ref().map_or(0, |difference| difference.operations);
                let examples = known.take().map(|difference| difference.example).into_iter().chain(examples);
                let nearest = examples.min_by_key(|example| nearness(example.inputs));
                *known = nearest.map(|example| ModeDifference { operations, example });
            }
            checked.of += 1;
            checked.cases += cases.len();
        }
    }
    Ok(checked)
}

/// The input nearest to 0, of some, on which the models of a case differ.
fn check_case(row: &Divergence, case: &Case, inputs: &[[u32; 3]]) -> Result<Option<Counterexample>, String> {
    let Divergence { id, .. } = *row;
    let (here, Some(there)) = (case.prepare(), row.prepare(case)) else {
        return Err(format!("{id}: {case:?} cannot be computed by both models"));
    };
    let no_difference = |inputs: &str| {
        let text = text(case);
        Err(format!(
            "{id}: {text} gives the same in both models on {inputs}, and the row states a difference"
        ))
    };
    let expected = row.differs_in(case);
    let mut nearest: Option<([u32; 3], [u32; 2])> = None;
    for &inputs in inputs {
        let results = [here(inputs), there(inputs)];
        let differs = results[0] != results[1];
        if differs || expected && matches!(row.inputs, Inputs::Exactly(_)) {
            match (differs, row.can_differ_on(case, inputs)) {
                (true, true) | (false, false) => {}
                (true, false) => {
                    let text = text(case);
                    return Err(format!(
                        "{id}: {text} on {inputs:x?} gives {results:#x?}, and the row states no difference"
                    ));
                }
                (false, true) => return no_difference(&format!("{inputs:x?}")),
            }
        }
        if differs && nearest.is_none_or(|(it, _)| nearness(inputs) < nearness(it)) {
            nearest = Some((inputs, results));
        }
    }
    if expected && nearest.is_none() {
        return no_difference(&format!("all {} inputs", inputs.len()));
    }
    Ok(nearest.map(|(inputs, results)| Counterexample { instruction: text(case), inputs, results }))
}

/// Of some inputs, the one nearest to 0 on which the models of a row differ. [`None`] where the row states no difference, or
/// has no model of the case.
pub fn nearest(
    row: &Divergence,
    case: &Case,
    inputs: impl FnOnce() -> Vec<[u32; 3]>,
) -> Option<Counterexample> {
    if case.ptx.is_some() && !row.differs_in(case) {
        return None;
    }
    let models = [case.prepare(), row.prepare(case)?];
    let mut inputs = inputs();
    inputs.sort_unstable_by_key(|inputs| nearness(*inputs));
    inputs.dedup();
    first(case, &models, inputs)
}

/// The first of some inputs on which two models of a case differ.
fn first(case: &Case, models: &[Prepared; 2], inputs: Vec<[u32; 3]>) -> Option<Counterexample> {
    inputs.into_iter().find_map(|inputs| {
        let results = models.each_ref().map(|model| model(inputs));
        (results[0] != results[1]).then(|| Counterexample { instruction: text(case), inputs, results })
    })
}
