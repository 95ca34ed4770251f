//! Shards of a plan.

use std::{fmt, str::FromStr};

/// Every n-th unit, from the k-th: `k/n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// All units.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Whether the unit with this index in the plan is in the shard.
    pub const fn has(self, unit: usize) -> bool {
        unit % self.count as usize == self.index as usize - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

const EXPECTED: &str = "expected K/N, from 1/N to N/N, as in 3/16";

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (index, count) = text.split_once('/').ok_or(EXPECTED)?;
        let number = |text: &str| {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| digits)
        };
        match (number(index), number(count)) {
            (Some(index), Some(count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => Err(EXPECTED),
        }
    }
}
