//! One question to `ptxas`: a module of many lines, and the messages for each.

use std::{collections::BTreeMap, fmt::Write as _};

use anyhow::{Context, Result, ensure};

use crate::ptxas::{Compiled, Ptxas};

/// The messages of `ptxas` for one line, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Messages of `error` and `fatal`.
    pub(super) errors: Vec<String>,
    /// Messages of `warning`.
    pub(super) warnings: Vec<String>,
}

impl Verdict {
    /// The verdict without the names of selectors, and with one message of each kind.
    pub(super) fn general(&self) -> Self {
        let mut errors: Vec<String> = Vec::new();
        for error in &self.errors {
            let error = match error.split_once("Unknown video selector: '") {
                Some((before, _)) => format!("{before}Unknown video selector"),
                None => error.clone(),
            };
            if errors.last() != Some(&error) {
                errors.push(error);
            }
        }
        Self { errors, warnings: self.warnings.clone() }
    }
}

/// A message with its line number.
struct Complaint {
    line: usize,
    text: String,
    is_error: bool,
}

impl Ptxas {
    /// The verdicts on the lines of the body of a kernel that begins with `head`.
    pub(super) fn ask(&self, arch: &str, head: &str, lines: &[String]) -> Result<Vec<Verdict>> {
        verdicts(head, lines, |module| self.compile(arch, &[], module))
    }

    /// The verdict on one line, which is also compiled.
    pub(super) fn ask_alone(&self, arch: &str, head: &str, line: &str) -> Result<Verdict> {
        Ok(alone(&self.compile(arch, &[], &format!("{head}\n{line}\nexit;\n}}\n"))?))
    }
}

/// The verdicts on lines.
///
/// The last line of the body is always illegal, so that `ptxas` stops after parsing. An error in the head is an error of
/// every line.
fn verdicts(
    head: &str,
    lines: &[String],
    mut compile: impl FnMut(&str) -> Result<Compiled>,
) -> Result<Vec<Verdict>> {
    let first = head.lines().count() + 1;
    let mut verdicts = vec![Verdict::default(); lines.len()];
    let mut alive: Vec<&str> = lines.iter().map(String::as_str).collect();
    loop {
        let body = alive.join("\n");
        let complaints = complaints(&compile(&format!("{head}\n{body}\nvadd.stop;\nexit;\n}}\n"))?);
        ensure!(!complaints.is_empty(), "ptxas printed no message that is understood");
        let mut by_line: BTreeMap<usize, Verdict> = BTreeMap::new();
        for complaint in complaints {
            let verdict = by_line.entry(complaint.line).or_default();
            if complaint.is_error { &mut verdict.errors } else { &mut verdict.warnings }.push(complaint.text);
        }
        let fatal = by_line.iter().find(|(_, verdict)| {
            verdict
                .errors
                .iter()
                .any(|error| error.ends_with("syntax error") || error.contains("division by zero"))
        });
        let fatal = fatal.map(|(line, verdict)| (*line, verdict.clone()));
        if let Some((line, verdict)) = fatal {
            let index = line.checked_sub(first).filter(|index| *index < lines.len());
            let index = index.with_context(|| format!("syntax error outside the lines: {verdict:?}"))?;
            verdicts[index] = verdict;
            alive[index] = "";
            continue;
        }
        let in_head: Vec<String> =
            by_line.range(..first).flat_map(|(_, verdict)| verdict.errors.clone()).collect();
        for (index, verdict) in verdicts.iter_mut().enumerate() {
            if !in_head.is_empty() {
                *verdict = Verdict { errors: in_head.clone(), warnings: Vec::new() };
            } else if let Some(said) = by_line.remove(&(first + index)) {
                *verdict = said;
            }
        }
        return Ok(verdicts);
    }
}

/// The verdict on the only line of a module: any error is an error of the line.
fn alone(compiled: &Compiled) -> Verdict {
    let errors = complaints(compiled).into_iter().filter(|complaint| complaint.is_error);
    let errors = errors.map(|complaint| complaint.text);
    let mut verdict = Verdict { errors: errors.collect(), warnings: Vec::new() };
    if compiled.cubin.is_none() && verdict.errors.is_empty() {
        verdict.errors.push("(ptxas fails without a message)".to_owned());
    }
    verdict
}

/// All messages with a line number.
fn complaints(compiled: &Compiled) -> Vec<Complaint> {
    compiled.messages.lines().filter_map(complaint).collect()
}

/// `ptxas FILE, line N; error   : MESSAGE`
fn complaint(said: &str) -> Option<Complaint> {
    let (_, rest) = said.split_once(", line ")?;
    let (line, rest) = rest.split_once(';')?;
    let (kind, text) = rest.split_once(':')?;
    let is_error = matches!(kind.trim(), "error" | "fatal");
    Some(Complaint { line: line.parse().ok()?, text: text.trim().to_owned(), is_error })
}

/// The head of a module: directives, a kernel, and registers of all types.
pub(super) fn head(version: &str, target: &str) -> String {
    let old = |limit: &str| version.split_once('.').map(number) < limit.split_once('.').map(number);
    let mut head = format!(".version {version}\n.target {target}\n");
    if !old("2.3") {
        head += ".address_size 64\n";
    }
    head += if old("1.4") { ".entry k {\n" } else { ".entry k() {\n" };
    for (ty, names) in
        [("b32", "a,%b,%c,%d"), ("f32", "fa,%fb,%fc,%fd"), ("f64", "da,%db,%dc,%dd"), ("pred", "p")]
    {
        // Writing to a string cannot fail.
        let _ = write!(head, ".reg .{ty} %{names}; ");
    }
    if !old("2.0") {
        head += ".reg .v4 .u32 %V; .reg .v2 .u32 %V2; .reg .v4 .f32 %VF; .reg .v4 .b32 %VB; ";
    }
    head
}

fn number((major, minor): (&str, &str)) -> (u32, u32) {
    (major.parse().unwrap_or(0), minor.parse().unwrap_or(0))
}
