//! The report for programs: an object for each PTX instruction, one for each SASS instruction that nothing explains, and the
//! sum.

use std::collections::BTreeMap;

use serde::Serialize;
use vmad_proof::prover::Verdict as Proof;
use vmad_validate::{Illegal, Line, PlacedWord, Verdict, known::Known};

use super::{Tally, Validated, text::Why};
use crate::{failure::Failure, json::hex, output::Out};

#[derive(Serialize)]
struct Entry {
    function: String,
    line: u32,
    ptx: String,
    verdict: &'static str,
    finding: bool,
    sass: Vec<Sass>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    taken: Vec<Taken>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    merged: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Example>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

#[derive(Serialize)]
struct Sass {
    kernel: String,
    function: String,
    address: String,
    word: String,
    text: String,
}

#[derive(Serialize)]
struct Taken {
    operand: String,
    value: String,
}

#[derive(Serialize)]
struct Example {
    a: String,
    b: String,
    c: String,
    ptx: String,
    sass: String,
}

#[derive(Serialize)]
struct Unexplained {
    unexplained: Sass,
}

#[derive(Serialize)]
struct OfUnread {
    of_unread: Sass,
}

#[derive(Serialize)]
struct OfOrdinary {
    of_ordinary: Sass,
}

#[derive(Serialize)]
struct UnreadVmad {
    unread: NotRead,
}

#[derive(Serialize)]
struct NotRead {
    function: String,
    line: usize,
    error: String,
}

#[derive(Serialize)]
struct IllegalWord {
    illegal: Refused,
}

#[derive(Serialize)]
struct Refused {
    function: String,
    address: String,
    word: String,
    error: String,
}

#[derive(Serialize)]
struct LastLine<'a> {
    summary: Tally,
    /// Instructions that are not checked, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    not_checked: &'a BTreeMap<String, usize>,
    arch: String,
    /// `lines`, `form`, or `none` if the architecture has no `VMAD`.
    pairing: &'static str,
    /// Whether the cubin embeds other PTX.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    other_ptx: bool,
}

pub(super) fn print(validated: &Validated<'_>, out: &mut Out) -> Result<(), Failure> {
    for line in &validated.report.lines {
        let row = Entry::of(validated, line);
        if row.finding || row.verdict != "equal" || !validated.asked.findings {
            out.json(&row)?;
        }
    }
    for made in &validated.report.unexplained {
        out.json(&Unexplained { unexplained: Sass::of(validated, made) })?;
    }
    for Illegal { function, address, word, error } in &validated.report.illegal {
        let (function, address, word) = (function.clone(), hex(*address), hex(*word));
        out.json(&IllegalWord { illegal: Refused { function, address, word, error: error.to_string() } })?;
    }
    for made in &validated.report.of_unread {
        out.json(&OfUnread { of_unread: Sass::of(validated, made) })?;
    }
    for made in &validated.report.of_ordinary {
        out.json(&OfOrdinary { of_ordinary: Sass::of(validated, made) })?;
    }
    for unread in &validated.report.unread {
        let (line, _) = unread.span.line_and_column(validated.text);
        let (function, error) = (unread.function.clone(), unread.fault.to_string());
        out.json(&UnreadVmad { unread: NotRead { function, line, error } })?;
    }
    let pairing = match (validated.with_vmad, validated.report.by_lines) {
        (None, _) => "none",
        (Some(_), true) => "lines",
        (Some(_), false) => "form",
    };
    let (arch, other_ptx) = (validated.arch.clone(), validated.other_ptx);
    let not_checked = &validated.report.not_checked;
    out.json(&LastLine { summary: validated.tally(), not_checked, arch, pairing, other_ptx })?;
    Ok(())
}

impl Sass {
    fn of(validated: &Validated<'_>, made: &PlacedWord) -> Self {
        let form = &made.emitted.form;
        Self {
            kernel: made.kernel.clone(),
            function: made.function.clone(),
            address: hex(made.emitted.address),
            word: hex(form.word()),
            text: form.text(validated.style()),
        }
    }
}

impl Example {
    fn of([a, b, c]: [u32; 3], ptx: u32, sass: u32) -> Self {
        Self { a: hex(a), b: hex(b), c: hex(c), ptx: hex(ptx), sass: hex(sass) }
    }
}

impl Entry {
    fn of(validated: &Validated<'_>, line: &Line) -> Self {
        let mut row = Self {
            function: line.function.clone(),
            line: line.source.line,
            ptx: line.source.text(),
            verdict: "equal",
            finding: validated.is_finding(line),
            sass: line.made.iter().map(|made| Sass::of(validated, made)).collect(),
            inputs: None,
            proof: validated.proof(line).map(|proof| match proof {
                Proof::Proved => "proved",
                Proof::Refuted(_) => "refuted",
                Proof::Unknown(_) => "unknown",
            }),
            taken: Vec::new(),
            merged: false,
            row: line.verdict.known().map(Known::name),
            example: None,
            why: None,
        };
        match &line.verdict {
            Verdict::Equal { equal, merged, .. } => {
                row.inputs = Some(equal.inputs);
                row.merged = *merged;
                row.taken = equal
                    .assumptions
                    .iter()
                    .map(|it| Taken { operand: it.to_string(), value: hex(it.value) })
                    .collect();
            }
            Verdict::Differs { differs, .. } => {
                row.verdict = "differs";
                row.example = Some(Example::of(differs.inputs, differs.ptx, differs.sass));
            }
            Verdict::NotVmad { row: id, why, example } => {
                row.verdict = "not a VMAD";
                row.row = Some(id.name());
                row.example = example.as_ref().map(|it| Example::of(it.inputs, it.results[0], it.results[1]));
                row.why = Some(why.clone());
            }
            Verdict::Unpaired(why) => {
                row.verdict = "not compared";
                // Broken for the width of a page where people read it.
                row.why = Some(Why(why).to_string().replace("\n    ", " "));
            }
        }
        row
    }
}
