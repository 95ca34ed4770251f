//! Random graphs: simplification and lowering keep their values, and snapshots have the numbers of their operations.

use std::{collections::BTreeMap, fmt::Write};

use fastrand::Rng;

use super::{includes, name};
use crate::{
    eval::apply,
    graph::{Graph, Node, Op, Value},
    lower::{Integers, Lowered, lower, lower_to_pairs},
};

/// A graph, some of its expressions, and numbers for its inputs.
struct Random {
    graph: Graph,
    made: Vec<Value>,
    inputs: [[u32; 3]; 4],
}

impl Random {
    fn new(rng: &mut Rng) -> Self {
        let inputs = [(); 4].map(|()| [(); 3].map(|()| register(rng)));
        Self { graph: Graph::default(), made: Vec::new(), inputs }
    }

    /// Builds an expression, and compares its value with that of the operation on its operands.
    fn build(&mut self, bits: u32, op: Op) -> Value {
        let built = self.graph.build(bits, op);
        assert_eq!(self.graph.bits(built), bits, "{op:?}");
        for inputs in &self.inputs {
            let of = |it: Value| self.graph.evaluate(it, inputs);
            let operands: Vec<_> = op.operands().iter().map(|&it| (of(it), self.graph.bits(it))).collect();
            let (found, expected) = (of(built), apply(Node { bits, op }, &operands));
            assert_eq!(found, expected, "{bits} bits: {op:?} of {operands:x?}");
            assert!(includes(self.graph.range(built), found, bits), "{op:?} of {operands:x?}");
        }
        built
    }

    /// Some bits of an input.
    fn field(&mut self, bits: u32, rng: &mut Rng) -> Value {
        let input = self.graph.input(rng.usize(..3));
        let moved = self.build(32, Op::ShiftRight(input, rng.u32(..=32 - bits)));
        self.build(bits, Op::Truncate(moved))
    }

    fn constant(&mut self, bits: u32, rng: &mut Rng) -> Value {
        let any = i128::from(rng.i8(..));
        let number = rng.choice([0, 1, -1, any]).expect("not empty");
        self.graph.constant(bits, number)
    }

    fn bits(&self, it: Value) -> u32 {
        self.graph.bits(it)
    }

    /// One of the last expressions of which `is_wanted` is true.
    fn pick(&self, rng: &mut Rng, is_wanted: impl Fn(u32) -> bool) -> Option<Value> {
        let wanted = self.made.iter().rev().copied().filter(|&it| is_wanted(self.bits(it)));
        let wanted: Vec<_> = wanted.take(8).collect();
        rng.choice(wanted)
    }

    /// Adds the results of an operation that is tried a number of times.
    fn grow(&mut self, times: u32, rng: &mut Rng, operation: fn(&mut Self, &mut Rng) -> Option<Value>) {
        for _ in 0..times {
            let made = operation(self, rng);
            self.made.extend(made);
        }
    }

    /// Adds the names of the operations below all expressions.
    fn count(&self, counts: &mut BTreeMap<String, u32>) {
        for value in self.graph.below(&self.made) {
            *counts.entry(name(self.graph.op(value))).or_default() += 1;
        }
    }
}

/// A number of 32 bits, often with only a few bits set or clear.
fn register(rng: &mut Rng) -> u32 {
    let (any, corner) = (rng.u32(..), 1u32 << rng.u32(..32));
    rng.choice([any, corner, !corner, corner.wrapping_neg(), 0]).expect("not empty")
}

fn table(counts: BTreeMap<String, u32>) -> String {
    let mut table = String::new();
    for (name, count) in counts {
        writeln!(table, "{name:<20} {count:>6}").expect("a string");
    }
    table
}

