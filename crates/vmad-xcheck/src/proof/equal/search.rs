//! Inputs on which codes are run before a solver is asked.

use super::statement::Statement;

/// On how many of the samples the terms are evaluated.
pub(super) const CHECKED: usize = 200;

/// The number of samples.
const SAMPLES: usize = 4000;

/// Corners of bytes, half-words and words.
const CORNERS: [u64; 14] = [
    0,
    1,
    2,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x7fff_ffff_ffff_ffff,
    u64::MAX,
];

/// Values of the inputs: zeros, then corners, random values, and values made of corner bytes. They depend only on the
/// number and the widths of the inputs.
pub(super) fn samples(statement: &Statement<'_>) -> Vec<Vec<u64>> {
    let mut random = fastrand::Rng::with_seed(20);
    let widths: Vec<u32> = statement.inputs().iter().map(|input| input.width.bits()).collect();
    let sample = |index: usize| {
        let value = |bits: &u32| {
            let value = match random.u8(..4) {
                _ if index == 0 => 0,
                0 => CORNERS[random.usize(..CORNERS.len())],
                1 => u64::from_le_bytes([(); 8].map(|()| CORNERS[random.usize(..6)] as u8)),
                2 => random.u64(..) >> random.u32(..64),
                _ => random.u64(..),
            };
            value & (u64::MAX >> (64 - bits))
        };
        widths.iter().map(value).collect()
    };
    (0..SAMPLES).map(sample).collect()
}
