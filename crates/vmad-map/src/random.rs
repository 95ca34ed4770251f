//! Random numbers: SplitMix64.
//!
//! An own implementation, so that a seed gives the same vectors in every later version. (Steele, Lea and Flood, "Fast
//! splittable pseudorandom number generators", 2014.)

/// SplitMix64: a counter with an odd increment, and a hash of its bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator that a seed starts.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        mix(self.0)
    }

    /// The next 32 bits: the upper half of 64.
    pub const fn word(&mut self) -> u32 {
        (self.next() >> 32) as u32
    }

    /// A number below `bound`; 0 where `bound` is 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }

    /// True with probability 1/`of`.
    pub const fn once_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// One of `values`; `None` where there are none.
    pub fn choose<T: Copy>(&mut self, values: &[T]) -> Option<T> {
        values.get(self.below(values.len())).copied()
    }
}

/// SplitMix64's hash of 64 bits, which is one to one.
pub const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d049bb133111eb);
    bits ^ (bits >> 31)
}