/// An operation on random expressions of 1 to 4 bits.
fn short(it: &mut Random, rng: &mut Rng) -> Option<Value> {
    let x = it.pick(rng, |_| true)?;
    let bits = it.bits(x);
    let y = it.pick(rng, |other| other == bits)?;
    let flag = it.pick(rng, |bits| bits == 1)?;
    let any = it.pick(rng, |_| true)?;
    let count = rng.u32(..=bits);
    let is_number = bits > 1;
    Some(match rng.u8(..24) {
        0 => it.build(bits, Op::Add(x, y)),
        1 => it.build(bits, Op::Subtract(x, y)),
        2 => it.build(bits, Op::Multiply(x, y)),
        3 => it.build(bits, Op::MultiplyHigh(x, y)),
        4 => it.build(bits, Op::MultiplyHighSigned(x, y)),
        5 => it.build(bits, Op::And(x, y)),
        6 => it.build(bits, Op::Or(x, y)),
        7 => it.build(bits, Op::Xor(x, y)),
        8 => it.build(bits, Op::ShiftLeft(x, count)),
        9 => it.build(bits, Op::ShiftRight(x, count)),
        10 => it.build(bits, Op::ShiftRightSigned(x, count)),
        11 => it.build(bits, Op::ShiftLeftBy(x, any)),
        12 => it.build(bits, Op::ShiftRightBy(x, any)),
        13 => it.build(bits, Op::ShiftRightSignedBy(x, any)),
        14 => it.build(rng.u32(bits..=bits + 2), Op::ZeroExtend(x)),
        15 => it.build(rng.u32(bits..=bits + 2), Op::SignExtend(x)),
        16 => it.build(rng.u32(1..=bits), Op::Truncate(x)),
        17 if is_number => it.build(1, Op::Less(x, y)),
        18 => it.build(1, Op::LessSigned(x, y)),
        19 if is_number => it.build(1, Op::Equal(x, y)),
        20 => it.build(bits, Op::Select(flag, x, y)),
        21 => {
            // `x - y`, or `y - x`
            let inverted = it.graph.not(y);
            let pair = if rng.bool() { Op::Add(x, inverted) } else { Op::Add(inverted, x) };
            let sum = it.build(bits, pair);
            let one = it.graph.constant(bits, 1);
            it.build(bits, Op::Add(sum, one))
        }
        22 => {
            // A signed field, in three shifts.
            let field = it.build(bits, Op::ShiftRight(x, count));
            let up = it.build(bits, Op::ShiftLeft(field, rng.u32(..=bits)));
            it.build(bits, Op::ShiftRightSigned(up, rng.u32(..=bits)))
        }
        _ => it.graph.not(x),
    })
}

#[test]
fn simplification_keeps_the_value() {
    let rng = &mut Rng::with_seed(1);
    let mut counts = BTreeMap::new();
    for _ in 0..400 {
        let mut it = Random::new(rng);
        for bits in [1, 1, 2, 3, 4] {
            let made = [it.field(bits, rng), it.constant(bits, rng)];
            it.made.extend(made);
        }
        it.grow(40, rng, short);
        it.count(&mut counts);
    }
    vmad_testing::assert_snapshot("emit", "simplified", &table(counts));
}

/// The widths of the datapath's wires.
const WIRES: [u32; 7] = [1, 8, 16, 32, 33, 34, 66];

/// An operation of the datapath, or of the functions that take any word, on random expressions.
fn wire(it: &mut Random, rng: &mut Rng) -> Option<Value> {
    let bits = *rng.choice(&WIRES).expect("not empty");
    let x = it.pick(rng, |other| other == bits)?;
    let y = it.pick(rng, |other| other == bits)?;
    let flag = it.pick(rng, |bits| bits == 1)?;
    let at = WIRES.iter().position(|&it| it == bits)?;
    let wider = WIRES[rng.usize(at..WIRES.len())];
    let narrower = WIRES[rng.usize(..=at)];
    let count = rng.choice([0, 1, 7, 8, 15, 16, 31, 32, 33]).filter(|&count| count < bits)?;
    let is_number = bits > 1;
    Some(match rng.u8(..22) {
        0 | 1 => it.build(bits, Op::Add(x, y)),
        2 => it.graph.not(x),
        16 => it.build(bits, Op::Subtract(x, y)),
        17 => it.build(bits, Op::And(x, y)),
        18 => it.build(bits, Op::Or(x, y)),
        19 => it.build(bits, Op::Xor(x, y)),
        20 | 21 if is_number => it.build(1, Op::Less(x, y)),
        3 if is_number => it.build(bits, Op::ShiftLeft(x, count)),
        4 if is_number => it.build(bits, Op::ShiftRight(x, count)),
        5 if is_number => it.build(bits, Op::ShiftRightSigned(x, count)),
        6 => it.build(wider, Op::ZeroExtend(x)),
        7 => it.build(wider, Op::SignExtend(x)),
        8 | 9 => it.build(narrower, Op::Truncate(x)),
        10 => it.build(1, Op::LessSigned(x, y)),
        11 if is_number => it.build(1, Op::Equal(x, y)),
        12 | 13 => it.build(bits, Op::Select(flag, x, y)),
        14 => {
            let factors = [factor(it, rng), factor(it, rng)];
            let [x, y] = factors.map(|factor| it.build(66, Op::SignExtend(factor)));
            let product = it.build(66, Op::Multiply(x, y));
            if rng.bool() {
                return Some(product);
            }
            let moved = it.build(66, Op::ShiftRightSigned(product, count));
            it.build(32, Op::Truncate(moved))
        }
        _ => {
            let amount = it.field(rng.u32(4..=6), rng);
            let amount = it.build(32, Op::ZeroExtend(amount));
            let offset = it.graph.constant(32, i128::from(rng.u8(..2)));
            let amount = it.build(32, Op::Add(amount, offset));
            let x = it.pick(rng, |bits| bits == 34)?;
            it.build(
                34,
                if rng.bool() { Op::ShiftLeftBy(x, amount) } else { Op::ShiftRightSignedBy(x, amount) },
            )
        }
    })
}

