//! `dp4a`, `dp2a`.

use super::modifiers::Modifiers;
use crate::domain::Domain;
use crate::syntax::SyntaxError;

/// `dp4a` or `dp2a`. "Input c has type .u32 if both .atype and .btype are .u32 else input c has type .s32": the sum
/// wraps, so this makes no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dot {
    /// Where `dp2a` takes its two bytes of `b`; [`None`] for `dp4a`.
    pub half: Option<Half>,
    /// Whether `a` is signed.
    pub a_signed: bool,
    /// Whether `b` is signed.
    pub b_signed: bool,
}

/// The half of `b` that `dp2a` uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// `.lo`: bytes 0 and 1.
    Lo,
    /// `.hi`: bytes 2 and 3.
    Hi,
}

impl Dot {
    pub(super) fn read(opcode: &str, modifiers: &mut Modifiers<'_>) -> Option<Result<Self, SyntaxError>> {
        matches!(opcode, "dp4a" | "dp2a").then(|| {
            let half = match opcode {
                "dp4a" => None,
                _ => Some(modifiers.needed(&[("lo", Half::Lo), ("hi", Half::Hi)])?),
            };
            let (a, b) = (modifiers.ty("u32 s32")?, modifiers.ty("u32 s32")?);
            Ok(Self { half, a_signed: a.signed, b_signed: b.signed })
        })
    }

    pub(super) fn run<D: Domain>(self, domain: &D, [a, b, c]: [D::Number; 3]) -> D::Number {
        let (count, bits, first) = match self.half {
            None => (4, 8, 0),
            Some(Half::Lo) => (2, 16, 0),
            Some(Half::Hi) => (2, 16, 2),
        };
        let sum = (0..count).fold(c, |sum, index| {
            let a = domain.field(a, bits * index, bits, self.a_signed);
            let b = domain.field(b, 8 * (first + index), 8, self.b_signed);
            domain.add(sum, domain.multiply(a, b))
        });
        domain.field(sum, 0, 32, false)
    }
}
