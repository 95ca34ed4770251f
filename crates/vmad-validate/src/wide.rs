//! A PTX file against a cubin of sm_70 or later: the words of `sad` and `vabsdiff4`.
//!
//! A statement that ptxas compiles to one of the words is compared with the words of its line: the operation, and the
//! constants. Registers and guards are not compared. ptxas compiles the other video instructions to other code, which
//! is not compared.

use std::io::{Read, Seek, SeekFrom};

use vmad_files::{
    cubin::{Cubin, CubinError, DebugInfo},
    lines::{LineIndex, same_lines},
};
use vmad_ptx::{
    ast::{Body as Ptx, Instruction},
    module::{Body, Module},
    sequence::Sequence,
    syntax::Span,
};
use vmad_ptxas::lowering::{Fused, Written, fuse, wide_mode};
use vmad_sass::{
    AnyArch,
    wide::{WideArch, WideInstruction, WideMode, WideParts, WideSource},
};

/// A `VABSDIFF` or `VABSDIFF4` of a cubin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideWord {
    /// The kernel of its section.
    pub kernel: String,
    /// Its address in the section.
    pub address: u64,
    /// The line of the PTX, if a line table of this PTX has one.
    pub line: Option<u32>,
    /// The instruction.
    pub instruction: WideInstruction,
}

/// A video instruction or a `sad` of the PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideLine {
    /// The function.
    pub function: String,
    /// The line of its semicolon.
    pub line: u32,
    /// Its text.
    pub ptx: String,
    /// The comparison.
    pub verdict: WideVerdict,
    /// The first word of its line that has its operation, else the first one.
    pub word: Option<WideWord>,
}

/// The comparison of a statement with the words of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WideVerdict {
    /// A word has its operation and its constants.
    Equal,
    /// The same, if a register has the constant of the word.
    Assumes,
    /// A word is there, and none has its operation and its constants.
    Differs,
    /// No word is there: ptxas removed the statement, or its code is that of another one.
    NoWord,
    /// ptxas emits other instructions, which are not compared.
    Other,
}

/// The comparison of a module with a cubin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WideReport {
    /// The statements in the order of the text.
    pub lines: Vec<WideLine>,
    /// The words that belong to no statement of their line.
    pub foreign: Vec<WideWord>,
    /// The number of words without a line of this PTX.
    pub unplaced: usize,
    /// The number of instructions that cannot be read.
    pub not_read: usize,
}

/// A statement that can have a word.
struct Asked {
    function: String,
    line: u32,
    ptx: String,
    /// The mode of its word; [`None`] if ptxas emits other instructions.
    mode: Option<WideMode>,
    constants: [Option<u32>; 3],
    /// A `sad` of 16 or 64 bits, whose words are not known from its text.
    is_other_sad: bool,
}

/// Compares the statements of a module with the words of a cubin.
///
/// # Errors
/// The cubin is damaged, or reading failed.
pub fn validate_wide(
    text: &str,
    module: &Module,
    (cubin, arch): (&Cubin<AnyArch>, WideArch),
    mut file: impl Read + Seek,
) -> Result<WideReport, CubinError> {
    let words = words(&mut file, cubin, arch, text)?;
    let asked = statements(text, module, arch);
    let of_line = |line: u32| words.iter().filter(move |word| word.line == Some(line));
    let foreign: Vec<WideWord> = words
        .iter()
        .filter(|word| word.line.is_some())
        .filter(|word| {
            let mut here = asked.iter().filter(|asked| Some(asked.line) == word.line);
            !here.any(|asked| asked.is_other_sad || asked.fit(&word.instruction).is_some())
        })
        .cloned()
        .collect();
    let mut report = WideReport {
        unplaced: words.iter().filter(|word| word.line.is_none()).count(),
        not_read: module.statements.iter().filter(|statement| statement.is_err()).count(),
        ..WideReport::default()
    };
    for asked in asked.into_iter().filter(|asked| !asked.is_other_sad) {
        let mut own: Vec<(&WideWord, Option<bool>)> =
            of_line(asked.line).map(|word| (word, asked.fit(&word.instruction))).collect();
        // The best first: equal, equal with an assumption, another operation.
        own.sort_by_key(|(_, fit)| fit.map_or(2, |is_certain| u8::from(!is_certain)));
        let is_foreign = |word: &WideWord| foreign.contains(word);
        let verdict = match (asked.mode, own.first()) {
            (None, _) => WideVerdict::Other,
            (_, Some((_, Some(true)))) => WideVerdict::Equal,
            (_, Some((_, Some(false)))) => WideVerdict::Assumes,
            (_, Some(_)) if own.iter().any(|(word, _)| is_foreign(word)) => WideVerdict::Differs,
            _ => WideVerdict::NoWord,
        };
        let has_word = !matches!(verdict, WideVerdict::NoWord | WideVerdict::Other);
        let word = own.first().map(|(word, _)| (*word).clone()).filter(|_| has_word);
        let Asked { function, line, ptx, .. } = asked;
        report.lines.push(WideLine { function, line, ptx, verdict, word });
    }
    report.lines.sort_by_key(|line| line.line);
    report.foreign = foreign;
    Ok(report)
}

