//! The lowering of shifts by a variable amount. In languages, the amount must be less than the width.

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::range::{signed_bits, unsigned_bits},
};

use crate::{limbs::Limbs, narrow::Narrow};

/// A shift of a value by an amount.
type Shift = fn(Term, Term) -> Op;

impl Narrow<'_> {
    /// The low `width` bits of `inner << by`.
    pub(crate) fn shifted_left(&self, inner: Term, by: Term, width: u32) -> Term {
        let Some(wide) = self.in_one_shift(by, width) else {
            return self.shifted_or_zero(self.low(inner, width), by, width, Op::ShiftLeftBy);
        };
        let shifted = self.build(wide, Op::ShiftLeftBy(self.low(inner, wide), self.unsigned(by, 32)));
        self.build(width, Op::Field(shifted, 0))
    }

    /// `inner >> by` of two's-complement numbers, in any bits that hold it.
    pub(crate) fn shifted_right_signed(&self, inner: Term, by: Term) -> Term {
        let exact = self.width(signed_bits(self.source.range(inner).signed));
        let wide = self.in_one_shift(by, exact);
        let mut amount = self.unsigned(by, 32);
        if wide.is_none() {
            // Every larger amount gives the sign in all bits.
            let last = self.target.constant(32, i128::from(exact) - 1);
            let is_more = self.build(1, Op::Less(last, amount));
            amount = self.build(32, Op::Choose(is_more, last, amount));
        }
        let wide = wide.unwrap_or(exact);
        self.build(wide, Op::ShiftRightSignedBy(self.signed(inner, wide), amount))
    }

    /// `inner >> by` of unsigned numbers, in any bits that hold it.
    pub(crate) fn shifted_right(&self, inner: Term, by: Term) -> Term {
        let exact = self.width(unsigned_bits(self.source.range(inner).unsigned[1]));
        let Some(wide) = self.in_one_shift(by, exact) else {
            return self.shifted_or_zero(self.unsigned(inner, exact), by, exact, Op::ShiftRightBy);
        };
        self.build(wide, Op::ShiftRightBy(self.unsigned(inner, wide), self.unsigned(by, 32)))
    }

    /// The narrowest legal width of at least `width` bits that exceeds the largest amount. [`None`] if that width takes
    /// several integers, and fewer are enough for the value.
    fn in_one_shift(&self, by: Term, width: u32) -> Option<u32> {
        let most = self.source.range(by).unsigned[1];
        let wide = self.width(width.max(most.min(127) as u32 + 1));
        (wide <= self.native || most < width.into()).then_some(wide)
    }

    /// A shift with the result 0 for amounts that are not less than the width.
    fn shifted_or_zero(&self, inner: Term, by: Term, width: u32, shift: Shift) -> Term {
        let amount = self.unsigned(by, 32);
        let [bits, mask, zero] =
            [(32, width), (32, width - 1), (width, 0)].map(|(of, it)| self.target.constant(of, it.into()));
        let fits = self.build(1, Op::Less(amount, bits));
        let shifted = self.build(width, shift(inner, self.build(32, Op::And(amount, mask))));
        self.build(width, Op::Choose(fits, shifted, zero))
    }
}

impl Limbs<'_> {
    /// A shift of two limbs by an amount less than their width. The family shifts 34 bits, which are never three limbs.
    pub(crate) fn shifted_by(&self, op: Op, x: &[Term], amount: Term, most: u128) -> Vec<Term> {
        let &[low, high] = x else { unreachable!("34 bits are two limbs, not {}", x.len()) };
        let last = self.target.constant(32, i128::from(self.width) - 1);
        let part = self.target.build(32, Op::And(amount, last));
        let rest = self.target.build(32, Op::Xor(part, last));
        let zero = self.zero();
        // The bits that leave one limb enter the other: `x >> (bits - part)`, in two shifts, so that an amount of 0 is
        // legal.
        let (near, far, fill) = if let Op::ShiftLeftBy(..) = op {
            let near = self.build(Op::ShiftLeftBy(low, part));
            let half = self.build(Op::ShiftRight(low, 1));
            let carried = self.build(Op::ShiftRightBy(half, rest));
            let moved = self.build(Op::ShiftLeftBy(high, part));
            (near, self.build(Op::Or(moved, carried)), zero)
        } else {
            let is_signed = matches!(op, Op::ShiftRightSignedBy(..));
            let shift: Shift = if is_signed { Op::ShiftRightSignedBy } else { Op::ShiftRightBy };
            let near = self.build(shift(high, part));
            let double = self.build(Op::ShiftLeft(high, 1));
            let carried = self.build(Op::ShiftLeftBy(double, rest));
            let moved = self.build(Op::ShiftRightBy(low, part));
            let fill = if is_signed { self.sign(x) } else { zero };
            (near, self.build(Op::Or(moved, carried)), fill)
        };
        // `near` is the limb at which zeros or signs enter. For large amounts it moves to the other limb.
        let (mut first, mut second) = (near, far);
        if most >= self.width.into() {
            let is_large = self.target.build(1, Op::Less(last, amount));
            first = self.build(Op::Choose(is_large, fill, near));
            second = self.build(Op::Choose(is_large, near, far));
        }
        if matches!(op, Op::ShiftLeftBy(..)) { vec![first, second] } else { vec![second, first] }
    }
}
