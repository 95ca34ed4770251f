//! `bfe bfi prmt`.

use super::modifiers::Modifiers;
use super::types::{Int, Kind, Signature};
use crate::domain::Domain;
use crate::syntax::SyntaxError;

/// An instruction of this group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fields {
    /// `bfe`: the field of `a` at bit `b`, of `c` bits.
    Bfe(Int),
    /// `bfi`: `b` with `a` in the field at bit `c`, of `d` bits.
    Bfi(Int),
    /// `prmt`: four bytes of `a` and `b`, chosen by four bits each of a selector; the fourth bit replicates the sign. The
    /// selector is `c`, or in a mode the one of these that the low two bits of `c` choose.
    Prmt(Option<[u16; 4]>),
}

/// The selectors of each mode, for the low two bits of `c` from 0 to 3: the PTX ISA's table.
const MODES: [(&str, [u16; 4]); 6] = [
    ("f4e", [0x3210, 0x4321, 0x5432, 0x6543]),
    ("b4e", [0x5670, 0x6701, 0x7012, 0x0123]),
    ("rc8", [0x0000, 0x1111, 0x2222, 0x3333]),
    ("ecl", [0x3210, 0x3211, 0x3222, 0x3333]),
    ("ecr", [0x0000, 0x1110, 0x2210, 0x3210]),
    ("rc16", [0x1010, 0x3232, 0x1010, 0x3232]),
];

impl Fields {
    pub(super) fn read(opcode: &str, modifiers: &mut Modifiers<'_>) -> Option<Result<Self, SyntaxError>> {
        Some(match opcode {
            "bfe" => modifiers.ty("u32 u64 s32 s64").map(Self::Bfe),
            "bfi" => modifiers.ty("b32 b64").map(Self::Bfi),
            "prmt" => modifiers.ty("b32").map(|_| Self::Prmt(modifiers.one_of(&MODES))),
            _ => return None,
        })
    }

    pub(super) fn signature(&self) -> Signature {
        let word = Kind::Bits(32);
        match *self {
            Self::Bfe(ty) => Signature::one(ty.kind(), &[ty.kind(), word, word]),
            Self::Bfi(ty) => Signature::one(ty.kind(), &[ty.kind(), ty.kind(), word, word]),
            Self::Prmt(_) => Signature::words(3),
        }
    }

    pub(super) fn run<D: Domain>(&self, domain: &D, [a, b, c, d]: [D::Number; 4]) -> D::Number {
        match *self {
            Self::Bfe(ty) => bfe(domain, ty, a, b, c),
            Self::Bfi(ty) => bfi(domain, ty, [a, b, c, d]),
            Self::Prmt(mode) => prmt(domain, mode, [a, b, c]),
        }
    }
}

/// "pos = b & 0xff; len = c & 0xff", both no larger than the register: larger ones give the same result.
fn field<D: Domain>(domain: &D, ty: Int, position: D::Number, length: D::Number) -> [D::Number; 2] {
    let width = domain.constant(ty.bits.into());
    [position, length].map(|it| domain.min(domain.field(it, 0, 8, false), width))
}

/// Bits beyond the register, and beyond the field, are copies of "the most significant bit of the extracted field" for
/// a signed type, else zeros. A field of no bits is 0.
fn bfe<D: Domain>(domain: &D, ty: Int, a: D::Number, position: D::Number, length: D::Number) -> D::Number {
    let [position, length] = field(domain, ty, position, length);
    let low = domain.shift_right(ty.read(domain, a), position);
    // The field is moved to the top of 64 bits and back.
    let above = domain.subtract(domain.constant(64), length);
    let top = domain.field(domain.shift_left(low, above), 0, 64, ty.signed);
    ty.write(domain, domain.shift_right(top, above))
}

/// "f = b; for (i=0; i<len && pos+i<=msb; i++) { f\[pos+i\] = a\[i\]; }"
fn bfi<D: Domain>(domain: &D, ty: Int, [a, b, position, length]: [D::Number; 4]) -> D::Number {
    let [position, length] = field(domain, ty, position, length);
    let one = domain.constant(1);
    let ones = domain.subtract(domain.shift_left(one, length), one);
    let mask = domain.shift_left(ones, position);
    let inserted = domain.and(domain.shift_left(a, position), mask);
    let kept = domain.and(b, domain.invert(mask));
    ty.write(domain, domain.or(kept, inserted))
}

fn prmt<D: Domain>(domain: &D, mode: Option<[u16; 4]>, [a, b, c]: [D::Number; 3]) -> D::Number {
    let selector = match mode {
        None => c,
        Some(selectors) => {
            let low = domain.field(c, 0, 2, false);
            (0..3).rev().fold(domain.constant(selectors[3].into()), |others, value| {
                let is_it = domain.equal(low, domain.constant(value));
                domain.choose(is_it, domain.constant(selectors[value as usize].into()), others)
            })
        }
    };
    let both = domain.add(a, domain.shift_left(b, domain.constant(32)));
    (0..4).fold(domain.constant(0), |result, index| {
        let number = domain.field(selector, 4 * index, 3, false);
        let moved = domain.shift_right(both, domain.shift_left(number, domain.constant(3)));
        let is_sign = domain.equal(domain.field(selector, 4 * index + 3, 1, false), domain.constant(1));
        let sign = domain.field(domain.field(moved, 7, 1, true), 0, 8, false);
        let byte = domain.choose(is_sign, sign, domain.field(moved, 0, 8, false));
        domain.add(result, domain.shift_left(byte, domain.constant((8 * index).into())))
    })
}
