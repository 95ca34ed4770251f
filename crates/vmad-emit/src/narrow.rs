//! The first lowering: from the datapath's widths to those that a language has.
//!
//! An expression of 34 or 66 bits becomes one of the narrowest legal width that has the same number, or only the low
//! bits that are needed. A comparison uses the narrowest legal width that holds both numbers.

use std::{cell::RefCell, collections::HashMap};

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::{
        Simplified,
        range::{self, Range, ones, signed_bits, unsigned_bits},
    },
};

/// The part of an expression that is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Need {
    /// Its own bits; bits above them are arbitrary.
    Low,
    /// The unsigned number, modulo 2^width.
    Unsigned,
    /// The two's-complement number, modulo 2^width.
    Signed,
}

/// The lowering of one graph.
pub(crate) struct Narrow<'g> {
    pub(crate) source: &'g Simplified,
    pub(crate) target: Simplified,
    /// The legal widths above 1, in ascending order.
    pub(crate) widths: &'g [u32],
    /// The bits of the widest integers.
    pub(crate) native: u32,
    done: RefCell<HashMap<(Term, Need, u32), Term>>,
    flags: RefCell<HashMap<Term, Term>>,
}

impl<'g> Narrow<'g> {
    pub(crate) fn new(source: &'g Simplified, widths: &'g [u32], native: u32) -> Self {
        let (done, flags) = (RefCell::default(), RefCell::default());
        Self { source, target: Simplified::default(), widths, native, done, flags }
    }

    /// The narrowest legal width of at least `bits` bits.
    pub(crate) fn width(&self, bits: u32) -> u32 {
        // The widest holds every wire: the widths of every language include one of at least 66 bits.
        self.widths.iter().copied().find(|&width| width >= bits).unwrap_or(128)
    }

    /// The low `width` bits. Bits beyond those of the expression are arbitrary.
    pub(crate) fn low(&self, x: Term, width: u32) -> Term {
        self.needed(x, Need::Low, width)
    }

    pub(crate) fn unsigned(&self, x: Term, width: u32) -> Term {
        self.needed(x, Need::Unsigned, width)
    }

    pub(crate) fn signed(&self, x: Term, width: u32) -> Term {
        self.needed(x, Need::Signed, width)
    }

    fn needed(&self, x: Term, need: Need, width: u32) -> Term {
        let need = if width <= self.source.bits(x) { Need::Low } else { need };
        if let Some(wider) = self.wider(x, width).filter(|_| need == Need::Low) {
            return self.build(width, Op::Field(wider, 0));
        }
        if let Some(&done) = self.done.borrow().get(&(x, need, width)) {
            return done;
        }
        let made = match need {
            Need::Low => self.make_low(x, width),
            Need::Unsigned | Need::Signed => self.make_number(x, need, width),
        };
        self.done.borrow_mut().insert((x, need, width), made);
        made
    }

    /// A sum, a difference, a product or a shift that the code already computes in more bits.
    fn wider(&self, x: Term, width: u32) -> Option<Term> {
        let is_costly = matches!(
            self.source.operation(x),
            Op::Add(..) | Op::Subtract(..) | Op::Multiply(..) | Op::ShiftLeftBy(..)
        );
        let all = self.widths.iter().filter(|&&wider| is_costly && wider > width);
        let needs = [Need::Signed, Need::Unsigned, Need::Low];
        let mut keys = all.flat_map(|&wider| needs.map(|need| (x, need, wider)));
        keys.find_map(|key| self.done.borrow().get(&key).copied())
    }

    pub(crate) fn build(&self, bits: u32, op: Op) -> Term {
        self.target.build(bits, op)
    }

    /// The operation on operands of one width.
    fn pair(&self, width: u32, op: Op, need: Need) -> Term {
        self.build(width, op.with_arguments(|operand| self.needed(operand, need, width)))
    }

    fn choice(&self, [flag, x, y]: [Term; 3], width: u32, need: Need) -> Term {
        let (flag, x, y) = (self.flag(flag), self.needed(x, need, width), self.needed(y, need, width));
        self.build(width, Op::Choose(flag, x, y))
    }

