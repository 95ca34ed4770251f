//! Whether two straight-line sequences of PTX compute the same, for all inputs.
//!
//! Both sequences run in the domain of [narrow terms](narrow::Narrow): `vmad-ptx`'s functions build the expressions
//! that they compute. A solver is asked for inputs on which the outputs differ.
//!
//! 1. The sequences are run on random inputs and corners. If they differ, these are the counterexample.
//! 2. The terms are evaluated on some of these inputs: they must have the values that the sequences compute.
//! 3. If there are products, both sequences are [integer polynomials](polynomial::Polynomials), which may be the same.
//!    These are evaluated too.
//! 4. Each product of two unknown factors is a variable with the range of the product, the same for both sequences
//!    where the factors are the same terms. What holds for all values of the variables holds for the products.
//! 5. If that is refuted or not decided, the same is done with products of 16-bit pieces of the factors, and finally
//!    with multiplications.
//!
//! Only the same polynomials and the solver's `unsat` are a proof. Both sequences confirm the solver's counterexamples.

pub mod narrow;
pub mod polynomial;
mod polynomial_domain;
mod polynomial_store;
mod search;
mod special;
pub mod statement;
pub mod values;

pub use special::special_registers;

use std::collections::BTreeSet;

use vmad_term::{
    operation::low_bits,
    solver::{Answer, Solver},
};

use crate::confirm::refutes_terms_alone;
use narrow::Products;
use polynomial::Polynomials;
use statement::{Outcome, Statement};

/// The verdict on a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equality {
    /// The sequences are equal on all inputs that satisfy the assumptions.
    Equal(Proof),
    /// The sequences differ on these values of the inputs.
    Different(Vec<u64>, Outcome),
    /// Not decided.
    Unknown {
        /// The reason.
        why: String,
        /// The number of inputs on which both sequences were run, with equal results.
        agreed: usize,
    },
}

/// The proof that two sequences are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The sequences are the same polynomials. No checker verifies this.
    Polynomials,
    /// The solver's proof, which the checker accepted.
    Checked,
}

impl Proof {
    /// How the sequences were proved equal, as a part of a sentence.
    pub const fn how(self) -> &'static str {
        match self {
            Self::Polynomials => "by integer polynomials, not checked",
            Self::Checked => "proved, and the proof checked",
        }
    }
}

/// The forms of products, in the order in which they are tried.
const FORMS: [(Products, &str); 3] = [
    (Products::Named, "with a variable for each product of registers"),
    (Products::Split, "for products of 16 bits"),
    (Products::Exact, "with multiplications"),
];

/// How often the inputs are cut again.
const MOST_CUTS: usize = 16;

/// Decides a statement.
pub fn decide(statement: &Statement<'_>, solver: &Solver) -> Equality {
    decided(statement, solver, true)
}

/// Decides a statement without polynomials, so that each proof is a checked one.
pub fn decide_checked(statement: &Statement<'_>, solver: &Solver) -> Equality {
    decided(statement, solver, false)
}

