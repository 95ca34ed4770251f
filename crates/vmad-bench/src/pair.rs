//! A subject and its peer.

use serde::Serialize;

/// A subject, the peer that it is measured beside, and what it is to reach.
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
///     Ok([subject, peer].into())
/// });
/// assert_eq!(pair.full_name(), "sum/u64");
/// ```
pub struct Pair {
    /// What is measured: pairs of a group are summed up together, as the worst, the median and the best of them.
    pub group: &'static str,
    /// Which of the group, empty where there is one alone.
    pub name: String,
    /// What is counted: `words`, `executions`.
    pub unit: &'static str,
    /// What the subject is to reach.
    pub target: Target,
    build: Box<dyn Fn() -> anyhow::Result<Sides>>,
}

/// What a subject is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// The least ratio of its rate to the peer's.
    Ratio(f64),
    /// The least that its best rate is to be, in units a second of one core. Unlike a ratio it depends on the machine.
    Rate(f64),
}

/// The two sides of a pair, ready to run.
pub struct Sides {
    /// What is measured.
    pub subject: Side,
    /// What it is measured beside.
    pub peer: Side,
}

/// One side: work that is done again and again.
pub struct Side {
    /// What does it.
    pub name: &'static str,
    /// How many units one run does.
    pub units: u32,
    run: Box<dyn FnMut()>,
}

impl Pair {
    /// A pair; `build` makes its inputs and closures when it is measured, and they go when that is done.
    pub fn new(
        group: &'static str,
        name: impl Into<String>,
        unit: &'static str,
        target: Target,
        build: impl Fn() -> anyhow::Result<Sides> + 'static,
    ) -> Self {
        Self { group, name: name.into(), unit, target, build: Box::new(build) }
    }

    /// `group/name`, by which a filter picks it.
    pub fn full_name(&self) -> String {
        if self.name.is_empty() { self.group.to_owned() } else { format!("{}/{}", self.group, self.name) }
    }

    /// The two sides.
    ///
    /// # Errors
    /// A side needs what this machine lacks: a tool, a file.
    pub fn build(&self) -> anyhow::Result<Sides> {
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

impl From<[Side; 2]> for Sides {
    /// The subject, then the peer.
    fn from([subject, peer]: [Side; 2]) -> Self {
        Self { subject, peer }
    }
}
