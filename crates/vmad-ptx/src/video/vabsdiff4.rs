//! `vabsdiff4` (PTX ISA, section 9.7.18.2): four lanes of bytes, each the absolute difference of two selected bytes.
//!
//! The code that ptxas 12.9 emits for sm_50 and for sm_90, where it has no instruction for a mode, agrees with every rule
//! here: a result has its full width in a sum, and 8 bits in a byte of the result.

use crate::ast::{AbsDiff4, LaneSelect, LaneTail, Type};
use crate::video::saturate::clamp;

/// The intermediate values of `vabsdiff4`, lane 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneTrace {
    /// `Va`: the selected bytes, extended by `atype`.
    pub va: [i16; 4],
    /// `Vb`: the selected bytes, extended by `btype`.
    pub vb: [i16; 4],
    /// `t`: the absolute differences, from 0 to 383.
    pub t: [i16; 4],
    /// `t` after `CLAMP`; `t` without `.sat`.
    pub saturated: [i16; 4],
    /// The value written.
    pub d: u32,
}

/// Executes the pseudo-code.
pub(super) fn trace(it: &AbsDiff4, a: u32, b: u32, c: u32) -> LaneTrace {
    // Va = extractAndSignExt_4( a, b, .asel, .atype ), and Vb likewise.
    let va = extract(a, b, it.asel, it.atype);
    let vb = extract(a, b, it.bsel, it.btype);
    // t[i] = | Va[i] - Vb[i] |
    let differences: [i16; 4] = std::array::from_fn(|lane| (va[lane] - vb[lane]).abs());
    // CLAMP( t[i], S8_MAX, S8_MIN ) or CLAMP( t[i], U8_MAX, U8_MIN )
    let saturated = match it.tail {
        LaneTail::Merge { sat: true } => {
            differences.map(|difference| clamp(difference.into(), 8, it.dtype.is_signed()) as i16)
        }
        LaneTail::Merge { sat: false } | LaneTail::Add => differences,
    };
    let masked = |lane: &usize| it.mask.has(*lane);
    let d = match it.tail {
        // d += mask[i] ? t[i] : 0
        LaneTail::Add => {
            (0..4).filter(masked).fold(c, |d, lane| d.wrapping_add_signed(saturated[lane].into()))
        }
        // d |= mask[i] ? t[i] : Vc[i]
        LaneTail::Merge { .. } => {
            let mut bytes = c.to_le_bytes();
            (0..4).filter(masked).for_each(|lane| bytes[lane] = saturated[lane] as u8);
            u32::from_le_bytes(bytes)
        }
    };
    LaneTrace { va, vb, t: differences, saturated, d }
}

/// `extractAndSignExt_4`: the selected bytes of two registers, sign- or zero-extended by a type.
fn extract(a: u32, b: u32, select: LaneSelect, ty: Type) -> [i16; 4] {
    let bytes = u64::from(a) | u64::from(b) << 32;
    select.bytes().map(|byte| {
        let byte = (bytes >> (8 * byte)) as u8;
        if ty.is_signed() { byte.cast_signed().into() } else { byte.into() }
    })
}

impl LaneTrace {
    /// The name and the value of each intermediate value, lane 3 first as in a register.
    pub(super) fn lines(&self) -> Vec<(&'static str, String)> {
        let lanes = |[l0, l1, l2, l3]: [i16; 4]| format!("{l3} {l2} {l1} {l0}");
        vec![
            ("Va", lanes(self.va)),
            ("Vb", lanes(self.vb)),
            ("t", lanes(self.t)),
            ("CLAMP", lanes(self.saturated)),
            ("d", format!("0x{:08x}", self.d)),
        ]
    }
}
