//! The two oracles that speak no Rust: Berkeley `SoftFloat` (C) and this machine's own FMA under a rounding
//! of our choosing.
#![expect(
    unsafe_code,
    reason = "C functions and the control register of the host's float unit have no safe face"
)]

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

/// What `SoftFloat` raised.
#[derive(Clone, Copy)]
pub(crate) struct Flags(u8);

impl Flags {
    pub(crate) fn inexact(self) -> bool {
        self.0 & c::softfloat_flag_inexact != 0
    }
}

/// One `SoftFloat` operation under one of its roundings, and the flags that it raised.
fn under<T>(mode: u8, operation: impl FnOnce() -> T) -> (T, Flags) {
    // SAFETY: these write and read two bytes of SoftFloat's own, which its build makes thread-local.
    unsafe {
        c::softfloat_roundingMode_write_helper(mode);
        c::softfloat_exceptionFlags_write_helper(0);
    }
    let value = operation();
    // SAFETY: as above.
    (value, Flags(unsafe { c::softfloat_exceptionFlags_read_helper() }))
}

fn f32(v: u32) -> c::float32_t {
    c::float32_t { v }
}

fn f64(v: u64) -> c::float64_t {
    c::float64_t { v }
}

/// `f32_mulAdd`.
pub(crate) fn softfloat_mul_add32(x: u32, y: u32, z: u32, rounding: Rounding) -> (u32, Flags) {
    // SAFETY: a pure function of its operands and SoftFloat's thread-local state.
    under(softfloat_mode(rounding), || unsafe { c::f32_mulAdd(f32(x), f32(y), f32(z)) }.v)
}

/// `f64_mulAdd`.
pub(crate) fn softfloat_mul_add64(x: u64, y: u64, z: u64, rounding: Rounding) -> (u64, Flags) {
    // SAFETY: as for `softfloat_mul_add32`.
    under(softfloat_mode(rounding), || unsafe { c::f64_mulAdd(f64(x), f64(y), f64(z)) }.v)
}

/// `f32_mul` to nearest even.
pub(crate) fn softfloat_mul32(x: u32, y: u32) -> u32 {
    // SAFETY: as for `softfloat_mul_add32`.
    under(c::softfloat_round_near_even, || unsafe { c::f32_mul(f32(x), f32(y)) }.v).0
}

/// `f32_add` to nearest even.
pub(crate) fn softfloat_add32(x: u32, y: u32) -> u32 {
    // SAFETY: as for `softfloat_mul_add32`.
    under(c::softfloat_round_near_even, || unsafe { c::f32_add(f32(x), f32(y)) }.v).0
}

/// `f64_mul` of two binary32 numbers, and whether it was exact.
pub(crate) fn softfloat_product(x: u32, y: u32) -> (u64, Flags) {
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
    let odd = under(c::softfloat_round_odd, || unsafe { c::f64_add(f64(x), c::f32_to_f64(f32(y))) }).0;
    // SAFETY: as for `softfloat_mul_add32`.
    under(c::softfloat_round_near_even, || unsafe { c::f64_to_f32(odd) }.v).0
}

/// MXCSR with every exception masked and nothing flushed, under `rounding` (Intel SDM 1, 10.2.3).
fn mxcsr(rounding: Rounding) -> u32 {
    let control = match rounding {
        Rounding::NearestEven => 0,
        Rounding::TowardNegative => 1,
        Rounding::TowardPositive => 2,
        Rounding::TowardZero => 3,
    };
    0x1f80 | control << 13
}

/// MXCSR's flush-to-zero and denormals-are-zero bits.
const FLUSH: u32 = 0x8040;

/// The host has an FMA to ask; a sweep against it starts with this.
pub(crate) fn require_host_fma() {
    assert!(std::is_x86_feature_detected!("fma"), "this machine has no FMA: run the sweeps on one that has");
}

/// The host's `vfmadd213ss` under `rounding`, with its own flushing of operands and results if `ftz`.
pub(crate) fn host_mul_add32(x: u32, y: u32, z: u32, rounding: Rounding, ftz: bool) -> u32 {
    let mode = mxcsr(rounding) | if ftz { FLUSH } else { 0 };
    let mut saved = 0_u32;
    let mut result = f32::from_bits(x);
    // SAFETY: `require_host_fma` has found the instruction, and MXCSR leaves the block as it entered.
    unsafe {
        std::arch::asm!(
            "stmxcsr [{saved}]",
            "ldmxcsr [{mode}]",
            "vfmadd213ss {x}, {y}, {z}",
            "ldmxcsr [{saved}]",
            saved = in(reg) &raw mut saved,
            mode = in(reg) &raw const mode,
            x = inout(xmm_reg) result,
            y = in(xmm_reg) f32::from_bits(y),
            z = in(xmm_reg) f32::from_bits(z),
            options(nostack, preserves_flags),
        );
    }
    result.to_bits()
}

/// The host's `vfmadd213sd` under `rounding`.
pub(crate) fn host_mul_add64(x: u64, y: u64, z: u64, rounding: Rounding) -> u64 {
    let mode = mxcsr(rounding);
    let mut saved = 0_u32;
    let mut result = f64::from_bits(x);
    // SAFETY: as in `host_mul_add32`.
    unsafe {
        std::arch::asm!(
            "stmxcsr [{saved}]",
            "ldmxcsr [{mode}]",
            "vfmadd213sd {x}, {y}, {z}",
            "ldmxcsr [{saved}]",
            saved = in(reg) &raw mut saved,
            mode = in(reg) &raw const mode,
            x = inout(xmm_reg) result,
            y = in(xmm_reg) f64::from_bits(y),
            z = in(xmm_reg) f64::from_bits(z),
            options(nostack, preserves_flags),
        );
    }
    result.to_bits()
}
