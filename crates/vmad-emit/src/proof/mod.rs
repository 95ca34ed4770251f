//! The proof: a lowered function computes what the datapath computes, for all values of its parameters.
//!
//! # The claim
//!
//! The unit's own functions run on a solver's terms ([`vmad_term::symbolic`]); nothing of them is simplified. The other side is
//! a copy of the lowered function, the one that is printed, in the same store. So no rule of the simplification is
//! assumed. A solver is asked for parameters for which the results differ, or the amount of a shift is not less than the
//! width. If there are none, the function is proved. The printers are tested, not proved, but for
//! the PTX of a mode that PTX has: [`prove_ptx`].
//!
//! # Products
//!
//! Solvers cannot multiply 32 bits by 32 bits in useful time. So the product of the datapath's factors `ta` and `tb` is
//! a variable, of which only the range is known, and every multiplication of the graph is a sum with that variable
//! (`Products`). The form of the sum is an identity of integers. That the operands of the multiplication are the
//! factors, or parts of them, belongs to the claim. So the solver's cases include every execution of both sides. If the
//! language has no upper half of a product, the graph computes it from four products of 16 bits, and a question of its
//! own proves it. A refutation by the solver counts only if an execution confirms it.
//!
//! # Wires
//!
//! The value before saturation, and the lanes that a `VABSDIFF4` adds to C, have proofs of their own, and are variables
//! in the claim (`cuts`). If that does not prove a function, the solver gets the claim without them.
//!
//! # Shared questions
//!
//! The solver keeps the terms of each question that it proved. So a mode shares the answer of another only if the terms
//! are the same.

mod cuts;
mod many;
mod products;
mod ptx;
mod terms;

use std::collections::HashMap;

use fastrand::Rng;
use vmad_proof::{confirm, goal::Question};
use vmad_term::{
    eval::Evaluator,
    operation::Term,
    solver::{Answer, Solver},
    term::{Terms, Vector},
};
use vmad_unit::{Logic, Operation, record::Nothing};

use crate::{
    function::Function,
    lower::{Integers, Lowered},
};

pub use many::prove_all_integers;
use products::Products;
pub use ptx::prove_ptx;
use terms::copy;

/// Decides whether a function, lowered to some integers, computes what the datapath computes.
///
/// The answer holds for all values of the parameters. An answer that it fails has been confirmed by an execution.
pub fn prove(solver: &Solver, function: &Function, integers: Integers) -> Answer {
    prove_lowered(solver, function, &function.lowered(integers))
}

/// [`prove`] for any lowered function with the parameters of this one.
pub fn prove_lowered(solver: &Solver, function: &Function, lowered: &Lowered) -> Answer {
    let Some(operation) = function.operation else {
        return Answer::Unknown("the function takes any word".to_owned());
    };
    if let Some(goals) = Goals::new(Method::Cuts, operation, function, &[lowered])
        && goals.hold(solver)
    {
        return Answer::Holds;
    }
    let Some(Goals { terms, claims }) = Goals::new(Method::Whole, operation, function, &[lowered]) else {
        return Answer::Unknown("a multiplication has other factors than the datapath's".to_owned());
    };
    for lemma in &claims.lemmas {
        if solver.ask(&terms, lemma.assumption, lemma.conclusion(&terms)) != Answer::Holds {
            return Answer::Unknown("the upper half of the product is not proved".to_owned());
        }
    }
    let answer = solver.ask(&terms, claims.claim.assumption, claims.claim.conclusion(&terms));
    confirmed(answer, operation, function, lowered)
}

/// The claim on functions, and its assumptions.
struct Claims {
    lemmas: Vec<Question>,
    claim: Question,
}

/// Functions are proved if all of their claims hold.
struct Goals {
    terms: Terms,
    claims: Claims,
}

/// How a function is proved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    /// With variables in place of wires.
    Cuts,
    /// With the datapath's own expressions, except products.
    Whole,
}

impl Goals {
    /// The questions on the lowerings of one function; on one lowering only if the function multiplies two variables.
    /// [`None`] if there are no wires to cut, or if a multiplication has unknown factors.
    fn new(method: Method, operation: Operation, function: &Function, all: &[&Lowered]) -> Option<Self> {
        let terms = Terms::new();
        let claims = claims(&terms, method, operation, function, all)?;
        Some(Self { terms, claims })
    }

    /// Whether all claims hold.
    fn hold(&self, solver: &Solver) -> bool {
        let Self { terms, claims: Claims { lemmas, claim } } = self;
        let holds = |question: &Question| {
            solver.ask(terms, question.assumption, question.conclusion(terms)) == Answer::Holds
        };
        lemmas.iter().chain([claim]).all(holds)
    }
}

