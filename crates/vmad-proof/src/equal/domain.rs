//! The domain of narrow terms.

use vmad_ptx::domain::Domain;
use vmad_term::{operation::Operation, term::Truth};

use super::{
    narrow::{Narrow, PIECE, Products, shifted_left},
    number::{Number, Range},
    wiring::Bitwise,
};

impl Domain for Narrow<'_> {
    type Number = Number;
    type Truth = Truth;

    fn constant(&self, value: i128) -> Number {
        let range = Range::only(value);
        Number { term: self.wiring.constant(range.bits(), value), range }
    }

    fn field(&self, x: Number, low: u32, bits: u32, signed: bool) -> Number {
        let range = Range::of_type(bits, signed);
        if low == 0 && x.range.within(range) {
            return x;
        }
        if let Some(value) = Self::known(x) {
            let term = self.wiring.constant(bits, value >> low);
            let value = self.wiring.known(term).unwrap_or(0);
            let value = if signed { vmad_term::operation::signed(value, bits) } else { value as i128 };
            return self.constant(value);
        }
        let width = x.range.bits();
        if !x.range.signed() && low + bits > width {
            // Only zeros are above.
            if low >= width {
                return self.constant(0);
            }
            let term = self.wiring.extract(x.term, low, width - low);
            return self.number(Range { low: x.range.low >> low, high: x.range.high >> low }, term);
        }
        let all = self.at(x, width.max(low + bits));
        let term = self.wiring.extract(all, low, bits);
        match self.wiring.known(term) {
            Some(value) if signed => self.constant(vmad_term::operation::signed(value, bits)),
            Some(value) => self.constant(value as i128),
            None => self.narrowed(term, range),
        }
    }

    fn add(&self, x: Number, y: Number) -> Number {
        if let Some(both) = self.side_by_side(x, y).or_else(|| self.side_by_side(y, x)) {
            return both;
        }
        let range = x.range.combine(y.range, i128::checked_add);
        let bits = range.bits();
        self.number(range, self.wiring.add(self.at(x, bits), self.at(y, bits)))
    }

    fn subtract(&self, x: Number, y: Number) -> Number {
        let range = x.range.combine(y.range, i128::checked_sub);
        let bits = range.bits();
        self.number(range, self.wiring.add(self.at(x, bits), self.wiring.negate(self.at(y, bits))))
    }

    fn multiply(&self, x: Number, y: Number) -> Number {
        let (x, y) = if x.term <= y.term { (x, y) } else { (y, x) };
        let range = x.range.combine(y.range, i128::checked_mul);
        let bits = range.bits();
        let is_known = match (Self::known(x), Self::known(y)) {
            (None, None) => false,
            (Some(_), Some(_)) => true,
            // For a factor 0, 1 or -1, a product says more than a name.
            (Some(factor), None) | (None, Some(factor)) => {
                self.form != Products::AllNamed || (-1..=1).contains(&factor)
            }
        };
        if is_known || self.form == Products::Exact || range == Range::ALL {
            return self.number(range, self.wiring.multiply(self.at(x, bits), self.at(y, bits)));
        }
        if self.form == Products::Split && x.range.bits().max(y.range.bits()) > PIECE {
            let (wide, other) = if x.range.bits() > y.range.bits() { (x, y) } else { (y, x) };
            let upper = self.shift_right(wide, self.constant(PIECE.into()));
            let lower = self.multiply(self.field(wide, 0, PIECE, false), other);
            return self.add(lower, self.moved(self.multiply(upper, other), PIECE));
        }
        self.named(None, [x, y], range)
            .unwrap_or_else(|| self.number(range, self.wiring.multiply(self.at(x, bits), self.at(y, bits))))
    }

    fn opaque(&self, name: &str, x: Number, bits: u32) -> Number {
        let range = Range::of_type(bits, false);
        // There are no more loads than names.
        self.named(Some((name.to_owned(), bits)), [x, x], range).unwrap_or_else(|| self.constant(0))
    }

    fn divide(&self, x: Number, y: Number) -> Number {
        let range = x.range.combine(y.range, i128::checked_div);
        let bits = x.range.bits().max(y.range.bits());
        let (x, y) = (self.at(x, bits), self.at(y, bits));
        self.number(range, self.wiring.term(bits, Operation::Divide(x, y)))
    }

    fn invert(&self, x: Number) -> Number {
        let range = Range { low: !x.range.high, high: !x.range.low };
        let bits = range.signed_bits().max(x.range.signed_bits());
        self.number(range, self.wiring.invert(self.at(x, bits)))
    }

    fn and(&self, x: Number, y: Number) -> Number {
        self.bitwise(Bitwise::And, x, y)
    }

    fn or(&self, x: Number, y: Number) -> Number {
        self.bitwise(Bitwise::Or, x, y)
    }

    fn xor(&self, x: Number, y: Number) -> Number {
        self.bitwise(Bitwise::Xor, x, y)
    }

    fn shift_left(&self, x: Number, count: Number) -> Number {
        if let Some(count) = Self::known(count) {
            return self.moved(x, count as u32);
        }
        let range = x.range.combine(count.range, shifted_left);
        let bits = range.bits().max(count.range.bits());
        self.number(
            range,
            self.wiring.term(bits, Operation::ShiftLeftBy(self.at(x, bits), self.at(count, bits))),
        )
    }

    fn shift_right(&self, x: Number, count: Number) -> Number {
        let shifted = |x: i128, count: i128| Some(x >> count.clamp(0, 127));
        let range = x.range.combine(count.range, shifted);
        if let Some(count) = Self::known(count) {
            let (width, count) = (self.wiring.width(x.term), count as u32);
            return match width.checked_sub(count) {
                Some(0) | None if x.range.signed() => self.number(
                    range,
                    self.wiring.extend(self.wiring.extract(x.term, width - 1, 1), width, true),
                ),
                Some(0) | None => self.constant(0),
                Some(left) => {
                    let moved = self.wiring.extract(x.term, count, left);
                    self.number(range, self.wiring.extend(moved, left.max(range.bits()), x.range.signed()))
                }
            };
        }
        let bits = x.range.signed_bits().max(count.range.signed_bits());
        let (x, count) = (self.at(x, bits), self.at(count, bits));
        self.number(range, self.wiring.term(bits, Operation::ShiftRightSignedBy(x, count)))
    }

    fn less(&self, x: Number, y: Number) -> Truth {
        if x.range.high < y.range.low || y.range.high <= x.range.low {
            return self.truth(x.range.high < y.range.low);
        }
        let bits = x.range.signed_bits().max(y.range.signed_bits());
        self.wiring.terms.truth(Operation::LessSigned(self.at(x, bits), self.at(y, bits)))
    }

    fn equal(&self, x: Number, y: Number) -> Truth {
        if x == y || x.range.high < y.range.low || y.range.high < x.range.low {
            return self.truth(x == y);
        }
        // A predicate that is compared with 1 or 0 is a condition already.
        for (predicate, value) in [(x, y), (y, x)] {
            let Operation::Choose(flag, yes, no) = self.wiring.terms.operation(predicate.term) else {
                continue;
            };
            let flag = self.wiring.terms.as_truth(flag);
            match (self.wiring.known(yes), self.wiring.known(no), Self::known(value)) {
                (Some(1), Some(0), Some(1)) => return flag,
                (Some(1), Some(0), Some(0)) => return self.not(flag),
                _ => {}
            }
        }
        let bits = x.range.union(y.range).bits();
        self.wiring.terms.truth(Operation::Equal(self.at(x, bits), self.at(y, bits)))
    }

    fn not(&self, x: Truth) -> Truth {
        match self.wiring.terms.operation(x.into()) {
            Operation::Constant(value) => self.truth(value == 0),
            Operation::Invert(inner) => self.wiring.terms.as_truth(inner),
            _ => self.wiring.terms.not(x),
        }
    }

    fn both(&self, x: Truth, y: Truth) -> Truth {
        match [x, y].map(|it| self.wiring.known(it.into())) {
            [Some(0), _] | [_, Some(1)] => x,
            [Some(1), _] | [_, Some(0)] => y,
            _ => self.wiring.terms.and(x, y),
        }
    }

    fn choose(&self, condition: Truth, x: Number, y: Number) -> Number {
        match self.wiring.known(condition.into()) {
            Some(0) => return y,
            Some(_) => return x,
            None if x == y => return x,
            None => {}
        }
        let range = x.range.union(y.range);
        let bits = range.bits();
        self.number(range, self.wiring.choose(condition.into(), self.at(x, bits), self.at(y, bits)))
    }

    fn min(&self, x: Number, y: Number) -> Number {
        let range = Range { low: x.range.low.min(y.range.low), high: x.range.high.min(y.range.high) };
        self.within(range, self.choose(self.less(y, x), y, x))
    }

    fn max(&self, x: Number, y: Number) -> Number {
        let range = Range { low: x.range.low.max(y.range.low), high: x.range.high.max(y.range.high) };
        self.within(range, self.choose(self.less(x, y), y, x))
    }

    fn absolute(&self, x: Number) -> Number {
        let zero = self.constant(0);
        let negated = self.subtract(zero, x);
        let range = Range { low: 0, high: x.range.high.max(negated.range.high) };
        self.within(range, self.choose(self.less(x, zero), negated, x))
    }
}
