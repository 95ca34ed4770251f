//! Rivals: rows of the map, compared with the unit in each mode.
//!
//! A rival is another reading of the PTX ISA, or another datapath. It says in which modes, and on which inputs, it differs. The proof confirms this: elsewhere both are the same
//! term, or a solver proves them equal. The modes are those with the first selector of each format: another selector
//! takes another part of the same register.

use vmad_map::{
    condition::Condition,
    divergence::{Differs, Divergence, Model},
    meaning::{groups, specified},
};
use vmad_ptx::video::VideoTrace;
use vmad_term::{
    eval::Evaluator,
    operation::Operation as Op,
    solver::Answer,
    term::{Terms, Truth, Vector},
};
use vmad_unit::{Bits, Machine, Operation};

use crate::{
    confirm::{self, Counterexample, search},
    datapath::Datapath,
    goal::Goal,
    prover::{Prover, Verdict, Verdicts},
    specification::{Specification, ports},
    term_check::inputs,
};

/// The modes that a rival is about, with the first selector of each format.
pub fn rival_modes(rival: &Divergence) -> Vec<Operation> {
    let groups = groups().filter(|group| rival.is_about(group.kind));
    let modes = groups.flat_map(|group| group.modes);
    modes.filter(|mode| mode.with_first_selectors() == *mode && specified(mode).is_some()).collect()
}

/// The first inputs that are tried, and values beside the corners: 31 is a shift amount.
const FIRST: [u32; 3] = [0x1234_5678, 31, 0x8080_8080];

/// The number of claims in a question: twice the claims take a solver more than twice the time.
const GROUP: usize = 8;

/// Inputs on which the terms of each mode are first compared with the codes.
const CASES: u32 = 16;

struct RivalClaim {
    mode: Operation,
    goal: Goal,
    /// The rival differs exactly where it says.
    holds: Truth,
    /// The two results are the same term.
    is_same: bool,
}

impl<D: Datapath> Prover<'_, D> {
    /// Compares a rival with the unit in some modes with the same operands. The modes must be proved.
    pub fn rival(&self, rival: &Divergence, modes: &[Operation]) -> Verdicts {
        let mut verdicts = Verdicts::default();
        let terms = Terms::new();
        let mut claims = Vec::new();
        for mode in modes {
            if rival.differs_in_mode(mode) == Differs::Somewhere {
                self.example(rival, mode, &mut verdicts);
            } else if let Some(claim) = self.rival_claim(&terms, rival, mode) {
                match claim {
                    Ok(claim) => claims.push(claim),
                    Err(why) => verdicts.unknown.push((Some(*mode), why)),
                }
            }
        }
        let (same, asked): (Vec<_>, Vec<_>) = claims.into_iter().partition(|claim| claim.is_same);
        verdicts.proved += same.len();
        for group in asked.chunks(GROUP) {
            let goals = group
                .iter()
                .map(|claim| (claim.goal.assumption(&terms), claim.goal.abstracted(&terms, claim.holds)));
            let (assumptions, all): (Vec<_>, Vec<_>) = goals.unzip();
            let is_whole = self.solver.ask(&terms, terms.all(assumptions), terms.all(all)) == Answer::Holds;
            for claim in group {
                let expected = rival.differs_in_mode(&claim.mode);
                let confirm = |inputs| unlike(self.datapath, rival, &claim.mode, inputs, expected);
                let verdict = if is_whole {
                    Verdict::Proved
                } else {
                    self.ask_in_turn(&terms, &claim.goal, claim.holds, confirm)
                };
                match verdict {
                    Verdict::Proved if matches!(expected, Differs::Where(_)) => {
                        self.example(rival, &claim.mode, &mut verdicts);
                    }
                    verdict => verdicts.add(Some(claim.mode), verdict),
                }
            }
        }
        verdicts
    }

    /// The claim, or why its terms differ from the codes; [`None`] in a mode that the rival is not about.
    fn rival_claim(
        &self,
        terms: &Terms,
        rival: &Divergence,
        mode: &Operation,
    ) -> Option<Result<RivalClaim, String>> {
        let goal = Goal::new(terms, self.datapath, mode)?;
        let [unit, manual] = goal.results;
        // The mode is proved: its default reading is the unit. Terms of two readings are alike.
        let [ours, theirs] = match rival.model {
            Model::Reading(reading) => {
                let other = Specification::in_reading(mode, reading, rival.dtype())?;
                [manual, other.result(terms, &other.trace(terms))]
            }
            Model::Datapath(datapath) => [unit, datapath.compute(terms, mode, ports(terms))?],
            Model::Word(_) | Model::Code(_) | Model::None => return None,
        };
        let equal = terms.equal(ours, theirs);
        let holds = match (rival.differs_in_mode(mode), goal.manual) {
            (Differs::Where(condition), Some(manual)) => {
                let condition = condition_term(
                    terms,
                    &condition,
                    ports(terms)[2],
                    [manual.trace.tmp, manual.trace.result],
                );
                terms.truth(Op::Equal(terms.not(equal).into(), condition.into()))
            }
            _ => equal,
        };
        let mut evaluator = Evaluator::new(terms, &[unit.into(), theirs.into(), holds.into()]);
        for inputs in inputs(1, CASES) {
            evaluator.run(|name| confirm::port(name, inputs).unwrap_or(0).into());
            let found = [unit, theirs].map(|term| evaluator.bits(term.into()) as u32);
            let codes = [confirm::run(self.datapath, mode, inputs).1, evaluate(rival, mode, inputs)?];
            let is_right = unlike(self.datapath, rival, mode, inputs, rival.differs_in_mode(mode)).is_none();
            if found != codes || evaluator.truth(holds) != is_right {
                return Some(Err(format!("the terms are not what the codes compute, on {inputs:x?}")));
            }
        }
        Some(Ok(RivalClaim { mode: *mode, goal, holds, is_same: ours == theirs && holds == equal }))
    }

    /// Adds inputs on which the rival differs.
    fn example(&self, rival: &Divergence, mode: &Operation, verdicts: &mut Verdicts) {
        if let Some(found) = search(FIRST, |ports| unlike(self.datapath, rival, mode, ports, Differs::Never))
        {
            verdicts.differs.push(found);
        } else {
            let why = "no input was found on which it differs".to_owned();
            verdicts.unknown.push((Some(*mode), why));
        }
    }
}

