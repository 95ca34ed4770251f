//! The condition code, whose flags no source defines: guesses, each compared with every observation.

use vmad_unit::{Saturate, Sign, Trace};

/// The flags of a condition code, by their bits.
pub const FLAGS: usize = 4;

/// A possible meaning of a flag: its name, and whether it holds; [`None`] if the instruction has no such wire.
type Guess = (&'static str, fn(&Trace) -> Option<bool>);

const GUESSES: [Guess; 11] = [
    ("always 0", |_| Some(false)),
    ("always 1", |_| Some(true)),
    ("the result is 0", |trace| Some(trace.result() == 0)),
    ("tmp is 0", |trace| Some(trace.value("tmp")? == 0)),
    ("bit 31 of the result", |trace| Some(trace.result() >> 31 == 1)),
    ("tmp is negative", |trace| Some(trace.value("tmp")? < 0)),
    ("bit 31 of tmp", |trace| Some(trace.value("tmp")? >> 31 & 1 == 1)),
    ("bit 32 of tmp", |trace| Some(trace.value("tmp")? >> 32 & 1 == 1)),
    ("shr leaves the range of the final sign", leaves),
    ("the clamp changed the result", |trace| Some(leaves(trace)? && trace.saturate == Saturate::On)),
    ("the final result is signed", |trace| Some(trace.sign("final")? == Sign::Signed)),
];

fn leaves(trace: &Trace) -> Option<bool> {
    Some(trace.value("below")? + trace.value("above")? > 0)
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
            for (bit, (_, holds)) in GUESSES.iter().enumerate() {
                self.failed[flag] |= u16::from(holds(trace) != Some(is_set)) << bit;
            }
        }
    }

    /// The names of the guesses about a flag that hold for every observation.
    pub fn holding(&self, flag: usize) -> impl Iterator<Item = &'static str> {
        let failed = self.failed.get(flag).copied().unwrap_or(u16::MAX);
        GUESSES.iter().enumerate().filter(move |(bit, _)| failed >> bit & 1 == 0).map(|(_, (name, _))| *name)
    }
}
