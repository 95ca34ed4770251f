//! The numbers of options and registers: decimal, or hexadecimal with `0x`.

use std::{num::NonZero, str::FromStr, thread};

use crate::source::hexadecimal;

/// A number without a sign.
pub(crate) fn unsigned(text: &str) -> Option<u64> {
    if text.starts_with("0x") {
        return hexadecimal(text);
    }
    // `parse` accepts a sign.
    Some(text).filter(|text| !text.starts_with('+')).and_then(|text| text.parse().ok())
}

/// A number of `bits` bits: decimal, or hexadecimal with `0x`, with a sign or without.
pub(crate) fn of_bits(text: &str, bits: u32) -> Option<u64> {
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    let hexadecimal = number.strip_prefix("0x").or_else(|| number.strip_prefix("0X"));
    let (digits, radix) = hexadecimal.map_or((number, 10), |digits| (digits, 16));
    // `from_str_radix` would take a second sign.
    if digits.starts_with(['+', '-']) {
        return None;
    }
    let magnitude = i128::from(u64::from_str_radix(digits, radix).ok()?);
    let value = if text.starts_with('-') { -magnitude } else { magnitude };
    let fits = (-(1_i128 << (bits - 1))..1 << bits).contains(&value);
    fits.then_some(value as u64)
}

/// A count of at least 1, as the integer type of the option.
pub(crate) fn at_least_one<T: FromStr>(text: &str) -> Result<T, String> {
    unsigned(text)
        .filter(|number| *number > 0)
        .and_then(|number| number.to_string().parse().ok())
        .ok_or_else(|| "expected a number from 1, decimal, or hexadecimal with 0x".to_owned())
}

/// The largest number of threads: more than a machine has cores, and fewer than the limit of the system.
const MOST: u64 = 1024;

/// The parser of `--jobs`: 1 to [`MOST`].
pub(crate) fn jobs(text: &str) -> Result<NonZero<usize>, String> {
    unsigned(text)
        .filter(|number| *number <= MOST)
        .and_then(|number| NonZero::new(number as usize))
        .ok_or_else(|| format!("expected a number from 1 to {MOST}, decimal, or hexadecimal with 0x"))
}

/// The default of `--jobs`: a thread for each core.
pub(crate) fn cores() -> NonZero<usize> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    NonZero::new(cores.min(MOST as usize)).unwrap_or(NonZero::<usize>::MIN)
}
