//! Properties that hold for every instruction, word, text and file. Each is a property of a [`Sample`], which is drawn
//! from arbitrary bytes. A violated invariant panics with a message that shows the sample.
//!
//! [`ALL`] is the one list of them. The fuzz targets, the tests and the example `replay` refer to them by name.
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

    /// The sample that the bytes give: names and values.
    ///
    /// # Errors
    /// The bytes are not a case.
    pub fn describe(&self, bytes: &[u8]) -> Result<Description> {
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

/// The three sources of an instruction, for a reader.
fn sources([a, b, c]: [u32; 3]) -> [(&'static str, String); 3] {
    [("a", format!("{a:#010x}")), ("b", format!("{b:#010x}")), ("c", format!("{c:#010x}"))]
}

/// Whether the check of a sample fails.
#[cfg(test)]
fn is_violated(sample: &impl Sample) -> bool {
    vmad_testing::panics(|| sample.check())
}

#[cfg(test)]
mod tests {
    use vmad_ptx::syntax::{parse, parse_one};
    use vmad_sass::{
        Arch, Assembly, Instruction, assemble, assemble_in, isa::Layout, schedule::ControlField,
    };

    use super::*;
    use vmad_ptxas::lowering::{LowerError, lower};

    fn read(text: &str) -> Instruction {
        assemble(text).unwrap().instruction
    }

    #[test]
    fn another_mode_is_found() {
        let instruction = read("VMAD.U32.U32 R0, R1, R2, R3");
        let operation = read("VMAD.U32.U32.PO R0, R1, R2, R3").operation().unwrap();
        let ports = instruction.bind(vmad_sass::Ports { a: 1, b: 2, c: 3 });
        assert!(is_violated(&execution::Execution { instruction, operation, ports }));
    }

    fn lowered(text: &str, lower: ptx::Lower) -> ptx::Lowering {
        let instruction = parse_one(text).unwrap().instruction;
        ptx::Lowering { instruction, arch: Arch::Sm50, values: [1; 4], predicate: false, lower }
    }

    #[test]
    fn a_lowering_that_refuses_or_differs_is_found() {
        let (alone, four) = ("vadd.u32.u32.u32 d, a, b;", "vadd4.u32.u32.u32 d, a, b, c;");
        assert!(!is_violated(&lowered(alone, lower)) && !is_violated(&lowered(four, lower)));
        assert!(is_violated(&lowered(alone, |_, _, _| Err(LowerError::SimdSequence))));
        assert!(is_violated(&lowered(four, |_, _, _| Err(LowerError::NotVideo))));
        let other: ptx::Lower = |_, arch, registers| {
            lower(&parse_one("vsub.u32.u32.u32 d, a, b;").unwrap().instruction, arch, registers)
        };
        assert!(is_violated(&lowered(alone, other)));
    }

    #[test]
    fn a_decoder_that_sets_another_bit_is_found() {
        let word = read("VMAD.U32.U32 R0, R1, R2, R3").encode();
        let wrong: word::Decode = |layout, word| Instruction::decode_in(layout, word ^ 1);
        let right: word::Decode = Instruction::decode_in;
        let (control, arch) = (ControlField::IDLE, Arch::Sm50);
        for (decode, expected) in [(right, false), (wrong, true)] {
            let sample = word::AnyWord { word, control, arch, decode, assemble: assemble_in };
            assert_eq!(is_violated(&sample), expected);
        }
    }

    #[test]
    fn an_assembler_that_sets_a_bit_without_a_meaning_is_found() {
        let text = "VMAD.U32.U32 R0, R1, R2, R3";
        let wrong: text::Assemble = |layout, text| {
            let Assembly { instruction, control } = assemble_in(layout, text)?;
            let word = text::without_ignored(u64::MAX, instruction.form());
            let instruction = Instruction::decode(instruction.encode() | !word).unwrap();
            Ok(Assembly { instruction, control })
        };
        let layout = Layout::Maxwell;
        assert_eq!(wrong(layout, text).unwrap().instruction.to_string(), read(text).to_string());
        assert_ne!(wrong(layout, text).unwrap().instruction.encode(), read(text).encode());
        let (word, control, arch) = (read(text).encode(), ControlField::IDLE, Arch::Sm50);
        for (assemble, expected) in [(assemble_in as text::Assemble, false), (wrong, true)] {
            let sample = word::AnyWord { word, control, arch, decode: Instruction::decode_in, assemble };
            assert_eq!(is_violated(&sample), expected);
            assert_eq!(
                is_violated(&text::ArbitraryText { text: text.to_owned(), layout, assemble }),
                expected
            );
        }
    }

    /// A span that ends behind the text.
    #[test]
    fn a_reader_of_ptx_that_is_wrong_is_found() {
        let sample = || ptx::PtxText::new("vadd.u32.u32.u32 d, a, b;".to_owned());
        assert!(!is_violated(&sample()));
        let beyond = |text: &str| {
            let mut found = parse(text)?;
            found[0].span.end += 1;
            Ok(found)
        };
        assert!(is_violated(&ptx::PtxText { parse: beyond, ..sample() }));
    }
}
