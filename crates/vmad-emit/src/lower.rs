//! Lowering to the integers of a language.

use vmad_term::{
    operation::{Operation, Term},
    simplify::Simplified,
};

use crate::{limbs::Limbs, narrow::Narrow};

/// The integers that emitted code uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Integers {
    /// 32 bits.
    Words,
    /// 32 bits, with an operation for the upper half of a product.
    WordsAndUpperHalves,
    /// 32 and 64 bits.
    Longs,
    /// The widths of the datapath's wires.
    Any,
}

impl Integers {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Words, Self::WordsAndUpperHalves, Self::Longs, Self::Any];

    /// The bits of the longest integer.
    pub(crate) const fn longest(self) -> u32 {
        match self {
            Self::Any => 128,
            Self::Longs => 64,
            Self::Words | Self::WordsAndUpperHalves => 32,
        }
    }

    /// The widths of the first lowering; the last holds every wire.
    pub(crate) const fn widths(self) -> &'static [u32] {
        match self {
            Self::Words | Self::WordsAndUpperHalves => &[32, 64, 96],
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

/// Lowers a result of 32 bits or a flag.
pub(crate) fn lower(graph: &Simplified, result: Term, integers: Integers) -> Lowered {
    let limb = integers.longest();
    let narrow = Narrow::new(graph, integers.widths(), limb);
    let result = if graph.bits(result) == 1 { narrow.flag(result) } else { narrow.low(result, 32) };
    let lowered = Lowered { graph: narrow.target, result };
    if integers == Integers::Any {
        return lowered;
    }
    let limbs = Limbs::new(&lowered.graph, limb, integers != Integers::Words);
    let result = limbs.one(lowered.result);
    Lowered { graph: limbs.target, result }
}

/// Lowers a result of 32 bits, and wires of any width, to wires. The bits of a wider wire above its own are arbitrary.
pub(crate) fn lower_wires(graph: &Simplified, result: Term, wires: &[Term]) -> (Simplified, Vec<Term>) {
    let narrow = Narrow::new(graph, Integers::Any.widths(), 128);
    let all = std::iter::once(&result).chain(wires);
    let lowered = all.map(|&wire| {
        let bits = graph.bits(wire);
        if bits == 1 { narrow.flag(wire) } else { narrow.low(wire, narrow.width(bits)) }
    });
    let lowered = lowered.collect();
    (narrow.target, lowered)
}

/// Lowers a signed number of 34 bits to one of 64 bits, as integers of the language, the lowest first.
pub(crate) fn lower_number(graph: &Simplified, number: Term, integers: Integers) -> (Simplified, Vec<Term>) {
    let narrow = Narrow::new(graph, integers.widths(), integers.longest());
    let result = narrow.signed(number, 64);
    let limbs = Limbs::new(&narrow.target, integers.longest(), integers != Integers::Words);
    let results = limbs.limbs(result);
    (limbs.target, results)
}
