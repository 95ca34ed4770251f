//! The rows of other interpretations, compared with the default reading in each mode.
//!
//! Where a row of the [map](crate::map) names no difference, both are the same term, or a solver proves them equal. Where
//! it names one, inputs are found on which the unit's code and that of the row differ.
//! The modes are those with the first selector of each format: another selector takes another part of the same register.

use std::collections::HashSet;

use vmad_ptx::{reading::Reading, video::trace_in};
use vmad_unit::{Bits, Machine, Operation};

use super::{
    super::{
        confirm::{confirmed, search},
        domain::TermDomain,
        name::ports,
        solver::{Answer, SolverError},
        symbolic::Symbolic,
        term::{Extension, Terms, Truth, Vector},
    },
    Difference, Family, FamilyProver,
};
use crate::{
    family::{groups, specified, with_first_selectors},
    row::{Row, Rule, lane_bytes, sign_of},
};

/// The verdict on a row of the table in the modes of its instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadingVerdict {
    /// The number of modes in which the reading equals the unit for all inputs.
    pub equal: usize,
    /// The modes that the row names, each with inputs on which the reading differs from the unit.
    pub differs: Vec<Difference>,
    /// Modes that the row does not name, each with inputs on which the reading differs.
    pub unforeseen: Vec<Difference>,
    /// The modes without a result, and why.
    pub unknown: Vec<(Operation, String)>,
}

/// The first inputs that are tried, and values beside the corners: 31 is a shift amount.
const FIRST: [u32; 3] = [0x1234_5678, 31, 0x8080_8080];

/// How many claims are one question: a solver needs more than the double time for the double number.
const GROUP: usize = 8;

/// The modes of the instructions that a row is about, with the first selector of each format.
pub fn reading_modes(row: &Row) -> Vec<Operation> {
    let groups = groups().filter(|group| row.instructions.contains(&group.mnemonic));
    let modes = groups.flat_map(|group| group.modes);
    modes.filter(|mode| with_first_selectors(*mode) == *mode && specified(mode).is_some()).collect()
}

impl<F: Family> FamilyProver<'_, F> {
    /// Compares the reading of a row with the unit in some modes. Modes of which the proof failed have no result.
    ///
    /// # Errors
    /// The solver does not run, or its output is not understood.
    pub fn reading(
        &self,
        row: &Row,
        modes: &[Operation],
        failed: &HashSet<Operation>,
    ) -> Result<ReadingVerdict, SolverError> {
        let mut verdict = ReadingVerdict::default();
        let terms = Terms::new();
        let mut claims = Vec::new();
        for mode in modes {
            if failed.contains(mode) {
                verdict.unknown.push((*mode, "the mode itself is not proved".to_owned()));
            } else if row.differs_in_mode(mode) {
                match search(FIRST, |inputs| self.differs_from(row, mode, inputs)) {
                    Some(found) => verdict.differs.push(found),
                    None => verdict.unknown.push((*mode, "no input was found that the row names".to_owned())),
                }
            } else if let Some([one, other]) = self.both(&terms, row, mode) {
                claims.push((*mode, terms.equal(one, other), one == other));
            }
        }
        self.equal(&terms, row, &claims, &mut verdict)?;
        Ok(verdict)
    }

    /// The default reading and the row's; of a row that is not a reading, the unit's result and the row's.
    fn both(&self, terms: &Terms, row: &Row, mode: &Operation) -> Option<[Vector<32>; 2]> {
        let logic = Symbolic::exact(terms);
        let other = match row.result {
            Rule::Reading(_) => {
                let operation = specified(mode)?;
                return Some([Reading::DEFAULT, row.reading()].map(|reading| {
                    let inputs = ports(terms).map(|port| terms.extend(port, Extension::Zeros));
                    let number = trace_in(&TermDomain::exact(terms), &operation, inputs, &reading).number();
                    terms.field::<128, 32>(number, 0)
                }));
            }
            Rule::SignOf(index) => sign_of(&logic, mode, index, ports(terms))?,
            Rule::LaneBytes => lane_bytes(&logic, mode, ports(terms))?,
            Rule::Unit(_) | Rule::Emulation | Rule::Lowered(_) | Rule::Unmodelled => return None,
        };
        let unit = self.family.compute(&logic, &mut Vec::new(), mode, ports(terms));
        Some([unit, other])
    }

    /// Decides claims of equality: those that are not the same term in groups, and those of a group that fails one by one.
    fn equal(
        &self,
        terms: &Terms,
        row: &Row,
        claims: &[(Operation, Truth, bool)],
        verdict: &mut ReadingVerdict,
    ) -> Result<(), SolverError> {
        let asked: Vec<_> = claims.iter().filter(|(_, _, is_same)| !is_same).collect();
        verdict.equal += claims.len() - asked.len();
        for group in asked.chunks(GROUP) {
            let all = terms.all(group.iter().map(|(_, claim, _)| *claim));
            if self.solver.ask(terms, terms.always(), all)? == Answer::Holds {
                verdict.equal += group.len();
            } else {
                self.one_by_one(terms, row, group, verdict)?;
            }
        }
        Ok(())
    }

    fn one_by_one(
        &self,
        terms: &Terms,
        row: &Row,
        claims: &[&(Operation, Truth, bool)],
        verdict: &mut ReadingVerdict,
    ) -> Result<(), SolverError> {
        for (mode, claim, _) in claims {
            match self.solver.ask(terms, terms.always(), *claim)? {
                Answer::Holds => verdict.equal += 1,
                Answer::Unknown(why) => verdict.unknown.push((*mode, why)),
                Answer::Fails(values) => {
                    match confirmed(&values, |inputs| self.differs_from(row, mode, inputs)) {
                        Ok(found) => verdict.unforeseen.push(found),
                        Err(why) => verdict.unknown.push((*mode, why)),
                    }
                }
            }
        }
        Ok(())
    }

    /// Runs the unit, and the row's code.
    fn differs_from(&self, row: &Row, mode: &Operation, inputs: [u32; 3]) -> Option<Difference> {
        let bits = inputs.map(|input| Bits::wrap(input.into()));
        let unit = self.family.compute(&Machine, &mut Vec::new(), mode, bits).unsigned() as u32;
        let other = row.evaluate(mode, inputs)?;
        (unit != other).then_some(Difference { operation: *mode, inputs, results: [unit, other] })
    }
}
