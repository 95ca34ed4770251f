//! The proof: in each of the 864 modes, for all 2^96 inputs, the datapath as the code runs it is the manual's `vmad`,
//! and no wire is too narrow for what is on it.
//!
//! # What is proved
//!
//! The unit's own stage functions are run on [`symbolic`] values and build [`term`]s: what is proved right is
//! [`vmad::compute`](vmad_unit::vmad::compute) itself, not a transcription of it. The other side is the manual's
//! pseudo-code and prose in 128 bits ([`manual`]), in `vmad-ptx`'s default reading. For every wire of the trace a
//! claim says that the number on it is the number that the manual's variable of the same meaning has
//! ([`goal::Sides::goal`]); the operands that reach the multiplier, tmp, shr and the result are among them. In 128 bits
//! nothing overflows, since no product exceeds 2^64 and no addend 2^32: a tmp or shr of 66 bits that equals its
//! counterpart has lost nothing.
//!
//! A solver is asked for inputs that break one of a mode's claims. There are none: the mode is proved.
//!
//! # Why the multiplication may be abstracted
//!
//! Solvers take long over two multiplications of different widths. So the product of the two factors is one variable,
//! `p`, that both sides share: as many bits as the two formats have together, with zeros above them if both formats are
//! unsigned and copies of their sign otherwise, and with a value between the smallest and the largest product
//! ([`product`]). That is sound, because each execution of the two sides is among those that are then spoken of:
//!
//! 1. On both ports what enters the multiplier is the manual's `ta` and `tb`. This is part of each mode's goal, with
//!    nothing abstracted: the terms come from what [`Logic::multiply`](vmad_unit::Logic::multiply) was called with.
//! 2. The unit's product, 66 bits of two 33-bit factors, is the lowest 66 bits of the manual's `tmp[127:0] = ta * tb`
//!    ([`Lemma::Multiplier`](lemma::Lemma::Multiplier)).
//! 3. `ta * tb` is its own lowest bits extended, and lies in the range, for any two numbers of the two formats
//!    ([`Lemma::Product`](lemma::Lemma::Product)); which is proved for each of the 36 format pairs, no pair standing for
//!    another. It is proved for magnitudes, sign by sign, since every number is one or the negative of one
//!    ([`Lemma::Magnitude`](lemma::Lemma::Magnitude)).
//!
//! Hence for all `a`, `b`, `c`: let `p` be the lowest bits of `ta * tb`. By 3 the assumption on `p` holds and the
//! manual's product is `p` extended; by 1 and 2 so is the unit's, whose 66 bits are at least two more than `p` has. What
//! has been proved of all `p` in the range holds of this one.
//!
//! The other direction fails: a `p` that breaks a claim need not be a product (it can be a prime). So inputs that
//! refute a goal are only believed when the unit's code and `vmad-ptx`'s code have been run on them and differ
//! ([`confirm`]). Where none can be found, the goal is asked again with both multiplications in it; where that ends in
//! nothing, the mode is [`Unknown`](prover::Verdict::Unknown).
//!
//! # What else has to be believed
//!
//! - That terms mean what code does: [`term_check`] evaluates both sides' terms beside both codes.
//! - That the text given to the solver means what the evaluator computes: the solver's counterexamples are evaluated,
//!   and a test has it confirm values.
//! - The solver's `unsat`. Any solver can be had for a second opinion.
//!
//! All 4,704 settings, the selectors included, are proved by it: the [`table`] checks that every setting's goal is made
//! of the very terms of a mode's goal and of two operand lemmas.
//!
//! # Where other readings differ from the unit
//!
//! Each [alternative](crate::interpretation::ALTERNATIVES) has a condition on modes and inputs under which it differs
//! from the unit. The proof shows that the condition is exact.

mod condition;
pub mod confirm;
pub mod datapath;
pub mod eval;
pub mod goal;
pub mod lemma;
pub mod manual;
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