/// In languages, the amount of a shift must be less than the width.
fn legal_amounts(lowered: &Lowered, inputs: &[u32]) {
    let Lowered { graph, result } = lowered;
    let values = graph.evaluate_below(*result, inputs);
    for value in graph.below(&[*result]) {
        let (bits, op) = (graph.bits(value), graph.op(value));
        let amount = match op {
            Op::ShiftLeftBy(_, by) | Op::ShiftRightBy(_, by) | Op::ShiftRightSignedBy(_, by) => {
                values[by.0 as usize]
            }
            Op::ShiftLeft(_, count) | Op::ShiftRight(_, count) | Op::ShiftRightSigned(_, count) => {
                count.into()
            }
            _ => 0,
        };
        assert!(amount < bits.into(), "{op:?} by {amount} of {bits} bits");
    }
}

/// A factor of 33 bits: of any range, of the range of an operand, or the negative or the inverted number of one.
fn factor(it: &mut Random, rng: &mut Rng) -> Value {
    if let Some(any) = it.pick(rng, |bits| bits == 33).filter(|_| rng.bool()) {
        return any;
    }
    let field = it.field(*rng.choice(&[8, 16, 32]).expect("not empty"), rng);
    let extended = it.build(33, if rng.bool() { Op::ZeroExtend(field) } else { Op::SignExtend(field) });
    let zero = it.graph.constant(33, 0);
    match rng.u8(..3) {
        0 => extended,
        1 => it.graph.not(extended),
        _ => it.build(33, Op::Subtract(zero, extended)),
    }
}

#[test]
fn lowering_keeps_the_value() {
    let rng = &mut Rng::with_seed(2);
    let mut counts = BTreeMap::new();
    for _ in 0..250 {
        let mut it = Random::new(rng);
        for bits in WIRES {
            let made = [it.field(bits.min(32), rng), it.constant(bits.min(32), rng)];
            for field in made {
                let extend = if rng.bool() { Op::ZeroExtend } else { Op::SignExtend };
                let made = it.build(bits, extend(field));
                it.made.push(made);
            }
        }
        it.grow(60, rng, wire);
        for &root in it.made.iter().filter(|&&root| matches!(it.bits(root), 1 | 32)) {
            let mut check = |name: String, lowered: Lowered| {
                for inputs in &it.inputs {
                    legal_amounts(&lowered, inputs);
                    let expected = it.graph.evaluate(root, inputs) as u32;
                    assert_eq!(lowered.evaluate(inputs), expected, "{name}: {root:?} on {inputs:x?}");
                }
                *counts.entry(name).or_default() += lowered.operations();
            };
            for integers in Integers::ALL {
                check(format!("{integers:?}"), lower(&it.graph, root, integers));
            }
            if it.bits(root) == 32 {
                check("pairs".to_owned(), lower_to_pairs(&it.graph, root));
            }
        }
    }
    vmad_testing::assert_snapshot("emit", "lowered", &table(counts));
}
