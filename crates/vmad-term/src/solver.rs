//! The solver: whether a claim follows from an assumption, for all values of the variables.
//!
//! Each answer is checked. That a claim holds is a proof that [`vmad_sat::checker`] accepts; values for which it fails are
//! evaluated. Before each search, the gates are simulated and compared with the evaluation of every term, and their clauses
//! must hold in the simulation: a gate or a clause that says something else proves nothing.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use vmad_sat::{
    Limits, Outcome,
    clauses::{Clauses, Proof},
    gates::Simulation,
    search,
};

use crate::{
    circuit::Circuit,
    eval::Evaluator,
    operation::{Node, Term, low_bits},
    term::{Terms, Truth},
};

/// The executions in which the gates of each question are compared with its terms.
const EXECUTIONS: usize = 64;

/// The answer to a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It holds for all values of the variables; the checker accepted the proof.
    Holds,
    /// It fails for these values; the evaluation of the terms confirms this.
    Fails(Vec<(&'static str, u128)>),
    /// Not decided, for this reason.
    Unknown(String),
}

/// A question that was decided by a proof, for those who ask another program.
#[derive(Debug)]
pub struct Certificate<'a> {
    /// The terms of the question.
    pub terms: &'a Terms,
    /// The assumption.
    pub assumption: Truth,
    /// The claim.
    pub claim: Truth,
    /// The clauses of the assumption's gates, and of those of the claim's opposite.
    pub clauses: &'a Clauses,
    /// The proof that no values make all of them true.
    pub proof: &'a Proof,
}

/// What is done with each certificate.
pub type Keep = dyn Fn(&Certificate<'_>) + Send + Sync;

/// The solver, with its limits and the questions that it proved.
#[derive(Clone)]
pub struct Solver {
    time: Option<Duration>,
    literals: usize,
    keep: Option<Arc<Keep>>,
    proved: Arc<Mutex<HashSet<Question>>>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("time", &self.time)
            .field("literals", &self.literals)
            .finish_non_exhaustive()
    }
}

/// The longest proof that is recorded, in literals of 4 bytes.
const LITERALS: usize = 50_000_000;

impl Solver {
    /// A solver that spends at most this time on the search of a question; [`None`] for no limit, on targets without a
    /// clock.
    pub fn new(time: Option<Duration>) -> Self {
        Self { time, literals: LITERALS, keep: None, proved: Arc::default() }
    }

    /// The same with another limit of the length of a proof, in literals of 4 bytes.
    #[must_use]
    pub fn with_literals(self, literals: usize) -> Self {
        Self { literals, ..self }
    }

    /// The same, which hands out each certificate.
    #[must_use]
    pub fn keeping(self, keep: Arc<Keep>) -> Self {
        Self { keep: Some(keep), ..self }
    }

    /// Whether the claim follows from the assumption. A question that was proved before is not asked again.
    pub fn ask(&self, terms: &Terms, assumption: Truth, claim: Truth) -> Answer {
        let question = Question::new(terms, [assumption, claim]);
        if self.proved().contains(&question) {
            return Answer::Holds;
        }
        let answer = self.decide(terms, assumption, claim);
        if answer == Answer::Holds {
            self.proved().insert(question);
        }
        answer
    }

