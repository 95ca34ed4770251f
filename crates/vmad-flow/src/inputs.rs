//! The values that a run takes from outside of the function.

/// The inputs of a run.
#[derive(Debug)]
pub(crate) struct Inputs<'f> {
    /// The number of the run.
    pub(crate) run: u64,
    /// The number of its group. Runs of a group agree on what ptxas can know.
    pub(crate) group: u64,
    /// Whether each branch has a random outcome, and each comparison for equality is true: ptxas can know the register.
    pub(crate) is_forced: bool,
    /// The constants that the function compares, and their neighbours.
    pub(crate) compared: &'f [u64],
    /// The largest block.
    pub(crate) threads: [u64; 3],
}

impl Inputs<'_> {
    /// A value that ptxas cannot know: a small one, one that the function compares, or a random one of any width.
    pub(crate) fn unknown(&self, key: u64) -> u64 {
        let random = mixed(mixed(key) ^ self.run);
        match random >> 62 {
            0 => random % 9,
            1 if !self.compared.is_empty() => self.compared[(random >> 8) as usize % self.compared.len()],
            2 => mixed(random) >> (random & 0x3f),
            _ => mixed(random),
        }
    }

    /// A value that ptxas can know, of no known kind.
    pub(crate) fn known(&self, key: u64) -> u64 {
        mixed(mixed(key) ^ !self.group)
    }

    /// The value of a special register.
    pub(crate) fn special(&self, name: &str) -> u64 {
        /// The number of threads of a warp.
        const WARP: u64 = 32;
        let value = self.unknown(hashed(name));
        match name {
            "%tid.x" => value % self.threads[0],
            "%tid.y" => value % self.threads[1],
            "%tid.z" => value % self.threads[2],
            "%laneid" => value % WARP,
            _ => value & u64::from(u32::MAX),
        }
    }
}

/// A random number of a number: the last step of SplitMix64.
pub(crate) fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

/// A number of a text: FNV-1a.
pub(crate) fn hashed(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