    /// An exact value in another width.
    fn resized(&self, x: Term, width: u32, extend: fn(Term) -> Op) -> Term {
        let op = if self.target.bits(x) >= width { Op::Field(x, 0) } else { extend(x) };
        self.build(width, op)
    }

    fn make_low(&self, x: Term, width: u32) -> Term {
        let bits = self.source.bits(x);
        let enough = self.width(bits);
        if enough < width {
            return self.build(width, Op::ZeroExtend(self.low(x, enough)));
        }
        if let Some(narrow) = self.short_product(x, width) {
            return narrow;
        }
        match self.source.operation(x) {
            Op::Variable(name) => {
                // The number of a wider variable is signed, and extended to a legal width.
                let input = self.target.wide_input(name, if bits > 32 { enough } else { 32 });
                self.resized(input, width, Op::ZeroExtend)
            }
            Op::Constant(number) => self.target.constant(width, number as i128),
            op @ (Op::Add(..)
            | Op::Subtract(..)
            | Op::Multiply(..)
            | Op::And(..)
            | Op::Or(..)
            | Op::Xor(..)) => self.pair(width, op, Need::Low),
            Op::ShiftLeft(inner, count) => self.build(width, Op::ShiftLeft(self.low(inner, width), count)),
            op @ (Op::ShiftRight(inner, count) | Op::ShiftRightSigned(inner, count)) => {
                let range = self.source.range(inner);
                let (exact, need, extend): (_, _, fn(Term) -> Op) = match op {
                    Op::ShiftRight(..) => (unsigned_bits(range.unsigned[1]), Need::Unsigned, Op::ZeroExtend),
                    _ => (signed_bits(range.signed), Need::Signed, Op::SignExtend),
                };
                let exact = self.width(exact);
                let low = self.low_of_shifted(inner, count, [width, bits, exact]);
                self.resized(low.unwrap_or_else(|| self.pair(exact, op, need)), width, extend)
            }
            Op::ShiftLeftBy(inner, by) => self.shifted_left(inner, by, width),
            Op::ShiftRightBy(inner, by) => self.resized(self.shifted_right(inner, by), width, Op::ZeroExtend),
            Op::ShiftRightSignedBy(inner, by) => {
                self.resized(self.shifted_right_signed(inner, by), width, Op::SignExtend)
            }
            Op::Field(inner, 0) => self.low(inner, width),
            Op::ZeroExtend(inner) => self.unsigned(inner, width),
            Op::SignExtend(inner) => self.signed(inner, width),
            Op::Choose(flag, one, other) => self.choice([flag, one, other], width, Need::Low),
            // The datapath has no other operation: it has flags of one bit, and multiplies exactly.
            op => self.build(width, op),
        }
    }

    /// `inner >> count` from the low bits of `inner`, if the result does not need its upper bits or its sign.
    fn low_of_shifted(&self, inner: Term, count: u32, [width, bits, exact]: [u32; 3]) -> Option<Term> {
        let wide = self.width(count + width);
        if count + width > bits || wide > exact {
            return None;
        }
        Some(self.build(wide, Op::ShiftRight(self.low(inner, wide), count)))
    }

    /// A product that fits a narrower width, computed in that width.
    fn short_product(&self, x: Term, width: u32) -> Option<Term> {
        let Op::Multiply(..) = self.source.operation(x) else { return None };
        let range = self.source.range(x);
        let unsigned = self.width(unsigned_bits(range.unsigned[1]));
        let signed = self.width(signed_bits(range.signed));
        if unsigned.min(signed) >= width {
            return None;
        }
        let low = self.low(x, unsigned.min(signed));
        let extend = if unsigned <= signed { Op::ZeroExtend } else { Op::SignExtend };
        Some(self.build(width, extend(low)))
    }

