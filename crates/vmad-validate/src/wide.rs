//! A PTX file against a cubin of sm_70 or later: the words of `sad` and `vabsdiff4`.
//!
//! A statement that ptxas compiles to one of the words is compared with the words of its line: the operation, and the
//! constants. Registers and guards are not compared. ptxas compiles the other video instructions to other code, which
//! is not compared.

use std::{
    collections::{HashMap, HashSet},
    io::{Read, Seek, SeekFrom},
    rc::Rc,
};

use vmad_files::{
    cubin::{Cubin, CubinError, DebugInfo},
    lines::LineIndex,
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
    pub kernel: Rc<str>,
    /// Its address in the section.
    pub address: u64,
    /// The line of the PTX, if a line table has one.
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
struct Asked<'m> {
    function: &'m str,
    line: u32,
    ptx: String,
    /// The mode of its word; [`None`] if ptxas emits other instructions.
    mode: Option<WideMode>,
    constants: [Option<u32>; 3],
    /// A `sad` of 16 or 64 bits, whose words are not known from its text.
    is_other_sad: bool,
}

/// The words of a cubin, for the comparison with PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideContents {
    /// The architecture.
    pub arch: WideArch,
    /// The names of the kernels.
    pub kernels: Vec<Rc<str>>,
    /// The legal words of the two instructions, with their lines.
    pub words: Vec<WideWord>,
    /// The line tables, and the PTX that the cubin embeds.
    pub debug: DebugInfo,
}

impl WideContents {
    /// Reads the code of a cubin.
    ///
    /// # Errors
    /// The cubin is damaged, or reading failed.
    pub fn read(
        cubin: &Cubin<AnyArch>,
        arch: WideArch,
        mut file: impl Read + Seek,
    ) -> Result<Self, CubinError> {
        let debug = DebugInfo::read(&mut file)?;
        let (mut words, mut kernels) = (Vec::new(), Vec::new());
        for section in &cubin.code {
            let kernel: Rc<str> = section.kernel().into();
            let (line, has_lines) = (debug.lines(&kernel), debug.ptx_of(&kernel).is_some());
            file.seek(SeekFrom::Start(section.offset))?;
            let mut bytes = Vec::new();
            file.by_ref().take(section.size).read_to_end(&mut bytes)?;
            for (address, bytes) in (0..).step_by(16).zip(bytes.as_chunks().0) {
                let Ok(instruction) = WideInstruction::decode(arch, u128::from_le_bytes(*bytes)) else {
                    continue;
                };
                let line = line(address).filter(|_| has_lines);
                words.push(WideWord { kernel: kernel.clone(), address, line, instruction });
            }
            kernels.push(kernel);
        }
        Ok(Self { arch, kernels, words, debug })
    }

    /// Removes the lines of words whose table is of other PTX.
    pub fn keep_lines(&mut self, ptx: &str) {
        let own = self.debug.place_of(ptx);
        for word in &mut self.words {
            word.line = word.line.filter(|_| self.debug.ptx_of(&word.kernel) == own);
        }
    }

    /// The words that are compared with each embedded text: see [`DebugInfo::by_ptx`].
    pub fn by_ptx(self, with_function: impl Fn(&str) -> Option<usize>) -> Vec<Vec<WideWord>> {
        self.debug.by_ptx(self.words, |word| [&*word.kernel; 2], with_function)
    }
}

/// Compares the statements of a module with the words of a cubin.
pub fn validate_wide(text: &str, module: &Module, arch: WideArch, words: &[WideWord]) -> WideReport {
    let asked = statements(text, module, arch);
    let (words_on, asked_on) = (by_line(words, |word| word.line), by_line(&asked, |asked| Some(asked.line)));
    let is_foreign = |word: &&WideWord| {
        let fits = |asked: &&Asked| asked.is_other_sad || asked.fit(&word.instruction).is_some();
        word.line.is_some_and(|line| !asked_on.get(&line).is_some_and(|here| here.iter().any(fits)))
    };
    let foreign: Vec<&WideWord> = words.iter().filter(is_foreign).collect();
    let with_foreign: HashSet<u32> = foreign.iter().filter_map(|word| word.line).collect();
    let mut report = WideReport {
        foreign: foreign.into_iter().cloned().collect(),
        unplaced: words.iter().filter(|word| word.line.is_none()).count(),
        not_read: module.statements.iter().filter(|statement| statement.is_err()).count(),
        ..WideReport::default()
    };
    for asked in asked.iter().filter(|asked| !asked.is_other_sad) {
        let here = words_on.get(&asked.line).map_or(&[][..], Vec::as_slice);
        // The best: equal, equal with an assumption, another operation.
        let fits = here.iter().map(|word| (*word, asked.fit(&word.instruction)));
        let best = fits.min_by_key(|(_, fit)| fit.map_or(2, |is_certain| u8::from(!is_certain)));
        let verdict = match (asked.mode, best) {
            (None, _) => WideVerdict::Other,
            (_, Some((_, Some(true)))) => WideVerdict::Equal,
            (_, Some((_, Some(false)))) => WideVerdict::Assumes,
            (_, Some(_)) if with_foreign.contains(&asked.line) => WideVerdict::Differs,
            _ => WideVerdict::NoWord,
        };
        let has_word = !matches!(verdict, WideVerdict::NoWord | WideVerdict::Other);
        let word = best.map(|(word, _)| word.clone()).filter(|_| has_word);
        let Asked { function, line, ptx, .. } = asked;
        report.lines.push(WideLine {
            function: (*function).to_owned(),
            line: *line,
            ptx: ptx.clone(),
            verdict,
            word,
        });
    }
    report.lines.sort_by_key(|line| line.line);
    report
}

/// The items on each line.
fn by_line<T>(items: &[T], line: impl Fn(&T) -> Option<u32>) -> HashMap<u32, Vec<&T>> {
    let mut lines: HashMap<u32, Vec<&T>> = HashMap::new();
    for item in items {
        if let Some(line) = line(item) {
            lines.entry(line).or_default().push(item);
        }
    }
    lines
}

impl Asked<'_> {
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
fn statements<'m>(text: &str, module: &'m Module, arch: WideArch) -> Vec<Asked<'m>> {
    let index = LineIndex::new(text);
    let function_of = |at: usize| {
        let started = module.functions.partition_point(|function| function.body.start <= at);
        let last = module.functions[..started].last().filter(|function| at < function.body.end);
        last.map_or("", |function| function.name.as_str())
    };
    let asked = |function: &'m str, end: usize, span: Span, instruction: Option<(&Instruction, Written)>| {
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
            all.push(asked(&function.name, statement.end, statement.span(), instruction));
        }
    }
    all
}
