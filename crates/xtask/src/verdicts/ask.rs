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

#[cfg(test)]
mod tests {
    use super::*;

    fn said(messages: &str) -> Compiled {
        Compiled { messages: messages.to_owned(), cubin: None }
    }

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|&line| line.to_owned()).collect()
    }

    fn verdict(errors: &[&str], warnings: &[&str]) -> Verdict {
        Verdict { errors: lines(errors), warnings: lines(warnings) }
    }

    /// As ptxas: each line that is a message gets it, and the first syntax error ends the run.
    fn complain(module: &str) -> Result<Compiled> {
        let mut messages = String::new();
        for (at, line) in (1..).zip(module.lines()) {
            if line == "vadd.stop;" {
                writeln!(messages, "ptxas ask.ptx, line {at}; error   : Not enough operands")?;
            }
            for message in line.split(" + ").filter(|message| message.contains(": ")) {
                writeln!(messages, "ptxas ask.ptx, line {at}; {message}")?;
                if message.contains("syntax") || message.contains("zero") {
                    return Ok(said(&messages));
                }
            }
        }
        Ok(said(&messages))
    }

    #[test]
    fn each_line_has_its_own_messages() {
        let questions = lines(&[
            "good;",
            "error   : one + error   : two + warning : three",
            "fatal   : Parsing error near ';': syntax error",
            "error   : division by zero",
            "warning : four",
            "good;",
            "error   : Unknown near 'x': syntax error",
        ]);
        let expected = [
            Verdict::default(),
            verdict(&["one", "two"], &["three"]),
            verdict(&["Parsing error near ';': syntax error"], &[]),
            verdict(&["division by zero"], &[]),
            verdict(&[], &["four"]),
            Verdict::default(),
            verdict(&["Unknown near 'x': syntax error"], &[]),
        ];
        let found = verdicts("head\n{", &questions, complain).unwrap();
        assert_eq!(found, expected);
        // The message of the line that is always wrong belongs to no line, and an error in the head to all.
        assert_eq!(verdicts("head", &questions[..1], complain).unwrap(), [Verdict::default()]);
        let in_head = verdicts("{\nerror   : no target", &questions[..2], complain).unwrap();
        assert_eq!(in_head, [verdict(&["no target"], &[]), verdict(&["no target"], &[])]);
    }

    #[test]
    fn a_syntax_error_outside_the_lines_is_not_a_verdict() {
        let error = "fatal   : syntax error";
        assert!(verdicts(error, &lines(&["good;"]), complain).is_err());
        let behind = |_: &str| Ok(said("ptxas ask.ptx, line 3; fatal   : syntax error"));
        assert!(verdicts("{", &lines(&["good;"]), behind).is_err());
        assert!(verdicts("{", &lines(&["good;"]), |_| Ok(said(""))).is_err());
    }

    #[test]
    fn a_module_that_is_refused_has_an_error() {
        let of = |messages: &str, cubin: Option<Vec<u8>>| {
            alone(&Compiled { messages: messages.to_owned(), cubin })
        };
        let error = "ptxas ask.ptx, line 9; error   : wrong\nptxas ask.ptx, line 9; warning : odd\n";
        assert_eq!(of(error, None), verdict(&["wrong"], &[]));
        assert_eq!(of(error, Some(Vec::new())), verdict(&["wrong"], &[]));
        assert_eq!(of("", Some(Vec::new())), Verdict::default());
        assert_eq!(of("Killed\n", None), verdict(&["(ptxas fails without a message)"], &[]));
    }

    #[test]
    fn a_general_verdict_has_one_message_of_each_kind() {
        let special = verdict(
            &["Unknown video selector: '.b7'", "Unknown video selector: '.h3'", "a", "b", "b"],
            &["w", "w"],
        );
        assert_eq!(special.general(), verdict(&["Unknown video selector", "a", "b"], &["w", "w"]));
    }

    /// The first versions that know 64-bit addresses, parameters and vectors.
    #[test]
    fn a_head_has_what_its_version_knows() {
        let parts = [".address_size 64\n", ".entry k() {\n", ".reg .v4 .u32 %V;"];
        for (version, expected) in [
            ("1.0", [false; 3]),
            ("1.3", [false; 3]),
            ("1.4", [false, true, false]),
            ("1.5", [false, true, false]),
            ("2.0", [false, true, true]),
            ("2.2", [false, true, true]),
            ("2.3", [true; 3]),
            ("3.0", [true; 3]),
            ("8.8", [true; 3]),
        ] {
            let head = head(version, "sm_50");
            assert_eq!(parts.map(|part| head.contains(part)), expected, "{head}");
            assert!(head.starts_with(&format!(".version {version}\n.target sm_50\n")), "{head}");
            assert!(head.contains(".reg .f64 %da,%db,%dc,%dd; .reg .pred %p; "), "{head}");
            assert_eq!(head.contains(".entry k {\n"), !expected[1], "{head}");
        }
    }
}
