//! `vmad`: lines 265 to 321.

use crate::ast::{MultiplyAdd, Scale, Type};
use crate::domain::Domain;
use crate::reading::{Mask, MinusC, Pass, Reading, VmadRange};
use crate::video::stages::part_select_sign_extend;
use crate::video::trace::VmadTrace;

/// The variables of a `vmad` in any domain, by the pseudo-code of lines 299 to 321, line by line. The inputs are those
/// of [`trace_in`](super::trace_in).
#[expect(clippy::inline_always, reason = "see `super::evaluate`")]
#[inline(always)]
pub(super) fn trace<D: Domain>(
    domain: &D,
    it: &MultiplyAdd,
    [a, b, c]: [D::Number; 3],
    reading: &Reading,
) -> VmadTrace<D::Number> {
    let ta = part_select_sign_extend(domain, a, it.a.ty, it.a.select);
    let tb = part_select_sign_extend(domain, b, it.b.ty, it.b.select);
    let negate_product = it.accumulate.a_negate() ^ it.accumulate.b_negate();
    let c_negate = it.accumulate.c_negate();
    let signed_intermediate = it.a.ty.is_signed() || it.b.ty.is_signed() || negate_product;
    let signed_final = signed_intermediate || c_negate;

    // tmp[127:0] = ta * tb;
    let product = domain.multiply(ta, tb);

    // Lines 307 to 313: the addend is c, or ~c with the plus one that completes a negation.
    let (product_or_not, plus_one) = if it.accumulate.po() {
        (product, true)
    } else if negate_product {
        (domain.invert(product), true)
    } else {
        (product, c_negate)
    };
    let lsb = domain.constant(plus_one.into());
    let c128 = addend(domain, it, c, signed_intermediate, signed_final, reading);
    let tmp = domain.add(domain.add(product_or_not, c128), lsb);

    let result = scale(domain, it.scale, tmp, signed_final, reading);
    let signed_range = clamps_signed(it.dtype, signed_final, reading);
    let saturated = it.sat.then(|| domain.clamp(result, 32, signed_range));
    let d = domain.field(saturated.unwrap_or(result), 0, 32, false);
    VmadTrace {
        ta,
        tb,
        signed_intermediate,
        signed_final,
        signed_range,
        product,
        product_or_not,
        c128,
        lsb,
        tmp,
        result,
        saturated,
        d,
    }
}

/// `c128`, with `c = ~c` before it if `c` is negated: lines 310 and 312.
///
/// By the prose, "input c has the same sign as the intermediate result" (line 271), and the intermediate result of
/// `(u32 * u32) - u32` is unsigned (line 280). The pseudo-code extends by the sign of the final result, which there is
/// signed.
#[inline]
fn addend<D: Domain>(
    domain: &D,
    it: &MultiplyAdd,
    c: D::Number,
    signed_intermediate: bool,
    signed_final: bool,
    reading: &Reading,
) -> D::Number {
    let extend = |word, signed| domain.field(word, 0, 32, signed);
    match (it.accumulate.c_negate(), reading.minus_c) {
        (false, _) => extend(c, signed_final),
        (true, MinusC::SignOfIntermediate) => domain.invert(extend(c, signed_intermediate)),
        (true, MinusC::SignOfFinal) => extend(domain.invert(c), signed_final),
    }
}

/// Lines 314 to 317.
#[inline]
fn scale<D: Domain>(
    domain: &D,
    scale: Scale,
    tmp: D::Number,
    signed_final: bool,
    reading: &Reading,
) -> D::Number {
    let shifted = |tmp| domain.shift_right(tmp, domain.constant(scale.amount().into()));
    let unassigned = scale == Scale::Pass && reading.pass == Pass::Whole;
    match reading.mask {
        Mask::TmpFirst => shifted(domain.field(tmp, 0, 64, signed_final)),
        Mask::ByFinalSign if !unassigned => domain.field(shifted(tmp), 0, 64, signed_final),
        Mask::Unsigned if !unassigned => domain.field(shifted(tmp), 0, 64, false),
        Mask::None | Mask::ByFinalSign | Mask::Unsigned => shifted(tmp),
    }
}

/// Lines 318 to 321: which range `.sat` clamps to.
#[inline]
fn clamps_signed(dtype: Type, signed_final: bool, reading: &Reading) -> bool {
    match reading.vmad_range {
        VmadRange::FinalSign => signed_final,
        VmadRange::Dtype => dtype.is_signed(),
    }
}
