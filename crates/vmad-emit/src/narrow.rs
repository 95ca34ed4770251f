//! The first lowering: from the datapath's widths to those that a language has.
//!
//! An expression of 34 or 66 bits becomes one of the narrowest legal width that has the same number, or only the low
//! bits that are needed.

use std::{cell::RefCell, collections::HashMap};

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::{
        Simplified,
        range::{signed_bits, unsigned_bits},
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
    pub(crate) flags: RefCell<HashMap<Term, Term>>,
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
        if let Some(wider) = self.wider(x, width) {
            return self.build(width, Op::Field(wider, 0));
        }
        self.cached(x, Need::Low, width, Self::make_low)
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

    pub(crate) fn unsigned(&self, x: Term, width: u32) -> Term {
        if width <= self.source.bits(x) {
            return self.low(x, width);
        }
        self.cached(x, Need::Unsigned, width, Self::make_unsigned)
    }

    pub(crate) fn signed(&self, x: Term, width: u32) -> Term {
        if width <= self.source.bits(x) {
            return self.low(x, width);
        }
        self.cached(x, Need::Signed, width, Self::make_signed)
    }

    fn cached(&self, x: Term, need: Need, width: u32, make: fn(&Self, Term, u32) -> Term) -> Term {
        if let Some(&done) = self.done.borrow().get(&(x, need, width)) {
            return done;
        }
        let made = make(self, x, width);
        self.done.borrow_mut().insert((x, need, width), made);
        made
    }

    pub(crate) fn build(&self, bits: u32, op: Op) -> Term {
        self.target.build(bits, op)
    }

    /// The operation on operands of one width.
    pub(crate) fn pair(&self, width: u32, op: Op, need: fn(&Self, Term, u32) -> Term) -> Term {
        self.build(width, op.with_arguments(|operand| need(self, operand, width)))
    }

    pub(crate) fn choice(
        &self,
        [flag, x, y]: [Term; 3],
        width: u32,
        need: fn(&Self, Term, u32) -> Term,
    ) -> Term {
        let (flag, x, y) = (self.flag(flag), need(self, x, width), need(self, y, width));
        self.build(width, Op::Choose(flag, x, y))
    }

    /// An exact value in another width.
    pub(crate) fn resized(&self, x: Term, width: u32, extend: fn(Term) -> Op) -> Term {
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
            | Op::Xor(..)) => self.pair(width, op, Self::low),
            Op::ShiftLeft(inner, count) => self.build(width, Op::ShiftLeft(self.low(inner, width), count)),
            Op::ShiftRight(inner, count) => {
                let exact = self.width(unsigned_bits(self.source.range(inner).unsigned[1]));
                let moved = self
                    .low_of_shifted(inner, count, [width, bits, exact])
                    .unwrap_or_else(|| self.build(exact, Op::ShiftRight(self.unsigned(inner, exact), count)));
                self.resized(moved, width, Op::ZeroExtend)
            }
            Op::ShiftRightSigned(inner, count) => {
                let exact = self.width(signed_bits(self.source.range(inner).signed));
                let moved = self.low_of_shifted(inner, count, [width, bits, exact]).unwrap_or_else(|| {
                    self.build(exact, Op::ShiftRightSigned(self.signed(inner, exact), count))
                });
                self.resized(moved, width, Op::SignExtend)
            }
            Op::ShiftLeftBy(inner, by) => self.shifted_left(inner, by, width),
            Op::ShiftRightBy(inner, by) => self.resized(self.shifted_right(inner, by), width, Op::ZeroExtend),
            Op::ShiftRightSignedBy(inner, by) => {
                self.resized(self.shifted_right_signed(inner, by), width, Op::SignExtend)
            }
            Op::Field(inner, 0) => self.low(inner, width),
            Op::ZeroExtend(inner) => self.unsigned(inner, width),
            Op::SignExtend(inner) => self.signed(inner, width),
            Op::Choose(flag, one, other) => self.choice([flag, one, other], width, Self::low),
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
}
