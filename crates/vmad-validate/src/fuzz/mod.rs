//! The fuzz targets: the invariants of `vmad-xcheck`, and those of the readers and of the validation.
//!
//! Every target's body is [`Target::check`] of the target that has its name.

mod files;
mod texts;
mod validation;

use arbitrary::{Error, Result, Unstructured};
use vmad_xcheck::invariants::{self, Description, Invariant};

/// The invariants of this crate.
const OWN: [Invariant; 6] = [
    Invariant::of::<files::AnyFile>(),
    Invariant::of::<files::FatBinary>(),
    Invariant::of::<files::RawCode>(),
    Invariant::of::<texts::CodeAsText>(),
    Invariant::of::<texts::InlineAsm>(),
    Invariant::of::<validation::AnyCode>(),
];

/// The invariant of a fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target(Invariant);

/// The outcome of a target on an input, if the invariant holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It holds.
    Holds,
    /// The bytes are not a case: there are too few, or they give nothing legal.
    NoCase(Error),
}

impl Target {
    /// The target of an invariant.
    pub const fn of(invariant: Invariant) -> Self {
        Self(invariant)
    }

    /// All targets.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        invariants::ALL.into_iter().chain(OWN).map(Self)
    }

    /// The target of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|target| target.name() == name)
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.0.name
    }

    /// The invariant, in words.
    pub const fn statement(&self) -> &'static str {
        self.0.statement
    }

    /// Checks the invariant on a fuzzer's bytes.
    ///
    /// # Panics
    /// It does not hold.
    pub fn check(&self, bytes: &[u8]) -> Checked {
        self.0.check(&mut Unstructured::new(bytes)).map_or_else(Checked::NoCase, |()| Checked::Holds)
    }

    /// The bytes as the target decodes them: names and values.
    ///
    /// # Errors
    /// The bytes are not a case.
    pub fn describe(&self, bytes: &[u8]) -> Result<Description> {
        self.0.describe(&mut Unstructured::new(bytes))
    }
}

/// Whether the check of a sample fails.
#[cfg(test)]
fn is_violated(sample: &impl invariants::Sample) -> bool {
    vmad_testing::panics(|| sample.check())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_of_the_whole_input() {
        for (name, part) in [
            ("cubin_reader_refuses_or_reads", "10 bytes"),
            ("fat_binary_reader_refuses_or_reads", "10 bytes"),
            ("header_before_code_is_skipped_whole", "10 bytes"),
            ("code_as_text_is_read_or_refused", "some bytes"),
            ("inline_asm_is_read_or_refused_in_place", "some bytes"),
        ] {
            let shown = Target::named(name).unwrap().describe(b"some bytes").unwrap();
            assert!(shown.iter().any(|(_, value)| value.contains(part)), "{shown:?}");
        }
    }
}
