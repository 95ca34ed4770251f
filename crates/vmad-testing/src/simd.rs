//! Inputs of the tests of SIMD video instructions.

/// Words whose bytes and half-words are at the ends of their ranges.
pub const CORNERS: [u32; 12] = [
    0,
    0xffff_ffff,
    0x8080_8080,
    0x7f7f_7f7f,
    0x8000_7fff,
    0x7fff_8000,
    0x0180_7fff,
    0xff00_01fe,
    0x0001_ffff,
    0x7f80_0080,
    0x0102_0304,
    0x8001_8001,
];
