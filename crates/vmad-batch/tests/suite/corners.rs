//! Operand values at which a carry, a sign or a clamp changes its mind.

/// 0, 1, -1; 7f, 80, ff in every byte; 7fff, 8000, ffff in every half-word; 7fffffff, 80000000; and the inputs of the
/// published hardware readings.
pub(crate) const CORNERS: [u32; 26] = [
    0, 1, 0xffffffff, 0x7f, 0x80, 0xff, 0x7f00, 0x8000, 0xff00, 0x7f0000, 0x800000, 0xff0000, 0x7f000000,
    0x80000000, 0xff000000, 0x7fff, 0xffff, 0x7fff0000, 0xffff0000, 0x7fffffff, 0x7f7f7f7f, 0x80808080,
    0x80008000, 0x12345688, 0x8a24c993, 0x9123064a,
];
