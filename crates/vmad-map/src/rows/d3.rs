//! The code that ptxas 12.9 emits for `vmad` where it emits no `VMAD`.
//!
//! From sm_70 on no form is a `VMAD`; from sm_60 to sm_62 the decoupled forms are not. For sm_70 to sm_86 ptxas emits
//! the same code, apart from register names and moves. For `vmad.s32.u32.u32.sat.shr7 d, a, b.b0, -c`:
//!
//! ```text
//! LOP3.LUT c, RZ, c, RZ, 0x33        c = ~c, on 32 bits
//! PRMT a, a, 0x3210, RZ              select and extend, into 32 bits
//! SHF.R.S32.HI c.hi, RZ, 0x1f, c     c sign-extended, whatever its sign
//! PRMT b, b, 0x7770, RZ
//! IMAD.WIDE t, a, b, c               a *signed* product
//! IADD3 t.lo, P0, t.lo, 0x1, RZ      the plus one, with its carry
//! IMAD.X t.hi, RZ, RZ, t.hi, P0
//! SHF.R.S64 r, t.lo, 0x7, t.hi       the shift: .U64 where the final result is unsigned
//! SHF.R.S32.HI h, RZ, 0x7, t.hi
//! SHF.R.S32.HI s, RZ, 0x1f, r        the clamp: is h the sign of r?
//! LOP3.LUT s, s, h, RZ, 0x3c
//! ISETP.GE.AND P0, PT, h, RZ, PT
//! ISETP.EQ.AND P1, PT, s, RZ, PT
//! @!P1 SEL r, 0x7fffffff, 0x80000000, P0
//! ```
//!
//! Without `.sat` and a shift only the low 32 bits are computed, by `IMAD`, which has no sign. sm_90 and sm_100 use
//! `VIADD` for some additions, sm_120 adds with `IADD.64`, and sm_60 to sm_62 multiply with `XMAD`s, those of
//! `mul.hi.s32` for the high word; the values are the same.
//!
//! The miscompiles of constants for sm_50 (D4 and D6) do not occur in this code.

use vmad_ptx::ast::{MultiplyAdd, Operation as Ptx, Scale};

use super::vmad::{VMAD, bit_31, has_unsigned_intermediate, is_u32, shifts_or_saturates};
use crate::{
    case::Case,
    divergence::{Divergence, Example, Inputs, Miscompiled, Model},
    domain::Domain,
    meaning::spelling::operand,
};

/// The code of sm_70 and later for `vmad`.
pub static D3: Divergence = Divergence {
    id: "D3",
    title: "an unsigned word is taken as signed, in every form",
    meanings: [
        "unsigned words and an unsigned c are unsigned",
        "words are multiplied as signed, c is sign-extended, and the clamp takes the high word as signed",
    ],
    instructions: VMAD,
    domain: Domain::Modes,
    cases: takes_a_bit_for_a_sign,
    cases_text: "a factor is an unsigned word, or both types are unsigned and the product is not negated; and a shift or `.sat`",
    inputs: Inputs::Within(has_bit_31),
    inputs_text: "bit 31 is set in a factor that is an unsigned word, or in an unsigned c",
    evidence: "the code that ptxas 12.9 emits for sm_70, sm_75, sm_80, sm_86, sm_90, sm_100 and sm_120, alike in \
               all 864 modes: IMAD.WIDE and never .U32, SHF.R.S32.HI of c, ISETP.GE of the high word",
    example: Some(Example {
        instruction: "vmad.u32.u32.u32.sat d, a, b, c;",
        inputs: [0x0, 0x0, 0xffff_ffff],
        here: 0xffff_ffff,
        there: Some(0x0),
    }),
    model: Model::Code(result),
    history: &[Miscompiled::always(70, 121)],
    is_hypothesis: true,
    ..Divergence::EMPTY
};

/// The code takes bit 31 of a factor that is an unsigned word, or of an unsigned c, for a sign. A constant without
/// that bit is not affected.
pub(super) fn takes_a_bit_for_a_sign(case: &Case) -> bool {
    let Some((mode, _)) = case.vmad() else { return false };
    let [a, b, c] = case.constants.map(|constant| constant.is_none_or(bit_31));
    shifts_or_saturates(mode)
        && (is_u32(mode.a) && a || is_u32(mode.b) && b || has_unsigned_intermediate(mode) && c)
}

/// Bit 31 is set in a factor that is an unsigned word, or in an unsigned c.
fn has_bit_31(case: &Case, inputs: [u32; 3]) -> bool {
    let Some((mode, _)) = case.vmad() else { return false };
    let [a, b, c] = case.fill(inputs);
    is_u32(mode.a) && bit_31(a) || is_u32(mode.b) && bit_31(b) || has_unsigned_intermediate(mode) && bit_31(c)
}

/// The value of `d` after the emitted code.
fn result(case: &Case, inputs: [u32; 3]) -> Option<u32> {
    let Some(Ptx::MultiplyAdd(operation)) = &case.ptx else { return None };
    let [a, b, c] = case.fill(inputs);
    // `PRMT`: a selected part is extended to 32 bits with zeros or with its sign.
    let extended = [operand(operation.a).value(a) as u32, operand(operation.b).value(b) as u32];
    let tmp = tmp(operation, extended, c);
    let accumulate = operation.accumulate;
    let negated = accumulate.a_negate() != accumulate.b_negate() || accumulate.c_negate();
    let is_signed = operation.a.ty.is_signed() || operation.b.ty.is_signed() || negated;
    Some(if is_signed { finish_signed(operation, tmp) } else { finish_unsigned(operation, tmp) })
}

/// `IMAD.WIDE` and the additions around it, in 64 bits.
fn tmp(operation: &MultiplyAdd, [a, b]: [u32; 2], c: u32) -> i64 {
    let accumulate = operation.accumulate;
    let negate_product = accumulate.a_negate() != accumulate.b_negate();
    let plus_one = i64::from(negate_product || accumulate.c_negate() || accumulate.po());
    let c = if accumulate.c_negate() { !c } else { c };
    // No overflow: the largest product is -2^31 * -2^31.
    let product = i64::from(a as i32) * i64::from(b as i32);
    let product = if negate_product { !product } else { product };
    product + i64::from(c as i32) + plus_one
}

/// `SHF.R.S64`, and the comparison of the high word with the low one's sign.
fn finish_signed(operation: &MultiplyAdd, tmp: i64) -> u32 {
    let shr = tmp >> operation.scale.amount();
    let (low, high) = (shr as i32, (shr >> 32) as i32);
    if operation.sat && high != low >> 31 {
        if high >= 0 { i32::MAX as u32 } else { i32::MIN as u32 }
    } else {
        low as u32
    }
}

/// `SHF.R.U64`, and `LOP3.LUT 0xe0`: `high >= 0 & (high != 0 | low)`, where `high` is read as *signed*.
fn finish_unsigned(operation: &MultiplyAdd, tmp: i64) -> u32 {
    let shr = match operation.scale {
        Scale::Pass => tmp,
        Scale::Shr7 | Scale::Shr15 => (tmp as u64 >> operation.scale.amount()) as i64,
    };
    let (low, high) = (shr as u32, (shr >> 32) as i32);
    match (operation.sat, high) {
        (false, _) | (true, 0) => low,
        (true, ..0) => 0,
        (true, 1..) => u32::MAX,
    }
}
