//! `setp set selp slct`.

use super::modifiers::{Modifiers, Shape};
use super::types::{ANY, Int, Kind, NUMBERS, Signature};
use crate::ast::Comparison;
use crate::domain::Domain;
use crate::syntax::SyntaxError;

/// An operation on the comparison and another predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combination {
    /// `.and`
    And,
    /// `.or`
    Or,
    /// `.xor`
    Xor,
}

/// An instruction of this group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// `setp`
    Setp {
        /// The comparison.
        cmp: Comparison,
        /// With a third source, a predicate.
        combination: Option<Combination>,
        /// The type of the sources.
        ty: Int,
        /// Whether there is a second destination, `p|q`.
        two: bool,
    },
    /// `set`: all ones or 0.
    Set {
        /// The comparison.
        cmp: Comparison,
        /// With a third source, a predicate.
        combination: Option<Combination>,
        /// The type of the sources.
        ty: Int,
    },
    /// `selp`: `a` if the predicate is true, else `b`.
    Selp(Int),
    /// `slct`: `a` if the signed number `c` is not negative, else `b`.
    Slct(Int),
}

/// The spellings.
pub(super) const COMBINATIONS: [(&str, Combination); 3] =
    [("and", Combination::And), ("or", Combination::Or), ("xor", Combination::Xor)];

impl Compare {
    pub(super) fn read(
        opcode: &str,
        modifiers: &mut Modifiers<'_>,
        shape: &Shape,
    ) -> Option<Result<Self, SyntaxError>> {
        Some(match opcode {
            "setp" => comparison(modifiers).and_then(|(cmp, combination, legal)| {
                let two = shape.first() == Some(&2);
                Ok(Self::Setp { cmp, combination, ty: modifiers.ty(legal)?, two })
            }),
            "set" => comparison(modifiers).and_then(|(cmp, combination, legal)| {
                modifiers.ty("u32 s32")?;
                Ok(Self::Set { cmp, combination, ty: modifiers.ty(legal)? })
            }),
            "selp" => modifiers.ty(ANY).map(Self::Selp),
            "slct" => modifiers.ty(ANY).and_then(|ty| modifiers.ty("s32").map(|_| Self::Slct(ty))),
            _ => return None,
        })
    }

    pub(super) fn signature(&self) -> Signature {
        match *self {
            Self::Setp { combination, ty, two, .. } => Signature {
                destinations: vec![Kind::Predicate; if two { 2 } else { 1 }],
                sources: compared(ty, combination),
            },
            Self::Set { combination, ty, .. } => Signature::one(Kind::Bits(32), &compared(ty, combination)),
            Self::Selp(ty) => Signature::one(ty.kind(), &[ty.kind(), ty.kind(), Kind::Predicate]),
            Self::Slct(ty) => Signature::one(ty.kind(), &[ty.kind(), ty.kind(), Kind::Bits(32)]),
        }
    }

    pub(super) fn run<D: Domain>(&self, domain: &D, [a, b, c]: [D::Number; 3]) -> Vec<D::Number> {
        let other = domain.equal(c, domain.constant(1));
        let compare = |cmp: Comparison, ty: Int| cmp.holds(domain, ty.read(domain, a), ty.read(domain, b));
        match *self {
            Self::Setp { cmp, combination, ty, two } => {
                let holds = compare(cmp, ty);
                // "p = BoolOp(t, c); q = BoolOp(!t, c)"
                let both = [holds, domain.not(holds)].map(|it| combine(domain, combination, it, other));
                both.into_iter().take(if two { 2 } else { 1 }).map(|it| domain.one_if(it)).collect()
            }
            Self::Set { cmp, combination, ty } => {
                let holds = combine(domain, combination, compare(cmp, ty), other);
                vec![domain.choose(holds, domain.constant(0xffff_ffff), domain.constant(0))]
            }
            Self::Selp(_) => vec![domain.choose(other, a, b)],
            Self::Slct(_) => {
                let negative = domain.less(domain.field(c, 0, 32, true), domain.constant(0));
                vec![domain.choose(negative, b, a)]
            }
        }
    }
}

/// The comparison, the combination, and the types that fit.
fn comparison(
    modifiers: &mut Modifiers<'_>,
) -> Result<(Comparison, Option<Combination>, &'static str), SyntaxError> {
    let cmp = modifiers.needed(&Comparison::ALL.map(|cmp| (cmp.text(), cmp)))?;
    let legal = match cmp {
        Comparison::Eq | Comparison::Ne => ANY,
        _ if cmp.needs_unsigned_btype() => "u16 u32 u64",
        _ => NUMBERS,
    };
    Ok((cmp, modifiers.one_of(&COMBINATIONS), legal))
}

fn compared(ty: Int, combination: Option<Combination>) -> Vec<Kind> {
    let third = combination.map(|_| Kind::Predicate);
    [ty.kind(), ty.kind()].into_iter().chain(third).collect()
}

pub(super) fn combine<D: Domain>(
    domain: &D,
    combination: Option<Combination>,
    holds: D::Truth,
    other: D::Truth,
) -> D::Truth {
    match combination {
        None => holds,
        Some(Combination::And) => domain.both(holds, other),
        Some(Combination::Or) => domain.either(holds, other),
        Some(Combination::Xor) => {
            let one = domain.both(holds, domain.not(other));
            domain.either(one, domain.both(domain.not(holds), other))
        }
    }
}
