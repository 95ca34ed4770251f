//! `vabsdiff4` (PTX ISA, section 9.7.18.2): four lanes of bytes, each the absolute difference of two selected bytes.
//!
//! The code that ptxas 12.9 emits for sm_50 and for sm_90, where it has no instruction for a mode, agrees with every rule
//! here: a result has its full width in a sum, and 8 bits in a byte of the result.

use crate::ast::{AbsDiff4, LaneSelect, LaneTail, Type};
use crate::domain::Domain;

/// The intermediate values of `vabsdiff4`, lane 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneTrace<N = i128> {
    /// `Va`: the selected bytes, extended by `atype`.
    pub va: [N; 4],
    /// `Vb`: the selected bytes, extended by `btype`.
    pub vb: [N; 4],
    /// `t`: the absolute differences, from 0 to 383.
    pub t: [N; 4],
    /// `t` after `CLAMP`; `t` without `.sat`.
    pub saturated: [N; 4],
    /// The value written: from 0 to 2^32 - 1.
    pub d: N,
}

/// Executes the pseudo-code.
pub(super) fn trace<D: Domain>(domain: &D, it: &AbsDiff4, [a, b, c]: [D::Number; 3]) -> LaneTrace<D::Number> {
    // Va = extractAndSignExt_4( a, b, .asel, .atype ), and Vb likewise.
    let va = extract(domain, a, b, it.asel, it.atype);
    let vb = extract(domain, a, b, it.bsel, it.btype);
    // t[i] = | Va[i] - Vb[i] |
    let differences: [D::Number; 4] =
        std::array::from_fn(|lane| domain.absolute(domain.subtract(va[lane], vb[lane])));
    // CLAMP( t[i], S8_MAX, S8_MIN ) or CLAMP( t[i], U8_MAX, U8_MIN )
    let saturated = match it.tail {
        LaneTail::Merge { sat: true } => {
            differences.map(|difference| domain.clamp(difference, 8, it.dtype.is_signed()))
        }
        LaneTail::Merge { sat: false } | LaneTail::Add => differences,
    };
    let d = match it.tail {
        // d += mask[i] ? t[i] : 0
        LaneTail::Add => {
            let masked = (0..4).filter(|lane| it.mask.has(*lane));
            let sum = masked.fold(c, |d, lane| domain.add(d, saturated[lane]));
            domain.field(sum, 0, 32, false)
        }
        // d |= mask[i] ? t[i] : Vc[i]
        LaneTail::Merge { .. } => (0..4).fold(domain.constant(0), |d, lane| {
            let low = 8 * lane as u32;
            let byte = if it.mask.has(lane) {
                domain.field(saturated[lane], 0, 8, false)
            } else {
                domain.field(c, low, 8, false)
            };
            domain.or(d, domain.shift_left(byte, domain.constant(low.into())))
        }),
    };
    LaneTrace { va, vb, t: differences, saturated, d }
}

/// `extractAndSignExt_4`: the selected bytes of two registers, sign- or zero-extended by a type.
fn extract<D: Domain>(
    domain: &D,
    a: D::Number,
    b: D::Number,
    select: LaneSelect,
    ty: Type,
) -> [D::Number; 4] {
    select.bytes().map(|byte| {
        let register = if byte < 4 { a } else { b };
        domain.field(register, u32::from(byte) % 4 * 8, 8, ty.is_signed())
    })
}

impl LaneTrace {
    /// The name and the value of each intermediate value, lane 3 first as in a register.
    pub(super) fn lines(&self) -> Vec<(&'static str, String)> {
        let lanes = |[l0, l1, l2, l3]: [i128; 4]| format!("{l3} {l2} {l1} {l0}");
        vec![
            ("Va", lanes(self.va)),
            ("Vb", lanes(self.vb)),
            ("t", lanes(self.t)),
            ("CLAMP", lanes(self.saturated)),
            ("d", format!("0x{:08x}", self.d)),
        ]
    }
}
