//! Terms: bit-vector expressions over named variables, each stored once.

use std::{cell::RefCell, collections::HashMap};

pub use super::operation::Term;
use super::operation::{Node, Operation, Sort};

/// A term of `W` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vector<const W: u32>(pub(super) Term);

/// A term that is true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Truth(pub(super) Term);

impl<const W: u32> From<Vector<W>> for Term {
    fn from(vector: Vector<W>) -> Self {
        vector.0
    }
}

impl From<Truth> for Term {
    fn from(truth: Truth) -> Self {
        truth.0
    }
}

/// The bits above a vector that is widened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extension {
    /// Zeros.
    Zeros,
    /// Copies of its sign.
    Sign,
}

impl Extension {
    /// The sign if signed, else zeros.
    pub const fn of_signed(signed: bool) -> Self {
        if signed { Self::Sign } else { Self::Zeros }
    }

    const fn by(self, x: Term, bits: u32) -> Operation {
        match self {
            Self::Zeros => Operation::ZeroExtend(x, bits),
            Self::Sign => Operation::SignExtend(x, bits),
        }
    }
}

/// A store of terms. Nothing is simplified: the proof is about the expression that was built.
#[derive(Debug, Default)]
pub struct Terms {
    store: RefCell<Store>,
}

#[derive(Debug, Default)]
struct Store {
    /// A term's arguments come before it.
    nodes: Vec<Node>,
    known: HashMap<Node, Term>,
}

impl Terms {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn term(&self, sort: Sort, operation: Operation) -> Term {
        let mut store = self.store.borrow_mut();
        let Store { nodes, known } = &mut *store;
        let node = Node { sort, operation };
        *known.entry(node).or_insert_with_key(|node| {
            nodes.push(node.clone());
            Term(nodes.len() as u32 - 1)
        })
    }

    fn vector<const W: u32>(&self, operation: Operation) -> Vector<W> {
        const { assert!(0 < W && W <= 128) };
        Vector(self.term(Sort::Bits(W), operation))
    }

    fn truth(&self, operation: Operation) -> Truth {
        Truth(self.term(Sort::Truth, operation))
    }

    /// The roots and all terms below them, arguments first.
    pub(super) fn below(&self, roots: &[Term]) -> Vec<(Term, Node)> {
        let store = self.store.borrow();
        let length = roots.iter().map(|root| root.0 as usize + 1).max().unwrap_or(0);
        let mut wanted = vec![false; length];
        for root in roots {
            wanted[root.0 as usize] = true;
        }
        for (at, node) in store.nodes.iter().enumerate().take(length).rev() {
            if wanted[at] {
                for argument in node.operation.arguments() {
                    wanted[argument.0 as usize] = true;
                }
            }
        }
        let nodes = store.nodes.iter().enumerate().zip(wanted).filter(|(_, wanted)| *wanted);
        nodes.map(|((at, node), _)| (Term(at as u32), node.clone())).collect()
    }

    /// The operation of a term of this store.
    pub(super) fn operation(&self, term: Term) -> Operation {
        self.store.borrow().nodes[term.0 as usize].operation.clone()
    }

    /// A truth with some terms replaced by others of the same sort. A term that is replaced is not looked into.
    pub fn replace(&self, truth: Truth, replaced: impl IntoIterator<Item = (Term, Term)>) -> Truth {
        Truth(self.rebuild(truth.0, &mut replaced.into_iter().collect()))
    }

    /// A variable of the sort of a term.
    pub fn like(&self, term: Term, name: &'static str) -> Term {
        self.term(self.sort(term), Operation::Variable(name))
    }

    /// A term of 128 bits; narrower terms are extended with zeros.
    pub(super) fn number_of(&self, term: Term) -> Vector<128> {
        match self.sort(term) {
            Sort::Bits(128) => Vector(term),
            _ => self.value(term, Extension::Zeros),
        }
    }

    /// `made` has the terms that are replaced or already rebuilt.
    fn rebuild(&self, term: Term, made: &mut HashMap<Term, Term>) -> Term {
        if let Some(known) = made.get(&term) {
            return *known;
        }
        let Node { sort, operation } = self.store.borrow().nodes[term.0 as usize].clone();
        let operation = operation.with_arguments(|argument| self.rebuild(argument, made));
        let rebuilt = self.term(sort, operation);
        made.insert(term, rebuilt);
        rebuilt
    }

    /// The sort of a term of this store.
    pub(super) fn sort(&self, term: Term) -> Sort {
        self.store.borrow().nodes[term.0 as usize].sort
    }

    /// A variable.
    pub fn variable<const W: u32>(&self, name: &'static str) -> Vector<W> {
        self.vector(Operation::Variable(name))
    }

    /// A variable of `bits` bits, widened to `W >= bits`.
    pub fn number<const W: u32>(&self, name: &'static str, bits: u32, extension: Extension) -> Vector<W> {
        let variable = self.term(Sort::Bits(bits), Operation::Variable(name));
        self.vector(extension.by(variable, W - bits))
    }

