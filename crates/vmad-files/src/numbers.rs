//! Raw code as a text of hexadecimal numbers: `xxd -p`, `od`, an array of C.

use std::ops::Range;

use thiserror::Error;

/// A token that is not a number of the width.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no number of {bits} bits: expected {digits} hexadecimal digits{or_fewer}", digits = bits / 4, or_fewer = if *prefixed { " or fewer" } else { "" })]
pub struct NotANumber {
    /// The place in the text, in bytes.
    pub place: Range<usize>,
    text: String,
    bits: u32,
    prefixed: bool,
}

/// The bytes of numbers of 8, 16, 32 or 64 bits, each with its low byte first.
///
/// If the text has a `0x`, the numbers are those with `0x`, as in C, and other tokens are ignored. Otherwise each token
/// is one number, or several without a space between them. A line can start with an address: a token that ends with a
/// colon, or has another number of digits (`od`).
///
/// # Errors
/// The first token that is not a number of the width.
pub fn numbers(text: &str, bits: u32) -> Result<Vec<u8>, NotANumber> {
    let digits = bits as usize / 4;
    let prefixed = text.contains("0x") || text.contains("0X");
    let mut bytes = Vec::new();
    for line in text.lines() {
        let mut is_first = true;
        let mut rest = line;
        while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_') {
            let token = &rest[start..];
            let end = token.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(token.len());
            let (token, behind) = token.split_at(end);
            rest = behind;
            let may_be_address = std::mem::take(&mut is_first);
            let number = match token.strip_prefix("0x").or_else(|| token.strip_prefix("0X")) {
                Some(number) => number.trim_end_matches(['u', 'U', 'l', 'L']),
                None if prefixed => continue,
                None => token,
            };
            let is_hexadecimal = number.bytes().all(|digit| digit.is_ascii_hexdigit());
            if may_be_address
                && (behind.starts_with(':') || !prefixed && is_hexadecimal && number.len() % digits != 0)
            {
                continue;
            }
            let is_of_width = if prefixed {
                (1..=digits).contains(&number.len())
            } else {
                number.len().is_multiple_of(digits)
            };
            if !is_hexadecimal || !is_of_width {
                let start = token.as_ptr() as usize - text.as_ptr() as usize;
                let place = start..start + token.len();
                return Err(NotANumber { place, text: token.to_owned(), bits, prefixed });
            }
            for digits in number.as_bytes().chunks(digits) {
                let value = digits.iter().fold(0_u64, |value, &digit| {
                    value << 4 | u64::from(char::from(digit).to_digit(16).unwrap_or_default())
                });
                bytes.extend_from_slice(&value.to_le_bytes()[..bits as usize / 8]);
            }
        }
    }
    Ok(bytes)
}
