//! Whether two straight-line codes of PTX compute the same, for all inputs.
//!
//! Both codes run in the domain of [narrow terms](narrow::Narrow): `vmad-ptx`'s functions build the expressions that they
//! compute. A solver is asked for inputs on which the outputs differ.
//!
//! 1. The codes are run on random inputs and corners. If they differ, these are the counterexample.
//! 2. The terms are evaluated on some of these inputs: they must have the values that the codes compute.
//! 3. Each product of two unknown factors is a variable with the range of the product, the same for both codes where the
//!    factors are the same terms. What holds of all values of the variables holds of the products.
//! 4. If that is refuted or not decided, the same is done with products of 16-bit pieces of the factors, and last with
//!    multiplications.
//!
//! Only the solver's `unsat` is a proof. Its values are run by both codes before they count as a counterexample.

mod domain;
pub mod narrow;
pub mod number;
mod search;
pub mod statement;
pub mod values;
mod wiring;

use vmad_term::{
    solver::{Answer, Solver, SolverError},
    term::Terms,
};

use crate::confirm::refutes_terms_alone;
use narrow::Products;
use statement::{Outcome, Statement};

/// The verdict on a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equality {
    /// The codes are equal on all inputs that satisfy the assumptions.
    Equal,
    /// The codes differ on these values of the inputs.
    Different(Vec<u64>, Outcome),
    /// Not decided, for this reason.
    Unknown(String),
}

/// The forms of products, in the order in which they are tried.
const FORMS: [(Products, &str); 4] = [
    (Products::AllNamed, "with a variable for each product"),
    (Products::Named, "with a variable for each product of registers"),
    (Products::Split, "for products of 16 bits"),
    (Products::Exact, "with multiplications"),
];

/// Decides a statement.
///
/// # Errors
/// The solver does not run, or its output is not understood.
pub fn decide(statement: &Statement<'_>, solver: &Solver) -> Result<Equality, SolverError> {
    let samples = search::samples(statement);
    if let Some(found) = refuted(statement, &samples) {
        return Ok(found);
    }
    let mut reasons = Vec::new();
    for (form, how) in FORMS {
        let terms = Terms::new();
        let goal = statement.goal(&terms, form);
        if let Some(inputs) = goal.mismatch(statement, &samples[..samples.len().min(search::CHECKED)]) {
            return Ok(Equality::Unknown(format!(
                "the terms are not what the codes compute, on {inputs:x?}"
            )));
        }
        let why = match solver.ask(&terms, goal.assumption, goal.claim)? {
            Answer::Holds => return Ok(Equality::Equal),
            Answer::Unknown(why) => why,
            Answer::Fails(values) => {
                let of = |name| {
                    values.iter().find(|(other, _)| *other == name).map_or(0, |(_, value)| *value as u64)
                };
                let inputs: Vec<u64> = statement.variables().map(|(name, _)| of(name)).collect();
                if let Some(found) = refuted(statement, &[inputs]) {
                    return Ok(found);
                }
                if goal.is_abstract() {
                    "values that are not products".to_owned()
                } else {
                    refutes_terms_alone(&values)
                }
            }
        };
        reasons.push(format!("{how}: {why}"));
        if !goal.is_abstract() {
            break;
        }
    }
    Ok(Equality::Unknown(reasons.join("; ")))
}

fn refuted(statement: &Statement<'_>, inputs: &[Vec<u64>]) -> Option<Equality> {
    inputs.iter().find_map(|values| {
        let outcome = statement.run(values);
        outcome.refutes().then(|| Equality::Different(values.clone(), outcome))
    })
}
