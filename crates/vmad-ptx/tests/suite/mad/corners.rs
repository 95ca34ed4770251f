//! Float `mad` where its text is short: zeros and their signs, NaNs, `.ftz` and `.sat`. Where the oracle of a
//! test is a sentence, the test quotes it.

use vmad_ptx::mad::Rounding::{NearestEven, TowardNegative, TowardPositive, TowardZero};
use vmad_ptx::mad::{Rounding, f32, f64, sm1x};

const ONE: u32 = 0x3f80_0000;
const MINUS_ZERO: u32 = 0x8000_0000;
const INFINITY: u32 = 0x7f80_0000;
const SMALLEST_NORMAL: u32 = 0x0080_0000;
const SIGN: u32 = 0x8000_0000;

/// Every high half of a binary32 pattern, with low halves at their corners.
fn patterns() -> impl Iterator<Item = u32> {
    (0..=0xffff_u32).flat_map(|high| [0, 1, 0x8000, 0xffff].map(|low| high << 16 | low))
}

fn is_nan(x: u32) -> bool {
    x & !SIGN > INFINITY
}

fn is_subnormal(x: u32) -> bool {
    (1..SMALLEST_NORMAL).contains(&(x & !SIGN))
}

/// Oracle: "clamps the result to [0.0, 1.0]. `NaN` results are flushed to `+0.0f`", by the order of the
/// patterns, which is that of the numbers from +0.0 up. That -0.0 becomes +0.0 is this model's decision.
#[test]
fn sat_clamps_every_pattern() {
    for x in patterns() {
        let clamped = if is_nan(x) || x & SIGN != 0 { 0 } else { x.min(ONE) };
        for rounding in Rounding::ALL {
            assert_eq!(f32::mad(x, ONE, x & SIGN, rounding, false, true), clamped, "{x:08x} {rounding:?}");
        }
        let flushed = if is_subnormal(x) { 0 } else { clamped };
        assert_eq!(f32::mad(x, ONE, x & SIGN, NearestEven, true, true), flushed, "{x:08x} .ftz");
        assert_eq!(sm1x::mad_f32(x, ONE, MINUS_ZERO, true), flushed, "{x:08x} sm_1x");
    }
}

/// Oracle: rounding comes before clamping, so what is rounded up to 1.0 is 1.0, and an infinite sum of finite
/// operands is 1.0 whether or not the rounding lets it become infinite.
#[test]
fn sat_comes_after_rounding() {
    let (below_one, tiny, largest) = (0x3f7f_ffff, 0x2000_0000, 0x7f7f_ffff);
    assert_eq!(f32::mad(tiny, ONE, below_one, TowardPositive, false, true), ONE);
    assert_eq!(f32::mad(tiny, ONE, below_one, TowardNegative, false, true), below_one);
    for rounding in Rounding::ALL {
        assert_eq!(f32::mad(largest, largest, largest, rounding, false, true), ONE);
    }
}

/// This model's decision where texts and hardware leave room: 2^-126 - 2^-150 rounds to 2^-126, a normal
/// number, and stays; rounded down, it is subnormal and goes. The multiplication of `sm_1x` alone takes it
/// for what it is with 24 bits of significand: too small.
#[test]
fn what_rounds_up_to_the_smallest_normal_is_not_flushed() {
    // 4095 * 2^-75 times 4097 * 2^-75 is (2^24 - 1) * 2^-150.
    let (a, b) = (0x1fff_f000, 0x2000_0800);
    assert_eq!(f32::trace(a, b, 0, TowardZero, false, false).sum, 0x007f_ffff);
    for (rounding, d) in [
        (NearestEven, SMALLEST_NORMAL),
        (TowardPositive, SMALLEST_NORMAL),
        (TowardZero, 0),
        (TowardNegative, 0),
    ] {
        assert_eq!(f32::mad(a, b, 0, rounding, true, false), d, "{rounding:?}");
    }
    assert_eq!(sm1x::mad_f32(a, b, 0, false), 0);
    // The sum of sm_1x, on the other hand: 2^-126 - 2^-150 again, as c minus a product.
    assert_eq!(sm1x::mad_f32(0x1a00_0000, 0x9a00_0000, SMALLEST_NORMAL, false), SMALLEST_NORMAL);
}

