//! Hexadecimal digits, without the cost of a format string.

const DIGITS: [u8; 16] = *b"0123456789abcdef";

/// Appends the low `count` hexadecimal digits of a value, in lower case.
#[inline]
pub(super) fn push_hex(line: &mut Vec<u8>, value: u128, count: u32) {
    // 64-bit arithmetic where it is enough: it is faster.
    for digit in (16..count).rev() {
        line.push(DIGITS[(value >> (4 * digit) & 0xf) as usize]);
    }
    let count = count.min(16);
    let mut low = [0; 16];
    for (place, digit) in low.iter_mut().zip((0..count).rev()) {
        *place = DIGITS[(value as u64 >> (4 * digit) & 0xf) as usize];
    }
    line.extend_from_slice(&low[..count as usize]);
}
