//! Wires of the datapath that are proved on their own, and are variables in the claim.
//!
//! Solvers are slow if a result depends on a number that the two sides compute in different ways. So each expression
//! that has bits of the wire is proved to have them, and the wire to be in a range. The claim is then proved for all
//! numbers of the range in place of the wire. These cases include all executions.

use std::collections::HashSet;

use fastrand::Rng;
use vmad_proof::goal::Question;
use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::range::ones,
    term::{Extension, Terms, Vector},
};
use vmad_unit::{Machine, Operation, Stage, Wire};

use super::{Claims, executed, terms::copy};
use crate::{function::Function, lower::Lowered};

/// The variables in place of the wires.
const NAMES: [&str; 4] = ["y0", "y1", "y2", "y3"];

/// The wires: the value before saturation; of a `VABSDIFF4` that adds its lanes to C, the lanes.
fn of<B>(operation: Operation, wires: Vec<Wire<B>>) -> Vec<Wire<B>> {
    let is_cut = |wire: &Wire<B>| match operation {
        Operation::Vmad(_) => false,
        Operation::Vabsdiff4(mode) => mode.accumulate && wire.stage == Stage::Saturate,
        _ => wire.name == "tmp",
    };
    wires.into_iter().filter(is_cut).collect()
}

/// A wire of the datapath.
struct Cut {
    /// Its term.
    term: Term,
    /// The range of its numbers.
    range: [i128; 2],
    /// Its number in each of [`cases`].
    executed: Vec<i128>,
}

/// The bits of a wire that can be the lowest bit of an expression.
const OFFSETS: [u32; 2] = [0, 32];

/// The values of the ports for executions.
fn cases(function: &Function) -> Vec<[u32; 3]> {
    const CASES: usize = 96;
    const ENDS: [u32; 8] = [0, 1, u32::MAX, i32::MAX as u32, 1 << 31, 0x7fff_7fff, 0x8000_8000, 0x7f80_807f];
    let rng = &mut Rng::with_seed(0);
    // Some are small, such as amounts of shifts.
    let mut draw = || match rng.u8(..4) {
        0 => rng.u32(..),
        1 => rng.u32(..) & 0x00ff_00ff,
        2 => rng.u32(..) & 0x1f1f_1f1f,
        _ => ENDS[rng.usize(..ENDS.len())],
    };
    // Half of the sums are -1, which a carry makes 0.
    let cancel = |it: u32, case| match case / 4 % 5 {
        0 => !it,
        1 => !(it & 0xffff),
        2 => !(it & 0xff),
        3 => !(it as i16) as u32,
        _ => !(it as i8) as u32,
    };
    let random = (0..CASES).map(|case| match ([draw(), draw(), draw()], case % 4) {
        ([a, _, c], 0) => [a, cancel(a, case), c],
        ([_, b, c], 1) => [cancel(b, case), b, c],
        (ports, _) => ports,
    });
    random.map(|ports| [0, 1, 2].map(|port| function.constants[port].unwrap_or(ports[port]))).collect()
}

fn find(operation: Operation, function: &Function, cases: &[[u32; 3]], wires: Vec<Wire<Term>>) -> Vec<Cut> {
    let is_difference = matches!(operation, Operation::Vabsdiff(_) | Operation::Vabsdiff4(_));
    let least = if is_difference { 0 } else { i128::MIN };
    let in_graph = of(operation, function.wires.clone());
    let ranges = in_graph.into_iter().map(|wire| function.graph.range(wire.bits).signed);
    let ranges = ranges.map(|[low, high]| [low.max(least), high]);
    let executed: Vec<Vec<_>> = cases
        .iter()
        .map(|ports| {
            let mut wires = Vec::new();
            operation.compute(&Machine, &mut wires, ports.map(|port| vmad_unit::Bits::wrap(port.into())));
            of(operation, wires).iter().map(Wire::value).collect()
        })
        .collect();
    let found = of(operation, wires).into_iter().zip(ranges).enumerate();
    found
        .map(|(index, (wire, range))| Cut {
            term: wire.bits,
            range,
            executed: executed.iter().map(|wires| wires[index]).collect(),
        })
        .collect()
}

/// The expressions of a graph that have the bits of wires in all executions; the solver proves each.
fn matches(terms: &Terms, lowered: &Lowered, cases: &[[u32; 3]], cuts: &[Cut]) -> Vec<(Term, Vector<128>)> {
    let executed = executed(lowered, cases);
    let mut found: Vec<(Term, Vector<128>)> = Vec::new();
    let mut known = HashSet::new();
    for (value, node) in lowered.graph.below(&[lowered.result]) {
        let (bits, op) = (node.sort.bits(), node.operation);
        let is_cut = |operand: &Term| found.iter().any(|(cut, _)| cut == operand);
        let is_leaf = matches!(op, Op::Variable(_) | Op::Constant(_));
        if bits == 1 || is_leaf || op.arguments().iter().all(is_cut) {
            continue;
        }
        let places = cuts.iter().flat_map(|cut| OFFSETS.map(|offset| (cut, offset)));
        let has_bits = |(cut, offset): &(&Cut, u32)| {
            let mut all = cut.executed.iter().zip(&executed[&value]);
            all.all(|(number, value)| *value == (number >> offset) as u128 & ones(bits))
        };
        // A later expression with the same bits depends on the first one, and can differ in cases that are not
        // executed.
        if let Some((cut, offset)) = { places }.find(has_bits)
            && known.insert((cut.term, offset, bits))
        {
            let number = terms.value(cut.term, Extension::Sign);
            found.push((value, terms.part(number, offset, bits, Extension::Zeros)));
        }
    }
    found
}

/// The questions that prove lowered functions with cuts; [`None`] where no expression has bits of a wire.
pub(super) fn questions(
    terms: &Terms,
    operation: Operation,
    function: &Function,
    all: &[&Lowered],
    (wires, result): (Vec<Wire<Term>>, Vector<32>),
) -> Option<Claims> {
    let cases = cases(function);
    let cuts = find(operation, function, &cases, wires);
    let number = |term| terms.value(term, Extension::Sign);
    let is_in_range = |cut: &Cut, term| terms.within(number(term), cut.range);
    let mut lemmas: Vec<_> =
        cuts.iter().map(|cut| Question::always(terms, vec![is_in_range(cut, cut.term)])).collect();
    let mut claims = Vec::new();
    for lowered in all {
        let found = matches(terms, lowered, &cases, &cuts);
        if found.is_empty() {
            return None;
        }
        let of = |root, cuts| copy(terms, lowered, None, cuts, root);
        for &(value, bits) in &found {
            let (expression, mut lemma) = of(value, &[])?;
            lemma.push(terms.equal(expression, bits));
            lemmas.push(Question::always(terms, lemma));
        }
        let (expression, amounts) = of(lowered.result, &found)?;
        claims.extend(amounts);
        claims.push(terms.equal(expression, terms.zero_extend(result)));
    }
    let replaced: Vec<_> =
        cuts.iter().zip(NAMES).map(|(cut, name)| (cut.term, terms.like(cut.term, name))).collect();
    let assumption = terms.all(cuts.iter().zip(&replaced).map(|(cut, &(_, new))| is_in_range(cut, new)));
    let claims = vec![terms.replace(terms.all(claims), replaced)];
    Some(Claims { lemmas, claim: Question { assumption, claims } })
}