    /// The lowest `bits` bits of `x`, widened to its width.
    pub fn cut<const W: u32>(&self, x: Vector<W>, bits: u32, extension: Extension) -> Vector<W> {
        self.part(x, 0, bits, extension)
    }

    /// Bits `low + bits - 1` to `low` of `x`, widened to its width; `low + bits <= W`.
    pub fn part<const W: u32>(&self, x: Vector<W>, low: u32, bits: u32, extension: Extension) -> Vector<W> {
        let part = self.term(Sort::Bits(bits), Operation::Field(x.0, low));
        self.vector(extension.by(part, W - bits))
    }

    /// A term of any width as a number of 128 bits; a truth is 1 or 0.
    pub fn value(&self, term: Term, extension: Extension) -> Vector<128> {
        match self.sort(term) {
            Sort::Truth => self.choose(Truth(term), self.constant(1), self.constant(0)),
            Sort::Bits(bits) => self.vector(extension.by(term, 128 - bits)),
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
            self.vector(Operation::ZeroExtend(moved.0, N - W))
        }
    }

    /// Zeros above, `W >= N`.
    pub fn zero_extend<const N: u32, const W: u32>(&self, x: Vector<N>) -> Vector<W> {
        const { assert!(N <= W) };
        self.vector(Operation::ZeroExtend(x.0, W - N))
    }

    /// Copies of the sign above, `W >= N`.
    pub fn sign_extend<const N: u32, const W: u32>(&self, x: Vector<N>) -> Vector<W> {
        const { assert!(N <= W) };
        self.vector(Operation::SignExtend(x.0, W - N))
    }

    /// Either above, `W >= N`.
    pub fn extend<const N: u32, const W: u32>(&self, x: Vector<N>, extension: Extension) -> Vector<W> {
        match extension {
            Extension::Zeros => self.zero_extend(x),
            Extension::Sign => self.sign_extend(x),
        }
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
        self.vector(Operation::ShiftRightZero(x.0, count))
    }

    /// `x >> count`, the sign moving in.
    pub fn shift_right_sign<const W: u32>(&self, x: Vector<W>, count: u32) -> Vector<W> {
        self.vector(Operation::ShiftRightSign(x.0, count))
    }

    /// `x << count`, modulo 2^W; 0 if the unsigned `count` is W or more.
    pub fn shift_left_by<const W: u32>(&self, x: Vector<W>, count: Vector<W>) -> Vector<W> {
        self.vector(Operation::ShiftLeftBy(x.0, count.0))
    }

    /// `x >> count`, the sign moving in; `count` is unsigned.
    pub fn shift_right_sign_by<const W: u32>(&self, x: Vector<W>, count: Vector<W>) -> Vector<W> {
        self.vector(Operation::ShiftRightSignBy(x.0, count.0))
    }

    /// The bits that are set in both.
    pub fn bit_and<const W: u32>(&self, x: Vector<W>, y: Vector<W>) -> Vector<W> {
        self.vector(Operation::BitAnd(x.0, y.0))
    }

    /// The bits that are set in exactly one.
    pub fn bit_xor<const W: u32>(&self, x: Vector<W>, y: Vector<W>) -> Vector<W> {
        self.vector(Operation::BitXor(x.0, y.0))
    }

    /// `x < y`, both signed.
    pub fn less<const W: u32>(&self, x: Vector<W>, y: Vector<W>) -> Truth {
        self.truth(Operation::Less(x.0, y.0))
    }

    /// `x == y`.
    pub fn equal<const W: u32>(&self, x: Vector<W>, y: Vector<W>) -> Truth {
        self.truth(Operation::Equal(x.0, y.0))
    }

    /// Whether both are true or both false.
    pub fn same(&self, x: Truth, y: Truth) -> Truth {
        self.truth(Operation::Equal(x.0, y.0))
    }

    /// `low <= x <= high`, all signed.
    pub fn between<const W: u32>(&self, low: i128, x: Vector<W>, high: i128) -> Truth {
        let below = self.less(x, self.constant(low));
        let above = self.less(self.constant(high), x);
        self.and(self.not(below), self.not(above))
    }

    /// True.
    pub fn always(&self) -> Truth {
        let zero = self.constant::<1>(0);
        self.equal(zero, zero)
    }

    /// Logical not.
    pub fn not(&self, x: Truth) -> Truth {
        self.truth(Operation::Not(x.0))
    }

    /// Logical and.
    pub fn and(&self, x: Truth, y: Truth) -> Truth {
        self.truth(Operation::And(x.0, y.0))
    }

    /// Logical or.
    pub fn or(&self, x: Truth, y: Truth) -> Truth {
        self.not(self.and(self.not(x), self.not(y)))
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

/// The low `bits` bits, 1 to 128.
pub(super) const fn low_bits(value: u128, bits: u32) -> u128 {
    value & (u128::MAX >> (128 - bits))
}