impl Asked {
    /// Whether a word can be that of the statement: `true` without an assumption.
    fn fit(&self, word: &WideInstruction) -> Option<bool> {
        let WideParts { mode, a, b, c, .. } = word.parts();
        if self.mode != Some(mode) {
            return None;
        }
        let [in_a, in_b, in_c] = self.constants;
        let of = |constant: Option<u32>, source: WideSource| match (constant, source.fixed()) {
            (Some(constant), Some(value)) => (constant == value).then_some(true),
            (None, Some(_)) => Some(false),
            (_, None) => Some(true),
        };
        let c = if mode.accumulates() { of(in_c, c)? } else { true };
        let a = of(in_a, WideSource::Register(a))?;
        Some(a && of(in_b, b)? && c)
    }
}

/// The statements that can have a word, and the other video instructions.
fn statements(text: &str, module: &Module, arch: WideArch) -> Vec<Asked> {
    let index = LineIndex::new(text);
    let function_of = |at: usize| {
        let function = module.functions.iter().find(|it| (it.body.start..it.body.end).contains(&at));
        function.map_or_else(String::new, |function| function.name.clone())
    };
    let asked = |function, end: usize, span: Span, instruction: Option<(&Instruction, Written)>| {
        let mode = instruction.and_then(|(it, written)| wide_mode(it, written)).filter(|_| arch.has_video());
        let constants = instruction.and_then(|(it, _)| match &it.body {
            Ptx::Video(video) => Some(video.operands().map(|operand| operand?.constant())),
            Ptx::Mad(_) => None,
        });
        let ptx = text.get(span.start..span.end).unwrap_or_default();
        Asked {
            function,
            line: index.line(end),
            ptx: ptx.split_whitespace().collect::<Vec<_>>().join(" "),
            mode,
            constants: constants.unwrap_or_default(),
            is_other_sad: instruction.is_none(),
        }
    };
    let mut all = Vec::new();
    for found in module.statements.iter().flatten() {
        if matches!(found.instruction.body, Ptx::Video(_)) {
            let end = found.span.end.saturating_sub(1);
            let instruction = Some((&found.instruction, Written::Video));
            all.push(asked(function_of(found.span.start), end, found.span, instruction));
        }
    }
    for function in &module.functions {
        for statement in Body::of(text, function).statements {
            if statement.opcode != "sad" {
                continue;
            }
            let fused = Sequence::parse(&format!("{};", statement.text)).map(|code| fuse(&code));
            let fused: Option<[Fused; 1]> = fused.ok().and_then(|fused| fused.try_into().ok());
            let instruction = fused.as_ref().map(|[fused]| (&fused.video, Written::Ordinary));
            all.push(asked(function.name.clone(), statement.end, statement.span, instruction));
        }
    }
    all
}

/// The legal words of the two instructions, with their lines.
fn words(
    mut file: impl Read + Seek,
    cubin: &Cubin<AnyArch>,
    arch: WideArch,
    text: &str,
) -> Result<Vec<WideWord>, CubinError> {
    let debug = DebugInfo::read(&mut file)?;
    let mut words = Vec::new();
    for section in &cubin.code {
        let kernel = section.kernel();
        let is_own = debug.ptx_of(kernel).is_some_and(|own| same_lines(text, own));
        file.seek(SeekFrom::Start(section.offset))?;
        let mut bytes = Vec::new();
        file.by_ref().take(section.size).read_to_end(&mut bytes)?;
        for (address, bytes) in (0..).step_by(16).zip(bytes.as_chunks().0) {
            let Ok(instruction) = WideInstruction::decode(arch, u128::from_le_bytes(*bytes)) else {
                continue;
            };
            let line = debug.line(kernel, address).filter(|_| is_own);
            words.push(WideWord { kernel: kernel.to_owned(), address, line, instruction });
        }
    }
    Ok(words)
}
