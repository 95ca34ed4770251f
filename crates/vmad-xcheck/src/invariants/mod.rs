//! The invariants. Each is a property of a [`Sample`], which is drawn from arbitrary bytes. A violated invariant panics
//! with a message that shows the sample.
//!
//! [`ALL`] is the one list of them: the fuzz targets, the tests and `vmad check --fuzz-repro` refer to it by name.

mod control;
mod execution;
mod float;
mod ptx;
mod text;
mod wide;
mod word;

pub use wide::{wide, wide_any};

use arbitrary::{Result, Unstructured};

/// The subject of an invariant, drawn from bytes.
pub trait Sample: Sized {
    /// The invariant's name, which is its fuzz target's.
    const NAME: &'static str;
    /// The invariant.
    const STATEMENT: &'static str;

    /// Draws a sample.
    ///
    /// # Errors
    /// There are too few bytes, or they make no legal sample.
    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self>;

    /// The sample for a reader.
    fn describe(&self) -> Description;

    /// Checks the invariant.
    ///
    /// # Panics
    /// It does not hold.
    fn check(&self);
}

/// A sample for a reader: names and values.
pub type Description = Vec<(&'static str, String)>;

/// An invariant: a [`Sample`] without its type.
#[derive(Clone, Copy, Debug)]
pub struct Invariant {
    /// The name.
    pub name: &'static str,
    /// The property.
    pub statement: &'static str,
    check: fn(&mut Unstructured<'_>) -> Result<()>,
    describe: fn(&mut Unstructured<'_>) -> Result<Description>,
}

impl Invariant {
    /// The invariant of a kind of sample.
    pub const fn of<S: Sample>() -> Self {
        Self {
            name: S::NAME,
            statement: S::STATEMENT,
            check: |bytes| S::draw(bytes).map(|sample| sample.check()),
            describe: |bytes| S::draw(bytes).map(|sample| sample.describe()),
        }
    }

    /// Draws a sample and checks it.
    ///
    /// # Errors
    /// As [`Sample::draw`].
    ///
    /// # Panics
    /// The invariant does not hold.
    pub fn check(&self, bytes: &mut Unstructured<'_>) -> Result<()> {
        (self.check)(bytes)
    }

    /// Draws the same sample and describes it.
    ///
    /// # Errors
    /// As [`Sample::draw`].
    pub fn describe(&self, bytes: &mut Unstructured<'_>) -> Result<Description> {
        (self.describe)(bytes)
    }
}

/// All of them.
pub const ALL: [Invariant; 11] = [
    Invariant::of::<word::AnyWord>(),
    Invariant::of::<word::AnyInstruction>(),
    Invariant::of::<text::PrintedText>(),
    Invariant::of::<text::ArbitraryText>(),
    Invariant::of::<control::AnyField>(),
    Invariant::of::<control::AnyControlWord>(),
    Invariant::of::<execution::Execution>(),
    Invariant::of::<ptx::Lowering>(),
    Invariant::of::<ptx::PtxText>(),
    Invariant::of::<float::Single>(),
    Invariant::of::<float::Double>(),
];

/// The three sources of an instruction, for a reader.
fn sources([a, b, c]: [u32; 3]) -> [(&'static str, String); 3] {
    [("a", format!("{a:#010x}")), ("b", format!("{b:#010x}")), ("c", format!("{c:#010x}"))]
}
