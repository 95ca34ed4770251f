//! `bfind fns`, which search for a bit, and `szext bmsk`, whose fields start or end at a bit.

use super::modifiers::Modifiers;
use super::types::{Int, Kind, Signature};
use crate::ast::ShiftMode;
use crate::domain::Domain;
use crate::syntax::SyntaxError;

/// An instruction of this group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Positions {
    /// `bfind`: the highest bit that is not the sign; all ones if there is none.
    Bfind {
        /// The type.
        ty: Int,
        /// `.shiftamt`: the distance from the highest bit of the type.
        shift: bool,
    },
    /// `fns`: the `c`th bit of `a` that is set, from bit `b` on; downwards if `c` is negative.
    Fns,
    /// `szext`: the low `b` bits of `a`, extended.
    Szext {
        /// The type, which says whether the sign extends.
        ty: Int,
        /// `.clamp` or `.wrap` of `b`.
        mode: ShiftMode,
    },
    /// `bmsk`: `b` ones from bit `a` on.
    Bmsk {
        /// `.clamp` or `.wrap` of `a` and `b`.
        mode: ShiftMode,
    },
}

impl Positions {
    pub(super) fn read(opcode: &str, modifiers: &mut Modifiers<'_>) -> Option<Result<Self, SyntaxError>> {
        Some(match opcode {
            "szext" => {
                modifiers.mode().and_then(|mode| Ok(Self::Szext { mode, ty: modifiers.ty("u32 s32")? }))
            }
            "bmsk" => modifiers.mode().and_then(|mode| modifiers.ty("b32").map(|_| Self::Bmsk { mode })),
            "fns" => modifiers.ty("b32").map(|_| Self::Fns),
            "bfind" => {
                let shift = modifiers.take("shiftamt");
                modifiers.ty("u32 u64 s32 s64").map(|ty| Self::Bfind { ty, shift })
            }
            _ => return None,
        })
    }

    pub(super) fn signature(&self) -> Signature {
        match self {
            Self::Bfind { ty, .. } => Signature::one(Kind::Bits(32), &[ty.kind()]),
            Self::Fns => Signature::words(3),
            Self::Szext { .. } | Self::Bmsk { .. } => Signature::words(2),
        }
    }

    pub(super) fn run<D: Domain>(&self, domain: &D, [a, b, c]: [D::Number; 3]) -> D::Number {
        let number = |value: u32| domain.constant(value.into());
        match *self {
            Self::Bfind { ty, shift } => {
                // "negate negative signed inputs": `a = ~a`
                let value = ty.read(domain, a);
                let value = domain.choose(domain.less(value, number(0)), domain.invert(value), value);
                // The highest bit that is set decides: it is the last one in the loop.
                (0..ty.bits).fold(number(u32::MAX), |found, index| {
                    let is_set = domain.equal(domain.field(value, index, 1, false), number(1));
                    domain.choose(is_set, number(if shift { ty.bits - 1 - index } else { index }), found)
                })
            }
            Self::Fns => {
                let offset = Int { bits: 32, signed: true }.read(domain, c);
                let is_set = |index| domain.equal(domain.field(a, index, 1, false), number(1));
                let is_base = |index| domain.equal(b, number(index));
                // "if (mask[base] == 1) { d = base; }"
                let here = (0..32).fold(number(u32::MAX), |found, index| {
                    domain.choose(domain.both(is_set(index), is_base(index)), number(index), found)
                });
                let search = |indices: &mut dyn Iterator<Item = u32>, wanted| {
                    let start = (number(u32::MAX), number(0), domain.less(number(1), number(0)));
                    let (found, ..) = indices.fold(start, |(found, count, started), index| {
                        let started = domain.either(started, is_base(index));
                        let counts = domain.both(is_set(index), started);
                        let count = domain.add(count, domain.one_if(counts));
                        let is_it = domain.both(counts, domain.equal(count, wanted));
                        (domain.choose(is_it, number(index), found), count, started)
                    });
                    found
                };
                let up = search(&mut (0..32), offset);
                let down = search(&mut (0..32).rev(), domain.subtract(number(0), offset));
                let found = domain.choose(domain.less(offset, number(0)), down, up);
                domain.choose(domain.equal(offset, number(0)), here, found)
            }
            Self::Szext { ty, mode } => {
                // The field is moved to the top of 32 bits and back.
                let above = domain.subtract(number(32), mode.amount(domain, b));
                let top = ty.read(domain, domain.shift_left(a, above));
                ty.write(domain, domain.shift_right(top, above))
            }
            Self::Bmsk { mode } => {
                let ones = domain.subtract(domain.shift_left(number(1), mode.amount(domain, b)), number(1));
                domain.field(domain.shift_left(ones, mode.amount(domain, a)), 0, 32, false)
            }
        }
    }
}