/// Oracle: the CUDA headers' `CUDART_NAN_F`, and the G80's rows: one NaN, whatever went in.
#[test]
fn f32_has_one_nan() {
    let nans = [0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0xff81_2345, 0x7fff_ffff, 0xffff_ffff];
    let others = [0, MINUS_ZERO, 1, ONE, INFINITY, INFINITY | SIGN];
    let check = |a, b, c| {
        for rounding in Rounding::ALL {
            for ftz in [false, true] {
                assert_eq!(f32::mad(a, b, c, rounding, ftz, false), f32::NAN, "{a:08x} {b:08x} {c:08x}");
                assert_eq!(f32::mad(a, b, c, rounding, ftz, true), 0, "{a:08x} {b:08x} {c:08x}");
            }
        }
        assert_eq!(sm1x::mad_f32(a, b, c, false), f32::NAN, "{a:08x} {b:08x} {c:08x}");
        assert_eq!(sm1x::mad_f32(a, b, c, true), 0, "{a:08x} {b:08x} {c:08x}");
    };
    for nan in nans {
        for x in nans.into_iter().chain(others) {
            for y in nans.into_iter().chain(others) {
                check(nan, x, y);
                check(x, nan, y);
                check(x, y, nan);
            }
        }
    }
    for c in others {
        check(0, INFINITY, c);
        check(INFINITY | SIGN, MINUS_ZERO, c);
    }
    check(INFINITY, ONE, INFINITY | SIGN);
    check(INFINITY, INFINITY | SIGN, INFINITY);
}

/// Oracle: "NaN payloads are supported for double-precision instructions" (PTX ISA 9.7.3); which of several
/// survives is what envytools records of a GT200: the second factor's, then the addend's, then the first
/// factor's, made quiet.
#[test]
fn f64_carries_a_payload_on() {
    let (one, zero, infinity) = (0x3ff0_0000_0000_0000, 0, 0x7ff0_0000_0000_0000);
    let [x, y, z] = [0x7ff8_0000_0000_0111, 0xfff8_0000_0000_0222, 0x7ff0_0000_0000_0333];
    let quiet_z = 0x7ff8_0000_0000_0333;
    for rounding in Rounding::ALL {
        for (a, b, c, d) in [
            (x, one, one, x),
            (one, y, one, y),
            (one, one, z, quiet_z),
            (x, y, z, y),
            (x, one, z, quiet_z),
            (x, z, y, quiet_z),
            (infinity, zero, x, x),
            (infinity, zero, one, f64::NAN),
            (infinity, one, infinity | 1 << 63, f64::NAN),
        ] {
            assert_eq!(f64::mad(a, b, c, rounding), d, "{a:016x} {b:016x} {c:016x}");
        }
    }
}

/// A trace says what the manual's sentences say: an exact product, the mantissa cut to 23 bits, the exponent
/// kept.
#[test]
fn traces_show_the_products() {
    let t = f32::trace(0x3f80_0003, 0x3f80_0003, 0xbf80_0000, NearestEven, false, false);
    // (1 + 3 * 2^-23)^2 = 1 + 6 * 2^-23 + 9 * 2^-46.
    assert_eq!((t.product, t.sum, t.result), (0x3ff0_0000_c000_0240, 0x3540_0002, 0x3540_0002));
    let t = sm1x::trace_f32(0x3f80_0003, 0x3f80_0003, 0xbf80_0000, false);
    assert_eq!(
        (t.product, t.addend, t.result),
        (0x3ff0_0000_c000_0240, Some(0x3ff0_0000_c000_0000), 0x3540_0000)
    );
    // 2^100 * 2^100 and 2^-100 * 2^-100 keep exponents that binary32 has not.
    let t = sm1x::trace_f32(0x7180_0000, 0x7180_0000, ONE, false);
    assert_eq!((t.addend, t.sum), (Some(0x4c70_0000_0000_0000), INFINITY));
    let t = sm1x::trace_f32(0x0d80_0000, 0x0d80_0000, ONE, false);
    assert_eq!((t.addend, t.sum), (Some(0x3370_0000_0000_0000), ONE));
    let t = f64::trace(0x3ff0_0000_0000_0003, 0x3ff0_0000_0000_0003, 0xbff0_0000_0000_0000, NearestEven);
    // (1 + 3 * 2^-52)^2 = 1 + 6 * 2^-52 + 9 * 2^-104.
    assert_eq!(t.product, 0x3fff_0000_0000_0000_6000_0000_0000_0900);
    assert_eq!(t.result, 0x3cd8_0000_0000_0002);
}

/// Oracle: the fields' documentation: a product that is not a number shows no payload.
#[test]
fn traces_show_a_nan_product_without_payload() {
    for (a, b) in [(INFINITY, 0), (0x7fc1_2345, ONE), (ONE, 0xff81_2345)] {
        assert_eq!(f32::trace(a, b, ONE, NearestEven, false, true).product, 0x7ff8_0000_0000_0000);
        assert_eq!(sm1x::trace_f32(a, b, ONE, true).product, 0x7ff8_0000_0000_0000);
        assert_eq!(sm1x::trace_f32(a, b, ONE, true).addend, Some(0x7ff8_0000_0000_0000));
    }
    let (one, infinity) = (0x3ff0 << 48, 0x7ff0 << 48);
    for (a, b) in [(infinity, 0), (0x7ff8_0000_0000_0123, one), (one, 0xfff1_2345_0000_0000)] {
        assert_eq!(f64::trace(a, b, one, NearestEven).product, 0x7fff_8000 << 96);
    }
}
