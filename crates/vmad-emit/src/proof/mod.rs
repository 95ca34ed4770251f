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
//! (`Products`). The form of the sum is an identity of integers. The claim includes that the operands of the
//! multiplication are the factors. So the solver's cases include every execution of both sides. A refutation by the
//! solver counts only if an execution confirms it.
//!
//! # Shared questions
//!
//! The solver keeps the terms of each question that it proved. So a mode shares the answer of another only if the terms
//! are the same.

mod products;
mod ptx;
mod terms;

use fastrand::Rng;
use vmad_proof::{confirm, goal::Question};
use vmad_term::{
    solver::{Answer, Solver},
    term::{Terms, Vector},
};
use vmad_unit::{Operation, record::Nothing};

use crate::{
    function::Function,
    lower::{Integers, Lowered},
};

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
    let terms = Terms::new();
    let Question { assumption, claims } = claim(&terms, operation, function, lowered);
    let answer = solver.ask(&terms, assumption, terms.all(claims));
    confirmed(answer, operation, function, lowered)
}

/// The claim that a lowered function has the datapath's result.
fn claim(terms: &Terms, operation: Operation, function: &Function, lowered: &Lowered) -> Question {
    let result = operation.compute(terms, &mut Nothing, ports(terms, function));
    let products = match (operation, function.constants) {
        (Operation::Vmad(mode), [None, None, _]) => {
            let product = terms.products(&[result.into()]).first().copied();
            product.map(|product| Products::new(terms, mode, product))
        }
        // No product, or one with a constant.
        _ => None,
    };
    let (found, mut claims) = copy(terms, lowered, products.as_ref());
    claims.push(terms.equal(found, terms.zero_extend(result)));
    let Some(products) = products else { return Question::always(terms, claims) };
    Question { assumption: products.assumption(), claims: vec![products.replaced_in(terms.all(claims))] }
}

/// The ports as terms: variables, or constants.
fn ports(terms: &Terms, function: &Function) -> [Vector<32>; 3] {
    [("a", 0), ("b", 1), ("c", 2)].map(|(name, place)| match function.constants[place] {
        Some(value) => terms.constant(value.into()),
        None => terms.variable(name),
    })
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
