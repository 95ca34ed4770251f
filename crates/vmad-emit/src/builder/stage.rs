//! The stages: their cases are expressions of 32-bit values and flags.

use std::collections::HashMap;

use vmad_term::{
    operation::{Node, Operation as Op, Term},
    simplify::Simplified,
};

use super::Builder;
use crate::{
    limbs::{Limbs, WIDE},
    lower::Integers,
    narrow::Narrow,
};

/// A part of the computation, with a case for each combination of fields that needs code of its own.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) name: String,
    pub(crate) comment: &'static str,
    pub(crate) arguments: &'static [&'static str],
    /// The names of the results.
    pub(crate) results: &'static [&'static str],
    pub(crate) bodies: Vec<Body>,
    /// The number of each body.
    numbers: HashMap<(Vec<Node>, Vec<usize>), u16>,
}

/// Whether a value is a flag; the others have 32 bits.
pub(crate) fn is_flag(name: &str) -> bool {
    name == "holds"
}

/// A case of a stage.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) graph: Simplified,
    /// As many as the last stages need: the rest of the stage's results repeats the first.
    pub(crate) results: Vec<Term>,
}

impl Body {
    /// An expression in some words, the lowest first.
    pub(crate) fn new(graph: &Simplified, result: Term, words: usize) -> Self {
        let narrow = Narrow::new(graph, Integers::WordsAndUpperHalves.widths(), 32);
        let wide = 32 * words as u32;
        let lowered = match graph.bits(result) {
            1 => narrow.flag(result),
            bits if bits < wide => narrow.signed(result, wide),
            _ => narrow.low(result, wide),
        };
        let limbs = Limbs::new(&narrow.target, 32, true);
        let results = limbs.limbs(lowered);
        Self { graph: limbs.target, results }
    }

    /// The number of operations, without constants.
    pub(crate) fn operations(&self) -> u32 {
        let below = self.graph.below(&self.results);
        let is_leaf = |node: &Node| matches!(node.operation, Op::Variable(_) | Op::Constant(_));
        below.iter().filter(|(_, node)| !is_leaf(node)).count() as u32
    }

    /// The number of words of `tmp` that the case reads.
    pub(crate) fn words(&self) -> usize {
        let below = self.graph.below(&self.results);
        let reads = |name| below.iter().any(|(_, node)| node.operation == Op::Variable(name));
        WIDE.into_iter().rposition(reads).map_or(1, |last| last + 1)
    }

    /// The results in another graph, on values in place of the arguments, without simplification.
    pub(crate) fn copy(&self, graph: &Simplified, values: &HashMap<&'static str, Term>) -> Vec<Term> {
        let mut copied = HashMap::new();
        for (term, Node { sort, operation }) in self.graph.below(&self.results) {
            let copy = match operation {
                Op::Variable(name) => values.get(name).copied(),
                _ => None,
            };
            let on_copies = || operation.with_arguments(|argument| copied[&argument]);
            copied.insert(term, copy.unwrap_or_else(|| graph.term(sort, on_copies())));
        }
        self.results.iter().map(|result| copied[result]).collect()
    }

    /// Equal for equal cases.
    fn key(&self) -> (Vec<Node>, Vec<usize>) {
        let below = self.graph.below(&self.results);
        let numbers: HashMap<_, _> =
            below.iter().enumerate().map(|(number, (term, _))| (*term, number)).collect();
        let node = |(_, Node { sort, operation }): &(_, Node)| Node {
            sort: *sort,
            operation: operation.with_arguments(|argument| Term(numbers[&argument] as u32)),
        };
        (below.iter().map(node).collect(), self.results.iter().map(|result| numbers[result]).collect())
    }
}

impl Builder {
    /// The number of a stage, which is added if there is none of its name.
    pub(super) fn stage(
        &mut self,
        name: &str,
        comment: &'static str,
        arguments: &'static [&'static str],
        results: &'static [&'static str],
    ) -> usize {
        self.stages.iter().position(|stage| stage.name == name).unwrap_or_else(|| {
            let (bodies, numbers) = Default::default();
            self.stages.push(Stage { name: name.to_owned(), comment, arguments, results, bodies, numbers });
            self.stages.len() - 1
        })
    }

    /// The number of a case of a stage, which is added if no equal one is there.
    pub(super) fn case(&mut self, stage: usize, body: Body) -> u16 {
        let stage = &mut self.stages[stage];
        *stage.numbers.entry(body.key()).or_insert_with(|| {
            stage.bodies.push(body);
            stage.bodies.len() as u16 - 1
        })
    }
}
