//! The report for programs: an object for each PTX instruction, one for each foreign word, and the sum.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use vmad_proof::prover::Verdict;
use vmad_validate::{CheckedLine, ForeignWord, LineVerdict, NotRead, PlacedWord};

use super::{
    Validated,
    places::{SourceLine, demangled},
    text::{described, foreign},
    verdict::Tally,
};
use crate::{
    failure::Failure,
    json::{Hex, Maker, hex},
    output::Out,
};

/// The first line, if ptxas was run.
#[derive(Serialize)]
pub(super) struct Compiler<'a> {
    pub(super) ptxas: &'a str,
    pub(super) arch: &'a str,
}

#[derive(Serialize)]
struct Entry {
    function: String,
    /// The function's name in C++ source.
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cuda: Option<SourceLine>,
    line: u32,
    ptx: String,
    verdict: &'static str,
    finding: bool,
    words: Vec<Word>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumes: Vec<Value>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    shared: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Example>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the name of the field in JSON")]
struct Word {
    kernel: String,
    function: String,
    address: Hex,
    word: Hex,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Serialize)]
struct Example {
    a: Hex,
    b: Hex,
    c: Hex,
    ptx: Hex,
    #[serde(skip_serializing_if = "Option::is_none")]
    sass: Option<Hex>,
}

/// The line of a foreign word, or of an instruction that is not read.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Other {
    Foreign {
        #[serde(flatten)]
        word: Word,
        name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        cuda: Option<SourceLine>,
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<u32>,
        why: String,
    },
    NotRead {
        function: String,
        line: u32,
        error: String,
    },
}

#[derive(Serialize)]
struct LastLine<'a> {
    summary: Tally,
    /// Instructions that ptxas compiles to no word of the family, by opcode.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    not_checked: &'a BTreeMap<String, usize>,
    arch: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    maker: Option<Maker<'a>>,
    /// The version of ptxas that explains differences.
    causes_of: String,
    line_table: bool,
    /// The functions that were compiled from other PTX.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    of_other_ptx: &'a [String],
}

pub(super) fn print(validated: &Validated<'_>, out: &mut Out) -> Result<(), Failure> {
    let report = &validated.report;
    for (at, line) in report.lines.iter().enumerate() {
        let row = Entry::new(validated, at, line);
        if row.finding || row.verdict != "equal" || !validated.asked.findings {
            out.json(&row)?;
        }
    }
    for it in &report.foreign {
        let ForeignWord { word, line, .. } = it;
        out.json(&Other::Foreign {
            word: Word::new(validated, word),
            name: demangled(&word.code.function).into_owned(),
            cuda: line.and_then(|line| validated.places.of_line(line)),
            line: *line,
            why: foreign(it),
        })?;
    }
    for NotRead { function, span, fault } in &report.not_read {
        let line = validated.index.line(span.start);
        out.json(&Other::NotRead { function: function.clone(), line, error: fault.to_string() })?;
    }
    out.json(&LastLine {
        summary: Tally::of(validated),
        not_checked: &report.not_checked,
        arch: validated.compiler.target.to_string(),
        maker: validated.maker.as_ref().map(Maker::from),
        causes_of: validated.compiler.version.to_string(),
        line_table: report.by_lines,
        of_other_ptx: &validated.of_other_ptx,
    })?;
    Ok(())
}

impl Word {
    fn new(validated: &Validated<'_>, word: &PlacedWord<'_>) -> Self {
        Self {
            kernel: word.code.kernel.clone(),
            function: word.code.function.clone(),
            address: hex(word.address()),
            word: hex(word.word()),
            text: word.form().map(|form| form.text(validated.style())),
        }
    }
}

impl Example {
    fn new([a, b, c]: [u32; 3], ptx: u32, sass: Option<u32>) -> Self {
        Self { a: hex(a), b: hex(b), c: hex(c), ptx: hex(ptx), sass: sass.map(hex) }
    }
}

impl Entry {
    fn new(validated: &Validated<'_>, at: usize, line: &CheckedLine<'_>) -> Self {
        let statement = &line.statement;
        let (verdict, why) = described(&line.verdict);
        let mut row = Self {
            function: line.function.to_owned(),
            name: demangled(line.function).into_owned(),
            cuda: validated.places.of_line(statement.line),
            line: statement.line,
            ptx: statement.found.instruction.to_string(),
            verdict,
            finding: validated.is_finding(at),
            words: line.words.iter().map(|word| Word::new(validated, word)).collect(),
            inputs: None,
            proof: validated.proof(at).map(|proof| match proof {
                Ok(Verdict::Proved) => "proved",
                Ok(Verdict::Refuted(_)) => "refuted",
                Ok(Verdict::Unknown(_)) | Err(_) => "unknown",
            }),
            assumes: Vec::new(),
            shared: false,
            row: line.verdict.known().map(|row| row.id),
            example: None,
            why,
        };
        match &line.verdict {
            LineVerdict::Equal { equal, is_shared } => {
                row.inputs = Some(equal.inputs);
                row.shared = *is_shared;
                let assumed = equal.assumptions.iter();
                row.assumes = assumed
                    .map(|assumed| json!({ "operand": assumed.to_string(), "value": hex(assumed.value) }))
                    .collect();
                if validated.is_proved(at) {
                    row.verdict = "proved";
                } else if !row.assumes.is_empty() {
                    row.verdict = "assumes a constant";
                }
            }
            LineVerdict::Emulated { row: of, example, .. } => {
                row.row = Some(of.id);
                row.example = example.as_ref().map(|example| {
                    Example::new(example.inputs, example.results[0], Some(example.results[1]))
                });
            }
            LineVerdict::Differs { differs, .. } => {
                row.example = differs.sass.map(|sass| Example::new(differs.inputs, differs.ptx, Some(sass)));
            }
            LineVerdict::NoWord(_) | LineVerdict::Lost(_) | LineVerdict::Unspecified => {}
        }
        row
    }
}
