//! The corner values of each width, and registers that hold them.
//!
//! The corners of a width are the values at which its numbers change sign or wrap, their neighbours, the corners of the
//! narrower widths, and alternating bits. Golden vectors favour them; the exhaustive sweep runs all their combinations.
//! Where the combinations of three operands take too long, [`few`] of them are used.

use vmad_unit::{Format, Selector, Sign, Width};

/// Corners of a byte: 0 and the ends of U8 and S8, a step to either side, alternating bits.
pub const BYTES: [u32; 11] = [0x00, 0x01, 0x02, 0x55, 0x7e, 0x7f, 0x80, 0x81, 0xaa, 0xfe, 0xff];

/// Corners of a half-word: those of U16 and S16, and those of a byte extended to 16 bits.
pub const HALVES: [u32; 17] = [
    0x0000, 0x0001, 0x0002, 0x007f, 0x0080, 0x00ff, 0x0100, 0x5555, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xaaaa,
    0xff7f, 0xff80, 0xfffe, 0xffff,
];

/// Corners of a word: those of U32 and S32, and those of a half-word and a byte extended to 32 bits.
pub const WORDS: [u32; 24] = [
    0x00000000, 0x00000001, 0x00000002, 0x0000007f, 0x00000080, 0x000000ff, 0x00000100, 0x00007fff,
    0x00008000, 0x0000ffff, 0x00010000, 0x55555555, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001,
    0xaaaaaaaa, 0xffff0000, 0xffff7fff, 0xffff8000, 0xffffff7f, 0xffffff80, 0xfffffffe, 0xffffffff,
];

/// A corner of a double word: first the corners of a word, with zeros above, then their sign extensions. In these, the
/// ends of 32 bits become the ends of 64.
pub const fn double_word(index: usize) -> u64 {
    let word = WORDS[index % WORDS.len()];
    match (index / WORDS.len(), word) {
        (0, _) => word as u64,
        (_, 0x7fffffff) => i64::MAX as u64,
        (_, 0x80000000) => i64::MIN as u64,
        _ => word as i32 as u64,
    }
}

/// The corners of a width.
pub const fn of_width(width: Width) -> &'static [u32] {
    match width {
        Width::Byte => &BYTES,
        Width::Half => &HALVES,
        Width::Word => &WORDS,
    }
}

/// A few corners of a width.
pub const fn few(width: Width) -> &'static [u32] {
    match width {
        Width::Byte => &[0, 1, 0x55, 0x7f, 0x80, 0xff],
        Width::Half => &[0, 1, 0xff, 0x7fff, 0x8000, 0xaaaa, 0xffff],
        Width::Word => {
            &[0, 1, 2, 0x7fff, 0x8000, 0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0xffff8000, 0xffffffff]
        }
    }
}

/// The smallest and the largest number of a format.
pub const fn range(format: Format) -> [i128; 2] {
    let bits = format.width.bits();
    match format.sign {
        Sign::Unsigned => [0, (1 << bits) - 1],
        Sign::Signed => [-(1 << (bits - 1)), (1 << (bits - 1)) - 1],
    }
}

/// A register whose selected part is the low bits of `field`, and whose other bits are those of `around`.
pub const fn register(selector: Selector, field: u32, around: u32) -> u32 {
    let mask = u32::MAX >> (32 - selector.width().bits());
    around & !(mask << selector.low_bit()) | (field & mask) << selector.low_bit()
}