fn evaluate(rival: &Divergence, mode: &Operation, inputs: [u32; 3]) -> Option<u32> {
    match rival.model {
        Model::Reading(reading) => {
            Some(Specification::in_reading(mode, reading, rival.dtype())?.evaluate(inputs))
        }
        Model::Datapath(datapath) => {
            let bits = inputs.map(|input| Bits::wrap(input.into()));
            Some(datapath.compute(&Machine, mode, bits)?.unsigned() as u32)
        }
        Model::Word(_) | Model::Code(_) | Model::None => None,
    }
}

/// The inputs as a counterexample to `expected`: the datapath and the rival differ although they should be equal there, or
/// are equal although they should differ.
pub fn unlike(
    datapath: &impl Datapath,
    rival: &Divergence,
    mode: &Operation,
    inputs: [u32; 3],
    expected: Differs,
) -> Option<Counterexample> {
    let should_differ = match expected {
        Differs::Where(condition) => match Specification::of(mode)?.run(inputs) {
            VideoTrace::Vmad(exact) => condition.holds(inputs[2], exact.tmp, exact.result),
            _ => false,
        },
        Differs::Never | Differs::Somewhere => false,
    };
    let results = [confirm::run(datapath, mode, inputs).1, evaluate(rival, mode, inputs)?];
    let [unit, manual] = results.map(i128::from);
    let found = Counterexample { operation: *mode, inputs, wire: "result", unit, manual };
    ((unit != manual) != should_differ).then_some(found)
}

/// [`Condition::holds`] as a term, for c and the exact tmp and shr.
fn condition_term(
    terms: &Terms,
    condition: &Condition,
    c: Vector<32>,
    [tmp, shr]: [Vector<128>; 2],
) -> Truth {
    let outside = |range: Option<[i128; 2]>, value| range.map(|range| terms.not(terms.within(value, range)));
    let c_high = condition.c_high.then(|| terms.less(c, terms.constant(0)));
    let parts = [c_high, outside(condition.tmp_outside, tmp), outside(condition.shr_outside, shr)];
    terms.all(parts.into_iter().flatten())
}
