//! Random terms: the lowering keeps their values, and a snapshot has the numbers of their operations.

use std::{collections::BTreeMap, fmt::Write};

use fastrand::Rng;
use vmad_term::{
    eval::Evaluator,
    operation::{Operation as Op, Term},
    simplify::Simplified,
};

use crate::lower::{Integers, Lowered, lower, lower_to_pairs};

/// A store, some of its terms, and numbers for its variables.
struct Random {
    graph: Simplified,
    made: Vec<Term>,
    inputs: [[u32; 3]; 4],
}

const NAMES: [&str; 3] = ["a", "b", "c"];

impl Random {
    fn new(rng: &mut Rng) -> Self {
        let inputs = [(); 4].map(|()| [(); 3].map(|()| register(rng)));
        Self { graph: Simplified::default(), made: Vec::new(), inputs }
    }

    fn build(&mut self, bits: u32, op: Op) -> Term {
        self.graph.build(bits, op)
    }

    /// Some bits of an input.
    fn field(&mut self, bits: u32, rng: &mut Rng) -> Term {
        let input = self.graph.input(NAMES[rng.usize(..3)]);
        let moved = self.build(32, Op::ShiftRight(input, rng.u32(..=32 - bits)));
        self.build(bits, Op::Field(moved, 0))
    }

    fn constant(&mut self, bits: u32, rng: &mut Rng) -> Term {
        let any = i128::from(rng.i8(..));
        let number = rng.choice([0, 1, -1, any]).expect("not empty");
        self.graph.constant(bits, number)
    }

    fn bits(&self, it: Term) -> u32 {
        self.graph.bits(it)
    }

    /// One of the last expressions of which `is_wanted` is true.
    fn pick(&self, rng: &mut Rng, is_wanted: impl Fn(u32) -> bool) -> Option<Term> {
        let wanted = self.made.iter().rev().copied().filter(|&it| is_wanted(self.bits(it)));
        let wanted: Vec<_> = wanted.take(8).collect();
        rng.choice(wanted)
    }

    /// Adds the results of an operation that is tried a number of times.
    fn grow(&mut self, times: u32, rng: &mut Rng, operation: fn(&mut Self, &mut Rng) -> Option<Term>) {
        for _ in 0..times {
            let made = operation(self, rng);
            self.made.extend(made);
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

/// The widths of the datapath's wires.
const WIRES: [u32; 7] = [1, 8, 16, 32, 33, 34, 66];

/// An operation of the datapath, or of the functions that take any word, on random expressions.
fn wire(it: &mut Random, rng: &mut Rng) -> Option<Term> {
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
        8 | 9 => it.build(narrower, Op::Field(x, 0)),
        10 => it.build(1, Op::LessSigned(x, y)),
        11 if is_number => it.build(1, Op::Equal(x, y)),
        12 | 13 => it.build(bits, Op::Choose(flag, x, y)),
        14 => {
            let factors = [factor(it, rng), factor(it, rng)];
            let [x, y] = factors.map(|factor| it.build(66, Op::SignExtend(factor)));
            let product = it.build(66, Op::Multiply(x, y));
            if rng.bool() {
                return Some(product);
            }
            let moved = it.build(66, Op::ShiftRightSigned(product, count));
            it.build(32, Op::Field(moved, 0))
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

/// A factor of 33 bits: of any range, of the range of an operand, or the negative or the inverted number of one.
fn factor(it: &mut Random, rng: &mut Rng) -> Term {
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
                let is_legal = lowered.graph.amounts_are_legal(&[lowered.result]);
                let mut before = Evaluator::new(&it.graph, &[root]);
                let mut after = Evaluator::new(&lowered.graph, &[lowered.result, is_legal.into()]);
                for inputs in &it.inputs {
                    let value_of = |name: &str| {
                        let named = NAMES.iter().zip(inputs).find(|(other, _)| **other == name);
                        named.map_or(0, |(_, value)| u128::from(*value))
                    };
                    before.run(value_of);
                    after.run(value_of);
                    let (expected, found) = (before.bits(root), after.bits(lowered.result));
                    assert_eq!(found, expected, "{name}: {root:?} on {inputs:x?}");
                    assert!(after.truth(is_legal), "{name}: an amount of {root:?} on {inputs:x?}");
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
