//! The integer instructions: the semantics of each, over any [`Domain`].
//!
//! The values of registers are from 0 to 2^bits - 1; predicates are 0 or 1. Quotations are from the PTX ISA, sections
//! 9.7.1 (integer arithmetic), 9.7.2 (extended precision), 9.7.6 to 9.7.8 (comparison, logic and shift) and 9.7.9
//! (`mov`, `prmt`, `cvt`).

mod bits;
mod modifiers;
mod op;
mod read;
mod run;
mod types;

pub use op::{Carry, Combination, Integer, Op, Part};
pub use types::Int;

pub(crate) use modifiers::{Modifiers, Shape};
pub(crate) use read::read;
pub(crate) use types::OperandKind;

use crate::ast;
use crate::domain::Domain;
use crate::reading::Reading;
use crate::video;
use std::fmt;

/// An instruction without its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// An integer instruction.
    Integer(Integer),
    /// A load of memory that nothing changes. The address is the sum of the sources.
    Load {
        /// The memory and the number of bits.
        name: String,
        /// The type.
        ty: Int,
    },
    /// A video instruction.
    Video(ast::Operation),
}

/// A condition on the second source under which a result is specified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// A divisor of the type is not 0.
    NotZero(Int),
    /// The base of `fns` is at most 31.
    AtMost31,
}

impl Requirement {
    /// Whether the source meets it.
    pub(crate) fn holds<D: Domain>(self, domain: &D, source: D::Number) -> D::Truth {
        domain.not(match self {
            Self::NotZero(ty) => domain.equal(ty.read(domain, source), domain.constant(0)),
            Self::AtMost31 => domain.less(domain.constant(31), source),
        })
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotZero(_) => "not equal to 0",
            Self::AtMost31 => "at most 31",
        })
    }
}

impl Operation {
    /// The condition under which its result is specified, if it is not for all sources.
    pub const fn requirement(&self) -> Option<Requirement> {
        match self {
            Self::Integer(Integer { op: Op::Div | Op::Rem, ty, .. }) => Some(Requirement::NotZero(*ty)),
            Self::Integer(Integer { op: Op::Fns, .. }) => Some(Requirement::AtMost31),
            _ => None,
        }
    }

    /// Whether it multiplies or divides.
    pub const fn multiplies(&self) -> bool {
        match self {
            Self::Integer(it) => matches!(
                it.op,
                Op::Mul(_) | Op::Mad(_) | Op::Mul24(_) | Op::Mad24(_) | Op::Div | Op::Rem | Op::Dot { .. }
            ),
            Self::Video(ast::Operation::MultiplyAdd(_)) => true,
            Self::Load { .. } | Self::Video(_) => false,
        }
    }

    /// Computes the values of the destinations, the first of `width` bits, from those of the sources, and the carry.
    /// Each source is in its range.
    pub fn run<D: Domain>(
        &self,
        domain: &D,
        sources: &[D::Number],
        width: u32,
        carry: &mut D::Number,
        reading: &Reading,
    ) -> Vec<D::Number> {
        let source = |index: usize| sources.get(index).copied().unwrap_or_else(|| domain.constant(0));
        match self {
            Self::Integer(it) => it.run(domain, sources, width, carry),
            Self::Load { name, ty } => {
                let address = domain.field(domain.add(source(0), source(1)), 0, 64, false);
                let value = ty.read(domain, domain.opaque(name, address, ty.bits));
                vec![domain.field(value, 0, width, false)]
            }
            Self::Video(it) => vec![video::trace_in(domain, it, [0, 1, 2].map(source), reading).number()],
        }
    }
}
