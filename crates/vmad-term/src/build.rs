//! Building terms: a function for each operation.

use crate::{
    operation::{Operation, Sort, Term, low_bits},
    term::{Extension, Terms, Truth, Vector},
};

impl Terms {
    /// A variable.
    pub fn variable<const W: u32>(&self, name: &'static str) -> Vector<W> {
        self.vector(Operation::Variable(name))
    }

    /// A variable of `bits` bits, widened to `W >= bits`.
    pub fn number<const W: u32>(&self, name: &'static str, bits: u32, extension: Extension) -> Vector<W> {
        let variable = self.term(Sort::Bits(bits), Operation::Variable(name));
        self.vector(extension.extend(variable))
    }

    /// The lowest `bits` bits of `x`, widened to its width.
    pub fn cut<const W: u32>(&self, x: Vector<W>, bits: u32, extension: Extension) -> Vector<W> {
        self.part(x, 0, bits, extension)
    }

    /// Bits `low + bits - 1` to `low` of `x`, widened to its width; `low + bits <= W`.
    pub fn part<const W: u32>(&self, x: Vector<W>, low: u32, bits: u32, extension: Extension) -> Vector<W> {
        let part = self.term(Sort::Bits(bits), Operation::Field(x.0, low));
        self.vector(extension.extend(part))
    }

    /// A term of any width as a number of 128 bits; a truth is 1 or 0.
    pub fn value(&self, term: Term, extension: Extension) -> Vector<128> {
        match self.sort(term) {
            Sort::Truth => self.choose(Truth(term), self.constant(1), self.constant(0)),
            Sort::Bits(_) => self.vector(extension.extend(term)),
        }
    }

    /// The low `W` bits of `value`.
    pub fn constant<const W: u32>(&self, value: i128) -> Vector<W> {
        self.vector(Operation::Constant(low_bits(value as u128, W)))
    }

    /// Bits `low + N - 1` to `low`, zeros where `x` has none.
    pub fn field<const W: u32, const N: u32>(&self, x: Vector<W>, low: u32) -> Vector<N> {
        if low + N <= W {
            return self.vector(Operation::Field(x.0, low));
        }
        // SMT-LIB has no extract beyond the vector. No stage needs one; a faulty stage may.
        let moved = self.shift_right_zero(x, low);
        if N <= W {
            self.vector(Operation::Field(moved.0, 0))
        } else {
            self.vector(Operation::ZeroExtend(moved.0))
        }
    }

    /// Zeros above, `W >= N`.
    pub fn zero_extend<const N: u32, const W: u32>(&self, x: Vector<N>) -> Vector<W> {
        const { assert!(N <= W) };
        self.vector(Operation::ZeroExtend(x.0))
    }

    /// Copies of the sign above, `W >= N`.
    pub fn sign_extend<const N: u32, const W: u32>(&self, x: Vector<N>) -> Vector<W> {
        const { assert!(N <= W) };
        self.vector(Operation::SignExtend(x.0))
    }

    /// Every bit inverted.
    pub fn invert<const W: u32>(&self, x: Vector<W>) -> Vector<W> {
        self.vector(Operation::Invert(x.0))
    }

    /// `-x`, modulo 2^W.
    pub fn negate<const W: u32>(&self, x: Vector<W>) -> Vector<W> {
        self.vector(Operation::Negate(x.0))
    }

    /// `x + y`, modulo 2^W.
    pub fn add<const W: u32>(&self, x: Vector<W>, y: Vector<W>) -> Vector<W> {
        self.vector(Operation::Add(x.0, y.0))
    }

    /// `x * y`, modulo 2^W.
    pub fn multiply<const W: u32>(&self, x: Vector<W>, y: Vector<W>) -> Vector<W> {
        self.vector(Operation::Multiply(x.0, y.0))
    }

    /// `x << count`, modulo 2^W.
    pub fn shift_left<const W: u32>(&self, x: Vector<W>, count: u32) -> Vector<W> {
        self.vector(Operation::ShiftLeft(x.0, count))
    }

    /// `x >> count`, zeros moving in.
    pub fn shift_right_zero<const W: u32>(&self, x: Vector<W>, count: u32) -> Vector<W> {
        self.vector(Operation::ShiftRight(x.0, count))
    }

    /// `x >> count`, the sign moving in.
    pub fn shift_right_sign<const W: u32>(&self, x: Vector<W>, count: u32) -> Vector<W> {
        self.vector(Operation::ShiftRightSigned(x.0, count))
    }

    /// `x << count`, modulo 2^W; 0 if the unsigned `count` is W or more.
    pub fn shift_left_by<const W: u32>(&self, x: Vector<W>, count: Vector<W>) -> Vector<W> {
        self.vector(Operation::ShiftLeftBy(x.0, count.0))
    }

    /// `x >> count`, the sign moving in; `count` is unsigned.
    pub fn shift_right_sign_by<const W: u32>(&self, x: Vector<W>, count: Vector<W>) -> Vector<W> {
        self.vector(Operation::ShiftRightSignedBy(x.0, count.0))
    }

    /// The bits that are set in both.
    pub fn bit_and<const W: u32>(&self, x: Vector<W>, y: Vector<W>) -> Vector<W> {
        self.vector(Operation::And(x.0, y.0))
    }

    /// The bits that are set in exactly one.
    pub fn bit_xor<const W: u32>(&self, x: Vector<W>, y: Vector<W>) -> Vector<W> {
        self.vector(Operation::Xor(x.0, y.0))
    }

    /// `x < y`, both signed.
    pub fn less<const W: u32>(&self, x: Vector<W>, y: Vector<W>) -> Truth {
        self.truth(Operation::LessSigned(x.0, y.0))
    }

    /// `x == y`.
    pub fn equal<const W: u32>(&self, x: Vector<W>, y: Vector<W>) -> Truth {
        self.truth(Operation::Equal(x.0, y.0))
    }

    /// `low <= x <= high`, all signed.
    pub fn within<const W: u32>(&self, x: Vector<W>, [low, high]: [i128; 2]) -> Truth {
        let below = self.less(x, self.constant(low));
        let above = self.less(self.constant(high), x);
        self.and(self.not(below), self.not(above))
    }

    /// True.
    pub fn always(&self) -> Truth {
        self.truth(Operation::Constant(1))
    }

    /// Logical not.
    pub fn not(&self, x: Truth) -> Truth {
        self.truth(Operation::Invert(x.0))
    }

    /// Logical and.
    pub fn and(&self, x: Truth, y: Truth) -> Truth {
        self.truth(Operation::And(x.0, y.0))
    }

    /// Logical or.
    pub fn or(&self, x: Truth, y: Truth) -> Truth {
        self.truth(Operation::Or(x.0, y.0))
    }

    /// Logical and of all.
    pub fn all(&self, truths: impl IntoIterator<Item = Truth>) -> Truth {
        truths.into_iter().reduce(|x, y| self.and(x, y)).unwrap_or_else(|| self.always())
    }

    /// `if flag { x } else { y }`.
    pub fn choose<const W: u32>(&self, flag: Truth, x: Vector<W>, y: Vector<W>) -> Vector<W> {
        self.vector(Operation::Choose(flag.0, x.0, y.0))
    }
}