fn claims(
    terms: &Terms,
    method: Method,
    operation: Operation,
    function: &Function,
    all: &[&Lowered],
) -> Option<Claims> {
    let ports = ports(terms, function);
    let mut wires = Vec::new();
    let result = operation.compute(terms, &mut wires, ports);
    let product = terms.products(&[result.into()]).first().copied();
    let product = product.filter(|_| function.constants[..2] == [None; 2]);
    match (method, product, operation) {
        (Method::Cuts, None, _) => cuts::questions(terms, operation, function, all, (wires, result)),
        (Method::Cuts, Some(_), _) => None,
        (Method::Whole, Some((product, factors)), Operation::Vmad(mode)) => {
            let &[lowered] = all else { return None };
            let products = Products::new(terms, mode, factors, lowered);
            let mut claims = with_products(terms, lowered, &products, result)?;
            let on_wire = (product.into(), products.on_wire().into());
            claims.claim.claims = vec![terms.replace(claims.claim.conclusion(terms), [on_wire])];
            Some(claims)
        }
        // No product, or one with a constant.
        (Method::Whole, ..) => {
            let claim = |lowered: &&Lowered| {
                let (found, mut claims) = copy(terms, lowered, None, &[], lowered.result)?;
                claims.push(terms.equal(found, terms.zero_extend(result)));
                Some(terms.all(claims))
            };
            let claims = all.iter().map(claim).collect::<Option<Vec<_>>>()?;
            Some(Claims { lemmas: Vec::new(), claim: Question::always(terms, claims) })
        }
    }
}

/// With sums in place of products. The first questions prove the upper halves.
fn with_products(
    terms: &Terms,
    lowered: &Lowered,
    products: &Products,
    result: Vector<32>,
) -> Option<Claims> {
    let cuts = products.upper();
    let of = |root: Term, cuts| copy(terms, lowered, Some(products), cuts, root);
    let mut lemmas = Vec::new();
    for (index, &(root, term)) in cuts.iter().enumerate() {
        let (found, mut claims) = of(root, &cuts[..index])?;
        // The first is computed from products of halves, the second from the first.
        let (expected, assumption) =
            if index == 0 { products.upper_of_halves() } else { (term, products.assumption()) };
        claims.push(terms.equal(found, expected));
        lemmas.push(Question { assumption, claims });
    }
    let (found, mut claims) = of(lowered.result, &cuts)?;
    claims.push(terms.equal(found, terms.zero_extend(result)));
    Some(Claims { lemmas, claim: Question { assumption: products.assumption(), claims } })
}

/// The ports as terms: variables, or constants.
fn ports(terms: &Terms, function: &Function) -> [Vector<32>; 3] {
    [("a", 0), ("b", 1), ("c", 2)].map(|(name, place)| match function.constants[place] {
        Some(value) => terms.constant(value.into()),
        None => terms.variable(name),
    })
}

/// The values of all expressions of a lowered function, one for each case of the ports.
fn executed(lowered: &Lowered, cases: &[[u32; 3]]) -> HashMap<Term, Vec<u128>> {
    let below = lowered.graph.below(&[lowered.result]);
    let mut evaluator = Evaluator::new(&lowered.graph, &[lowered.result]);
    let mut values: HashMap<_, Vec<_>> = HashMap::new();
    for ports in cases {
        evaluator.run(|name| confirm::port(name, *ports).unwrap_or(0).into());
        for (term, _) in &below {
            values.entry(*term).or_default().push(evaluator.bits(*term));
        }
    }
    values
}

/// Confirms a refutation by executions: on the solver's values, then on random ones.
fn confirmed(answer: Answer, operation: Operation, function: &Function, lowered: &Lowered) -> Answer {
    /// Random executions.
    const CASES: usize = 2000;
    let Answer::Fails(values) = answer else { return answer };
    let rng = &mut Rng::with_seed(0);
    let ends = [0, 1, u32::MAX, i32::MAX as u32, 1 << 31];
    let mut draw = || if rng.bool() { rng.u32(..) } else { ends[rng.usize(..ends.len())] };
    let random = (0..CASES).map(|_| [draw(), draw(), draw()]);
    for ports in [confirm::ports(&values)].into_iter().chain(random) {
        let ports = [0, 1, 2].map(|port| function.constants[port].unwrap_or(ports[port]));
        let [a, b, c] = ports;
        if lowered.evaluate(|name| confirm::port(name, ports).unwrap_or(0)) != operation.execute(a, b, c) {
            return Answer::Fails(["a", "b", "c"].into_iter().zip(ports.map(u128::from)).collect());
        }
    }
    Answer::Unknown("the solver's values refute nothing: its product is not one".to_owned())
}

/// Values of the ports, for executions. C varies with A, so that no sum with C is taken for a product.
fn cases() -> Vec<[u32; 3]> {
    let rng = &mut Rng::with_seed(0);
    let ports = |[a, b]: [u32; 2]| [a, b, a.wrapping_mul(0x9e37_79b9)];
    (0..24).map(|_| ports([rng.u32(..), rng.u32(..)])).collect()
}

/// The factors of the datapath for the values of the ports, as numbers.
fn factors_of(mode: vmad_unit::vmad::Mode, [a, b, _]: [u32; 3]) -> [i128; 2] {
    use vmad_unit::{Machine, operand::A_WIRES};
    [(mode.a, a), (mode.b, b)].map(|(operand, port)| {
        let port = Machine.constant(port.into());
        vmad_unit::operand::operand(&Machine, &mut Nothing, A_WIRES, operand, &port).signed()
    })
}
