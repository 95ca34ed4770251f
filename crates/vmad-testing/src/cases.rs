//! Random inputs of integer instructions, and a digest of their results, so that a number records thousands of cases.

/// Numbers that favour corner cases: a xorshift generator of 64 bits.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

/// Corner cases, cut to the width.
const CORNERS: [u64; 16] = [
    0,
    1,
    31,
    32,
    63,
    64,
    0x7f,
    0x80,
    0xff,
    0x8000,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0x8080_8080_8080_8080,
    0x7fff_ffff_ffff_ffff,
    u64::MAX,
];

impl Numbers {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number of 1 to 64 bits: a quarter are corners, a quarter are short.
    pub fn number(&mut self, bits: u32) -> u64 {
        let (word, pick, shift) = (self.next(), self.next() >> 32, self.next() >> 32);
        let mask = u64::MAX >> (64 - bits);
        match pick % 4 {
            0 => CORNERS[(word % 16) as usize] & mask,
            1 => (word & mask) >> (shift % u64::from(bits)),
            _ => word & mask,
        }
    }
}

/// FNV-1a of the words, little-endian.
pub fn digest(words: impl IntoIterator<Item = u32>) -> u64 {
    let bytes = words.into_iter().flat_map(u32::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
