//! The SIMD video instructions (PTX ISA, section 9.7.18.2): two lanes of half-words or four of bytes.
//!
//! The code that ptxas 12.9 emits for them agrees with every rule here: a result has its full width in a sum, and the
//! width of a lane in its part of the result.

use super::stages::compare;
use super::trace::LaneTrace;
use crate::ast::{LaneArithmetic, LaneOp, LaneSelect, Simd, Type};
use crate::domain::Domain;
use crate::reading::Reading;

/// Executes the pseudo-code.
pub(super) fn trace<D: Domain, const LANES: usize>(
    domain: &D,
    it: &Simd<LANES>,
    [a, b, c]: [D::Number; 3],
    reading: &Reading,
) -> LaneTrace<LANES, D::Number> {
    let bits = Simd::<LANES>::LANE_BITS;
    // Va = extractAndSignExt( a, b, .asel, .atype ), and Vb likewise.
    let va = extract(domain, a, b, it.asel, it.atype);
    let vb = extract(domain, a, b, it.bsel, it.btype);
    let results: [D::Number; LANES] =
        std::array::from_fn(|lane| operate(domain, it.op, va[lane], vb[lane], reading));
    // CLAMP( t[i], S8_MAX, S8_MIN ), or with U8, S16 or U16.
    let saturated = match it.saturates_to() {
        Some(dtype) => results.map(|result| domain.clamp(result, bits, dtype.is_signed())),
        None => results,
    };
    let d = if it.adds() {
        // d += mask[i] ? t[i] : 0
        let masked = (0..LANES).filter(|lane| it.mask.has(*lane));
        let sum = masked.fold(c, |d, lane| domain.add(d, saturated[lane]));
        domain.field(sum, 0, 32, false)
    } else {
        // d |= mask[i] ? t[i] : Vc[i]
        (0..LANES).fold(domain.constant(0), |d, lane| {
            let low = bits * lane as u32;
            let part = if it.mask.has(lane) {
                domain.field(saturated[lane], 0, bits, false)
            } else {
                domain.field(c, low, bits, false)
            };
            domain.or(d, domain.shift_left(part, domain.constant(low.into())))
        })
    };
    LaneTrace { va, vb, t: results, saturated, d }
}

/// `t[i]`, from `Va[i]` and `Vb[i]`.
fn operate<D: Domain>(domain: &D, op: LaneOp, va: D::Number, vb: D::Number, reading: &Reading) -> D::Number {
    match op {
        LaneOp::Set { cmp, .. } => domain.one_if(compare(domain, va, vb, cmp, reading)),
        LaneOp::Arithmetic { op, .. } => match op {
            LaneArithmetic::Add => domain.add(va, vb),
            LaneArithmetic::Sub => domain.subtract(va, vb),
            LaneArithmetic::Average => average(domain, domain.add(va, vb)),
            LaneArithmetic::AbsDiff => domain.absolute(domain.subtract(va, vb)),
            LaneArithmetic::Min => domain.min(va, vb),
            LaneArithmetic::Max => domain.max(va, vb),
        },
    }
}

/// Half of a sum. A half is rounded away from zero: 1 gives 1, and -1 gives -1.
fn average<D: Domain>(domain: &D, sum: D::Number) -> D::Number {
    let one = domain.constant(1);
    let is_negative = domain.less(sum, domain.constant(0));
    domain.shift_right(domain.choose(is_negative, sum, domain.add(sum, one)), one)
}

/// `extractAndSignExt`: the selected parts of two registers, sign- or zero-extended by a type.
fn extract<D: Domain, const LANES: usize>(
    domain: &D,
    a: D::Number,
    b: D::Number,
    select: LaneSelect<LANES>,
    ty: Type,
) -> [D::Number; LANES] {
    let bits = Simd::<LANES>::LANE_BITS;
    select.parts().map(|part| {
        let low = u32::from(part) * bits;
        let register = if low < 32 { a } else { b };
        domain.field(register, low % 32, bits, ty.is_signed())
    })
}
