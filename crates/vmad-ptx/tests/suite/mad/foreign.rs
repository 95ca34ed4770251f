//! The oracle that speaks no Rust: Berkeley `SoftFloat` (C).
#![expect(unsafe_code, reason = "C functions have no safe face")]

use softfloat_rs as c;
use vmad_ptx::mad::Rounding;

/// `SoftFloat`'s number of a rounding.
fn softfloat_mode(rounding: Rounding) -> u8 {
    match rounding {
        Rounding::NearestEven => c::softfloat_round_near_even,
        Rounding::TowardZero => c::softfloat_round_minMag,
        Rounding::TowardNegative => c::softfloat_round_min,
        Rounding::TowardPositive => c::softfloat_round_max,
    }
}

/// One `SoftFloat` operation under one of its roundings.
fn under<T>(mode: u8, operation: impl FnOnce() -> T) -> T {
    // SAFETY: this writes a byte of SoftFloat's own, which its build makes thread-local.
    unsafe { c::softfloat_roundingMode_write_helper(mode) };
    operation()
}

fn f32(v: u32) -> c::float32_t {
    c::float32_t { v }
}

fn f64(v: u64) -> c::float64_t {
    c::float64_t { v }
}

/// `f32_mulAdd`.
pub(crate) fn softfloat_mul_add32(x: u32, y: u32, z: u32, rounding: Rounding) -> u32 {
    // SAFETY: a pure function of its operands and SoftFloat's thread-local state.
    under(softfloat_mode(rounding), || unsafe { c::f32_mulAdd(f32(x), f32(y), f32(z)) }.v)
}

/// `f64_mulAdd`.
pub(crate) fn softfloat_mul_add64(x: u64, y: u64, z: u64, rounding: Rounding) -> u64 {
    // SAFETY: as for `softfloat_mul_add32`.
    under(softfloat_mode(rounding), || unsafe { c::f64_mulAdd(f64(x), f64(y), f64(z)) }.v)
}

/// `f32_mul` to nearest even.
pub(crate) fn softfloat_mul32(x: u32, y: u32) -> u32 {
    // SAFETY: as for `softfloat_mul_add32`.
    under(c::softfloat_round_near_even, || unsafe { c::f32_mul(f32(x), f32(y)) }.v)
}

/// `f64_mul` to nearest even.
pub(crate) fn softfloat_mul64(x: u64, y: u64) -> u64 {
    // SAFETY: as for `softfloat_mul_add32`.
    under(c::softfloat_round_near_even, || unsafe { c::f64_mul(f64(x), f64(y)) }.v)
}

/// `f32_add` to nearest even.
pub(crate) fn softfloat_add32(x: u32, y: u32) -> u32 {
    // SAFETY: as for `softfloat_mul_add32`.
    under(c::softfloat_round_near_even, || unsafe { c::f32_add(f32(x), f32(y)) }.v)
}

/// `f64_mul` of two binary32 numbers: exact.
pub(crate) fn softfloat_product(x: u32, y: u32) -> u64 {
    // SAFETY: as for `softfloat_mul_add32`.
    under(
        c::softfloat_round_near_even,
        || unsafe { c::f64_mul(c::f32_to_f64(f32(x)), c::f32_to_f64(f32(y))) }.v,
    )
}

/// `x + y` for a binary64 `x` and a binary32 `y`, rounded once to binary32, to nearest even: `SoftFloat`'s
/// own rounding to odd, then its conversion.
pub(crate) fn softfloat_add_once(x: u64, y: u32) -> u32 {
    // SAFETY: as for `softfloat_mul_add32`.
    let odd = under(c::softfloat_round_odd, || unsafe { c::f64_add(f64(x), c::f32_to_f64(f32(y))) });
    // SAFETY: as for `softfloat_mul_add32`.
    under(c::softfloat_round_near_even, || unsafe { c::f64_to_f32(odd) }.v)
}
