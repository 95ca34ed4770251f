//! Operand values at which a carry, a sign or a clamp changes its mind.

/// 0, 1, -1; 7f, 80, ff in every byte; 7fff, 8000, ffff in every half-word; 7fffffff, 80000000; and the inputs of the
/// published hardware readings.
pub(crate) const CORNERS: [u32; 26] = [
    0,
    1,
    0xffff_ffff,
    0x7f,
    0x80,
    0xff,
    0x7f00,
    0x8000,
    0xff00,
    0x7f_0000,
    0x80_0000,
    0xff_0000,
    0x7f00_0000,
    0x8000_0000,
    0xff00_0000,
    0x7fff,
    0xffff,
    0x7fff_0000,
    0xffff_0000,
    0x7fff_ffff,
    0x7f7f_7f7f,
    0x8080_8080,
    0x8000_8000,
    0x1234_5688,
    0x8a24_c993,
    0x9123_064a,
];

/// Fewer, for the operand that nothing is selected from.
pub(crate) const WORD_CORNERS: [u32; 8] =
    [0, 1, 0xffff_ffff, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0x7f80, 0x9123_064a];
