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

/// An operation that a simplified term has not, or a shift, at widths up to the largest.
fn wide(terms: &mut Random, rng: &mut Rng) -> Option<Term> {
    let x = terms.pick(rng, |_| true)?;
    let bits = terms.bits(x);
    let amount = terms.pick(rng, |other| other <= bits)?;
    let count = rng.u32(..=bits);
    Some(match rng.u8(..8) {
        0 => terms.build(bits, Op::ShiftLeft(x, count)),
        1 => terms.build(bits, Op::ShiftRight(x, count)),
        2 => terms.build(bits, Op::ShiftRightSigned(x, count)),
        3 => terms.build(bits, Op::ShiftLeftBy(x, amount)),
        4 => terms.build(bits, Op::ShiftRightBy(x, amount)),
        5 => terms.build(bits, Op::ShiftRightSignedBy(x, amount)),
        6 => {
            let low = rng.u32(..bits);
            terms.build(rng.u32(1..=bits - low), Op::Field(x, low))
        }
        _ => terms.build(bits, if rng.bool() { Op::Invert(x) } else { Op::Negate(x) }),
    })
}

#[test]
fn shifts_of_all_bits_and_other_forms_keep_the_value() {
    let rng = &mut Rng::with_seed(3);
    for _ in 0..400 {
        let mut terms = Random::new(rng);
        for bits in [1, 8, 31, 64, 127, 128, 128] {
            let field = terms.field(rng.u32(1..=bits.min(9)), rng);
            let extended =
                terms.build(bits, if rng.bool() { Op::ZeroExtend(field) } else { Op::SignExtend(field) });
            let constant = terms.constant(bits, rng);
            terms.made.extend([extended, constant]);
        }
        terms.grow(30, rng, wide);
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
