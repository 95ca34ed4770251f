//! The integer instructions: the semantics of each, over any [`Domain`].
//!
//! Each file has a group: operations, their syntax, and one function that computes them. The values of registers are
//! from 0 to 2^bits - 1; predicates are 0 or 1. Quotations are from the PTX ISA, sections 9.7.1 (integer arithmetic),
//! 9.7.2 (extended precision), 9.7.6 to 9.7.8 (comparison, logic and shift) and 9.7.9 (`mov`, `prmt`, `cvt`).

mod arithmetic;
mod bits;
mod compare;
mod convert;
mod dot;
mod fields;
mod modifiers;
mod positions;
mod types;

pub use arithmetic::{Arithmetic, Carry, Op, Part};
pub use bits::Bits;
pub use compare::{Combination, Compare};
pub use convert::Convert;
pub use dot::{Dot, Half};
pub use fields::Fields;
pub use positions::Positions;
pub use types::{Int, Kind, Signature};

pub(crate) use modifiers::{Modifiers, Shape};

use crate::ast;
use crate::domain::Domain;
use crate::reading::Reading;
use crate::syntax::SyntaxError;
use crate::video;
use std::fmt;

/// An integer instruction without its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Sums, products, minima and similar operations.
    Arithmetic(Arithmetic),
    /// Logic, shifts and counts.
    Bits(Bits),
    /// Fields of bits and bytes.
    Fields(Fields),
    /// Positions of bits.
    Positions(Positions),
    /// Dot products.
    Dot(Dot),
    /// Comparisons and selections.
    Compare(Compare),
    /// Moves and conversions.
    Convert(Convert),
    /// A load of memory that nothing changes. The address is the sum of the sources.
    Load {
        /// The memory and the number of bits.
        name: String,
        /// The type.
        ty: Int,
        /// The width of the destination's register.
        register: u32,
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
    /// The operation of an opcode with its modifiers; [`None`] if the opcode is unknown.
    pub(crate) fn read(
        opcode: &str,
        modifiers: &mut Modifiers<'_>,
        shape: &Shape,
    ) -> Option<Result<Self, SyntaxError>> {
        let group = Arithmetic::read(opcode, modifiers).map(|it| it.map(Self::Arithmetic));
        let group = group.or_else(|| Bits::read(opcode, modifiers).map(|it| it.map(Self::Bits)));
        let group = group.or_else(|| Fields::read(opcode, modifiers).map(|it| it.map(Self::Fields)));
        let group = group.or_else(|| Positions::read(opcode, modifiers).map(|it| it.map(Self::Positions)));
        let group = group.or_else(|| Dot::read(opcode, modifiers).map(|it| it.map(Self::Dot)));
        let group = group.or_else(|| Compare::read(opcode, modifiers, shape).map(|it| it.map(Self::Compare)));
        group.or_else(|| Convert::read(opcode, modifiers, shape).map(|it| it.map(Self::Convert)))
    }

    /// The kinds of its operands.
    pub fn signature(&self) -> Signature {
        match self {
            Self::Arithmetic(it) => it.signature(),
            Self::Bits(it) => it.signature(),
            Self::Fields(it) => it.signature(),
            Self::Positions(it) => it.signature(),
            Self::Dot(_) => Signature::words(3),
            Self::Compare(it) => it.signature(),
            Self::Convert(it) => it.signature(),
            Self::Load { ty, .. } => {
                Signature::one(Kind::AtLeast(ty.bits), &[Kind::AtLeast(32), Kind::Bits(64)])
            }
            Self::Video(it) => Signature::words(if it.has_c() { 3 } else { 2 }),
        }
    }

    /// Sets the width of the destination's register, to which `cvt` extends its result.
    pub(crate) const fn widen(&mut self, bits: u32) {
        if let Self::Convert(Convert::Integer { register, .. }) | Self::Load { register, .. } = self {
            *register = bits;
        }
    }

    /// How it uses the carry; [`None`] if it does not.
    pub const fn carry(&self) -> Option<Carry> {
        if let Self::Arithmetic(it) = self { it.carry } else { None }
    }

    /// The condition under which its result is specified, if it is not for all sources.
    pub const fn requirement(&self) -> Option<Requirement> {
        match self {
            Self::Arithmetic(Arithmetic { op: Op::Div | Op::Rem, ty, .. }) => Some(Requirement::NotZero(*ty)),
            Self::Positions(Positions::Fns) => Some(Requirement::AtMost31),
            _ => None,
        }
    }

    /// Whether it multiplies or divides.
    pub const fn multiplies(&self) -> bool {
        match self {
            Self::Arithmetic(it) => {
                !matches!(it.op, Op::Add | Op::Sub | Op::Sad | Op::Min | Op::Max | Op::Abs | Op::Neg)
            }
            Self::Dot(_) | Self::Video(ast::Operation::MultiplyAdd(_)) => true,
            _ => false,
        }
    }

    /// Computes the values of the destinations from those of the sources, and the carry.
    ///
    /// `sources` has as many values as the signature, each in its range.
    pub fn run<D: Domain>(
        &self,
        domain: &D,
        sources: &[D::Number],
        carry: &mut D::Number,
        reading: &Reading,
    ) -> Vec<D::Number> {
        // A missing source is 0. No source is missing if the caller follows the signature.
        let source = |index: usize| sources.get(index).copied().unwrap_or_else(|| domain.constant(0));
        let four @ [a, b, c, _] = [0, 1, 2, 3].map(source);
        let three = [a, b, c];
        match self {
            Self::Arithmetic(it) => vec![it.run(domain, three, carry)],
            Self::Bits(it) => it.run(domain, four, source(4)),
            Self::Fields(it) => vec![it.run(domain, four)],
            Self::Positions(it) => vec![it.run(domain, three)],
            Self::Dot(it) => vec![it.run(domain, three)],
            Self::Compare(it) => it.run(domain, three),
            Self::Convert(it) => it.run(domain, sources),
            Self::Load { name, ty, register } => {
                let address = domain.field(domain.add(a, b), 0, 64, false);
                let value = ty.read(domain, domain.opaque(name, address, ty.bits));
                vec![domain.field(value, 0, *register, false)]
            }
            Self::Video(it) => vec![video::trace_in(domain, it, three, reading).number()],
        }
    }
}