    fn proved(&self) -> std::sync::MutexGuard<'_, HashSet<Question>> {
        self.proved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn decide(&self, terms: &Terms, assumption: Truth, claim: Truth) -> Answer {
        let roots = [assumption.into(), claim.into()];
        let circuit = Circuit::new(terms, &roots);
        let mut evaluator = Evaluator::new(terms, &roots);
        let simulation = circuit.simulate(EXECUTIONS, input);
        if let Some(term) = wrong_gates(terms, &roots, &circuit, &simulation, &mut evaluator) {
            return Answer::Unknown(format!("the gates of term {} compute something else than it", term.0));
        }
        let [assumed, claimed] = roots.map(|root| circuit.wires(root)[0]);
        let mut clauses = circuit.gates.clauses(&[assumed, claimed]);
        if !simulation.satisfies(&clauses) {
            return Answer::Unknown("the clauses of the gates do not hold of them".to_owned());
        }
        for output in [assumed, !claimed] {
            clauses.add([output.literal()]);
        }
        let limits = Limits { time: self.time, literals: self.literals };
        match search(&clauses, limits) {
            Outcome::Undecided(why) => Answer::Unknown(why.to_owned()),
            Outcome::Proof(proof) if proof.refutes(&clauses) => {
                if let Some(keep) = &self.keep {
                    keep(&Certificate { terms, assumption, claim, clauses: &clauses, proof: &proof });
                }
                Answer::Holds
            }
            Outcome::Proof(_) => Answer::Unknown("the checker refuses the proof".to_owned()),
            Outcome::Values(values) => {
                let is_set = |literal: i32| values.get(literal as usize - 1).copied().unwrap_or(false);
                let values: Vec<_> = circuit
                    .variables()
                    .iter()
                    .map(|(name, wires)| {
                        let bits = wires.iter().enumerate();
                        (
                            *name,
                            bits.fold(0, |value, (place, wire)| {
                                value | u128::from(is_set(wire.literal())) << place
                            }),
                        )
                    })
                    .collect();
                let known: HashMap<_, _> = values.iter().copied().collect();
                evaluator.run(|name| known.get(name).copied().unwrap_or(0));
                if evaluator.truth(assumption) && !evaluator.truth(claim) {
                    Answer::Fails(values)
                } else {
                    Answer::Unknown("the evaluation does not confirm the values that were found".to_owned())
                }
            }
        }
    }
}

/// The first term whose gates do not compute its value, in some executions.
fn wrong_gates(
    terms: &Terms,
    roots: &[Term],
    circuit: &Circuit,
    simulation: &Simulation,
    evaluator: &mut Evaluator,
) -> Option<Term> {
    let below = terms.below(roots);
    for execution in 0..EXECUTIONS {
        evaluator.run(|name| input(name, execution));
        for (term, node) in &below {
            let value = evaluator.bits(*term);
            let is_right = |(place, wire): (usize, _)| {
                (simulation.value(wire) >> execution & 1 == 1) == (value >> place & 1 == 1)
            };
            let wires = circuit.wires(*term);
            if wires.len() != node.sort.bits() as usize || !wires.iter().copied().enumerate().all(is_right) {
                return Some(*term);
            }
        }
    }
    None
}

/// The value of a variable in an execution: corners of all widths, then random bits.
fn input(name: &str, execution: usize) -> u128 {
    let seed = name
        .bytes()
        .fold(execution as u64 + 1, |seed, byte| (seed ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let mut random = fastrand::Rng::with_seed(seed);
    let bits = random.u128(..);
    // A quarter of the values are next to a power of two, with either sign.
    match execution % 4 {
        0 => {
            let power = 1_u128 << random.u32(..34);
            let near = power.wrapping_add(bits & 3).wrapping_sub(2);
            if random.bool() { near } else { near.wrapping_neg() }
        }
        1 => low_bits(bits, 1 + random.u32(..33)),
        _ => bits,
    }
}

/// The terms of a question, numbered from 0: equal questions are equal lists.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    nodes: Vec<Node>,
    roots: [Term; 2],
}

impl Question {
    fn new(terms: &Terms, roots: [Truth; 2]) -> Self {
        let roots = roots.map(Term::from);
        let below = terms.below(&roots);
        let numbers: HashMap<_, _> =
            below.iter().zip(0..).map(|((term, _), number)| (*term, Term(number))).collect();
        let node = |(_, Node { sort, operation }): &(_, Node)| Node {
            sort: *sort,
            operation: operation.with_arguments(|argument| numbers[&argument]),
        };
        Self { nodes: below.iter().map(node).collect(), roots: roots.map(|root| numbers[&root]) }
    }
}
