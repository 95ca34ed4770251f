//! Evaluation of terms.

use crate::{
    operation::{Node, Term},
    term::{Terms, Truth},
};

/// Terms ready for many evaluations.
#[derive(Debug)]
pub struct Evaluator {
    /// The terms, arguments first, and the width of each one's first argument.
    steps: Vec<(Term, Node, u32)>,
    /// The value of each term, by its number; 0 for terms that are not evaluated.
    values: Vec<u128>,
}

impl Evaluator {
    /// An evaluator of all terms below the roots.
    pub fn new(terms: &Terms, roots: &[Term]) -> Self {
        let nodes = terms.below(roots);
        let length = nodes.last().map_or(0, |(term, _)| term.0 as usize + 1);
        let steps = nodes.into_iter().map(|(term, node)| {
            let first = node.operation.arguments().first().copied();
            (term, node, first.map_or(1, |first| terms.sort(first).bits()))
        });
        Self { steps: steps.collect(), values: vec![0; length] }
    }

    /// Evaluates all roots; a variable's bits are the low ones of its value.
    pub fn run(&mut self, value_of: impl Fn(&str) -> u128) {
        for (term, node, argument_bits) in &self.steps {
            self.values[term.0 as usize] =
                node.value(*argument_bits, |term| self.values[term.0 as usize], &value_of);
        }
    }

    /// The bits of a root, or of a term below one; 0 or 1 for a truth.
    pub fn bits(&self, term: Term) -> u128 {
        self.values[term.0 as usize]
    }

    /// Whether a root is true.
    pub fn truth(&self, root: Truth) -> bool {
        self.bits(root.into()) == 1
    }
}
