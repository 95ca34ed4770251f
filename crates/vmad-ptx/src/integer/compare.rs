//! `setp set selp slct`.

use super::modifiers::{Modifiers, Shape};
use super::types::{ANY, Int, Kind, NUMBERS, Signature};
use crate::domain::Domain;
use crate::syntax::SyntaxError;
use std::fmt;

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `.eq`
    Equal,
    /// `.ne`
    NotEqual,
    /// `.lt` or `.lo`
    Less,
    /// `.le` or `.ls`
    LessOrEqual,
    /// `.gt` or `.hi`
    Greater,
    /// `.ge` or `.hs`
    GreaterOrEqual,
}

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
        relation: Relation,
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
        relation: Relation,
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

const UNSIGNED: &str = "u16 u32 u64";

/// The spellings, each with the types that fit.
const RELATIONS: [(&str, (Relation, &str)); 10] = [
    ("eq", (Relation::Equal, ANY)),
    ("ne", (Relation::NotEqual, ANY)),
    ("lt", (Relation::Less, NUMBERS)),
    ("le", (Relation::LessOrEqual, NUMBERS)),
    ("gt", (Relation::Greater, NUMBERS)),
    ("ge", (Relation::GreaterOrEqual, NUMBERS)),
    ("lo", (Relation::Less, UNSIGNED)),
    ("ls", (Relation::LessOrEqual, UNSIGNED)),
    ("hi", (Relation::Greater, UNSIGNED)),
    ("hs", (Relation::GreaterOrEqual, UNSIGNED)),
];

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
            "setp" => comparison(modifiers).and_then(|(relation, combination, legal)| {
                let two = shape.first() == Some(&2);
                Ok(Self::Setp { relation, combination, ty: modifiers.ty(legal)?, two })
            }),
            "set" => comparison(modifiers).and_then(|(relation, combination, legal)| {
                modifiers.ty("u32 s32")?;
                Ok(Self::Set { relation, combination, ty: modifiers.ty(legal)? })
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
        match *self {
            Self::Setp { relation, combination, ty, two } => {
                let holds = relation.of(domain, ty, a, b);
                // "p = BoolOp(t, c); q = BoolOp(!t, c)"
                let both = [holds, domain.not(holds)].map(|it| combine(domain, combination, it, other));
                both.into_iter().take(if two { 2 } else { 1 }).map(|it| domain.one_if(it)).collect()
            }
            Self::Set { relation, combination, ty } => {
                let holds = combine(domain, combination, relation.of(domain, ty, a, b), other);
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

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "equal to",
            Self::NotEqual => "not equal to",
            Self::Less => "less than",
            Self::LessOrEqual => "at most",
            Self::Greater => "more than",
            Self::GreaterOrEqual => "at least",
        })
    }
}

impl Relation {
    /// Whether it holds for two registers of a type.
    pub(crate) fn of<D: Domain>(self, domain: &D, ty: Int, a: D::Number, b: D::Number) -> D::Truth {
        let [a, b] = [a, b].map(|it| ty.read(domain, it));
        match self {
            Self::Equal => domain.equal(a, b),
            Self::NotEqual => domain.not(domain.equal(a, b)),
            Self::Less => domain.less(a, b),
            Self::LessOrEqual => domain.not(domain.less(b, a)),
            Self::Greater => domain.less(b, a),
            Self::GreaterOrEqual => domain.not(domain.less(a, b)),
        }
    }
}

/// The comparison, the combination, and the types that fit.
fn comparison(
    modifiers: &mut Modifiers<'_>,
) -> Result<(Relation, Option<Combination>, &'static str), SyntaxError> {
    let (relation, legal) = modifiers.needed(&RELATIONS)?;
    Ok((relation, modifiers.one_of(&COMBINATIONS), legal))
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
