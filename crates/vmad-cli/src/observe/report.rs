//! The result of `vmad observe` as text.

use std::io::{self, Write};

use vmad_observe::observed::{Diagnosis, Failed, Finding, Refused, Tally};
use vmad_unit::Kind;

use crate::{count::count, output::Out, printable::Printable, wrap::wrap};

/// Prints what is wrong: one line if nothing is.
pub(super) fn print(tally: &Tally, subject: Option<&str>, out: &mut Out) -> io::Result<()> {
    let results = subject.map_or_else(String::new, |name| format!(" of {}", Printable(name)));
    let rows = count(tally.rows, "result");
    if tally.differing > 0 {
        let wrong = out.palette().wrong;
        let differing = differ(tally.differing, tally.rows, "result", &results);
        writeln!(out, "{wrong}{differing} from the model's.{wrong:#}")?;
    } else if tally.rows > 0 {
        writeln!(out, "No difference: {rows}{results}, {}.", modes(tally))?;
    }
    let Diagnosis { findings, others: left } = tally.diagnosis();
    for (at, finding) in findings.iter().enumerate() {
        print_finding(at + 1, finding, tally, out)?;
    }
    if left > 0 {
        let rows = count(left, "other row");
        writeln!(out, "{rows} without a finding: {}.", part(left, tally))?;
    }
    for (at, finding) in findings.iter().enumerate() {
        let place = if findings.len() > 1 { format!("{}. ", at + 1) } else { String::new() };
        failure(&place, &finding.first, "the model", out)?;
    }
    for fault in &tally.faults {
        let line = format!("{}: {}, first in line {}.", fault.kind, count(fault.rows, "row"), fault.line);
        out.paragraph(&line, "", "  ")?;
    }
    others(tally, out)
}

/// `1 row differs`, `3 rows differ`, `1 of 3 rows differs`
fn differ(differing: u64, rows: u64, noun: &str, of: &str) -> String {
    let part = if differing == rows { String::new() } else { format!("{differing} of ") };
    let verb = if differing == 1 { "differs" } else { "differ" };
    format!("{part}{}{of} {verb}", count(rows, noun))
}

/// `1152 modes of VMAD`
fn modes(tally: &Tally) -> String {
    let names: Vec<_> = tally.kinds().map(Kind::name).collect();
    let modes = tally.modes.values().filter(|mode| mode.rows > 0).count();
    format!("{} of {}", count(modes, "mode"), names.join(", "))
}

/// `12 % of all that differ`
fn part(rows: u64, tally: &Tally) -> String {
    match 100 * rows / tally.differing.max(1) {
        0 => "less than 1 % of all that differ".to_owned(),
        percent => format!("{percent} % of all that differ"),
    }
}

fn print_finding(at: usize, finding: &Finding, tally: &Tally, out: &mut Out) -> io::Result<()> {
    let Finding { kinds, rule, also, condition, differing, rows, .. } = finding;
    let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
    let rule_text = match rule {
        Some(rule) if rule.title.starts_with(rule.place) => rule.title.to_string(),
        Some(rule) if rule.id == rule.place => format!("{}: {}", rule.place, rule.title),
        Some(rule) => format!("{}: {} ({})", rule.place, rule.title, rule.id),
        None => "no known rule gives these results".to_owned(),
    };
    let text = format!("{at}. {}: {rule_text}", names.join(", "));
    let condition = if condition.is_empty() { "every row" } else { condition };
    let differing_rows = differ(*differing, *rows, "row", "");
    let place = format!("{condition}: {differing_rows}, {}", part(*differing, tally));
    writeln!(out, "{}\n   {}", wrap(&text, "", "   "), wrap(&place, "", "   "))?;
    if !also.is_empty() {
        let names: Vec<_> = also.iter().take(6).copied().collect();
        let more = if also.len() > 6 { format!(" and {} more", also.len() - 6) } else { String::new() };
        out.paragraph(&format!("   The same results: {}{more}.", names.join(", ")), "", "   ")?;
    }
    Ok(())
}

