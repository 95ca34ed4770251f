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

/// Lowers a result of 32 bits, a flag, or a signed number of up to 64 bits for integers that hold it.
pub(crate) fn lower(graph: &Simplified, result: Term, integers: Integers) -> Lowered {
    let limb = integers.longest();
    let narrow = Narrow::new(graph, integers.widths(), limb);
    let result = match graph.bits(result) {
        1 => narrow.flag(result),
        32 => narrow.low(result, 32),
        _ => narrow.signed(result, 64),
    };
    let lowered = Lowered { graph: narrow.target, result };
    if integers == Integers::Any {
        return lowered;
    }
    let limbs = Limbs::new(&lowered.graph, limb);
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
