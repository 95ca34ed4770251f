//! The condition code, whose flags no source defines: guesses, each compared with every observation.

use vmad_unit::{Sign, Trace};

/// The flags of a condition code, by their bits.
pub const FLAGS: usize = 4;

/// A possible meaning of a flag.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    /// The meaning.
    pub name: &'static str,
    holds: fn(&Trace) -> bool,
}

const fn guess(name: &'static str, holds: fn(&Trace) -> bool) -> Guess {
    Guess { name, holds }
}

const GUESSES: [Guess; 11] = [
    guess("always 0", |_| false),
    guess("always 1", |_| true),
    guess("the result is 0", |trace| trace.result() == 0),
    guess("tmp is 0", |trace| trace.pattern("tmp") == 0),
    guess("bit 31 of the result", |trace| trace.result() >> 31 == 1),
    guess("tmp is negative", |trace| trace.value("tmp") < Some(0)),
    guess("bit 31 of tmp", |trace| trace.pattern("tmp") >> 31 & 1 == 1),
    guess("bit 32 of tmp", |trace| trace.pattern("tmp") >> 32 & 1 == 1),
    guess("shr leaves the range of the final sign", leaves),
    guess("the clamp changed the result", |trace| trace.saturate == vmad_unit::Saturate::On && leaves(trace)),
    guess("the final result is signed", |trace| trace.sign("final") == Some(Sign::Signed)),
];

fn leaves(trace: &Trace) -> bool {
    trace.pattern("below") + trace.pattern("above") > 0
}

/// The observations of the four flags.
#[derive(Clone, Debug, Default)]
pub struct FlagTally {
    /// The number of observations of the flags.
    pub rows: u64,
    /// How often each was 1.
    pub set: [u64; FLAGS],
    /// The guesses that failed for each, one bit a guess.
    failed: [u16; FLAGS],
}

impl FlagTally {
    /// Counts an observation.
    pub(super) fn count(&mut self, flags: u8, trace: &Trace) {
        self.rows += 1;
        for flag in 0..FLAGS {
            let is_set = flags >> flag & 1 == 1;
            self.set[flag] += u64::from(is_set);
            for (bit, guess) in GUESSES.iter().enumerate() {
                self.failed[flag] |= u16::from((guess.holds)(trace) != is_set) << bit;
            }
        }
    }

    /// The guesses about a flag that hold for every observation.
    pub fn holding(&self, flag: usize) -> impl Iterator<Item = &'static Guess> {
        let failed = self.failed.get(flag).copied().unwrap_or(u16::MAX);
        GUESSES.iter().enumerate().filter(move |(bit, _)| failed >> bit & 1 == 0).map(|(_, guess)| guess)
    }
}
