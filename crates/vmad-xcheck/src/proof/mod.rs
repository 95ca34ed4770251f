//! The proof: in each of the 864 modes and for all 2^96 inputs, the datapath computes the manual's `vmad`, and no wire is
//! too narrow.
//!
//! # The claim
//!
//! The unit's own stage functions run on [`symbolic`] values and build [`term`]s: the proof is about
//! [`vmad::compute`](vmad_unit::vmad::compute) itself. The other side is `vmad-ptx`'s own function for the manual's
//! pseudo-code and prose, run on terms of 128 bits ([`domain`]), in the default reading. For every wire a claim says that
//! its number is that of the manual's variable ([`goal::Sides::goal`]). In 128 bits nothing overflows, since no product
//! exceeds 2^64 and no addend 2^32: a tmp or shr of 66 bits that equals its counterpart has lost nothing.
//!
//! A solver is asked for inputs that break a claim of a mode. If there are none, the mode is proved.
//!
//! # Why the multiplication may be abstracted
//!
//! Solvers need long for two multiplications of different widths. So both sides share one variable `p` for the product.
//! It has as many bits as both formats together, extended by zeros if both formats are unsigned and by its sign
//! otherwise, and is between the smallest and the largest product ([`product`]). This is sound, because it covers each
//! execution of the two sides:
//!
//! 1. The multiplier's inputs are the manual's `ta` and `tb`. This is part of each mode's goal, without abstraction: the
//!    terms are the arguments of [`Logic::multiply`](vmad_unit::Logic::multiply).
//! 2. The unit's product, 66 bits of two 33-bit factors, is the lowest 66 bits of the manual's `tmp[127:0] = ta * tb`
//!    ([`Lemma::Multiplier`](lemma::Lemma::Multiplier)).
//! 3. `ta * tb` is its own lowest bits extended, and in the range, for any two numbers of the two formats
//!    ([`Lemma::Product`](lemma::Lemma::Product)). This is proved for each of the 36 format pairs, for magnitudes and
//!    sign by sign, since every number is a magnitude or the negative of one
//!    ([`Lemma::Magnitude`](lemma::Lemma::Magnitude)).
//!
//! Hence for all `a`, `b`, `c`: let `p` be the lowest bits of `ta * tb`. By 3 the assumption on `p` holds and the
//! manual's product is `p` extended; by 1 and 2 so is the unit's, which has at least two bits more than `p`. The claims
//! are proved for all `p` in the range, and so for this one.
//!
//! The converse fails: a `p` that breaks a claim need not be a product. So inputs that refute a goal count only if the
//! unit's code and `vmad-ptx`'s code differ on them ([`confirm`]). If none are found, the solver is asked about the goal
//! with both multiplications; if that is not decided, the mode is [`Unknown`](prover::Verdict::Unknown).
//!
//! # What it relies on
//!
//! - Terms mean what the code does: [`term_check`] evaluates both sides' terms and runs both codes.
//! - The script given to the solver means what the evaluator computes: the solver's counterexamples are evaluated, and a
//!   test has it confirm values.
//! - The solver's `unsat`. Another solver can give a second opinion.
//!
//! This covers all selectors (4,704 combinations): the [`table`] checks that each goal consists of the terms of a mode's
//! goal and of two operand lemmas.
//!
//! # Where other readings differ from the unit
//!
//! Each [alternative](crate::map::ALTERNATIVES) has a condition on modes and inputs under which it differs
//! from the unit. The proof shows that the condition is exact.

pub mod batch;
mod build;
mod condition;
pub mod confirm;
pub mod datapath;
pub mod domain;
pub mod equal;
pub mod eval;
pub mod family;
pub mod goal;
pub mod lemma;
pub mod name;
pub mod numbers;
mod operation;
pub mod product;
pub mod prover;
pub mod semantics;
pub mod smt;
pub mod solver;
pub mod symbolic;
pub mod table;
pub mod term;
pub mod term_check;
