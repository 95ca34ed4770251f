//! The comparison of a PTX file with a cubin of sm_70 or later.

use std::io::Write;

use serde_json::json;
use vmad_sass::wide::WideArch;
use vmad_validate::wide::{WideLine, WideReport, WideVerdict, WideWord, validate_wide};

use super::{Args, Ptx};
use crate::{
    count::count,
    failure::{Exit, Failure},
    output::Out,
    printable::Printable,
};

/// Compares a PTX text with the words of a cubin for an architecture, and prints the comparison. `later` is advice.
pub(super) fn compare(
    asked: &Args,
    Ptx { text, module, .. }: &Ptx<'_>,
    arch: WideArch,
    words: &[WideWord],
    later: &str,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let report = validate_wide(text, module, arch, words);
    let other = report.lines.iter().filter(|line| line.verdict == WideVerdict::Other).count();
    let not_compared = other + report.not_read + module.not_covered.len();
    if asked.json {
        let line = |line: &WideLine| {
            json!({
                "function": line.function,
                "line": line.line,
                "ptx": line.ptx,
                "verdict": described(line.verdict).0,
                "word": line.word.as_ref().map(word),
            })
        };
        out.json(&json!({
            "arch": arch.to_string(),
            "lines": report.lines.iter().map(line).collect::<Vec<_>>(),
            "foreign": report.foreign.iter().map(word).collect::<Vec<_>>(),
            "unplaced": report.unplaced,
            "not_compared": not_compared,
        }))?;
        return Ok(verdict(asked, &report, not_compared));
    }
    for line in report.lines.iter().filter(|line| line.verdict != WideVerdict::Other) {
        let (name, why) = described(line.verdict);
        if asked.findings && line.verdict == WideVerdict::Equal {
            continue;
        }
        writeln!(out, "{}, line {}: {}", Printable(&line.function), line.line, Printable(&line.ptx))?;
        if let Some(WideWord { address, instruction, .. }) = &line.word {
            writeln!(out, "  {address:04x}  {instruction}")?;
        }
        out.paragraph(&format!("{name}: {why}"), "    ", "    ")?;
    }
    for WideWord { kernel, address, line, instruction } in &report.foreign {
        let line = line.map_or_else(String::new, |line| format!(", line {line}"));
        writeln!(out, "{}{line}", Printable(kernel))?;
        writeln!(out, "  {address:04x}  {instruction}")?;
        out.paragraph("foreign word: no statement of its line compiles to it", "    ", "    ")?;
    }
    let of = |verdict| report.lines.iter().filter(|line| line.verdict == verdict).count();
    let counts = format!(
        "{arch}: {} equal, {} with an assumption, {} different, {} without a word, {} foreign, {} without a line; {}, not compared: {arch} has no VMAD, and {}; {later}",
        of(WideVerdict::Equal),
        of(WideVerdict::Assumes),
        of(WideVerdict::Differs),
        of(WideVerdict::NoWord),
        count(report.foreign.len(), "word"),
        count(report.unplaced, "word"),
        count(not_compared, "video instruction"),
        if arch.has_video() {
            "only sad and some vabsdiff4 become its words"
        } else {
            "no video instruction becomes a word of it"
        },
    );
    out.paragraph(&counts, "", "  ")?;
    Ok(verdict(asked, &report, not_compared))
}

fn word(word: &WideWord) -> serde_json::Value {
    json!({
        "kernel": &*word.kernel,
        "address": format!("{:#x}", word.address),
        "line": word.line,
        "text": word.instruction.to_string(),
    })
}

/// The name of a verdict, and its meaning.
const fn described(verdict: WideVerdict) -> (&'static str, &'static str) {
    match verdict {
        WideVerdict::Equal => (
            "equal",
            "the operation and the constants are those of the word; registers and guards are not compared",
        ),
        WideVerdict::Assumes => ("assumes", "the same, if a register has the constant of the word"),
        WideVerdict::Differs => {
            ("different", "the words of the line have another operation or another constant")
        }
        WideVerdict::NoWord => {
            ("no word", "its line has no word: ptxas removed it, or its code is that of another line")
        }
        WideVerdict::Other => ("not compared", "ptxas emits other instructions"),
    }
}

fn verdict(asked: &Args, report: &WideReport, not_compared: usize) -> Exit {
    let has = |verdict| report.lines.iter().any(|line| line.verdict == verdict);
    if has(WideVerdict::Differs) || !report.foreign.is_empty() {
        return Exit::Finding;
    }
    let is_assumed = has(WideVerdict::Assumes) && !asked.assume;
    let is_open = is_assumed || has(WideVerdict::NoWord) || report.unplaced > 0 || not_compared > 0;
    if is_open { Exit::BadInput } else { Exit::Fine }
}
