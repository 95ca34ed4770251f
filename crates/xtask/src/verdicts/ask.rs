//! One question to `ptxas`: a module of many lines, and the messages for each.

use std::{collections::BTreeMap, fmt::Write as _};

use anyhow::{Context, Result, ensure};

use crate::ptxas::{Compiled, Ptxas};

/// The messages of `ptxas` for one line, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdict {
    /// Messages of `error` and `fatal`.
    pub(super) errors: Vec<String>,
    /// Messages of `warning`.
    pub(super) warnings: Vec<String>,
}

impl Verdict {
    /// The verdict without the names of selectors, and with one message of each kind.
    pub(super) fn general(&self) -> Self {
        let general = |error: &String| match error.split_once("Unknown video selector: '") {
            Some((before, _)) => format!("{before}Unknown video selector"),
            None => error.clone(),
        };
        let mut errors: Vec<String> = self.errors.iter().map(general).collect();
        errors.dedup();
        Self { errors, warnings: self.warnings.clone() }
    }

    /// `ok` or `error`, and the messages.
    pub(super) fn columns(&self) -> String {
        let word = if self.errors.is_empty() { "ok" } else { "error" };
        format!("{word}\t{}", self.errors.join(" | "))
    }

    /// After such an error `ptxas` reads no further line.
    fn is_last(&self) -> bool {
        self.errors.iter().any(|it| it.ends_with("syntax error") || it.contains("division by zero"))
    }
}

impl Ptxas {
    /// The verdicts on the lines of the body of a kernel that begins with `head`.
    ///
    /// The last line of the body is always illegal, so that `ptxas` stops after parsing. An error in the head is an error
    /// of every line.
    pub(super) fn ask(&self, arch: &str, head: &str, lines: &[String]) -> Result<Vec<Verdict>> {
        let first = head.lines().count() + 1;
        let mut verdicts = vec![Verdict::default(); lines.len()];
        let mut alive: Vec<&str> = lines.iter().map(String::as_str).collect();
        loop {
            let body = alive.join("\n");
            let module = format!("{head}\n{body}\nvadd.stop;\nexit;\n}}\n");
            let mut by_line = by_line(&self.compile(arch, &[], &module)?);
            ensure!(!by_line.is_empty(), "ptxas printed no message that is understood");
            if let Some((line, verdict)) = by_line.iter().find(|(_, verdict)| verdict.is_last()) {
                let index = line.checked_sub(first).filter(|index| *index < lines.len());
                let index = index.with_context(|| format!("syntax error outside the lines: {verdict:?}"))?;
                verdicts[index] = verdict.clone();
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

    /// The verdict on the only line of a module, which is also compiled: any error is an error of the line.
    pub(super) fn ask_alone(&self, arch: &str, head: &str, line: &str) -> Result<Verdict> {
        let compiled = self.compile(arch, &[], &format!("{head}\n{line}\nexit;\n}}\n"))?;
        let mut errors: Vec<_> = by_line(&compiled).into_values().flat_map(|it| it.errors).collect();
        if compiled.cubin.is_none() && errors.is_empty() {
            errors.push("(ptxas fails without a message)".to_owned());
        }
        Ok(Verdict { errors, warnings: Vec::new() })
    }
}

/// The messages by their line: `ptxas FILE, line N; error   : MESSAGE`.
fn by_line(compiled: &Compiled) -> BTreeMap<usize, Verdict> {
    let message = |said: &str| {
        let (_, rest) = said.split_once(", line ")?;
        let (line, rest) = rest.split_once(';')?;
        let (kind, text) = rest.split_once(':')?;
        let is_error = matches!(kind.trim(), "error" | "fatal");
        Some((line.parse().ok()?, is_error, text.trim().to_owned()))
    };
    let mut by_line = BTreeMap::<usize, Verdict>::new();
    for (line, is_error, text) in compiled.messages.lines().filter_map(message) {
        let verdict = by_line.entry(line).or_default();
        if is_error { &mut verdict.errors } else { &mut verdict.warnings }.push(text);
    }
    by_line
}

/// The head of a module: directives, a kernel, and registers of all types.
pub(super) fn head(version: &str, target: &str) -> String {
    let number = |version: &str| -> Vec<u32> { version.split('.').flat_map(str::parse).collect() };
    let old = |limit: &str| number(version) < number(limit);
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
