//! Terms: bit-vector expressions over named variables, each stored once.

use std::{cell::RefCell, collections::HashMap};

use crate::operation::{Node, Operation, Sort, Term};

/// A term of `W` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vector<const W: u32>(pub(crate) Term);

/// A term that is true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Truth(pub(crate) Term);

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

    /// The extension of a term.
    pub const fn extend(self, x: Term) -> Operation {
        match self {
            Self::Zeros => Operation::ZeroExtend(x),
            Self::Sign => Operation::SignExtend(x),
        }
    }
}

/// A store of terms. Nothing is simplified: the proof is about the expression that was built.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    store: RefCell<Store>,
}

#[derive(Clone, Debug, Default)]
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

    /// The term of an operation. The sorts of its arguments must be those of [`Operation`]: solvers refuse the script
    /// of any other term.
    pub fn term(&self, sort: Sort, operation: Operation) -> Term {
        let mut store = self.store.borrow_mut();
        let Store { nodes, known } = &mut *store;
        *known.entry(Node { sort, operation }).or_insert_with_key(|node| {
            nodes.push(*node);
            Term(nodes.len() as u32 - 1)
        })
    }

    pub(crate) fn vector<const W: u32>(&self, operation: Operation) -> Vector<W> {
        const { assert!(0 < W && W <= 128) };
        Vector(self.term(Sort::Bits(W), operation))
    }

    /// The truth of an operation.
    pub fn truth(&self, operation: Operation) -> Truth {
        Truth(self.term(Sort::Truth, operation))
    }

    /// The roots and all terms below them, arguments first.
    pub fn below(&self, roots: &[Term]) -> Vec<(Term, Node)> {
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
        nodes.map(|((at, node), _)| (Term(at as u32), *node)).collect()
    }

    /// The operation and the sort of a term of this store.
    pub fn node(&self, term: Term) -> Node {
        self.store.borrow().nodes[term.0 as usize]
    }

    /// The operation of a term of this store.
    pub fn operation(&self, term: Term) -> Operation {
        self.node(term).operation
    }

    /// The sort of a term of this store.
    pub fn sort(&self, term: Term) -> Sort {
        self.node(term).sort
    }

    /// The value of a constant.
    pub fn known(&self, term: Term) -> Option<u128> {
        match self.operation(term) {
            Operation::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// A term of the sort [`Sort::Truth`].
    pub fn as_truth(&self, term: Term) -> Truth {
        debug_assert_eq!(self.sort(term), Sort::Truth);
        Truth(term)
    }

    /// A truth with some terms replaced by others of the same sort. The arguments of a replaced term do not matter.
    pub fn replace(&self, truth: Truth, replaced: impl IntoIterator<Item = (Term, Term)>) -> Truth {
        Truth(self.rebuild(truth.0, &mut replaced.into_iter().collect()))
    }

    /// A variable of the sort of a term.
    pub fn like(&self, term: Term, name: &'static str) -> Term {
        self.term(self.sort(term), Operation::Variable(name))
    }

    /// A term of 128 bits; narrower terms are extended with zeros.
    pub fn number_of(&self, term: Term) -> Vector<128> {
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
        let Node { sort, operation } = self.node(term);
        let operation = operation.with_arguments(|argument| self.rebuild(argument, made));
        let rebuilt = self.term(sort, operation);
        made.insert(term, rebuilt);
        rebuilt
    }

    /// The condition that each shift amount below a term is less than the width: the side condition of printed code.
    pub fn amounts_are_legal(&self, roots: &[Term]) -> Truth {
        let claims = self.below(roots).into_iter().filter_map(|(_, node)| match node.operation {
            Operation::ShiftLeftBy(_, by)
            | Operation::ShiftRightBy(_, by)
            | Operation::ShiftRightSignedBy(_, by) => {
                let sort = self.sort(by);
                // An amount with fewer bits than the width's number is always less.
                let can_be_more =
                    u128::from(node.sort.bits()) < 1_u128.checked_shl(sort.bits()).unwrap_or(u128::MAX);
                can_be_more.then(|| {
                    let width = self.term(sort, Operation::Constant(node.sort.bits().into()));
                    self.truth(Operation::Less(by, width))
                })
            }
            Operation::ShiftLeft(_, count)
            | Operation::ShiftRight(_, count)
            | Operation::ShiftRightSigned(_, count) => {
                (count >= node.sort.bits()).then(|| self.not(self.always()))
            }
            _ => None,
        });
        self.all(claims.collect::<Vec<_>>())
    }
}
