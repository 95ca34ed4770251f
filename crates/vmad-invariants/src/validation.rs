//! The comparison of PTX with code.

use std::collections::HashSet;

use crate::{Sample, generate};
use arbitrary::{Result, Unstructured};
use vmad_map::meaning;
use vmad_ptx::{
    ast::{Body, Instruction as Ptx, Operand, Register, Video},
    module::scan,
    reading::Reading,
};
use vmad_sass::{Arch, Instruction, SourceB};

use vmad_files::cubin::FunctionCode;
use vmad_validate::{PlacedWord, validate};

/// A kernel, and code.
#[derive(Debug)]
pub(super) struct AnyCode {
    text: String,
    words: Vec<u64>,
    /// The line of each word.
    lines: Vec<u32>,
    /// Whether a word computes another value than the statement of its line for some inputs.
    is_wrong: bool,
}

/// Statements beside the video instructions.
const STATEMENTS: [&str; 12] = [
    "L0:",
    "L1:",
    "@%p bra L0;",
    "bra L1;",
    "mov.u32 %r1, 5;",
    "mov.u32 %r2, %r1;",
    "ld.global.u32 %r1, [%q];",
    "ld.global.u32 %r2, [%q];",
    "min.s32 %r1, %r2, 255; max.s32 %r1, %r1, 0;",
    "sad.u32 %r1, %r2, %r3, %r1;",
    "st.global.u32 [%q], %r1;",
    "vadd.u32 %r1;",
];

/// Words beside those: `LDG.E R1, [R4]`; `MOV32I R1, 5` and `R2`; `MOV R1, R2`; `@P0 BRA` back and ahead; `PRMT` into byte
/// 1; `EXIT`; a store; an illegal `VMAD`.
const WORDS: [u64; 9] = [
    0xeed4_2000_0007_0401,
    0x0100_0000_0057_f001,
    0x0100_0000_0057_f002,
    0x5c98_0780_0027_0001,
    0xe240_0fff_fe00_000f,
    0xe240_0000_0100_000f,
    0x36c0_0132_4017_0000,
    0xe300_0000_0007_000f,
    0x5f1c_0200_0037_0200,
];

impl AnyCode {
    /// A kernel without statements.
    fn new() -> Self {
        Self { text: HEADER.to_owned(), words: Vec::new(), lines: Vec::new(), is_wrong: false }
    }

    /// Adds a line, if there is one, and a word of the last line.
    fn push(&mut self, line: Option<&str>, word: u64) {
        if let Some(line) = line {
            self.text.push_str(line);
            self.text.push('\n');
        }
        self.words.push(word);
        self.lines.push(self.text.lines().count() as u32);
    }

    fn end(mut self) -> Self {
        self.text.push_str("ret;\n}\n");
        self
    }

    /// The addresses of the words that compute a video instruction.
    fn video_words(&self) -> HashSet<u64> {
        let is_video = |word: &u64| {
            Instruction::decode(*word).is_ok_and(|instruction| {
                instruction.operation().is_some() && instruction.destination_register().is_some()
            })
        };
        let words = self.words.iter().enumerate();
        words.filter(|(_, word)| is_video(word)).map(|(at, _)| 8 * (at as u64 + 1)).collect()
    }
}

/// A PTX instruction of the operation of a word, on some registers: `d, a, b, c`.
fn statement(word: &Instruction, registers: [&str; 4]) -> Result<Option<String>> {
    let operand = |name| Register::new(name).map(Operand::Register).ok_or(arbitrary::Error::IncorrectFormat);
    let [d, a, b, c] = registers.map(operand);
    let (d, a, b, c) = (d?, a?, b?, c?);
    let (Some(operation), Operand::Register(d)) = (word.operation(), d) else { return Ok(None) };
    let Ok(operation) = meaning::ptx(&operation) else { return Ok(None) };
    let c = operation.has_c().then_some(c);
    let video = Video::new(operation, d, a, b, c);
    Ok(video.map(|video| Ptx { guard: None, body: Body::Video(video) }.to_string()))
}

