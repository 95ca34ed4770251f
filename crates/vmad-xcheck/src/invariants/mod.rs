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

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use vmad_ptx::syntax::parse_one;
    use vmad_sass::{Arch, assemble_any};

    use super::*;

    fn is_violated(sample: &impl Sample) -> bool {
        catch_unwind(AssertUnwindSafe(|| sample.check())).is_err()
    }

    #[test]
    fn a_sample_without_its_property_is_found() {
        assert!(is_violated(&control::AnyField { bits: 1 << 21 }));
        let instruction = parse_one("mad.rn.f32 d, a, b, c;").unwrap().instruction;
        let lowering = ptx::Lowering { instruction, arch: Arch::ALL[0], values: [0; 4], predicate: false };
        assert!(is_violated(&lowering));
        let read = |text| assemble_any(text).unwrap().instruction;
        let instruction = read("VMAD.U32.U32 R0, R1, R2, R3");
        let operation = read("VMAD.U32.U32.PO R0, R1, R2, R3").operation().unwrap();
        let ports = instruction.bind(vmad_sass::vmad::Ports { a: 1, b: 2, c: 3 });
        assert!(is_violated(&execution::Execution { instruction, operation, ports }));
    }
}
