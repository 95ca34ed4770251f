//! Golden vectors: instructions, what stands on their ports, and what the unit makes of it.
//!
//! For the test suites of emulators and the benches of hardware. [`Filter`] says which modes, [`Vectors`] draws the
//! vectors from a seed, [`csv`] and [`readmemh`] write them without an allocation a line.
//!
//! A seed gives the same vectors on every platform: they are drawn by [`SplitMix64`], in integers. The vectors of a
//! mode depend on the seed, the mode and its selectors alone, so that a narrower filter gives the same vectors for the
//! modes that are left.

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

/// One vector. Its result and its wires are what [`Vector::trace`] computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The instruction.
    pub instruction: Vmad,
    /// What stands on its ports. An immediate stands on B's; a port that names `RZ` holds 0.
    pub ports: Ports,
}

impl Vector {
    /// Every wire, the result among them.
    pub fn trace(&self) -> Trace {
        self.instruction.trace(self.ports)
    }

    /// What B is.
    pub const fn form(&self) -> Form {
        draw::form(&self.instruction)
    }
}

/// How many vectors, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many of each stream, one stream after the other.
    Each(u64),
    /// So many in all, the streams taking turns.
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
    /// As many vectors as `count` says of the streams; none of no streams.
    pub const fn new(streams: Vec<Stream>, count: Count) -> Self {
        Self { streams, count, drawn: 0 }
    }

    /// How many there are in all, those that have been drawn too.
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
