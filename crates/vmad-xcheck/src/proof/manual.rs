//! The manual's `vmad` in terms of 128 bits: PTX ISA, section 9.7.18.1.3.
//!
//! Independent of the unit and of `vmad-ptx`'s code, with whose values it is compared: see
//! [`term_check`](super::term_check). Quotations are from the manual.

use super::{
    numbers::Numbers,
    semantics::Semantics,
    term::{Extension, Terms, Vector},
};
use vmad_ptx::{
    ast::{MultiplyAdd, Scale, Select, Source, Type},
    reading::{Mask, MinusC, Pass, VmadRange},
};

/// Every variable of the pseudo-code, as terms.
pub type Manual = Numbers<Vector<128>>;

/// The pseudo-code, with `product` in place of `ta * tb`.
pub fn transcribe(
    terms: &Terms,
    it: &MultiplyAdd,
    semantics: Semantics,
    [a, b, c]: [Vector<32>; 3],
    product: Vector<128>,
) -> Manual {
    let reading = semantics.reading;
    // "ta = partSelectSignExtend( a, atype, asel ); tb = partSelectSignExtend( b, btype, bsel );"
    let ta = part_select_sign_extend(terms, a, it.a);
    let tb = part_select_sign_extend(terms, b, it.b);

    // "signedFinal = isSigned(atype) || isSigned(btype) || (a.negate ^ b.negate) || c.negate"; and without the last,
    // "the intermediate result is signed".
    let negate_product = it.accumulate.a_negate() ^ it.accumulate.b_negate();
    let c_negate = it.accumulate.c_negate();
    let signed_intermediate = it.a.ty == Type::S32 || it.b.ty == Type::S32 || negate_product;
    let intermediate = Extension::of_signed(signed_intermediate);
    let last = Extension::of_signed(signed_intermediate || c_negate);

    // "lsb = 0; if ( .po ) { lsb = 1; } else if ( a.negate ^ b.negate ) { tmp = ~tmp; lsb = 1; } else
    // if ( c.negate ) { c = ~c; lsb = 1; }"
    let negates_product = negate_product && !it.accumulate.po();
    let product_or_not = if negates_product { terms.invert(product) } else { product };
    let lsb = terms.constant(i128::from(it.accumulate.po() || negate_product || c_negate));

    // "c128[127:0] = (signedFinal) sext32( c ) : zext ( c )", or as "input c has the same sign as the intermediate
    // result" has it.
    let extended = terms.extend(c, intermediate);
    let c128 = match (c_negate, reading.minus_c) {
        (false, _) => extended,
        (true, MinusC::SignOfIntermediate) => terms.invert(extended),
        (true, MinusC::SignOfFinal) => terms.extend(terms.invert(c), last),
    };
    // "tmp = tmp + c128 + lsb"
    let tmp = terms.add(terms.add(product_or_not, c128), lsb);
    let kept = if reading.mask == Mask::TmpFirst { terms.cut(tmp, 64, last) } else { tmp };

    // "result = (tmp >> 7) & 0xffffffffffffffff"; "this result is sign-extended if the final result is signed, and
    // zero-extended otherwise".
    let count = match it.scale {
        Scale::Pass => 0,
        Scale::Shr7 => 7,
        Scale::Shr15 => 15,
    };
    let shifted = match last {
        Extension::Zeros => terms.shift_right_zero(kept, count),
        Extension::Sign => terms.shift_right_sign(kept, count),
    };
    let masked = it.scale != Scale::Pass || reading.pass == Pass::LikeTheOthers;
    let result = match reading.mask {
        Mask::ByFinalSign if masked => terms.cut(shifted, 64, last),
        Mask::Unsigned if masked => terms.cut(shifted, 64, Extension::Zeros),
        Mask::None | Mask::ByFinalSign | Mask::Unsigned | Mask::TmpFirst => shifted,
    };

    // "if (signedFinal) result = CLAMP(result, S32_MAX, S32_MIN); else result = CLAMP(result, U32_MAX, U32_MIN);"
    let clamps = match reading.vmad_range {
        VmadRange::FinalSign => last,
        VmadRange::Dtype => Extension::of_signed(semantics.dtype == Type::S32),
    };
    let range = match clamps {
        Extension::Zeros => [0, 0xffff_ffff],
        Extension::Sign => [-0x8000_0000, 0x7fff_ffff],
    };
    let range @ [min, max] = range.map(|bound| terms.constant(bound));
    let outside = [terms.less(result, min), terms.less(max, result)];
    let clamped = terms.choose(outside[1], max, terms.choose(outside[0], min, result));
    let d = terms.field::<128, 32>(if it.sat { clamped } else { result }, 0);
    let one_if = |condition| terms.constant(i128::from(condition));
    Manual {
        ports: [a, b].map(|port| terms.zero_extend(port)),
        ta,
        tb,
        product,
        signed_intermediate: one_if(signed_intermediate),
        product_or_not,
        c: extended,
        c128,
        lsb,
        tmp,
        signed_final: one_if(last == Extension::Sign),
        result,
        range,
        outside: outside.map(|truth| terms.value(truth.into(), Extension::Zeros)),
        d: terms.extend(d, last),
    }
}

/// "Extract byte/half-word/word and sign- or zero-extend based on source operand type".
fn part_select_sign_extend(terms: &Terms, register: Vector<32>, source: Source) -> Vector<128> {
    let extension = Extension::of_signed(source.ty == Type::S32);
    let byte = |lowest| terms.extend(terms.field::<32, 8>(register, lowest), extension);
    let half = |lowest| terms.extend(terms.field::<32, 16>(register, lowest), extension);
    match source.select {
        None => terms.extend(register, extension),
        Some(Select::B0) => byte(0),
        Some(Select::B1) => byte(8),
        Some(Select::B2) => byte(16),
        Some(Select::B3) => byte(24),
        Some(Select::H0) => half(0),
        Some(Select::H1) => half(16),
    }
}
