//! Random simplified terms: each has the value of the operation on its arguments, and is in its range.

use fastrand::Rng;
use vmad_term::{
    eval::Evaluator,
    operation::{Node, Operation as Op, Sort, Term, signed},
    simplify::{
        Simplified,
        range::{ones, signed_bits, unsigned_bits},
    },
};

/// A store, some of its terms, and numbers for its variables.
struct Random {
    store: Simplified,
    made: Vec<Term>,
    inputs: [[u32; 3]; 4],
}

const NAMES: [&str; 3] = ["a", "b", "c"];

impl Random {
    fn new(rng: &mut Rng) -> Self {
        let inputs = [(); 4].map(|()| [(); 3].map(|()| register(rng)));
        Self { store: Simplified::default(), made: Vec::new(), inputs }
    }

    /// Builds a term, and compares its value with that of the operation on its arguments.
    fn build(&mut self, bits: u32, operation: Op) -> Term {
        let built = self.store.build(bits, operation);
        assert_eq!(self.bits(built), bits, "{operation:?}");
        let arguments = operation.arguments();
        let mut evaluator = Evaluator::new(&self.store, &[arguments.as_slice(), &[built]].concat());
        let node = Node { sort: if bits == 1 { Sort::Truth } else { Sort::Bits(bits) }, operation };
        for inputs in &self.inputs {
            let value = |wanted: &str| NAMES.iter().zip(inputs).find(|(name, _)| **name == wanted);
            evaluator.run(|name| value(name).map_or(0, |(_, value)| (*value).into()));
            let expected = node.value(self.bits(arguments[0]), |argument| evaluator.bits(argument), |_| 0);
            let found = evaluator.bits(built);
            assert_eq!(found, expected, "{bits} bits: {operation:?} on {inputs:x?}");
            let ([low, high], [least, greatest]) =
                (self.store.range(built).signed, self.store.range(built).unsigned);
            assert!((low..=high).contains(&signed(found, bits)), "{operation:?} on {inputs:x?}");
            assert!((least..=greatest).contains(&found), "{operation:?} on {inputs:x?}");
        }
        built
    }

    /// Some bits of a variable.
    fn field(&mut self, bits: u32, rng: &mut Rng) -> Term {
        let input = self.store.input(NAMES[rng.usize(..3)]);
        let moved = self.build(32, Op::ShiftRight(input, rng.u32(..=32 - bits)));
        self.build(bits, Op::Field(moved, 0))
    }

    fn constant(&mut self, bits: u32, rng: &mut Rng) -> Term {
        let any = i128::from(rng.i8(..));
        let number = rng.choice([0, 1, -1, any]).expect("not empty");
        self.store.constant(bits, number)
    }

    fn bits(&self, term: Term) -> u32 {
        self.store.bits(term)
    }

