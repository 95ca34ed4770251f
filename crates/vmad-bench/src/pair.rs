//! A subject and its peer.

/// A subject, its peer, and its target.
///
/// ```
/// use std::hint::black_box;
/// use vmad_bench::{Pair, Side, Target};
///
/// let pair = Pair::new("sum", "u64", "numbers", Target::Ratio(0.9), || {
///     let numbers: Vec<u64> = (0..1000).collect();
///     let doubled = numbers.clone();
///     let subject = Side::new("Iterator::sum", 1000, move || {
///         black_box(numbers.iter().sum::<u64>());
///     });
///     let peer = Side::new("fold", 1000, move || {
///         black_box(doubled.iter().fold(0, |sum, number| sum + number));
///     });
///     Ok([subject, peer])
/// });
/// assert_eq!(pair.full_name(), "sum/u64");
/// ```
pub struct Pair {
    /// The group: a large one is summarised by its worst, median and best pair.
    pub group: &'static str,
    /// The name in the group; empty if it is the only one.
    pub name: String,
    /// The unit of work: `words`, `executions`.
    pub unit: &'static str,
    /// The target of the subject.
    pub target: Target,
    build: Box<dyn Fn() -> anyhow::Result<[Side; 2]>>,
}

/// The target of a subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// The minimum ratio of its rate to that of the peer.
    Ratio(f64),
    /// The minimum of its best rate, in units a second on one core. It depends on the machine.
    Rate(f64),
}

/// One side: work to repeat.
pub struct Side {
    /// The name of the work.
    pub name: &'static str,
    /// The units of one run.
    pub units: u32,
    run: Box<dyn FnMut()>,
}

impl Pair {
    /// A pair; `build` makes the subject and the peer, with their inputs, for one measurement.
    pub fn new(
        group: &'static str,
        name: impl Into<String>,
        unit: &'static str,
        target: Target,
        build: impl Fn() -> anyhow::Result<[Side; 2]> + 'static,
    ) -> Self {
        Self { group, name: name.into(), unit, target, build: Box::new(build) }
    }

    /// `group/name`, which a filter selects.
    pub fn full_name(&self) -> String {
        if self.name.is_empty() { self.group.to_owned() } else { format!("{}/{}", self.group, self.name) }
    }

    /// The subject and the peer, ready to run.
    ///
    /// # Errors
    /// This machine lacks a tool or a file.
    pub fn build(&self) -> anyhow::Result<[Side; 2]> {
        (self.build)()
    }
}

impl Side {
    /// A side that does `units` in a run. What it computes must go through [`std::hint::black_box`].
    pub fn new(name: &'static str, units: u32, run: impl FnMut() + 'static) -> Self {
        Self { name, units, run: Box::new(run) }
    }

    /// Does the work once.
    pub fn run(&mut self) {
        (self.run)();
    }
}
