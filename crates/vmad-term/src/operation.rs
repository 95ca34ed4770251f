//! The operations on earlier terms, each with the sort of its value, and the value.

/// An expression in a [`Terms`](crate::term::Terms). Two equal expressions of one store are the same `Term`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub u32);

/// The sort of a term's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// True or false.
    Truth,
    /// This many bits, 1 to 128.
    Bits(u32),
}

impl Sort {
    /// The number of bits; a truth counts as one.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Truth => 1,
            Self::Bits(bits) => bits,
        }
    }
}

/// An operation on earlier terms. Arguments have the sort of the result, unless the variant says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// A variable.
    Variable(&'static str),
    /// A number without bits above the sort's; 1 is true.
    Constant(u128),
    /// The bits of a wider term from this one up; a truth is one bit of a term.
    Field(Term, u32),
    /// A narrower term with zeros above.
    ZeroExtend(Term),
    /// A narrower term with copies of its sign above.
    SignExtend(Term),
    /// Every bit inverted; for a truth, not.
    Invert(Term),
    /// `-x`, modulo 2^bits.
    Negate(Term),
    /// `x + y`, modulo 2^bits.
    Add(Term, Term),
    /// `x - y`, modulo 2^bits.
    Subtract(Term, Term),
    /// `x * y`, modulo 2^bits.
    Multiply(Term, Term),
    /// `x / y`, both unsigned, rounded down; all ones if `y` is 0.
    Divide(Term, Term),
    /// The upper half of the product of two unsigned numbers of at most 64 bits.
    MultiplyHigh(Term, Term),
    /// The upper half of the product of two signed numbers of at most 64 bits.
    MultiplyHighSigned(Term, Term),
    /// `x & y`; for truths, and.
    And(Term, Term),
    /// `x | y`; for truths, or.
    Or(Term, Term),
    /// `x ^ y`
    Xor(Term, Term),
    /// `x << count`
    ShiftLeft(Term, u32),
    /// `x >> count`, filled with zeros.
    ShiftRight(Term, u32),
    /// `x >> count`, filled with the sign.
    ShiftRightSigned(Term, u32),
    /// `x << amount`. The amount is unsigned and at most as wide as `x`; from the width on, every bit is shifted out.
    ShiftLeftBy(Term, Term),
    /// `x >> amount`, filled with zeros; the amount as for `ShiftLeftBy`.
    ShiftRightBy(Term, Term),
    /// `x >> amount`, filled with the sign; the amount as for `ShiftLeftBy`.
    ShiftRightSignedBy(Term, Term),
    /// A truth: `x < y`, both unsigned, of any equal width.
    Less(Term, Term),
    /// A truth: `x < y`, both signed, of any equal width.
    LessSigned(Term, Term),
    /// A truth: `x == y`, of any equal sort.
    Equal(Term, Term),
    /// The second term if the first, a truth, is true, else the third.
    Choose(Term, Term, Term),
}

impl Operation {
    /// Its arguments, in order.
    pub fn arguments(&self) -> Vec<Term> {
        let mut arguments = Vec::new();
        let _ = self.with_arguments(|argument| {
            arguments.push(argument);
            argument
        });
        arguments
    }

    /// The same operation on other arguments.
    #[must_use]
    pub fn with_arguments(&self, mut of: impl FnMut(Term) -> Term) -> Self {
        match *self {
            Self::Variable(name) => Self::Variable(name),
            Self::Constant(value) => Self::Constant(value),
            Self::Field(x, low) => Self::Field(of(x), low),
            Self::ZeroExtend(x) => Self::ZeroExtend(of(x)),
            Self::SignExtend(x) => Self::SignExtend(of(x)),
            Self::Invert(x) => Self::Invert(of(x)),
            Self::Negate(x) => Self::Negate(of(x)),
            Self::Add(x, y) => Self::Add(of(x), of(y)),
            Self::Subtract(x, y) => Self::Subtract(of(x), of(y)),
            Self::Multiply(x, y) => Self::Multiply(of(x), of(y)),
            Self::Divide(x, y) => Self::Divide(of(x), of(y)),
            Self::MultiplyHigh(x, y) => Self::MultiplyHigh(of(x), of(y)),
            Self::MultiplyHighSigned(x, y) => Self::MultiplyHighSigned(of(x), of(y)),
            Self::And(x, y) => Self::And(of(x), of(y)),
            Self::Or(x, y) => Self::Or(of(x), of(y)),
            Self::Xor(x, y) => Self::Xor(of(x), of(y)),
            Self::ShiftLeft(x, count) => Self::ShiftLeft(of(x), count),
            Self::ShiftRight(x, count) => Self::ShiftRight(of(x), count),
            Self::ShiftRightSigned(x, count) => Self::ShiftRightSigned(of(x), count),
            Self::ShiftLeftBy(x, y) => Self::ShiftLeftBy(of(x), of(y)),
            Self::ShiftRightBy(x, y) => Self::ShiftRightBy(of(x), of(y)),
            Self::ShiftRightSignedBy(x, y) => Self::ShiftRightSignedBy(of(x), of(y)),
            Self::Less(x, y) => Self::Less(of(x), of(y)),
            Self::LessSigned(x, y) => Self::LessSigned(of(x), of(y)),
            Self::Equal(x, y) => Self::Equal(of(x), of(y)),
            Self::Choose(flag, x, y) => Self::Choose(of(flag), of(x), of(y)),
        }
    }

