//! Whether two sequences of PTX compute the same.

use serde::Serialize;
use vmad_proof::equal::{Equality, decide, special_registers, statement::Statement};
use vmad_ptx::sequence::Sequence;
use vmad_term::solver::Solver;

/// The longest proof, in literals of 4 bytes. The page has no clock: this ends a search after some seconds.
const LONGEST_PROOF: usize = 20_000_000;

/// The answer to a comparison.
#[derive(Serialize)]
pub(crate) struct Comparison {
    /// `equal`, `different` or `not decided`.
    verdict: &'static str,
    /// The registers that are compared, or why nothing is decided.
    about: String,
    /// What an equality assumes.
    assumes: Vec<String>,
    /// Inputs on which both sequences were run and differ: name and value.
    inputs: Vec<[String; 2]>,
    /// The results on these inputs: name, and the value of each sequence.
    results: Vec<[String; 3]>,
}

impl Comparison {
    /// Compares two sequences on all values of their inputs. The error is one of the reader, or says why they cannot be
    /// compared.
    pub(crate) fn new(codes: &[String; 2]) -> Result<Self, String> {
        let parse = |place: usize| {
            Sequence::parse(&codes[place]).map_err(|error| format!("sequence {}: {}", place + 1, error.kind))
        };
        let [mut one, mut other] = [parse(0)?, parse(1)?];
        one.take_widths(&other);
        other.take_widths(&one);
        let facts = special_registers([&one, &other]);
        let statement = Statement::new(&one, &other, &facts, &[]).map_err(|error| error.to_string())?;
        let compared = statement.outputs().join(", ");
        let mut comparison = Self {
            verdict: "equal",
            about: compared,
            assumes: Vec::new(),
            inputs: Vec::new(),
            results: Vec::new(),
        };
        match decide(&statement, &Solver::new(None).with_literals(LONGEST_PROOF)) {
            Equality::Equal(proof) => {
                comparison.about = format!("{} for all inputs: {}", comparison.about, proof.how());
                let opaque = statement.opaque().into_iter();
                comparison.assumes.extend(opaque.map(|name| format!("nothing changes {name}")));
                if statement.excludes_unspecified() {
                    comparison.assumes.push("the PTX ISA specifies every result".to_owned());
                }
            }
            Equality::Different(values, outcome) => {
                comparison.verdict = "different";
                let hex = |value: &u64| format!("{value:#x}");
                let inputs = statement.inputs().iter().zip(&values);
                comparison.inputs = inputs.map(|(input, value)| [input.name.clone(), hex(value)]).collect();
                let results = statement.outputs().iter().zip(outcome.left.iter().zip(&outcome.right));
                comparison.results =
                    results.map(|(name, (left, right))| [name.clone(), hex(left), hex(right)]).collect();
            }
            Equality::Unknown { why, agreed } => {
                comparison.verdict = "not decided";
                comparison.about = format!("{why}; both agree on the {agreed} inputs that were tried");
            }
        }
        Ok(comparison)
    }
}
