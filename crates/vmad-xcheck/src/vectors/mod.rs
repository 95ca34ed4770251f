//! Golden vectors: instructions, the values of their ports, and the unit's result.
//!
//! They are for the test suites of emulators and for hardware test benches. A [`Filter`] selects the modes of an
//! instruction, [`Vectors`] draws the vectors from a seed, [`csv`] and [`readmemh`] write them without an allocation for
//! each line. The columns are the modifiers that the word form describes, and the wires that the execution records.
//!
//! A seed gives the same vectors on every platform: [`SplitMix64`] uses integers only. The vectors of a mode depend only
//! on the seed, the mode and its selectors, so that a narrower filter gives the same vectors for the remaining modes.

mod aim;
pub mod csv;
mod digits;
mod draw;
mod edge;
mod filter;
mod layout;
pub mod readmemh;
mod rng;

pub use draw::{NoVectors, Stream};
pub use filter::{Filter, FormMode};
pub use layout::{FLAGS, Layout, value_names};
pub use rng::SplitMix64;

use vmad_sass::{Instruction, Ports};
use vmad_unit::{Format, Operand, Operation, Trace, Width, vabsdiff4};

/// One vector. [`Vector::trace`] computes its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The instruction.
    pub instruction: Instruction,
    /// Its operation.
    pub operation: Operation,
    /// The values of its ports: an immediate for B, 0 for `RZ`; for `VSETP`, C is the source predicate, 0 or 1.
    pub ports: Ports,
}

/// The names of an operand's format and selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandNames {
    /// The format: `U8`.
    pub format: &'static str,
    /// The selector: `B0`, `W` of a word; of `VABSDIFF4` the bytes of the lanes: `3210`.
    pub selector: &'static str,
}

impl Vector {
    /// Every wire, including the result.
    pub fn trace(&self) -> Trace {
        let Ports { a, b, c } = self.ports;
        self.operation.trace(a, b, c)
    }

    /// The formats and the selectors of A and B.
    pub fn operands(&self) -> [OperandNames; 2] {
        if let Operation::Vabsdiff4(vabsdiff4::Mode { a, a_sign, b, b_sign, .. }) = self.operation {
            return [(a_sign, a.name()), (b_sign, b.name())].map(|(sign, selector)| {
                let format = Format { width: Width::Byte, sign }.name();
                OperandNames { format, selector }
            });
        }
        let operands = self.operation.operands().unwrap_or([Operand::first(Format::U32); 2]);
        operands.map(|operand| {
            let selector =
                if operand.selector.width() == Width::Word { "W" } else { operand.selector.name() };
            OperandNames { format: operand.format().name(), selector }
        })
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
        self.streams.get_mut(turn as usize)?.draw()
    }
}
