//! The proof of the family but `VMAD`: for all inputs, the unit computes what the PTX instruction of the mode computes.
//!
//! # The claim
//!
//! Both sides are the functions that are executed: [`Operation::compute`] over
//! [`Symbolic`](super::symbolic::Symbolic) terms, and `vmad-ptx`'s semantics over the
//! [`TermDomain`](super::domain::TermDomain), in the default reading. `VSETP`, which no PTX produces, is compared with the comparison of `vset`
//! and the predicates of `setp`: `holds op source` and `!holds op source`. A mode that nothing specifies is counted and not
//! proved.
//!
//! # Why few questions prove every mode
//!
//! Both sides take *cuts* from the registers A and B: the two extended operands, or the eight bytes of `VABSDIFF4`. A mode is
//! proved by three facts:
//!
//! 1. Its cuts are equal numbers on both sides, and in the range of their format: a lemma for each selector and sign.
//! 2. The claim of its *plain* mode, the one with whole registers, holds with variables in place of the cuts, for all values
//!    in the range of the widest format. This is one question for each set of modifiers.
//! 3. The mode's claim *is* the plain mode's with its own cuts in place of the variables: the same term of one store.
//!
//! A mode for which one of these fails is a question of its own.

mod plain;
mod reading;
mod sides;

use std::collections::{HashMap, HashSet};

use vmad_ptx::reading::Reading;
use vmad_unit::{
    Bits, Logic, Machine, Operand, Operation, Output, Saturate, SecondOp, Sign, Wire, vabsdiff, vabsdiff4,
};

use super::{
    confirm::confirmed,
    solver::{Answer, Solver, SolverError},
    term::{Terms, Truth},
};
use crate::{
    corners::range,
    family::{Group, expected, specified},
};
use plain::Abstracted;
pub use plain::plain_mode;
pub use reading::{ReadingVerdict, reading_modes};
use sides::{Cut, Sides};

/// The subject of the proof: the unit's family, or one with a fault.
pub trait Family: Sync {
    /// The computation of an operation on the inputs `a`, `b` and `c`.
    fn compute<L: Logic>(
        &self,
        logic: &L,
        wires: &mut Vec<Wire<L::Any>>,
        operation: &Operation,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32>;
}

/// The unit: [`Operation::compute`].
#[derive(Clone, Copy, Debug, Default)]
pub struct UnitFamily;

impl Family for UnitFamily {
    fn compute<L: Logic>(
        &self,
        logic: &L,
        wires: &mut Vec<Wire<L::Any>>,
        operation: &Operation,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        operation.compute(logic, wires, inputs)
    }
}

/// Inputs on which the code of the unit and that of `vmad-ptx` differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The mode.
    pub operation: Operation,
    /// The inputs `a`, `b` and `c`.
    pub inputs: [u32; 3],
    /// The results of the unit and of the PTX.
    pub results: [u32; 2],
}

/// The verdict on a group of modes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupVerdict {
    /// The number of modes that are proved.
    pub proved: usize,
    /// The modes that are refuted.
    pub refuted: Vec<Difference>,
    /// The modes that are neither, and why.
    pub unknown: Vec<(Operation, String)>,
    /// The number of modes that nothing specifies.
    pub unspecified: usize,
}

/// The modes whose cuts are the lemmas: each operand as A and as B, each byte with each sign.
pub fn operand_lemmas() -> Vec<Operation> {
    let output = Output { sign: Sign::Signed, saturate: Saturate::Off, second: SecondOp::None };
    let operands = Operand::all().map(|it| Operation::Vabsdiff(vabsdiff::Mode { a: it, b: it, output }));
    let bytes = Sign::ALL.map(|sign| {
        Operation::Vabsdiff4(vabsdiff4::Mode {
            a: vabsdiff4::SelectA::L3210,
            a_sign: sign,
            b: vabsdiff4::SelectB::L7654,
            b_sign: sign,
            lanes: [true; 4],
            sign,
            saturate: Saturate::Off,
            accumulate: false,
        })
    });
    operands.chain(bytes).collect()
}

/// The proof of a family.
pub struct FamilyProver<'a, F> {
    /// The solver.
    pub solver: &'a Solver,
    /// The subject.
    pub family: &'a F,
}

