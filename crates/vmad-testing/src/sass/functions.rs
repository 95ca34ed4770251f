//! The results of single instructions.

use std::cmp::Ordering;

/// Whether an opcode has a modifier.
pub(super) fn has(opcode: &str, modifier: &str) -> bool {
    opcode.split('.').skip(1).any(|part| part == modifier)
}

/// Whether numbers in this order have the comparison that follows the opcode's name.
pub(super) fn holds(opcode: &str, order: Ordering) -> Result<bool, String> {
    match opcode.split('.').nth(1) {
        Some("LT") => Ok(order.is_lt()),
        Some("LE") => Ok(order.is_le()),
        Some("EQ") => Ok(order.is_eq()),
        Some("NE") => Ok(order.is_ne()),
        Some("GE") => Ok(order.is_ge()),
        Some("GT") => Ok(order.is_gt()),
        _ => Err(format!("the comparison of {opcode} is not known")),
    }
}

/// The low bits of a word, 1 to 32 of them, as a number.
pub(super) fn number(word: u32, bits: u32, is_signed: bool) -> i64 {
    let unused = 64 - bits;
    let top = u64::from(word) << unused;
    if is_signed { top.cast_signed() >> unused } else { (top >> unused).cast_signed() }
}

/// The 64 bits of a product; with `.U32` that of unsigned numbers.
pub(super) fn product(opcode: &str, a: u32, b: u32) -> u64 {
    let [a, b] = [a, b].map(|word| number(word, 32, !has(opcode, "U32")));
    a.wrapping_mul(b).cast_unsigned()
}

/// The absolute differences of bytes. The opcode has the formats of both operands, or one for both; none is S8.
pub(super) fn absolute_differences(opcode: &str, a: u32, b: u32) -> [u32; 4] {
    let formats = opcode.split('.').filter(|part| matches!(*part, "U8" | "S8"));
    let formats: Vec<bool> = formats.map(|format| format == "U8").collect();
    let is_unsigned = |index| formats.get(index).or(formats.first()).copied().unwrap_or(false);
    let lane =
        |operand: usize, word: u32, index: usize| number(word >> (8 * index), 8, !is_unsigned(operand));
    std::array::from_fn(|index| lane(0, a, index).abs_diff(lane(1, b, index)) as u32)
}

/// `PRMT`: each of four bytes is one of eight, or eight copies of its sign.
pub(super) fn permute(a: u32, selector: u32, c: u32) -> u32 {
    let bytes = (u64::from(c) << 32 | u64::from(a)).to_le_bytes();
    u32::from_le_bytes(std::array::from_fn(|index| {
        let nibble = selector >> (4 * index) & 15;
        let byte = bytes[nibble as usize & 7];
        if nibble & 8 == 0 { byte } else { (byte.cast_signed() >> 7).cast_unsigned() }
    }))
}

/// `LOP3.LUT`: the table's bit for each triple of bits.
pub(super) fn lookup(a: u32, b: u32, c: u32, table: u32) -> u32 {
    let pick = |word: u32, index: u32, bit: u32| if index & bit == 0 { !word } else { word };
    (0..8)
        .filter(|index| table >> index & 1 == 1)
        .fold(0, |result, index| result | pick(a, index, 4) & pick(b, index, 2) & pick(c, index, 1))
}

/// `SHF`: the 64 bits of c and a, shifted, and their low or high word.
pub(super) fn funnel(opcode: &str, a: u32, amount: u32, c: u32) -> u32 {
    let has = |modifier| has(opcode, modifier);
    let value = u64::from(c) << 32 | u64::from(a);
    let most = if has("U64") || has("S64") { 63 } else { 32 };
    let by = if has("W") { amount % if most == 63 { 64 } else { 32 } } else { amount.min(most) };
    let shifted = match (has("L"), has("S32") || has("S64")) {
        (true, _) => value << by,
        (false, true) => (value.cast_signed() >> by).cast_unsigned(),
        (false, false) => value >> by,
    };
    (if has("HI") { shifted >> 32 } else { shifted }) as u32
}

/// `HFMA2 R3, -RZ, RZ, 0, 5.96e-08`: a constant as two half precision numbers.
pub(super) fn constant_halves(operands: &[&str]) -> Result<u32, String> {
    let [_, "-RZ", "RZ", high, low] = operands else {
        return Err("this form of HFMA2 is not known".to_owned());
    };
    Ok(u32::from(half(high)?) << 16 | u32::from(half(low)?))
}

/// The bits of a half precision number; the text has its exact value.
fn half(text: &str) -> Result<u16, String> {
    let value: f64 = text.parse().map_err(|_| format!("{text} is not a number"))?;
    let sign = u16::from(text.starts_with('-')) << 15;
    let magnitude = value.abs();
    if text.trim_start_matches('-') == "0.0" || magnitude.to_bits() == 0 {
        return Ok(sign);
    }
    let found = (1..0x7c00_u16).find(|bits| {
        let (exponent, fraction) = (i32::from(bits >> 10), f64::from(bits & 0x3ff));
        let number = if exponent == 0 { fraction } else { (1024.0 + fraction) * 2_f64.powi(exponent - 1) };
        (number * 2_f64.powi(-24)).to_bits() == magnitude.to_bits()
    });
    found.map(|bits| sign | bits).ok_or_else(|| format!("{text} is not a half precision number"))
}
