//! Bit-vector expressions: the language of the proofs, of `vmad ptx equal` and of `vmad emit`.
//!
//! ```
//! use vmad_term::{eval::Evaluator, smt::Script, term::Terms};
//!
//! let terms = Terms::new();
//! let (x, y) = (terms.variable::<8>("x"), terms.variable::<8>("y"));
//! let claim = terms.equal(terms.add(x, y), terms.add(y, x));
//! let mut evaluator = Evaluator::new(&terms, &[claim.into()]);
//! evaluator.run(|name| if name == "x" { 200 } else { 100 });
//! assert!(evaluator.truth(claim));
//! assert!(Script::new(&terms, terms.always(), claim).question().contains("(bvadd x y)"));
//! ```
//!
//! # A tour
//!
//! - [`operation`]: the operations, their sorts and their values. [`term`]: the store, in which equal expressions are
//!   one [`Term`](operation::Term), and typed terms. [`eval`]: evaluation. Nothing is simplified: a proof is about the
//!   expression that was built.
//! - [`simplify`]: a store that simplifies what it builds, for code that is printed and for `vmad ptx equal`. The proof of
//!   printed code copies its terms into another store, and assumes nothing of the rules; `vmad ptx equal` evaluates its
//!   terms before each proof.
//! - [`symbolic`] and [`domain`]: the datapath's and the PTX model's own functions, run on terms.
//! - [`circuit`]: terms as gates. [`solver`]: the solver, whose proofs a checker verifies. [`smt`]: SMT-LIB, for other
//!   solvers.
//!
//! # Amounts of shifts
//!
//! A shift by a term is total: an amount of the width or more shifts every bit out, as in SMT-LIB. Languages and GPUs
//! do not define such shifts. Code that is printed therefore has a side condition: each amount is less than the width.
//! [`Terms::amounts_are_legal`](term::Terms::amounts_are_legal) states it, and a proof of printed code must claim it.
#![forbid(unsafe_code)]

mod build;
pub mod circuit;
pub mod domain;
pub mod eval;
pub mod operation;
pub mod simplify;
pub mod smt;
pub mod solver;
pub mod symbolic;
pub mod term;
