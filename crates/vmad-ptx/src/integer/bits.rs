//! `and or xor not cnot lop3`, `shl shr shf`, `popc clz brev`.

use super::compare::{COMBINATIONS, Combination, combine};
use super::modifiers::Modifiers;
use super::types::{ANY, Int, Kind, Signature};
use crate::ast::ShiftMode;
use crate::domain::Domain;
use crate::syntax::SyntaxError;

/// An instruction of this group. Its type is `.b16`, `.b32`, `.b64` or, for logic, `.pred`, as the kind says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bits {
    /// `and`
    And(Kind),
    /// `or`
    Or(Kind),
    /// `xor`
    Xor(Kind),
    /// `not`
    Not(Kind),
    /// `cnot`: 1 if the source is 0, else 0.
    Cnot(Int),
    /// `lop3`: the table is the fourth source, a constant from 0 to 255. With a combination there is a second
    /// destination, `p = (d != 0) BoolOp q`.
    Lop3(Option<Combination>),
    /// `shl`: "shift amounts greater than the register width N are clamped to N".
    Shl(Int),
    /// `shr`, filled with the sign of a signed type.
    Shr(Int),
    /// `shf`: a shift of two words.
    Shf {
        /// `.l`; otherwise `.r`.
        left: bool,
        /// `.clamp` or `.wrap`
        mode: ShiftMode,
    },
    /// `popc`
    Popc(Int),
    /// `clz`
    Clz(Int),
    /// `brev`
    Brev(Int),
}

impl Bits {
    pub(super) fn read(opcode: &str, modifiers: &mut Modifiers<'_>) -> Option<Result<Self, SyntaxError>> {
        let word = "b32 b64";
        Some(match opcode {
            "and" => logic(modifiers).map(Self::And),
            "or" => logic(modifiers).map(Self::Or),
            "xor" => logic(modifiers).map(Self::Xor),
            "not" => logic(modifiers).map(Self::Not),
            "cnot" => modifiers.ty("b16 b32 b64").map(Self::Cnot),
            "lop3" => {
                let combination = modifiers.one_of(&COMBINATIONS[..2]);
                modifiers.ty("b32").map(|_| Self::Lop3(combination))
            }
            "shl" => modifiers.ty("b16 b32 b64").map(Self::Shl),
            "shr" => modifiers.ty(ANY).map(Self::Shr),
            "shf" => shf(modifiers),
            "popc" => modifiers.ty(word).map(Self::Popc),
            "clz" => modifiers.ty(word).map(Self::Clz),
            "brev" => modifiers.ty(word).map(Self::Brev),
            _ => return None,
        })
    }

    pub(super) fn signature(&self) -> Signature {
        let word = Kind::Bits(32);
        match *self {
            Self::And(kind) | Self::Or(kind) | Self::Xor(kind) => Signature::one(kind, &[kind; 2]),
            Self::Not(kind) => Signature::one(kind, &[kind]),
            Self::Cnot(ty) | Self::Brev(ty) => Signature::one(ty.kind(), &[ty.kind()]),
            Self::Lop3(None) => Signature::words(4),
            Self::Lop3(Some(_)) => Signature {
                destinations: vec![word, Kind::Predicate],
                sources: vec![word, word, word, word, Kind::Predicate],
            },
            Self::Shl(ty) | Self::Shr(ty) => Signature::one(ty.kind(), &[ty.kind(), word]),
            Self::Shf { .. } => Signature::words(3),
            Self::Popc(ty) | Self::Clz(ty) => Signature::one(word, &[ty.kind()]),
        }
    }

    pub(super) fn run<D: Domain>(
        &self,
        domain: &D,
        sources: [D::Number; 4],
        predicate: D::Number,
    ) -> Vec<D::Number> {
        let result = self.result(domain, sources);
        let Self::Lop3(combination @ Some(_)) = *self else { return vec![result] };
        let is_set = domain.not(domain.equal(result, domain.constant(0)));
        let other = domain.equal(predicate, domain.constant(1));
        vec![result, domain.one_if(combine(domain, combination, is_set, other))]
    }

