//! Properties that hold for every instruction, word, text and file. Each is a property of a [`Sample`], which is drawn
//! from arbitrary bytes. A violated invariant panics with a message that shows the sample.
//!
//! [`ALL`] is the one list of them. The fuzz target, the tests and the example `replay` find them by name.
//! [`generate`] draws instructions, inputs and texts from bytes; [`wide()`] is the family in 128-bit integers.
#![forbid(unsafe_code)]

mod execution;
mod files;
pub mod generate;
mod ptx;
mod text;
mod texts;
mod validation;
mod wide;
mod wide_word;
mod word;

pub use wide::wide;

use std::fmt::Debug;

use arbitrary::{Result, Unstructured};

/// The subject of an invariant, drawn from bytes.
pub trait Sample: Sized + Debug {
    /// The invariant's name.
    const NAME: &'static str;
    /// The invariant.
    const STATEMENT: &'static str;

    /// Draws a sample.
    ///
    /// # Errors
    /// There are too few bytes, or they make no legal sample.
    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self>;

    /// Checks the invariant.
    ///
    /// # Panics
    /// It does not hold.
    fn check(&self);
}

/// An invariant: a [`Sample`] without its type.
#[derive(Clone, Copy, Debug)]
pub struct Invariant {
    /// The name.
    pub name: &'static str,
    /// The property.
    pub statement: &'static str,
    check: fn(&mut Unstructured<'_>) -> Result<()>,
    describe: fn(&mut Unstructured<'_>) -> Result<String>,
}

impl Invariant {
    /// The invariant of a kind of sample.
    pub const fn of<S: Sample>() -> Self {
        Self {
            name: S::NAME,
            statement: S::STATEMENT,
            check: |bytes| S::draw(bytes).map(|sample| sample.check()),
            describe: |bytes| S::draw(bytes).map(|sample| format!("{sample:x?}")),
        }
    }

    /// The invariant of a name.
    pub fn named(name: &str) -> Option<Self> {
        ALL.into_iter().find(|invariant| invariant.name == name)
    }

    /// Checks the invariant on a fuzzer's bytes.
    ///
    /// # Errors
    /// The bytes are not a case: there are too few, or they give nothing legal.
    ///
    /// # Panics
    /// The invariant does not hold.
    pub fn check(&self, bytes: &[u8]) -> Result<()> {
        (self.check)(&mut Unstructured::new(bytes))
    }

    /// The sample that the bytes give, for a reader.
    ///
    /// # Errors
    /// The bytes are not a case.
    pub fn describe(&self, bytes: &[u8]) -> Result<String> {
        (self.describe)(&mut Unstructured::new(bytes))
    }
}

/// All invariants.
pub const ALL: [Invariant; 12] = [
    Invariant::of::<word::AnyWord>(),
    Invariant::of::<wide_word::AnyWideWord>(),
    Invariant::of::<text::ArbitraryText>(),
    Invariant::of::<execution::Execution>(),
    Invariant::of::<ptx::Lowering>(),
    Invariant::of::<ptx::PtxText>(),
    Invariant::of::<files::AnyFile>(),
    Invariant::of::<files::FatBinary>(),
    Invariant::of::<files::RawCode>(),
    Invariant::of::<texts::CodeAsText>(),
    Invariant::of::<texts::InlineAsm>(),
    Invariant::of::<validation::AnyCode>(),
];
