//! The proof: a lowered function computes what the datapath computes, for all values of its parameters.
//!
//! # The claim
//!
//! The unit's own functions run on a solver's terms ([`Symbolic`]); nothing of them is simplified. The other side is the
//! lowered graph, the one that is printed, as terms of 128 bits. A solver is asked for parameters for which the results
//! differ. If there are none, the function is proved. What a printer makes of the graph is tested, not proved.
//!
//! # Products
//!
//! Solvers cannot multiply 32 bits by 32 bits in useful time. So the product of the datapath's factors `ta` and `tb` is a
//! variable, of which only the range is known, and every multiplication of the graph is a sum with that variable
//! (`Products`). It is an identity of integers which sum; that the operands of the multiplication are the factors, or
//! parts of them, is part of the claim. So every execution of both sides is one of the cases that the solver excludes.
//! Where the language has no upper half of a product, the graph makes it of four products of 16 bits; that it is the upper
//! half is proved apart. The converse fails: what the solver finds counts only if an execution confirms it.

mod products;
mod terms;

use fastrand::Rng;
use vmad_sass::Instruction;
use vmad_unit::{Logic, Operation, record::Nothing};
use vmad_xcheck::proof::{
    solver::{Answer, Solver, SolverError},
    symbolic::Symbolic,
    term::{Terms, Vector},
};

use crate::{
    function::{Function, Parameter},
    lower::{Integers, Lowered},
};
use products::Products;
use terms::GraphTerms;

/// Decides whether the function of an instruction, lowered to some integers, computes what the datapath computes.
///
/// The answer holds for all values of the parameters. An answer that it fails has been confirmed by an execution.
///
/// # Errors
/// The solver does not run, or its output is not understood.
pub fn prove(solver: &Solver, instruction: &Instruction, integers: Integers) -> Result<Answer, SolverError> {
    match crate::instruction(instruction, None) {
        None => Ok(Answer::Unknown("no source says what the instruction computes".to_owned())),
        Some(function) => prove_lowered(solver, instruction, &function.lowered(integers)),
    }
}

/// [`prove`] for any lowered function with the parameters of the instruction's.
///
/// # Errors
/// As for [`prove`].
pub fn prove_lowered(
    solver: &Solver,
    instruction: &Instruction,
    lowered: &Lowered,
) -> Result<Answer, SolverError> {
    let (Some(operation), Some(function)) = (instruction.operation(), crate::instruction(instruction, None))
    else {
        return Ok(Answer::Unknown("no source says what the instruction computes".to_owned()));
    };
    let function = &function;
    let terms = Terms::new();
    let ports = ports(&terms, function);
    let exact = Symbolic::exact(&terms);
    let result = operation.compute(&exact, &mut Nothing, ports);
    let factors = exact.multiplied().first().copied().filter(|_| function.constants[..2] == [None; 2]);
    let (products, result) = match (factors, operation) {
        (Some(factors), Operation::Vmad(mode)) => {
            let products = Products::new(&terms, mode, factors, lowered, function);
            let logic = Symbolic::abstracted(&terms, products.on_wire());
            (Some(products), operation.compute(&logic, &mut Nothing, ports))
        }
        // Nothing is multiplied, or by a constant.
        _ => (None, result),
    };
    let variables: Vec<_> = function.parameters.iter().map(|it| ports[place(*it)]).collect();
    let unknown = || Answer::Unknown("a multiplication has other factors than the datapath's".to_owned());
    let cuts = products.as_ref().map_or_else(Vec::new, Products::upper);
    if let Some(products) = &products {
        for (index, &(root, term)) in cuts.iter().enumerate() {
            let graph = GraphTerms::new(&terms, lowered, &variables, Some(products), &cuts[..index]);
            let Ok((found, mut claims)) = graph.of(root) else { return Ok(unknown()) };
            // The first is made of products of halves, the second of the first.
            let (expected, assumption) =
                if index == 0 { products.upper_of_halves() } else { (term, products.assumption()) };
            claims.push(terms.equal(found, expected));
            if !matches!(solver.ask(&terms, assumption, terms.all(claims))?, Answer::Holds) {
                return Ok(Answer::Unknown("the upper half of the product is not proved".to_owned()));
            }
        }
    }
    let graph = GraphTerms::new(&terms, lowered, &variables, products.as_ref(), &cuts);
    let Ok((found, mut claims)) = graph.of(lowered.result) else { return Ok(unknown()) };
    claims.push(terms.equal(found, terms.zero_extend(result)));
    let assumption = products.as_ref().map_or_else(|| terms.always(), Products::assumption);
    let answer = solver.ask(&terms, assumption, terms.all(claims))?;
    Ok(confirmed(answer, operation, function, lowered))
}

/// The ports as terms: variables, or constants.
fn ports(terms: &Terms, function: &Function) -> [Vector<32>; 3] {
    [("a", 0), ("b", 1), ("c", 2)].map(|(name, place)| match function.constants[place] {
        Some(value) => terms.constant(value.into()),
        None => terms.variable(name),
    })
}

const fn place(parameter: Parameter) -> usize {
    match parameter {
        Parameter::A => 0,
        Parameter::B => 1,
        Parameter::C | Parameter::WordLow | Parameter::WordHigh => 2,
    }
}

/// What executions say of a refutation: of the solver's values, then of random ones.
fn confirmed(answer: Answer, operation: Operation, function: &Function, lowered: &Lowered) -> Answer {
    /// Random executions.
    const CASES: usize = 2000;
    let Answer::Fails(values) = answer else { return answer };
    let value =
        |name: &str| values.iter().find(|(other, _)| *other == name).map_or(0, |(_, value)| *value as u32);
    let rng = &mut Rng::with_seed(0);
    let ends = [0, 1, u32::MAX, i32::MAX as u32, 1 << 31];
    let mut draw = || if rng.bool() { rng.u32(..) } else { ends[rng.usize(..ends.len())] };
    let random = (0..CASES).map(|_| [draw(), draw(), draw()]);
    for ports in [[value("a"), value("b"), value("c")]].into_iter().chain(random) {
        let ports = [0, 1, 2].map(|port| function.constants[port].unwrap_or(ports[port]));
        let parameters: Vec<_> = function.parameters.iter().map(|it| ports[place(*it)]).collect();
        let [a, b, c] = ports;
        if lowered.evaluate(&parameters) != operation.execute(a, b, c).bits() {
            return Answer::Fails(["a", "b", "c"].into_iter().zip(ports.map(u128::from)).collect());
        }
    }
    Answer::Unknown("the solver's values refute nothing: its product is not one".to_owned())
}

/// The factors of the datapath for the values of the ports, as numbers.
fn factors_of(mode: vmad_unit::vmad::Mode, [a, b]: [u32; 2]) -> [i128; 2] {
    use vmad_unit::{Machine, operand::Names};
    [(mode.a, a), (mode.b, b)].map(|(operand, port)| {
        let port = Machine.constant(port.into());
        vmad_unit::operand::operand(&Machine, &mut Nothing, Names::A, operand, &port).signed()
    })
}
