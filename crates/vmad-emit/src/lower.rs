//! Lowering to the integers of a language.

use vmad_term::{
    operation::{Operation, Term},
    simplify::Simplified,
};

use crate::{limbs::Limbs, narrow::Narrow};

/// The integers that emitted code uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Integers {
    /// 32 bits, with an operation for the upper half of a product.
    Words,
    /// 32 and 64 bits.
    Longs,
    /// The widths of the datapath's wires.
    Any,
}

impl Integers {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Words, Self::Longs, Self::Any];

    /// The bits of the longest integer.
    pub(crate) const fn longest(self) -> u32 {
        match self {
            Self::Any => 128,
            Self::Longs => 64,
            Self::Words => 32,
        }
    }

    /// The widths of the first lowering; the last holds every wire.
    pub(crate) const fn widths(self) -> &'static [u32] {
        match self {
            Self::Words => &[32, 64, 96],
            Self::Longs => &[32, 64, 128],
            Self::Any => &[32, 34, 64, 66],
        }
    }
}

/// An expression of one integer or a flag, lowered to the integers of a language.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The expressions.
    pub graph: Simplified,
    /// The result.
    pub result: Term,
}

impl Lowered {
    /// The number of operations, without parameters, constants, and conversions that only drop bits or add zeros.
    pub fn operations(&self) -> u32 {
        let is_work = |operation| {
            !matches!(
                operation,
                Operation::Variable(_)
                    | Operation::Constant(_)
                    | Operation::ZeroExtend(_)
                    | Operation::Field(..)
            )
        };
        let below = self.graph.below(&[self.result]);
        below.into_iter().filter(|(_, node)| is_work(node.operation)).count() as u32
    }
}

/// Lowers one result, as [`lower_all`] does.
pub(crate) fn lower(graph: &Simplified, result: Term, integers: Integers) -> Lowered {
    let (graph, results) = lower_all(graph, &[result], integers);
    Lowered { graph, result: results[0] }
}

/// Lowers flags, and numbers that one integer holds: those of up to 32 bits to 32 bits, whose bits above their own are
/// arbitrary; the longer ones are signed, or, in the integers of the datapath, have arbitrary bits above too.
pub(crate) fn lower_all(graph: &Simplified, results: &[Term], integers: Integers) -> (Simplified, Vec<Term>) {
    let narrow = Narrow::new(graph, integers.widths(), integers.longest());
    let lowered: Vec<_> = { results.iter() }
        .map(|&result| match graph.bits(result) {
            1 => narrow.flag(result),
            bits if bits <= 32 || integers == Integers::Any => narrow.low(result, narrow.width(bits)),
            _ => narrow.signed(result, 64),
        })
        .collect();
    if integers == Integers::Any {
        return (narrow.target, lowered);
    }
    let limbs = Limbs::new(&narrow.target, integers.longest());
    let results = lowered.into_iter().map(|result| limbs.one(result)).collect();
    (limbs.target, results)
}