/// `line 7: VMAD... on a = ..., b = ..., c = ...: 0x00000001, the model gives 0x80000000`.
fn failure(indent: &str, failed: &Failed, name: &str, out: &mut Out) -> io::Result<()> {
    let Failed { observation, expected } = failed;
    let ports = observation.instruction.bind(observation.ports);
    writeln!(out, "{indent}line {}: {}", observation.line, observation.instruction)?;
    let indent = " ".repeat(indent.len());
    let (a, b, c, result) = (ports.a, ports.b, ports.c, observation.result);
    writeln!(out, "{indent}a = {a:#x}, b = {b:#x}, c = {c:#x}: {result:#x}, {name} gives {expected:#x}")
}

/// Rows that are not compared.
fn others(tally: &Tally, out: &mut Out) -> io::Result<()> {
    for (mnemonic, Refused { rows, modes, example }) in &tally.refused() {
        let line = format!(
            "{mnemonic} is not executed in {}: {}, as {example}.",
            count(*modes, "mode"),
            count(*rows, "row")
        );
        out.paragraph(&line, "", "  ")?;
    }
    let illegal = &tally.illegal;
    if let Some((line, error)) = &illegal.first {
        let text = match illegal.executed {
            0 => format!("{} of illegal words: all are refused.", count(illegal.rows, "row")),
            executed => {
                let rows = count(illegal.rows, "row");
                format!("The program executes illegal words: {executed} of {rows}. Line {line}: {error}.")
            }
        };
        out.paragraph(&text, "", "  ")?;
    }
    if tally.never.rows > 0 {
        let rows = count(tally.never.rows, "row");
        let text = match tally.never.executed {
            0 => format!("{rows} with the guard @!PT, which is never true: none has a result."),
            with => format!("{rows} with the guard @!PT, which is never true: {with} have a result."),
        };
        out.paragraph(&text, "", "  ")?;
    }
    if tally.unknown > 0 {
        writeln!(out, "{} of words whose computation no source specifies.", count(tally.unknown, "row"))?;
    }
    Ok(())
}

/// Prints the interpretations, and what no row tests.
pub(super) fn details(tally: &Tally, out: &mut Out) -> io::Result<()> {
    let heading = out.palette().heading;
    writeln!(
        out,
        "\n{heading}{:<21} {:>12}  {:>11} {:>12} {:>12}{heading:#}",
        "interpretation", "explains", "deciding", "for model", "for other"
    )?;
    for (row, score) in tally.scored() {
        let mark = if score.explained == tally.rows { " all" } else { "" };
        write!(out, "{:<21} {:>12}{mark}", row.id, score.explained)?;
        if score.deciding > 0 {
            let width = 13 - mark.len();
            write!(out, "{:>width$} {:>12} {:>12}", score.deciding, score.for_model, score.for_itself)?;
        }
        writeln!(out)?;
    }
    let failures = tally.scored().filter_map(|(it, score)| Some((it, score.failed?)));
    for (at, (row, failed)) in failures.enumerate() {
        if at == 0 {
            writeln!(out, "\n{heading}the first row that contradicts each{heading:#}")?;
        }
        failure("  ", &failed, row.id, out)?;
    }
    let undecided: Vec<_> = tally.explaining().map(|row| row.id).collect();
    if tally.differing == 0 && !undecided.is_empty() {
        list(out, "Not decided, because no row separates them from the model:", &undecided)?;
    }
    let unseen = tally.unseen();
    if !unseen.is_empty() {
        let unseen: Vec<_> = unseen.iter().map(String::as_str).collect();
        list(out, "Not tested, because no row has them:", &unseen)?;
    }
    Ok(())
}

/// Names after a title, wrapped.
fn list(out: &mut Out, title: &str, names: &[&str]) -> io::Result<()> {
    // No line break within a name.
    let names = names.join("\n").replace(' ', "\u{a0}").replace('\n', ", ");
    writeln!(out, "\n{}", wrap(&format!("{title} {names}."), "", "  ").replace('\u{a0}', " "))
}