    /// One of the last expressions of which `is_wanted` is true.
    fn pick(&self, rng: &mut Rng, is_wanted: impl Fn(u32) -> bool) -> Option<Term> {
        let wanted = self.made.iter().rev().copied().filter(|&term| is_wanted(self.bits(term)));
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

/// An operation on random terms of 1 to 4 bits.
fn short(it: &mut Random, rng: &mut Rng) -> Option<Term> {
    let x = it.pick(rng, |_| true)?;
    let bits = it.bits(x);
    let y = it.pick(rng, |other| other == bits)?;
    let flag = it.pick(rng, |bits| bits == 1)?;
    let any = it.pick(rng, |_| true)?;
    let count = rng.u32(..=bits);
    let is_number = bits > 1;
    Some(match rng.u8(..25) {
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
        16 => it.build(rng.u32(1..=bits), Op::Field(x, 0)),
        17 if is_number => it.build(1, Op::Less(x, y)),
        18 => it.build(1, Op::LessSigned(x, y)),
        19 if is_number => it.build(1, Op::Equal(x, y)),
        20 => it.build(bits, Op::Choose(flag, x, y)),
        21 => {
            // `x - y`, or `y - x`
            let inverted = it.store.not(y);
            let pair = if rng.bool() { Op::Add(x, inverted) } else { Op::Add(inverted, x) };
            let sum = it.build(bits, pair);
            let one = it.store.constant(bits, 1);
            it.build(bits, Op::Add(sum, one))
        }
        22 => {
            // A signed field, in three shifts.
            let field = it.build(bits, Op::ShiftRight(x, count));
            let up = it.build(bits, Op::ShiftLeft(field, rng.u32(..=bits)));
            it.build(bits, Op::ShiftRightSigned(up, rng.u32(..=bits)))
        }
        23 => {
            // The absolute difference of terms that leave room for it.
            let is_signed = rng.bool();
            let extend = if is_signed { Op::SignExtend } else { Op::ZeroExtend };
            let [x, y] = [x, y].map(|term| it.build(bits + 1, extend(term)));
            let less = it.build(1, if is_signed { Op::LessSigned(x, y) } else { Op::Less(x, y) });
            let [up, down] = [Op::Subtract(y, x), Op::Subtract(x, y)].map(|op| it.build(bits + 1, op));
            it.build(bits + 1, Op::Choose(less, up, down))
        }
        _ => it.store.not(x),
    })
}

#[test]
fn simplification_keeps_the_value() {
    let rng = &mut Rng::with_seed(1);
    for _ in 0..400 {
        let mut it = Random::new(rng);
        for bits in [1, 1, 2, 3, 4] {
            let made = [it.field(bits, rng), it.constant(bits, rng)];
            it.made.extend(made);
        }
        it.grow(40, rng, short);
    }
}

/// An operation that a simplified term has not, or a shift, at widths up to the largest.
fn wide(it: &mut Random, rng: &mut Rng) -> Option<Term> {
    let x = it.pick(rng, |_| true)?;
    let bits = it.bits(x);
    let amount = it.pick(rng, |other| other <= bits)?;
    let count = rng.u32(..=bits);
    Some(match rng.u8(..8) {
        0 => it.build(bits, Op::ShiftLeft(x, count)),
        1 => it.build(bits, Op::ShiftRight(x, count)),
        2 => it.build(bits, Op::ShiftRightSigned(x, count)),
        3 => it.build(bits, Op::ShiftLeftBy(x, amount)),
        4 => it.build(bits, Op::ShiftRightBy(x, amount)),
        5 => it.build(bits, Op::ShiftRightSignedBy(x, amount)),
        6 => {
            let low = rng.u32(..bits);
            it.build(rng.u32(1..=bits - low), Op::Field(x, low))
        }
        _ => it.build(bits, if rng.bool() { Op::Invert(x) } else { Op::Negate(x) }),
    })
}

#[test]
fn shifts_of_all_bits_and_other_forms_keep_the_value() {
    let rng = &mut Rng::with_seed(3);
    for _ in 0..400 {
        let mut it = Random::new(rng);
        for bits in [1, 8, 31, 64, 127, 128, 128] {
            let field = it.field(rng.u32(1..=bits.min(9)), rng);
            let extended =
                it.build(bits, if rng.bool() { Op::ZeroExtend(field) } else { Op::SignExtend(field) });
            let constant = it.constant(bits, rng);
            it.made.extend([extended, constant]);
        }
        it.grow(30, rng, wide);
    }
}

/// Each operand's bits, which decide the width of its code, are the fewest that hold it.
#[test]
fn bits_are_the_fewest() {
    for number in 0..=ones(6) {
        assert!(number <= ones(unsigned_bits(number)), "{number}");
        assert!(number <= 1 || number > ones(unsigned_bits(number) - 1), "{number}");
        let number = signed(number, 6);
        let bits = signed_bits([number; 2]);
        assert_eq!(signed(number as u128 & ones(bits), bits), number);
        assert!(bits == 1 || signed(number as u128 & ones(bits - 1), bits - 1) != number, "{number}");
    }
    assert_eq!(signed_bits([-1, 4]), 4);
    assert_eq!(signed_bits([-9, 4]), 5);
}
