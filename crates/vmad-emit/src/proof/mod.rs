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
//! half is proved apart. The lanes that a `VABSDIFF4` adds to C are proved apart too (`lanes`). The converse fails: what
//! the solver finds counts only if an execution confirms it.

mod lanes;
mod products;
mod terms;

use std::collections::HashMap;

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
    graph::{Node, Value},
    lower::{Integers, Lowered},
};
use products::Products;
use terms::{GraphTerms, UnknownFactors};

/// Decides whether the function of an instruction, lowered to some integers, computes what the datapath computes.
///
/// The answer holds for all values of the parameters. An answer that it fails has been confirmed by an execution.
///
/// # Errors
/// The solver does not run, or its output is not understood.
pub fn prove(solver: &Solver, instruction: &Instruction, integers: Integers) -> Result<Answer, SolverError> {
    match crate::instruction(instruction, None) {
        None => Ok(not_known()),
        Some(function) => prove_lowered(solver, instruction, &function.lowered(integers)),
    }
}

/// [`prove`] for each of [`Integers::ALL`]: a function that is the same in two of them is proved once.
///
/// # Errors
/// As for [`prove`].
pub fn prove_all(
    solver: &Solver,
    instruction: &Instruction,
) -> Result<[Answer; Integers::ALL.len()], SolverError> {
    let (Some(operation), Some(function)) = (instruction.operation(), crate::instruction(instruction, None))
    else {
        return Ok([(); Integers::ALL.len()].map(|()| not_known()));
    };
    let lowered = Integers::ALL.map(|integers| function.lowered(integers));
    let nodes = lowered.each_ref().map(nodes);
    let first = [0, 1, 2, 3].map(|index| nodes.iter().position(|it| *it == nodes[index]).unwrap_or(index));
    if !matches!(operation, Operation::Vmad(_)) && !lanes::are_added(operation) {
        let different = (0..lowered.len()).filter(|&index| first[index] == index);
        if holds_at_once(solver, operation, &function, different.map(|index| &lowered[index]))? {
            return Ok([(); Integers::ALL.len()].map(|()| Answer::Holds));
        }
    }
    let mut answers: [Answer; Integers::ALL.len()] = [(); Integers::ALL.len()].map(|()| not_known());
    for index in 0..answers.len() {
        answers[index] = match first[index] {
            same if same < index => answers[same].clone(),
            _ => prove_lowered(solver, instruction, &lowered[index])?,
        };
    }
    Ok(answers)
}

/// The operations below the result, numbered from 0: equal for functions that are the same.
fn nodes(lowered: &Lowered) -> Vec<Node> {
    let below = lowered.graph.below(&[lowered.result]);
    let numbers: HashMap<_, _> =
        below.iter().zip(0..).map(|(&value, number)| (value, Value(number))).collect();
    let node = |&value| {
        let Node { bits, op } = lowered.graph.node(value);
        let operands: Vec<_> = op.operands().iter().map(|operand| numbers[operand]).collect();
        Node { bits, op: op.on(&operands) }
    };
    below.iter().map(node).collect()
}

/// Whether several lowerings of a function are proved by one question. If not, any of them can be the reason.
fn holds_at_once<'l>(
    solver: &Solver,
    operation: Operation,
    function: &Function,
    all: impl Iterator<Item = &'l Lowered>,
) -> Result<bool, SolverError> {
    let terms = Terms::new();
    let ports = ports(&terms, function);
    let result = operation.compute(&Symbolic::exact(&terms), &mut Nothing, ports);
    let variables: Vec<_> = function.parameters.iter().map(|it| ports[place(*it)]).collect();
    let mut claims = Vec::new();
    for lowered in all {
        let graph = GraphTerms::new(&terms, lowered, &variables, None, &[]);
        let Ok((found, _)) = graph.of(lowered.result) else { return Ok(false) };
        claims.push(terms.equal(found, terms.zero_extend(result)));
    }
    Ok(solver.ask(&terms, terms.always(), terms.all(claims))? == Answer::Holds)
}

