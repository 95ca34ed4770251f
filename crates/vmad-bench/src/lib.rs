//! Speed, as ratios: each subject is measured in turns with a peer, in the same process. The peer does comparable work,
//! or the minimum work of the task (a roofline). Noise of the machine affects both.
//!
//! [`pairs`] defines the pairs, and [`measure`] measures them. [`callgrind`] counts the instructions of a side, which do
//! not depend on the load of the machine. [`slopes`] counts how they grow with the input of a reader.
#![forbid(unsafe_code)]

pub mod callgrind;
pub mod measure;
pub mod pairs;
pub mod slopes;

/// A subject and its peer.
pub struct Pair {
    /// The name, which a filter selects: `execute/one-setting`.
    pub name: String,
    sides: Box<dyn Fn() -> anyhow::Result<[Side; 2]>>,
}

/// One side: work to repeat.
pub struct Side {
    /// The name of the work.
    pub name: &'static str,
    /// The words or executions of one run.
    pub units: u32,
    work: Box<dyn FnMut()>,
}

impl Pair {
    /// A pair; `sides` makes the subject and the peer, with their inputs, for one measurement.
    pub fn new(name: impl Into<String>, sides: impl Fn() -> anyhow::Result<[Side; 2]> + 'static) -> Self {
        Self { name: name.into(), sides: Box::new(sides) }
    }

    /// The subject and the peer, ready to run.
    ///
    /// # Errors
    /// This machine lacks an instruction set.
    pub fn build(&self) -> anyhow::Result<[Side; 2]> {
        (self.sides)()
    }
}

impl Side {
    /// A side that does `units` in a run. What it computes must go through [`std::hint::black_box`].
    pub fn new(name: &'static str, units: usize, work: impl FnMut() + 'static) -> Self {
        Self { name, units: units as u32, work: Box::new(work) }
    }

    /// Does the work once.
    pub fn run(&mut self) {
        (self.work)();
    }
}
