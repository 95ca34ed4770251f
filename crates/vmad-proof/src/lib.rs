//! The proof: in every mode, and for all 2^96 inputs, the unit computes what PTX says.
//!
//! # The claim
//!
//! Both sides are the functions that are executed. The unit's own stage functions run on [terms](vmad_term): the proof
//! is about [`Operation::compute`](vmad_unit::Operation::compute) itself. The other side is `vmad-ptx`'s function for
//! the PTX ISA's text, run on terms of 128 bits, in the default reading. `VSETP`, which no PTX produces, is compared
//! with the comparison of `vset` and the predicates of `setp`. A mode that nothing specifies is counted and not proved.
//! For `VMAD`, every wire must have the number of the PTX ISA's variable ([`goal`]). In 128 bits nothing overflows,
//! since no product exceeds 2^64 and no addend 2^32: a tmp or shr of 66 bits that equals its counterpart loses nothing.
//!
//! A solver is asked for inputs that break a claim of a mode. If there are none, the mode is proved.
//!
//! # Why few questions prove every mode
//!
//! Both sides take [cuts](goal::Cut) from the registers A and B: the two extended operands, the eight bytes of
//! `VABSDIFF4`, or the product of `VMAD`. A mode is proved by three facts:
//!
//! 1. Its cuts are equal numbers on both sides, and in their range: a [`Lemma`](lemma::Lemma) for each selector and
//!    sign, and those on the product.
//! 2. The claim of its [base mode](base::base_mode) holds with variables in place of the cuts, for all values in their
//!    range. This is one question for each set of modifiers, and for `VMAD` for each pair of formats.
//! 3. The mode's claim *is* the base mode's with its own cuts in place of the variables: the same term of one store.
//!
//! A mode for which one of these fails is a question of its own.
//!
//! # Why a variable may stand for the product
//!
//! Solvers need long for two multiplications of different widths. So both sides share one variable `p` for the product.
//! It has as many bits as both formats together, extended by zeros if both formats are unsigned and by its sign
//! otherwise, and is between the smallest and the largest product ([`product`]). This is sound, because it covers each
//! execution of the two sides:
//!
//! 1. The multiplier's inputs are the PTX ISA's `ta` and `tb`. This is a claim on operands, without a variable: the
//!    terms are the arguments of [`Logic::multiply`](vmad_unit::Logic::multiply), and `p` stands for its result alone.
//! 2. The unit's product, 66 bits of two 33-bit factors, is the lowest 66 bits of the PTX ISA's `tmp[127:0] = ta * tb`
//!    ([`Lemma::Multiplier`](lemma::Lemma::Multiplier)).
//! 3. `ta * tb` is its own lowest bits extended, and in the range, for any two numbers of the two formats
//!    ([`Lemma::Product`](lemma::Lemma::Product)). This is proved for each of the 36 format pairs, for magnitudes and
//!    sign by sign, since every number is a magnitude or the negative of one
//!    ([`Lemma::Magnitude`](lemma::Lemma::Magnitude)).
//!
//! Hence for all `a`, `b`, `c`: let `p` be the lowest bits of `ta * tb`. By 3 the assumption on `p` holds and the PTX
//! ISA's product is `p` extended; by 1 and 2 so is the unit's, which has at least two bits more than `p`. The claims
//! are proved for all `p` in the range, and so for this one.
//!
//! The converse fails: a `p` that breaks a claim need not be a product. So inputs that refute a claim count only if the
//! unit's code and `vmad-ptx`'s code differ on them ([`confirm`]). If none are found, the solver is asked about the
//! claim with both multiplications; if that is not decided, the mode is [`Unknown`](prover::Verdict::Unknown).
//!
//! # What it relies on
//!
//! - Terms mean what the code does: [`term_check`] evaluates both sides' terms and runs both codes.
//! - The solver's gates mean what the evaluator computes: at each question both are compared, and its counterexamples are
//!   evaluated ([`vmad_term::solver`]).
//! - The checker accepts no wrong proof: [`vmad_sat::checker`](https://docs.rs/vmad-sat).
//!
//! # Where other readings differ from the unit
//!
//! A [rival](mod@rival) says in which modes, and for `VMAD` on which inputs, it differs. The proof confirms this.
//!
//! # Two sequences of PTX
//!
//! [`equal`] decides whether two sequences of PTX instructions compute the same.
#![forbid(unsafe_code)]

pub mod base;
pub mod confirm;
pub mod datapath;
pub mod equal;
pub mod goal;
pub mod lemma;
pub mod numbers;
pub mod parallel;
pub mod product;
pub mod prover;
pub mod report;
pub mod rival;
mod specification;
pub mod table;
pub mod term_check;
