//! A bounded sample of rows.

use super::Observation;
use crate::vectors::mix;

/// How many rows of a kind are kept.
const KEPT: usize = 1 << 14;

/// A part of the rows that were added: all of them up to [`KEPT`], and then an even part. The same rows give the same sample.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    rows: Vec<(u64, Observation)>,
    /// Rows whose hash is at most this are kept.
    limit: u64,
    /// How many rows were added.
    pub(super) seen: u64,
}

impl Sample {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), limit: u64::MAX, seen: 0 }
    }

    pub(super) fn add(&mut self, row: &Observation) {
        self.seen += 1;
        let hash = mix(self.seen);
        if hash <= self.limit {
            self.rows.push((hash, *row));
        }
        if self.rows.len() > KEPT {
            self.limit /= 2;
            self.rows.retain(|(hash, _)| *hash <= self.limit);
        }
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &Observation> {
        self.rows.iter().map(|(_, row)| row)
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }
}
