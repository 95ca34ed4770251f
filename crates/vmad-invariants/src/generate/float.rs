//! Floats from arbitrary bytes.

use arbitrary::{Result, Unstructured};

/// A single-precision number's bits. Corner cases and exponents near that of 1 are frequent.
///
/// # Errors
/// The bytes have run out.
pub fn single(bytes: &mut Unstructured<'_>) -> Result<u32> {
    Ok(float(bytes, 8, 23)? as u32)
}

/// A double-precision number's bits, likewise.
///
/// # Errors
/// The bytes have run out.
pub fn double(bytes: &mut Unstructured<'_>) -> Result<u64> {
    float(bytes, 11, 52)
}

fn float(bytes: &mut Unstructured<'_>, exponent: u32, fraction: u32) -> Result<u64> {
    let exponents = (1 << exponent) - 1;
    let bias = exponents / 2;
    let exponent_bits = match bytes.int_in_range(0..=7)? {
        0 => 0,
        1 => 1,
        2 => exponents,
        3 => exponents - 1,
        // Sums that cancel, and products whose rounding shows.
        4 | 5 => bytes.int_in_range(bias - 30..=bias + 30)?,
        _ => bytes.int_in_range(0..=exponents)?,
    };
    let ones = (1 << fraction) - 1;
    let fraction_bits = match bytes.int_in_range(0..=5)? {
        0 => 0,
        1 => 1,
        2 => ones,
        3 => 1 << (fraction - 1),
        _ => bytes.arbitrary::<u64>()? & ones,
    };
    let sign = u64::from(bytes.arbitrary::<bool>()?);
    Ok(sign << (exponent + fraction) | exponent_bits << fraction | fraction_bits)
}
