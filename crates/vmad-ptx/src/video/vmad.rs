//! `vmad`: lines 265 to 321.

use crate::ast::{MultiplyAdd, Scale, Type};
use crate::reading::{Mask, MinusC, Pass, Reading, VmadRange};
use crate::video::part_select::part_select_sign_extend;
use crate::video::saturate::{clamp, sign_extend};
use crate::video::trace::VmadTrace;

/// The pseudo-code of lines 299 to 321, line by line.
#[expect(clippy::inline_always, reason = "see `super::evaluate`")]
#[inline(always)]
pub(super) fn trace(it: &MultiplyAdd, a: u32, b: u32, c: u32, reading: &Reading) -> VmadTrace {
    let ta = part_select_sign_extend(a, it.a.ty, it.a.select);
    let tb = part_select_sign_extend(b, it.b.ty, it.b.select);
    let negate_product = it.accumulate.a_negate() ^ it.accumulate.b_negate();
    let c_negate = it.accumulate.c_negate();
    let signed_intermediate = it.a.ty.is_signed() || it.b.ty.is_signed() || negate_product;
    let signed_final = signed_intermediate || c_negate;

    // tmp[127:0] = ta * tb;
    let product = i128::from(ta) * i128::from(tb);

    // Lines 307 to 313: the addend is c, or ~c with the plus one that completes a negation.
    let (product_or_not, lsb) = if it.accumulate.po() {
        (product, 1)
    } else if negate_product {
        (!product, 1)
    } else {
        (product, i128::from(c_negate))
    };
    let c128 = addend(it, c, signed_intermediate, signed_final, reading);
    let tmp = product_or_not + c128 + lsb;

    let result = scale(it.scale, tmp, signed_final, reading);
    let signed_range = clamps_signed(it.dtype, signed_final, reading);
    let saturated = it.sat.then(|| clamp(result, 32, signed_range));
    let d = saturated.unwrap_or(result) as u32;
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
fn addend(
    it: &MultiplyAdd,
    c: u32,
    signed_intermediate: bool,
    signed_final: bool,
    reading: &Reading,
) -> i128 {
    let extend = |word: u32, signed: bool| {
        if signed { sign_extend(i128::from(word), 32) } else { i128::from(word) }
    };
    match (it.accumulate.c_negate(), reading.minus_c) {
        (false, _) => extend(c, signed_final),
        (true, MinusC::SignOfIntermediate) => !extend(c, signed_intermediate),
        (true, MinusC::SignOfFinal) => extend(!c, signed_final),
    }
}

/// Lines 314 to 317.
#[inline]
fn scale(scale: Scale, tmp: i128, signed_final: bool, reading: &Reading) -> i128 {
    let to_64 = |value: i128| {
        let masked = value & 0xffff_ffff_ffff_ffff;
        if signed_final { sign_extend(masked, 64) } else { masked }
    };
    let unassigned = scale == Scale::Pass && reading.pass == Pass::Whole;
    match reading.mask {
        Mask::TmpFirst => to_64(tmp) >> scale.amount(),
        Mask::ByFinalSign if !unassigned => to_64(tmp >> scale.amount()),
        Mask::Unsigned if !unassigned => (tmp >> scale.amount()) & 0xffff_ffff_ffff_ffff,
        Mask::None | Mask::ByFinalSign | Mask::Unsigned => tmp >> scale.amount(),
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
