//! Inputs on which sequences are run before a solver is asked.

use super::statement::Statement;
use vmad_map::corners::{BYTES, WORDS, double_word};

/// The number of samples on which the terms are evaluated.
pub(super) const CHECKED: usize = 200;

const SAMPLES: usize = 4000;

/// Values of the inputs: zeros, then corners, random values, and values made of corner bytes. They depend only on the
/// number and the widths of the inputs.
pub(super) fn samples(statement: &Statement<'_>) -> Vec<Vec<u64>> {
    let mut random = fastrand::Rng::with_seed(20);
    let widths: Vec<u32> = statement.inputs().iter().map(|input| input.width.bits()).collect();
    let sample = |index: usize| {
        let value = |bits: &u32| {
            let value = match random.u8(..4) {
                _ if index == 0 => 0,
                0 => double_word(random.usize(..2 * WORDS.len())),
                1 => u64::from_le_bytes([(); 8].map(|()| BYTES[random.usize(..BYTES.len())] as u8)),
                2 => random.u64(..) >> random.u32(..64),
                _ => random.u64(..),
            };
            value & (u64::MAX >> (64 - bits))
        };
        widths.iter().map(value).collect()
    };
    (0..SAMPLES).map(sample).collect()
}
