//! `mov`, which also packs and unpacks, `cvt` of integers, and `cvt.pack`.

use super::modifiers::{Modifiers, Shape};
use super::types::{ANY, Int, Kind, Signature};
use crate::domain::Domain;
use crate::syntax::SyntaxError;

/// An instruction of this group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convert {
    /// `mov`
    Move(Kind),
    /// `mov d, {a, b}`: `a` has the low bits.
    Pack {
        /// The width of `d`: 32 or 64.
        bits: u32,
        /// The number of sources: 2 or 4.
        count: usize,
    },
    /// `mov {d, e}, a`: `d` has the low bits.
    Unpack {
        /// The width of `a`: 32 or 64.
        bits: u32,
        /// The number of destinations: 2 or 4.
        count: usize,
    },
    /// `cvt`. A destination wider than its type is extended by the sign of the type.
    Integer {
        /// The type of the destination.
        to: Int,
        /// The type of the source.
        from: Int,
        /// `.sat`: the value is clamped to the range of `to`.
        sat: bool,
        /// The width of the destination's register.
        register: u32,
    },
    /// `cvt.pack d, a, b, c`: `b`, `a` and the low bits of `c` side by side, `a` and `b` clamped to this type. With 16
    /// bits there is no `c`.
    Clamped(Int),
}

impl Convert {
    pub(super) fn read(
        opcode: &str,
        modifiers: &mut Modifiers<'_>,
        shape: &Shape,
    ) -> Option<Result<Self, SyntaxError>> {
        match opcode {
            "mov" => Some(moved(modifiers, shape)),
            "cvt" => Some(integer(modifiers)),
            _ => None,
        }
    }

    pub(super) fn signature(&self) -> Signature {
        let parts = |bits: u32, count: usize| vec![Kind::Bits(bits / count as u32); count];
        match *self {
            Self::Move(kind) => Signature::one(kind, &[kind]),
            Self::Pack { bits, count } => Signature::one(Kind::Bits(bits), &parts(bits, count)),
            Self::Unpack { bits, count } => {
                Signature { destinations: parts(bits, count), sources: vec![Kind::Bits(bits)] }
            }
            Self::Clamped(ty) => Signature::words(if ty.bits == 16 { 2 } else { 3 }),
            Self::Integer { to, from, .. } => {
                Signature::one(Kind::AtLeast(to.bits), &[Kind::AtLeast(from.bits)])
            }
        }
    }

    pub(super) fn run<D: Domain>(&self, domain: &D, sources: &[D::Number]) -> Vec<D::Number> {
        let zero = domain.constant(0);
        let first = sources.first().copied().unwrap_or(zero);
        match *self {
            Self::Move(_) => vec![first],
            Self::Pack { bits, count } => {
                let width = bits / count as u32;
                let place = |index: usize| domain.constant((width * index as u32).into());
                let parts = sources.iter().enumerate();
                let sum = parts
                    .fold(zero, |sum, (index, part)| domain.add(sum, domain.shift_left(*part, place(index))));
                vec![sum]
            }
            Self::Unpack { bits, count } => {
                let width = bits / count as u32;
                (0..count).map(|index| domain.field(first, width * index as u32, width, false)).collect()
            }
            Self::Clamped(ty) => {
                let clamped = |number: D::Number| {
                    let number = domain.field(number, 0, 32, true);
                    ty.write(domain, domain.clamp(number, ty.bits, ty.signed))
                };
                let source = |index: usize| sources.get(index).copied().unwrap_or(zero);
                let moved = |number, by: u32| domain.shift_left(number, domain.constant(by.into()));
                let low = domain.add(clamped(source(1)), moved(clamped(first), ty.bits));
                let both = domain.add(low, moved(source(2), 2 * ty.bits));
                vec![domain.field(both, 0, 32, false)]
            }
            Self::Integer { to, from, sat, register } => {
                let number = from.read(domain, first);
                let number = if sat { domain.clamp(number, to.bits, to.signed) } else { number };
                let number = to.read(domain, number);
                vec![domain.field(number, 0, register, false)]
            }
        }
    }
}

fn moved(modifiers: &mut Modifiers<'_>, shape: &Shape) -> Result<Convert, SyntaxError> {
    if modifiers.take("pred") {
        return Ok(Convert::Move(Kind::Predicate));
    }
    let ty = modifiers.ty(ANY)?;
    let fits = |count: usize| matches!((ty.bits, count), (32 | 64, 2) | (64, 4));
    match *shape.as_slice() {
        [1, count] if fits(count) => Ok(Convert::Pack { bits: ty.bits, count }),
        [count, 1] if fits(count) => Ok(Convert::Unpack { bits: ty.bits, count }),
        [1, 1] => Ok(Convert::Move(ty.kind())),
        _ => Err(modifiers.refuse(
            "the operands of 'mov' do not fit: legal are d, a; d, {a, b} and {d, e}, a for .b32 and .b64; four in \
             braces for .b64",
        )),
    }
}

fn integer(modifiers: &mut Modifiers<'_>) -> Result<Convert, SyntaxError> {
    if modifiers.take("pack") {
        modifiers.needed(&[("sat", ())])?;
        let ty = modifiers.ty("u2 s2 u4 s4 u8 s8 u16 s16")?;
        modifiers.ty("s32")?;
        if ty.bits < 16 {
            modifiers.ty("b32")?;
        }
        return Ok(Convert::Clamped(ty));
    }
    let sat = modifiers.take("sat");
    let legal = "u8 u16 u32 u64 s8 s16 s32 s64";
    let (to, from) = (modifiers.ty(legal)?, modifiers.ty(legal)?);
    let fits = to.bits > from.bits && (to.signed || !from.signed) || to == from;
    if sat && fits {
        return Err(modifiers.refuse("'.sat' where every value fits: legal is 'cvt' without it"));
    }
    Ok(Convert::Integer { to, from, sat, register: to.bits.max(16) })
}