    fn result<D: Domain>(&self, domain: &D, [a, b, c, d]: [D::Number; 4]) -> D::Number {
        match *self {
            Self::And(_) => domain.and(a, b),
            Self::Or(_) => domain.or(a, b),
            Self::Xor(_) => domain.xor(a, b),
            Self::Not(kind) => {
                let bits = if let Kind::Bits(bits) = kind { bits } else { 1 };
                domain.field(domain.invert(a), 0, bits, false)
            }
            Self::Cnot(_) => domain.one_if(domain.equal(a, domain.constant(0))),
            Self::Lop3(_) => lop3(domain, [a, b, c], d),
            Self::Shl(ty) => {
                let amount = domain.min(b, domain.constant(ty.bits.into()));
                ty.write(domain, domain.shift_left(a, amount))
            }
            Self::Shr(ty) => {
                let amount = domain.min(b, domain.constant(ty.bits.into()));
                ty.write(domain, domain.shift_right(ty.read(domain, a), amount))
            }
            Self::Shf { left, mode } => {
                // "n = (c & 0x1f)", or "n = (c < 32) ? c : 32"
                let amount = mode.amount(domain, c);
                let both = domain.add(a, domain.shift_left(b, domain.constant(32)));
                // "d = (b << n) | (a >> (32-n))", or "d = (b << (32-n)) | (a >> n)"
                if left {
                    domain.field(domain.shift_left(both, amount), 32, 32, false)
                } else {
                    domain.field(domain.shift_right(both, amount), 0, 32, false)
                }
            }
            Self::Popc(ty) => {
                let bit = |index| domain.field(a, index, 1, false);
                (0..ty.bits).fold(domain.constant(0), |sum, index| domain.add(sum, bit(index)))
            }
            // The highest bit that is set decides: it is the last one in the loop.
            Self::Clz(ty) => (0..ty.bits).fold(domain.constant(ty.bits.into()), |count, index| {
                let is_set = domain.equal(domain.field(a, index, 1, false), domain.constant(1));
                domain.choose(is_set, domain.constant((ty.bits - 1 - index).into()), count)
            }),
            Self::Brev(ty) => (0..ty.bits).fold(domain.constant(0), |result, index| {
                let bit = domain.field(a, index, 1, false);
                let moved = domain.shift_left(bit, domain.constant((ty.bits - 1 - index).into()));
                domain.add(result, moved)
            }),
        }
    }
}

fn logic(modifiers: &mut Modifiers<'_>) -> Result<Kind, SyntaxError> {
    if modifiers.take("pred") { Ok(Kind::Predicate) } else { Ok(modifiers.ty("b16 b32 b64")?.kind()) }
}

fn shf(modifiers: &mut Modifiers<'_>) -> Result<Bits, SyntaxError> {
    let left = modifiers.needed(&[("l", true), ("r", false)])?;
    let mode = modifiers.mode()?;
    modifiers.ty("b32")?;
    Ok(Bits::Shf { left, mode })
}

/// "F = GetFunctionFromTable(immLut); d = F(a,b,c)": bit 4 of the table's index is of `a`, 2 of `b`, 1 of `c`.
fn lop3<D: Domain>(domain: &D, inputs: [D::Number; 3], table: D::Number) -> D::Number {
    let zero = domain.constant(0);
    (0..8_u32).fold(zero, |result, index| {
        let terms = inputs.iter().zip([4, 2, 1]);
        let minterm = terms
            .map(|(input, bit)| if index & bit == 0 { domain.invert(*input) } else { *input })
            .reduce(|x, y| domain.and(x, y))
            .unwrap_or(zero);
        let chosen = domain.equal(domain.field(table, index, 1, false), domain.constant(1));
        let word = domain.field(minterm, 0, 32, false);
        domain.or(result, domain.choose(chosen, word, zero))
    })
}
