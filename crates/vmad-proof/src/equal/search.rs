//! Inputs on which codes are run before a solver is asked.

use super::statement::Statement;
use crate::corners::{BYTES, WORDS, double_word};

/// On how many of the samples the terms are evaluated.
pub(super) const CHECKED: usize = 200;

/// The number of samples.
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use vmad_ptx::sequence::Sequence;

    use super::*;

    /// Of 4,000 samples, each kind has about 1,000.
    #[test]
    fn each_kind_of_value_is_drawn() {
        let code = Sequence::parse(".reg .b64 a, d; mov.b64 d, a;").unwrap();
        let statement = Statement::new(&code, &code, &[], &["d".to_owned()]).unwrap();
        let samples = samples(&statement);
        assert!(samples.iter().all(|sample| sample.len() == 1));
        let values: Vec<u64> = samples.concat();
        assert_eq!((values.len(), values[0]), (SAMPLES, 0));
        let count = |is: &dyn Fn(u64) -> bool| values.iter().filter(|value| is(**value)).count();
        let corners: HashSet<u64> = (0..2 * WORDS.len()).map(double_word).collect();
        assert!(corners.iter().all(|corner| values.contains(corner)));
        assert!(count(&|value| value == 0) < 200);
        assert!(count(&|value| corners.contains(&value)) > 900);
        let of_corners =
            |value: u64| value.to_le_bytes().iter().all(|byte| BYTES.contains(&u32::from(*byte)));
        assert!(count(&|value| of_corners(value) && !corners.contains(&value)) > 700);
        assert!(count(&|value| value < 1 << 48 && !corners.contains(&value)) > 700);
    }
}