/// Statements on registers of any value, each with its word; one word has another bit of a selector or the mode.
fn with_a_wrong_word(bytes: &mut Unstructured<'_>) -> Result<AnyCode> {
    let mut code = AnyCode::new();
    for _ in 0..bytes.int_in_range(1..=5)? {
        let (instruction, _) = generate::operation(bytes)?;
        if let Some(statement) = statement(&instruction, ["%r0", "%r1", "%r2", "%r3"])? {
            code.push(Some(&statement), instruction.encode());
        }
    }
    if code.words.is_empty() {
        return Err(arbitrary::Error::NotEnoughData);
    }
    let at = bytes.choose_index(code.words.len())?;
    let wrong = code.words[at] ^ 1 << bytes.int_in_range(28..=63)?;
    code.is_wrong = differs(code.words[at], wrong, bytes)?;
    code.words[at] = wrong;
    Ok(code.end())
}

/// Whether two words without constants have different results on one of some inputs.
fn differs(right: u64, wrong: u64, bytes: &mut Unstructured<'_>) -> Result<bool> {
    let operation = |word| {
        let instruction = Instruction::decode(word).ok()?;
        // A constant port is an assumption about the statement's operand.
        let is_free = matches!(instruction.b(), SourceB::Register(_)) && instruction.fixed() == [None; 3];
        Some((instruction.operation()?, is_free))
    };
    let (Some((right, true)), Some((wrong, true))) = (operation(right), operation(wrong)) else {
        return Ok(false);
    };
    for _ in 0..16 {
        let [a, b, c] = bytes.arbitrary()?;
        if right.execute(a, b, c) != wrong.execute(a, b, c) {
            return Ok(true);
        }
    }
    Ok(false)
}

const HEADER: &str = ".version 7.0\n.target sm_50\n.entry k(.param .u64 p)\n{\n\
    .reg .b32 %r<4>; .reg .b64 %q; .reg .pred %p;\n";

impl Sample for AnyCode {
    const NAME: &'static str = "every_word_is_compared_or_reported";
    const STATEMENT: &'static str = "any kernel, any code and any line table: the validation never panics, and every word that \
                                computes a video instruction is under the PTX of its line, of `min`, `max` or `sad`, or foreign; a word that \
                                computes another value than the statement of its line is a finding";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        if bytes.arbitrary()? {
            return with_a_wrong_word(bytes);
        }
        let mut code = Self::new();
        for _ in 0..bytes.int_in_range(1..=12)? {
            match bytes.int_in_range(0..=3)? {
                0 => code.push(Some(bytes.choose(&STATEMENTS)?), *bytes.choose(&WORDS)?),
                1 => {
                    if let Some(word) = code.words.last().copied() {
                        code.push(None, word ^ 1 << (bytes.arbitrary::<u8>()? & 63));
                    }
                }
                _ => {
                    let (instruction, _) = generate::operation(bytes)?;
                    let mut register = || bytes.choose(&["%r1", "%r2", "%r3"]).copied();
                    let registers = [register()?, register()?, register()?, register()?];
                    code.push(statement(&instruction, registers)?.as_deref(), instruction.encode());
                }
            }
        }
        Ok(code.end())
    }

    fn check(&self) {
        let lines = self.lines.iter().copied().map(Some).collect();
        let codes = [FunctionCode { lines, ..FunctionCode::of_words("k", &self.words) }];
        let module = scan(&self.text);
        let report = validate(&self.text, &module, &codes, Arch::Sm50, &Reading::DEFAULT);
        let words = report.lines.iter().flat_map(|line| &line.words);
        let words = words.chain(report.foreign.iter().map(|foreign| &foreign.word));
        let shown: HashSet<u64> = words.map(PlacedWord::address).collect();
        let hidden = self.video_words().difference(&shown).count();
        assert!(hidden <= report.ordinary, "{report:?}");
        let has_finding =
            !report.foreign.is_empty() || report.lines.iter().any(|line| line.verdict.is_finding());
        assert!(has_finding || !self.is_wrong, "{report:?}");
    }
}
