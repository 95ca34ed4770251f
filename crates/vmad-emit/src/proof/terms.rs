//! A lowered graph as a solver's terms.

use std::collections::HashMap;

use vmad_term::term::{Extension, Terms, Truth, Vector};

use super::products::Products;
use crate::{
    graph::{Op, Value},
    lower::Lowered,
};

/// A multiplication that is not one of the datapath's factors.
pub(super) struct UnknownFactors;

/// The terms of a graph: each value as its unsigned number, in 128 bits.
pub(super) struct GraphTerms<'t> {
    terms: &'t Terms,
    lowered: &'t Lowered,
    inputs: Vec<Vector<128>>,
    products: Option<&'t Products<'t>>,
    numbers: HashMap<Value, Vector<128>>,
    flags: HashMap<Value, Truth>,
    /// Expressions that are replaced by a term, which is proved equal.
    cuts: &'t [(Value, Vector<128>)],
    /// The claims on the factors of multiplications, and that the amounts of shifts are less than the width.
    claims: Vec<Truth>,
}

impl<'t> GraphTerms<'t> {
    pub(super) fn new(
        terms: &'t Terms,
        lowered: &'t Lowered,
        parameters: &[Vector<32>],
        products: Option<&'t Products<'t>>,
        cuts: &'t [(Value, Vector<128>)],
    ) -> Self {
        let inputs = parameters.iter().map(|&it| terms.zero_extend(it)).collect();
        let (numbers, flags, claims) = (HashMap::new(), HashMap::new(), Vec::new());
        Self { terms, lowered, inputs, products, numbers, flags, cuts, claims }
    }

    /// The term of an expression of more than one bit, with the claims on factors and amounts.
    pub(super) fn of(mut self, root: Value) -> Result<(Vector<128>, Vec<Truth>), UnknownFactors> {
        let graph = &self.lowered.graph;
        for value in graph.below(&[root]) {
            if graph.bits(value) == 1 {
                let flag = self.flag(value);
                self.flags.insert(value, flag);
            } else {
                let number = self.number(value)?;
                self.numbers.insert(value, number);
            }
        }
        Ok((self.numbers[&root], self.claims))
    }

    fn signed(&self, x: Value) -> Vector<128> {
        self.terms.cut(self.numbers[&x], self.lowered.graph.bits(x), Extension::Sign)
    }

    fn number(&mut self, value: Value) -> Result<Vector<128>, UnknownFactors> {
        let (terms, bits) = (self.terms, self.lowered.graph.bits(value));
        if let Some((_, term)) = self.cuts.iter().find(|(cut, _)| *cut == value) {
            return Ok(*term);
        }
        let cut = |x| terms.cut(x, bits, Extension::Zeros);
        let op = self.lowered.graph.op(value);
        if let Op::ShiftLeftBy(_, by) | Op::ShiftRightBy(_, by) | Op::ShiftRightSignedBy(_, by) = op {
            // Languages do not define other amounts.
            self.claims.push(terms.less(self.numbers[&by], terms.constant(bits.into())));
        }
        let of = |x: Value| self.numbers[&x];
        Ok(match op {
            Op::Input(place) => self.inputs[place],
            Op::Constant(number) => terms.constant(number as i128),
            Op::Add(x, y) => cut(terms.add(of(x), of(y))),
            Op::Subtract(x, y) => cut(terms.add(of(x), terms.negate(of(y)))),
            Op::And(x, y) => terms.bit_and(of(x), of(y)),
            // `x | y` is `(x ^ y) ^ (x & y)`.
            Op::Or(x, y) => terms.bit_xor(terms.bit_xor(of(x), of(y)), terms.bit_and(of(x), of(y))),
            Op::Xor(x, y) => terms.bit_xor(of(x), of(y)),
            Op::ShiftLeft(x, count) => cut(terms.shift_left(of(x), count)),
            Op::ShiftRight(x, count) => terms.shift_right_zero(of(x), count),
            Op::ShiftRightSigned(x, count) => cut(terms.shift_right_sign(self.signed(x), count)),
            Op::ShiftLeftBy(x, by) => cut(terms.shift_left_by(of(x), of(by))),
            Op::ShiftRightBy(x, by) => terms.shift_right_sign_by(of(x), of(by)),
            Op::ShiftRightSignedBy(x, by) => cut(terms.shift_right_sign_by(self.signed(x), of(by))),
            Op::ZeroExtend(x) => of(x),
            Op::SignExtend(x) => cut(self.signed(x)),
            Op::Truncate(x) => cut(of(x)),
            Op::Select(flag, x, y) => terms.choose(self.flags[&flag], of(x), of(y)),
            Op::Multiply(x, y) | Op::MultiplyHigh(x, y) | Op::MultiplyHighSigned(x, y) => {
                let operands = [of(x), of(y)];
                let Some(products) = self.products else {
                    let [x, y] = operands;
                    return Ok(cut(terms.multiply(x, y)));
                };
                let (product, claims) = products.of(value, operands).ok_or(UnknownFactors)?;
                self.claims.extend(claims);
                product
            }
            // Not called: flags are in `flag`.
            Op::Less(..) | Op::LessSigned(..) | Op::Equal(..) => terms.constant(0),
        })
    }

    fn flag(&self, value: Value) -> Truth {
        let terms = self.terms;
        let (of, flag) = (|x: Value| self.numbers[&x], |x: Value| self.flags[&x]);
        match self.lowered.graph.op(value) {
            Op::Constant(0) => terms.not(terms.always()),
            Op::Less(x, y) => terms.less(of(x), of(y)),
            Op::LessSigned(x, y) => terms.less(self.signed(x), self.signed(y)),
            Op::Equal(x, y) => terms.equal(of(x), of(y)),
            Op::And(x, y) => terms.and(flag(x), flag(y)),
            Op::Or(x, y) => terms.or(flag(x), flag(y)),
            Op::Xor(x, y) => terms.not(terms.same(flag(x), flag(y))),
            // The only other flag that the lowering leaves is the constant 1.
            _ => terms.always(),
        }
    }
}