    /// The same operation on other arguments, in the same order.
    #[must_use]
    pub fn on(&self, arguments: &[Term]) -> Self {
        let mut arguments = arguments.iter();
        self.with_arguments(|argument| arguments.next().copied().unwrap_or(argument))
    }
}

/// An operation and the sort of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The sort.
    pub sort: Sort,
    /// The operation.
    pub operation: Operation,
}

impl Node {
    /// The value, from the values of the arguments and the width of the first one. A variable's bits are the low ones
    /// of `variable`.
    pub fn value(
        self,
        argument_bits: u32,
        of: impl Fn(Term) -> u128,
        variable: impl Fn(&'static str) -> u128,
    ) -> u128 {
        let bits = self.sort.bits();
        let number = |term| signed(of(term), argument_bits);
        let value = match self.operation {
            Operation::Variable(name) => variable(name),
            Operation::Constant(value) => value,
            Operation::Field(x, low) => of(x) >> low,
            Operation::ZeroExtend(x) => of(x),
            Operation::SignExtend(x) => number(x) as u128,
            Operation::Invert(x) => !of(x),
            Operation::Negate(x) => of(x).wrapping_neg(),
            Operation::Add(x, y) => of(x).wrapping_add(of(y)),
            Operation::Subtract(x, y) => of(x).wrapping_sub(of(y)),
            Operation::Multiply(x, y) => of(x).wrapping_mul(of(y)),
            Operation::Divide(x, y) => of(x).checked_div(of(y)).unwrap_or(u128::MAX),
            Operation::MultiplyHigh(x, y) => of(x).wrapping_mul(of(y)) >> bits,
            Operation::MultiplyHighSigned(x, y) => (number(x).wrapping_mul(number(y)) >> bits) as u128,
            Operation::And(x, y) => of(x) & of(y),
            Operation::Or(x, y) => of(x) | of(y),
            Operation::Xor(x, y) => of(x) ^ of(y),
            Operation::ShiftLeft(x, count) => of(x).checked_shl(count).unwrap_or(0),
            Operation::ShiftRight(x, count) => of(x).checked_shr(count).unwrap_or(0),
            Operation::ShiftRightSigned(x, count) => (number(x) >> count.min(127)) as u128,
            Operation::ShiftLeftBy(x, y) => amount(of(y)).map_or(0, |by| of(x) << by),
            Operation::ShiftRightBy(x, y) => amount(of(y)).map_or(0, |by| of(x) >> by),
            Operation::ShiftRightSignedBy(x, y) => (number(x) >> amount(of(y)).unwrap_or(127)) as u128,
            Operation::Less(x, y) => u128::from(of(x) < of(y)),
            Operation::LessSigned(x, y) => u128::from(number(x) < number(y)),
            Operation::Equal(x, y) => u128::from(of(x) == of(y)),
            Operation::Choose(flag, x, y) => of(if of(flag) == 1 { x } else { y }),
        };
        low_bits(value, bits)
    }
}

/// The amount of a shift; [`None`] if no bit of 128 stays.
fn amount(value: u128) -> Option<u32> {
    u32::try_from(value).ok().filter(|amount| *amount < 128)
}

/// The low `bits` bits, 1 to 128.
pub const fn low_bits(value: u128, bits: u32) -> u128 {
    value & (u128::MAX >> (128 - bits))
}

/// The low `bits` bits, 1 to 128, as a two's-complement number.
pub const fn signed(value: u128, bits: u32) -> i128 {
    (value << (128 - bits)) as i128 >> (128 - bits)
}
