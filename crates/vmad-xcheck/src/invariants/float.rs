//! Float `mad` against the host.

use arbitrary::{Result, Unstructured};
use vmad_ptx::mad::{Rounding, f32 as single, f64 as double};

use crate::generate;

/// Any three single-precision numbers: `mad.rn.f32` is the host's fused multiply-add, with `.ftz` and `.sat` added.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// The invariant does not hold.
pub fn mad_f32_is_the_hosts(bytes: &mut Unstructured<'_>) -> Result<()> {
    let words = [generate::single(bytes)?, generate::single(bytes)?, generate::single(bytes)?];
    let (ftz, sat): (bool, bool) = bytes.arbitrary()?;
    let flush = |number: f32| {
        if ftz && number.is_subnormal() { 0_f32.copysign(number) } else { number }
    };
    let [a, b, c] = words.map(f32::from_bits).map(flush);
    let sum = a.mul_add(b, c);
    // Whether a result just below the normal numbers that rounds up to one of them is flushed is not the host's to say.
    if ftz && sum.abs().to_bits() == f32::MIN_POSITIVE.to_bits() {
        return Ok(());
    }
    let expected = match flush(sum) {
        number if number.is_nan() && sat => 0,
        // NVIDIA's one NaN of single precision.
        number if number.is_nan() => 0x7fff_ffff,
        // `max` may keep the sign of a zero.
        number if sat => (number.clamp(0.0, 1.0) + 0.0).to_bits(),
        number => number.to_bits(),
    };
    let [a, b, c] = words;
    let result = single::mad(a, b, c, Rounding::NearestEven, ftz, sat);
    assert_eq!(result, expected, "{a:#x} * {b:#x} + {c:#x}, ftz {ftz}, sat {sat}");
    Ok(())
}

/// Any three double-precision numbers: `mad.rn.f64` is the host's fused multiply-add, but for the bits of a NaN.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// The invariant does not hold.
pub fn mad_f64_is_the_hosts(bytes: &mut Unstructured<'_>) -> Result<()> {
    let [a, b, c] = [generate::double(bytes)?, generate::double(bytes)?, generate::double(bytes)?];
    let expected = f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c));
    let result = double::mad(a, b, c, Rounding::NearestEven);
    if expected.is_nan() {
        assert!(f64::from_bits(result).is_nan(), "{a:#x} * {b:#x} + {c:#x} = {result:#x}");
    } else {
        assert_eq!(result, expected.to_bits(), "{a:#x} * {b:#x} + {c:#x}");
    }
    Ok(())
}
