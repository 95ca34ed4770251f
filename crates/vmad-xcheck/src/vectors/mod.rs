//! Golden vectors: instructions, the values of their ports, and the unit's result.
//!
//! They are for the test suites of emulators and for hardware test benches. A [`Filter`] selects the modes, [`Vectors`]
//! draws the vectors from a seed, [`csv`] and [`readmemh`] write them without an allocation for each line.
//!
//! A seed gives the same vectors on every platform: [`SplitMix64`] uses integers only. The vectors of a mode depend only
//! on the seed, the mode and its selectors, so that a narrower filter gives the same vectors for the remaining modes.

pub mod csv;
mod digits;
mod draw;
mod filter;
pub mod readmemh;
mod rng;

pub use draw::Stream;
pub use filter::{Filter, Form, FormMode};
pub use rng::SplitMix64;

use vmad_sass::{Vmad, vmad::Ports};
use vmad_unit::Trace;

/// One vector. [`Vector::trace`] computes its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The instruction.
    pub instruction: Vmad,
    /// The values of its ports: an immediate for B, 0 for `RZ`.
    pub ports: Ports,
}

impl Vector {
    /// Every wire, including the result.
    pub fn trace(&self) -> Trace {
        self.instruction.trace(self.ports)
    }

    /// The form of B.
    pub const fn form(&self) -> Form {
        draw::form(&self.instruction)
    }
}

/// How many vectors, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// This many of each stream, one stream after the other.
    Each(u64),
    /// This many in all, from each stream in turn.
    Total(u64),
}

/// The vectors of several streams.
#[derive(Clone, Debug)]
pub struct Vectors {
    streams: Vec<Stream>,
    count: Count,
    /// How many have been drawn.
    drawn: u64,
}

impl Vectors {
    /// As many vectors of the streams as `count` says.
    pub const fn new(streams: Vec<Stream>, count: Count) -> Self {
        Self { streams, count, drawn: 0 }
    }

    /// How many there are in all, including those already drawn.
    pub fn total(&self) -> u64 {
        match self.count {
            Count::Each(each) => each.saturating_mul(self.streams.len() as u64),
            Count::Total(_) if self.streams.is_empty() => 0,
            Count::Total(total) => total,
        }
    }
}

impl Iterator for Vectors {
    type Item = Vector;

    fn next(&mut self) -> Option<Vector> {
        if self.drawn == self.total() {
            return None;
        }
        let turn = match self.count {
            Count::Each(each) => self.drawn.checked_div(each)?,
            Count::Total(_) => self.drawn % self.streams.len() as u64,
        };
        self.drawn += 1;
        self.streams.get_mut(turn as usize).map(Stream::draw)
    }
}