fn decided(statement: &Statement<'_>, solver: &Solver, takes_polynomials: bool) -> Equality {
    let samples = search::samples(statement);
    if let Some(found) = refuted(statement, &samples) {
        return found;
    }
    let agreed = samples.iter().filter(|inputs| statement.run(inputs).assumed).count();
    let unknown = |why| Equality::Unknown { why, agreed };
    let wrong = |terms: &str, inputs: &[u64]| {
        unknown(format!("the {terms} are not what the codes compute, on {inputs:x?}"))
    };
    if agreed == 0 && statement.excludes_unspecified() {
        return unknown("for no input that was tried, every result is specified".to_owned());
    }
    if agreed == 0 && is_never(statement, solver) {
        return unknown("no input is known that satisfies the assumptions".to_owned());
    }
    if takes_polynomials {
        match by_polynomials(statement) {
            Ok(true) => return Equality::Equal(Proof::Polynomials),
            Ok(false) => {}
            Err(inputs) => return wrong("polynomials", &inputs),
        }
    }
    let mut reasons = Vec::new();
    for (form, how) in FORMS {
        let goal = statement.goal(form);
        if let Some(inputs) = goal.mismatch(statement, &samples[..samples.len().min(search::CHECKED)]) {
            return wrong("terms", inputs);
        }
        let why = match solver.ask(&goal.domain.terms, goal.assumption, goal.claim) {
            Answer::Holds => return Equality::Equal(Proof::Checked),
            Answer::Unknown(why) => why,
            Answer::Fails(values) => {
                let of = |(name, bits)| {
                    let found = values.iter().find(|(other, _)| *other == name);
                    found.map_or(0, |(_, value)| low_bits(*value, bits) as u64)
                };
                let inputs: Vec<u64> = statement.variables().map(of).collect();
                if let Some(found) = refuted(statement, &[inputs]) {
                    return found;
                }
                if goal.is_abstract() {
                    "values that are not products or not of one memory".to_owned()
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
    unknown(reasons.join("; "))
}

/// Whether no input is known to satisfy the assumptions: if there is none, every claim follows from them.
fn is_never(statement: &Statement<'_>, solver: &Solver) -> bool {
    let goal = statement.goal(Products::Exact);
    let terms = &goal.domain.terms;
    let never = terms.as_truth(terms.constant(1, 0));
    !matches!(solver.ask(terms, goal.assumption, never), Answer::Fails(_))
}

/// The first sample on which the sequences differ, and their results.
pub fn sampled(statement: &Statement<'_>) -> Option<(Vec<u64>, Outcome)> {
    search::samples(statement).into_iter().find_map(|inputs| {
        let outcome = statement.run(&inputs);
        outcome.refutes().then_some((inputs, outcome))
    })
}

/// Whether both sequences are the same integer polynomials, whatever the assumptions. It does not compare sequences
/// without products: a solver decides them.
///
/// # Errors
/// Inputs on which the polynomials have other values than the sequences.
pub fn by_polynomials(statement: &Statement<'_>) -> Result<bool, Vec<u64>> {
    if !statement.multiplies() {
        return Ok(false);
    }
    let mut cuts = BTreeSet::new();
    for _ in 0..MOST_CUTS {
        let domain = Polynomials { cuts: cuts.clone(), ..Polynomials::default() };
        let variables: Vec<_> =
            statement.variables().map(|(name, bits)| domain.variable(name, bits)).collect();
        let [left, right] = statement.outputs_in(&domain, &variables);
        if domain.is_given_up() {
            return Ok(false);
        }
        let known = cuts.len();
        cuts.extend(domain.store.borrow().wanted.iter().copied());
        if cuts.len() > known {
            continue;
        }
        if !left.iter().zip(&right).all(|(x, y)| domain.are_equal(*x, *y)) {
            return Ok(false);
        }
        let both = [left, right].concat();
        for inputs in search::samples(statement).into_iter().take(search::CHECKED / 4) {
            let of = |name: &str| {
                let found = statement.variables().zip(&inputs).find(|((other, _), _)| *other == name);
                found.map_or(0, |(_, value)| *value)
            };
            let outcome = statement.run(&inputs);
            let expected = outcome.left.iter().chain(&outcome.right).map(|value| Some(i128::from(*value)));
            if domain.values(&both, of) != expected.collect::<Vec<_>>() {
                return Err(inputs);
            }
        }
        return Ok(true);
    }
    Ok(false)
}

fn refuted(statement: &Statement<'_>, inputs: &[Vec<u64>]) -> Option<Equality> {
    inputs.iter().find_map(|values| {
        let outcome = statement.run(values);
        outcome.refutes().then(|| {
            if statement.reads_other_memory() {
                let why = "the codes read other memory, or the same in other parts".to_owned();
                return Equality::Unknown { why, agreed: 0 };
            }
            Equality::Different(values.clone(), outcome)
        })
    })
}
