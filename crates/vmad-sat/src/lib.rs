//! Questions about gates: values that make a wire true, or a proof, which a checker verifies, that there are none.
//!
//! ```
//! use vmad_sat::{Limits, Outcome, gates::Gates, search};
//!
//! let mut gates = Gates::default();
//! let (a, b) = (gates.input(), gates.input());
//! let (both, one) = (gates.and(a, b), gates.xor(a, b));
//! let wrong = gates.and(both, one);
//! let mut clauses = gates.clauses(&[wrong]);
//! clauses.add([wrong.literal()]);
//! let Outcome::Proof(proof) = search(&clauses, Limits { time: None, literals: 1000 }) else { panic!() };
//! assert!(proof.refutes(&clauses));
//! ```
//!
//! # A tour
//!
//! - [`checker`]: the checker of proofs. It depends on nothing. Read it first: "proved" rests on it.
//! - [`gates`]: gates, each stored once, their clauses, and their simulation.
//! - [`clauses`]: lists of clauses and proofs, in the public formats DIMACS and DRAT.
//! - [`search`]: the search, by the crate `batsat`. No other file names it.
#![forbid(unsafe_code)]

pub mod checker;
pub mod clauses;
pub mod gates;
mod search;

pub use search::{Limits, Outcome, search};
