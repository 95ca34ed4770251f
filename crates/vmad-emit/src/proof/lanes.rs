//! The lanes that a `VABSDIFF4` adds to C.
//!
//! Solvers do not decide sums whose parts are computed in two ways. So each lane is proved apart, and is a variable in the
//! sum: it holds for all numbers of nine bits.

use vmad_unit::{AnyBits, Machine, Operation, Stage, Wire};
use vmad_xcheck::proof::{
    solver::{Answer, Solver, SolverError},
    term::{Extension, Term, Terms, Vector},
};

use super::{cases, place, terms::GraphTerms, unknown_factors};
use crate::{function::Function, graph::Value, lower::Lowered};

/// The variables in place of the lanes.
const NAMES: [&str; 4] = ["y0", "y1", "y2", "y3"];

/// Whether lanes are added to C.
pub(super) const fn are_added(operation: Operation) -> bool {
    matches!(operation, Operation::Vabsdiff4(mode) if mode.accumulate)
}

/// A lane: the expression of the graph, and the term of the datapath.
pub(super) type Lane = (Value, Term);

fn of_lanes<B>(wires: Vec<Wire<B>>) -> impl Iterator<Item = B> {
    wires.into_iter().filter(|wire| wire.stage == Stage::Saturate).map(|wire| wire.bits)
}

/// The lanes whose expressions executions find; the others stay part of the sum.
pub(super) fn find(
    operation: Operation,
    function: &Function,
    lowered: &Lowered,
    wires: Vec<Wire<Term>>,
) -> Vec<Lane> {
    let cases: Vec<_> = cases().into_iter().map(|[a, b]| [a, b, a ^ b.rotate_left(16)]).collect();
    let executed = cases.iter().map(|&ports| {
        let ports = [0, 1, 2].map(|port| function.constants[port].unwrap_or(ports[port]));
        let mut wires = Vec::new();
        operation.compute(&Machine, &mut wires, ports.map(|port| vmad_unit::Bits::wrap(port.into())));
        of_lanes(wires).map(AnyBits::pattern).collect::<Vec<_>>()
    });
    let executed: Vec<_> = executed.collect();
    let graph = &lowered.graph;
    let below = graph.below(&[lowered.result]);
    let values: Vec<Vec<u128>> = cases
        .iter()
        .map(|ports| {
            let parameters: Vec<_> = function.parameters.iter().map(|it| ports[place(*it)]).collect();
            below.iter().map(|&value| graph.evaluate(value, &parameters)).collect()
        })
        .collect();
    let find = |lane: usize| {
        let is_it = |at: &usize| {
            graph.bits(below[*at]) > 1
                && (0..cases.len()).all(|case| values[case][*at] == executed[case][lane])
        };
        (0..below.len()).find(is_it).map(|at| below[at])
    };
    of_lanes(wires).enumerate().filter_map(|(lane, term)| Some((find(lane)?, term))).collect()
}

/// Asks whether the lanes are the datapath's, of nine bits, and whether the result is right for all such lanes.
pub(super) fn ask(
    solver: &Solver,
    terms: &Terms,
    lowered: &Lowered,
    variables: &[Vector<32>],
    lanes: &[Lane],
    result: Vector<32>,
) -> Result<Answer, SolverError> {
    let mut cuts: Vec<(Value, Vector<128>)> = Vec::new();
    for &(value, term) in lanes {
        let Ok((found, _)) = GraphTerms::new(terms, lowered, variables, None, &[]).of(value) else {
            return Ok(unknown_factors());
        };
        let lane = terms.value(term, Extension::Zeros);
        let nine_bits = terms.equal(terms.cut(lane, 9, Extension::Zeros), lane);
        let claim = terms.and(nine_bits, terms.equal(found, lane));
        if solver.ask(terms, terms.always(), claim)? != Answer::Holds {
            return super::ask(solver, terms, lowered, variables, result);
        }
        cuts.push((value, lane));
    }
    let Ok((found, _)) = GraphTerms::new(terms, lowered, variables, None, &cuts).of(lowered.result) else {
        return Ok(unknown_factors());
    };
    let replaced = lanes.iter().zip(NAMES).map(|(&(_, term), name)| {
        let lane: Vector<10> = terms.zero_extend(terms.variable::<9>(name));
        (term, lane.into())
    });
    let claim = terms.replace(terms.equal(found, terms.zero_extend(result)), replaced);
    solver.ask(terms, terms.always(), claim)
}
