//! The nodes of terms: one operation on earlier terms, and the sort of its value.

/// An expression in a [`Terms`](super::term::Terms). Two equal expressions of one store are the same `Term`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(super) u32);

/// The sort of a term's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sort {
    Truth,
    /// This many bits, 1 to 128.
    Bits(u32),
}

impl Sort {
    /// The number of bits; a truth counts as one.
    pub(super) const fn bits(self) -> u32 {
        match self {
            Self::Truth => 1,
            Self::Bits(bits) => bits,
        }
    }
}

/// An operation on earlier terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    Variable(&'static str),
    Constant(u128),
    /// The bits from this one up.
    Field(Term, u32),
    /// This many zeros above.
    ZeroExtend(Term, u32),
    /// This many copies of the sign above.
    SignExtend(Term, u32),
    /// The second above the first.
    Concat(Term, Term),
    Invert(Term),
    Negate(Term),
    Add(Term, Term),
    Multiply(Term, Term),
    ShiftLeft(Term, u32),
    ShiftRightZero(Term, u32),
    ShiftRightSign(Term, u32),
    /// By a term of the same width.
    ShiftLeftBy(Term, Term),
    ShiftRightSignBy(Term, Term),
    /// Bit by bit.
    BitAnd(Term, Term),
    BitXor(Term, Term),
    /// Both signed.
    Less(Term, Term),
    Equal(Term, Term),
    Not(Term),
    And(Term, Term),
    Choose(Term, Term, Term),
}

impl Operation {
    /// Its arguments.
    pub(super) fn arguments(&self) -> Vec<Term> {
        match *self {
            Self::Variable(_) | Self::Constant(_) => vec![],
            Self::Field(x, _)
            | Self::ZeroExtend(x, _)
            | Self::SignExtend(x, _)
            | Self::Invert(x)
            | Self::Negate(x)
            | Self::ShiftLeft(x, _)
            | Self::ShiftRightZero(x, _)
            | Self::ShiftRightSign(x, _)
            | Self::Not(x) => vec![x],
            Self::Concat(x, y)
            | Self::Add(x, y)
            | Self::Multiply(x, y)
            | Self::ShiftLeftBy(x, y)
            | Self::ShiftRightSignBy(x, y)
            | Self::BitAnd(x, y)
            | Self::BitXor(x, y)
            | Self::Less(x, y)
            | Self::Equal(x, y)
            | Self::And(x, y) => vec![x, y],
            Self::Choose(flag, x, y) => vec![flag, x, y],
        }
    }
}

impl Operation {
    /// The same operation on other arguments.
    pub(super) fn with_arguments(&self, mut of: impl FnMut(Term) -> Term) -> Self {
        match *self {
            Self::Variable(name) => Self::Variable(name),
            Self::Constant(value) => Self::Constant(value),
            Self::Field(x, low) => Self::Field(of(x), low),
            Self::ZeroExtend(x, by) => Self::ZeroExtend(of(x), by),
            Self::SignExtend(x, by) => Self::SignExtend(of(x), by),
            Self::Invert(x) => Self::Invert(of(x)),
            Self::Negate(x) => Self::Negate(of(x)),
            Self::Concat(x, y) => Self::Concat(of(x), of(y)),
            Self::Add(x, y) => Self::Add(of(x), of(y)),
            Self::Multiply(x, y) => Self::Multiply(of(x), of(y)),
            Self::ShiftLeft(x, count) => Self::ShiftLeft(of(x), count),
            Self::ShiftRightZero(x, count) => Self::ShiftRightZero(of(x), count),
            Self::ShiftRightSign(x, count) => Self::ShiftRightSign(of(x), count),
            Self::ShiftLeftBy(x, y) => Self::ShiftLeftBy(of(x), of(y)),
            Self::ShiftRightSignBy(x, y) => Self::ShiftRightSignBy(of(x), of(y)),
            Self::BitAnd(x, y) => Self::BitAnd(of(x), of(y)),
            Self::BitXor(x, y) => Self::BitXor(of(x), of(y)),
            Self::Less(x, y) => Self::Less(of(x), of(y)),
            Self::Equal(x, y) => Self::Equal(of(x), of(y)),
            Self::Not(x) => Self::Not(of(x)),
            Self::And(x, y) => Self::And(of(x), of(y)),
            Self::Choose(flag, x, y) => Self::Choose(of(flag), of(x), of(y)),
        }
    }
}

/// An operation and the sort of its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) sort: Sort,
    pub(super) operation: Operation,
}
