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

use vmad_ptx::ast::{MultiplyAdd, Scale};

use crate::spelling::operand;

/// The value of `d` after the emitted code.
pub fn emulate(operation: &MultiplyAdd, a: u32, b: u32, c: u32) -> u32 {
    // `PRMT`: a selected part is extended to 32 bits with zeros or with its sign.
    let extended = [operand(operation.a).value(a) as u32, operand(operation.b).value(b) as u32];
    let tmp = tmp(operation, extended, c);
    let accumulate = operation.accumulate;
    let negated = accumulate.a_negate() != accumulate.b_negate() || accumulate.c_negate();
    if operation.a.ty.is_signed() || operation.b.ty.is_signed() || negated {
        finish_signed(operation, tmp)
    } else {
        finish_unsigned(operation, tmp)
    }
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