impl<F: Family> FamilyProver<'_, F> {
    /// Whether the cuts of one of the [`operand_lemmas`] are equal numbers on both sides, in the range of their format.
    ///
    /// # Errors
    /// The solver does not run, or its output is not understood.
    pub fn lemma(&self, foundation: &Operation) -> Result<bool, SolverError> {
        let terms = Terms::new();
        let Some(Sides { cuts, .. }) = Sides::of(&terms, self.family, foundation) else { return Ok(false) };
        let claims = cuts.iter().map(|cut| {
            let (unit, ptx) = (terms.value(cut.unit, cut.extension), terms.number_of(cut.ptx));
            let is_in_range = match foundation {
                Operation::Vabsdiff(mode) => {
                    let [low, high] = range(mode.a.format());
                    terms.between(low, unit, high)
                }
                _ => terms.always(),
            };
            terms.and(terms.equal(unit, ptx), is_in_range)
        });
        let claim = terms.all(claims);
        Ok(!cuts.is_empty() && self.solver.ask(&terms, terms.always(), claim)? == Answer::Holds)
    }

    /// The plain modes among some that are proved with variables in place of the cuts.
    ///
    /// # Errors
    /// The solver does not run, or its output is not understood.
    pub fn plain(&self, modes: &[Operation]) -> Result<Vec<Operation>, SolverError> {
        let terms = Terms::new();
        let mut answers = HashMap::new();
        let mut proved = Vec::new();
        for mode in modes {
            let Some(abstracted) = Abstracted::of(&terms, self.family, mode) else { continue };
            // A mode without a question is not proved.
            let mut holds = !abstracted.questions.is_empty();
            for question in abstracted.questions {
                // Modes share lanes.
                let key = (question, abstracted.assumption);
                let known = match answers.get(&key) {
                    Some(known) => *known,
                    None => self.solver.ask(&terms, abstracted.assumption, question)? == Answer::Holds,
                };
                answers.insert(key, known);
                holds &= known;
            }
            proved.extend(holds.then_some(*mode));
        }
        Ok(proved)
    }

    /// Decides the modes of a group, given the foundations and the plain modes that are proved.
    ///
    /// # Errors
    /// The solver does not run, or its output is not understood.
    pub fn group(
        &self,
        group: &Group,
        lemmas: &[Operation],
        proved: &HashSet<Operation>,
    ) -> Result<GroupVerdict, SolverError> {
        let terms = Terms::new();
        let of_lemma =
            |mode| Sides::of(&terms, self.family, mode).map(|sides| sides.cuts).unwrap_or_default();
        let known: HashSet<Cut> = lemmas.iter().flat_map(of_lemma).collect();
        let mut verdict = GroupVerdict::default();
        for mode in &group.modes {
            let Some(Sides { equal, cuts, .. }) = Sides::of(&terms, self.family, mode) else {
                verdict.unspecified += 1;
                continue;
            };
            let plain = plain_mode(mode);
            let is_composed = proved.contains(&plain)
                && cuts.iter().all(|cut| known.contains(cut))
                && Abstracted::of(&terms, self.family, &plain)
                    .is_some_and(|abstracted| abstracted.with(&terms, &cuts) == equal);
            if is_composed {
                verdict.proved += 1;
            } else {
                self.decide(&terms, mode, equal, &mut verdict)?;
            }
        }
        Ok(verdict)
    }

    /// Asks about one mode.
    fn decide(
        &self,
        terms: &Terms,
        mode: &Operation,
        claim: Truth,
        verdict: &mut GroupVerdict,
    ) -> Result<(), SolverError> {
        match self.solver.ask(terms, terms.always(), claim)? {
            Answer::Holds => verdict.proved += 1,
            Answer::Unknown(why) => verdict.unknown.push((*mode, why)),
            Answer::Fails(values) => match confirmed(&values, |inputs| differs(self.family, mode, inputs)) {
                Ok(difference) => verdict.refuted.push(difference),
                Err(why) => verdict.unknown.push((*mode, why)),
            },
        }
        Ok(())
    }
}

/// Every plain mode of some groups, once, that PTX or `setp` specifies.
pub fn plain_modes<'g>(groups: impl IntoIterator<Item = &'g Group>) -> Vec<Operation> {
    let mut seen = HashSet::new();
    let modes = groups.into_iter().flat_map(|group| &group.modes);
    modes.map(plain_mode).filter(|mode| specified(mode).is_some() && seen.insert(*mode)).collect()
}

/// Runs both codes on inputs.
fn differs(family: &impl Family, operation: &Operation, inputs: [u32; 3]) -> Option<Difference> {
    let ports = inputs.map(|input| Bits::wrap(input.into()));
    let unit = family.compute(&Machine, &mut Vec::new(), operation, ports).unsigned() as u32;
    let expected = expected(operation, &specified(operation)?, inputs, &Reading::DEFAULT);
    (unit != expected).then_some(Difference { operation: *operation, inputs, results: [unit, expected] })
}
