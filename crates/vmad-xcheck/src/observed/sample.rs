//! A bounded sample of rows.

use super::Observation;
use crate::vectors::mix;

/// How many rows of a kind are kept.
const KEPT: usize = 1 << 14;

/// A part of the rows that were added: all of them up to [`KEPT`], and then an even part. The same rows give the same sample.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    rows: Vec<(u64, Observation)>,
    /// Rows whose hash has so many leading zeros are kept.
    zeros: u32,
    /// How many rows were added.
    pub(super) seen: u64,
}

impl Sample {
    pub(super) fn add(&mut self, row: &Observation) {
        self.seen += 1;
        let hash = mix(self.seen);
        if hash.leading_zeros() >= self.zeros {
            self.rows.push((hash, *row));
        }
        if self.rows.len() > KEPT {
            self.zeros += 1;
            self.rows.retain(|(hash, _)| hash.leading_zeros() >= self.zeros);
        }
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &Observation> {
        self.rows.iter().map(|(_, row)| row)
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }
}