    /// The unsigned or the two's-complement number, in a width above the expression's own.
    fn make_number(&self, x: Term, need: Need, width: u32) -> Term {
        let (bits, range) = (self.source.bits(x), self.source.range(x));
        let is_signed = need == Need::Signed;
        if is_signed && range.signed[0] >= 0 {
            return self.unsigned(x, width);
        }
        let exact =
            self.width(if is_signed { signed_bits(range.signed) } else { unsigned_bits(range.unsigned[1]) });
        if exact < width {
            let extend = if is_signed { Op::SignExtend } else { Op::ZeroExtend };
            return self.build(width, extend(self.needed(x, need, exact)));
        }
        let of = |value| {
            let range = self.source.range(value);
            if is_signed { Some(range.signed) } else { range::as_signed(range.unsigned) }
        };
        let fits = |[low, high]: [i128; 2]| {
            if is_signed { signed_bits([low, high]) <= bits } else { low >= 0 && high as u128 <= ones(bits) }
        };
        match self.source.operation(x) {
            op if exact_range(op, of).is_some_and(fits) => self.pair(width, op, need),
            op @ (Op::And(..) | Op::Or(..)) => self.pair(width, op, need),
            Op::Field(inner, 0) if of(inner).is_some_and(fits) => self.needed(inner, need, width),
            // For example an absolute difference: the choice never takes the negative one of two signed numbers.
            Op::Choose(flag, one, other) if range.signed[0] >= 0 => {
                self.choice([flag, one, other], width, Need::Signed)
            }
            Op::Choose(flag, one, other) => self.choice([flag, one, other], width, need),
            _ if !is_signed => {
                let mask = self.target.constant(width, ones(bits) as i128);
                self.build(width, Op::And(self.low(x, width), mask))
            }
            op @ (Op::Xor(..) | Op::ShiftRightSigned(..)) => self.pair(width, op, need),
            Op::ShiftRightSignedBy(inner, by) => {
                self.resized(self.shifted_right_signed(inner, by), width, Op::SignExtend)
            }
            Op::Variable(_) if bits > 32 => self.low(x, width),
            Op::SignExtend(inner) => self.signed(inner, width),
            _ => {
                let count = width - bits;
                let up = self.build(width, Op::ShiftLeft(self.low(x, width), count));
                self.build(width, Op::ShiftRightSigned(up, count))
            }
        }
    }

    /// An expression of one bit.
    pub(crate) fn flag(&self, x: Term) -> Term {
        if let Some(&done) = self.flags.borrow().get(&x) {
            return done;
        }
        let range = |value| self.source.range(value);
        let made = match self.source.operation(x) {
            Op::Constant(number) => self.target.constant(1, number as i128),
            op @ (Op::Less(a, b) | Op::LessSigned(a, b) | Op::Equal(a, b)) => {
                let is_negative = |side| range(side).signed[0] < 0;
                let is_signed = match op {
                    Op::LessSigned(..) => true,
                    // Equal numbers are equal with either sign; a negative one needs no mask with its own.
                    Op::Equal(..) => self.source.bits(a) > 32 && (is_negative(a) || is_negative(b)),
                    _ => false,
                };
                let (bits, need): (fn(&Range) -> u32, _) = if is_signed {
                    (|range| signed_bits(range.signed), Need::Signed)
                } else {
                    (|range| unsigned_bits(range.unsigned[1]), Need::Unsigned)
                };
                self.compared(op, bits(&range(a)).max(bits(&range(b))), need)
            }
            Op::Field(inner, 0) => {
                let width = self.widths[0];
                let [zero, one] = [0, 1].map(|number| self.target.constant(width, number));
                let bit = self.build(width, Op::And(self.low(inner, width), one));
                self.target.not(self.build(1, Op::Equal(bit, zero)))
            }
            op => self.build(1, op.with_arguments(|operand| self.flag(operand))),
        };
        self.flags.borrow_mut().insert(x, made);
        made
    }

    /// A comparison of numbers of some bits.
    fn compared(&self, op: Op, bits: u32, need: Need) -> Term {
        let width = self.width(bits);
        self.build(1, op.with_arguments(|operand| self.needed(operand, need, width)))
    }
}

/// The range of an exact sum, difference or product of numbers with these ranges.
fn exact_range(op: Op, of: impl Fn(Term) -> Option<[i128; 2]>) -> Option<[i128; 2]> {
    match op {
        Op::Add(a, b) => range::sum(of(a)?, of(b)?),
        Op::Subtract(a, b) => range::difference(of(a)?, of(b)?),
        Op::Multiply(a, b) => range::product(of(a)?, of(b)?),
        _ => None,
    }
}
