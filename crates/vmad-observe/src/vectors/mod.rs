//! Golden vectors: instructions, the values of their ports, and the unit's result.
//!
//! They are for the test suites of emulators and for hardware test benches. A [`Filter`] selects the modes of an
//! instruction, [`Vectors`] draws the vectors from a seed, a [`Table`] writes them without an allocation for
//! each line. The columns are the modifiers that the word form describes, and the wires that the execution records.
//!
//! A seed gives the same vectors on every platform: [`SplitMix64`](vmad_map::random::SplitMix64) uses integers only. The vectors of a mode depend only
//! on the seed, the mode and its selectors, so that a narrower filter gives the same vectors for the remaining modes.

mod aim;
mod draw;
mod filter;
mod illegal;
mod registers;
mod table;

pub use draw::{NoVectors, Stream};
pub use filter::{Filter, FormMode, value_names};
pub use illegal::{Illegal, illegal};
pub use registers::Registers;
pub use table::{Column, Table, column_name};

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

impl Vector {
    /// Every wire, including the result.
    pub fn trace(&self) -> Trace {
        let Ports { a, b, c } = self.ports;
        self.operation.trace(a, b, c)
    }

    /// The format and the selector of A, then those of B: `U8` and `B0`. The selector of a word is `W`, and that of
    /// `VABSDIFF4` names the bytes of the lanes: `3210`.
    pub(crate) fn operands(&self) -> [[&'static str; 2]; 2] {
        if let Operation::Vabsdiff4(vabsdiff4::Mode { a, a_sign, b, b_sign, .. }) = self.operation {
            return [(a_sign, a.name()), (b_sign, b.name())]
                .map(|(sign, selector)| [Format { width: Width::Byte, sign }.name(), selector]);
        }
        let operands = self.operation.operands().unwrap_or([Operand::first(Format::U32); 2]);
        operands.map(|operand| {
            let is_word = operand.selector.width() == Width::Word;
            [operand.format().name(), if is_word { "W" } else { operand.selector.name() }]
        })
    }
}

/// How many vectors, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// This many of each stream, one stream after the other.
    Each(u64),
    /// This many in all, from the streams in turn, in an order that spreads them.
    Total(u64),
}

/// The vectors of several streams, in groups: one for each instruction.
#[derive(Clone, Debug)]
pub struct Vectors {
    groups: Vec<Vec<Stream>>,
    count: Count,
    drawn: u64,
}

impl Vectors {
    /// As many vectors of the streams as `count` says.
    pub fn new(streams: Vec<Stream>, count: Count) -> Self {
        Self::of_groups(vec![streams], count)
    }

    /// The same of several instructions. A [total](Count::Total) has equally many of each.
    pub fn of_groups(groups: Vec<Vec<Stream>>, count: Count) -> Self {
        Self { groups: groups.into_iter().filter(|group| !group.is_empty()).collect(), count, drawn: 0 }
    }

    /// How many there are in all, including those already drawn.
    pub fn total(&self) -> u64 {
        let streams: usize = self.groups.iter().map(Vec::len).sum();
        match self.count {
            Count::Each(each) => each.saturating_mul(streams as u64),
            Count::Total(_) if streams == 0 => 0,
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
        let drawn = self.drawn;
        self.drawn += 1;
        match self.count {
            Count::Each(each) => {
                let turn = drawn.checked_div(each)? as usize;
                self.groups.iter_mut().flatten().nth(turn)?.draw()
            }
            Count::Total(_) => {
                let groups = self.groups.len() as u64;
                let group = self.groups.get_mut((drawn % groups) as usize)?;
                let turn = turn(drawn / groups, group.len() as u64);
                group.get_mut(turn as usize)?.draw()
            }
        }
    }
}

/// The place of the `index`-th number in an order of 0 to `count` - 1 whose first part, of any length, is spread over all.
fn turn(index: u64, count: u64) -> u64 {
    // The golden section is the step that spreads best; without a common factor it meets every number.
    let golden = ((u128::from(count) * 0x9e37_79b9_7f4a_7c15) >> 64) as u64;
    let step = (golden.max(1)..=count).find(|&step| gcd(step, count) == 1).unwrap_or(1);
    (u128::from(index) * u128::from(step) % u128::from(count)) as u64
}

const fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}