fn not_known() -> Answer {
    Answer::Unknown("no source says what the instruction computes".to_owned())
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
        return Ok(not_known());
    };
    let function = &function;
    let terms = Terms::new();
    let ports = ports(&terms, function);
    let variables: Vec<_> = function.parameters.iter().map(|it| ports[place(*it)]).collect();
    let exact = Symbolic::exact(&terms);
    let mut wires = Vec::new();
    let result = operation.compute(&exact, &mut wires, ports);
    let factors = exact.multiplied().first().copied().filter(|_| function.constants[..2] == [None; 2]);
    let answer = match (factors, operation) {
        (Some(factors), Operation::Vmad(mode)) => {
            let products = Products::new(&terms, mode, factors, lowered, function);
            let logic = Symbolic::abstracted(&terms, products.on_wire());
            let result = operation.compute(&logic, &mut Nothing, ports);
            with_products(solver, &terms, lowered, &variables, &products, result)
        }
        _ if lanes::are_added(operation) => {
            let lanes = lanes::find(operation, function, lowered, wires);
            lanes::ask(solver, &terms, lowered, &variables, &lanes, result)
        }
        // Nothing is multiplied, or by a constant.
        _ => ask(solver, &terms, lowered, &variables, result),
    };
    Ok(confirmed(answer?, operation, function, lowered))
}

/// Asks whether an expression of the graph is a result.
fn ask(
    solver: &Solver,
    terms: &Terms,
    lowered: &Lowered,
    variables: &[Vector<32>],
    result: Vector<32>,
) -> Result<Answer, SolverError> {
    match GraphTerms::new(terms, lowered, variables, None, &[]).of(lowered.result) {
        Ok((found, _)) => solver.ask(terms, terms.always(), terms.equal(found, terms.zero_extend(result))),
        Err(UnknownFactors) => Ok(unknown_factors()),
    }
}

fn unknown_factors() -> Answer {
    Answer::Unknown("a multiplication has other factors than the datapath's".to_owned())
}

/// Asks with sums in place of products: first whether the upper halves are such.
fn with_products(
    solver: &Solver,
    terms: &Terms,
    lowered: &Lowered,
    variables: &[Vector<32>],
    products: &Products,
    result: Vector<32>,
) -> Result<Answer, SolverError> {
    let cuts = products.upper();
    let of = |root: Value, cuts| GraphTerms::new(terms, lowered, variables, Some(products), cuts).of(root);
    for (index, &(root, term)) in cuts.iter().enumerate() {
        let Ok((found, mut claims)) = of(root, &cuts[..index]) else { return Ok(unknown_factors()) };
        // The first is made of products of halves, the second of the first.
        let (expected, assumption) =
            if index == 0 { products.upper_of_halves() } else { (term, products.assumption()) };
        claims.push(terms.equal(found, expected));
        if solver.ask(terms, assumption, terms.all(claims))? != Answer::Holds {
            return Ok(Answer::Unknown("the upper half of the product is not proved".to_owned()));
        }
    }
    let Ok((found, mut claims)) = of(lowered.result, &cuts) else { return Ok(unknown_factors()) };
    claims.push(terms.equal(found, terms.zero_extend(result)));
    solver.ask(terms, products.assumption(), terms.all(claims))
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

/// Values of A and B, for executions.
fn cases() -> Vec<[u32; 2]> {
    let rng = &mut Rng::with_seed(0);
    (0..24).map(|_| [rng.u32(..), rng.u32(..)]).collect()
}

/// The factors of the datapath for the values of the ports, as numbers.
fn factors_of(mode: vmad_unit::vmad::Mode, [a, b]: [u32; 2]) -> [i128; 2] {
    use vmad_unit::{Machine, operand::Names};
    [(mode.a, a), (mode.b, b)].map(|(operand, port)| {
        let port = Machine.constant(port.into());
        vmad_unit::operand::operand(&Machine, &mut Nothing, Names::A, operand, &port).signed()
    })
}
