//! The result of `vmad observe` as text.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use vmad_observe::observed::{Diagnosis, Failed, Finding, Observation, Refused, Tally};
use vmad_sass::isa::Layout;
use vmad_unit::{Kind, Predicate};

use crate::{count::count, output::Out, wrap::wrap};

/// Prints what is wrong: one line if nothing is.
pub(super) fn print(tally: &Tally, out: &mut Out) -> io::Result<()> {
    let wrong = out.palette().wrong;
    if tally.differing > 0 {
        let differing = part(tally.differing, tally.rows, "result", DIFFER);
        writeln!(out, "{wrong}{differing} from the model's.{wrong:#}")?;
    } else if !tally.is_fine() {
        let wrong_rows = part(tally.wrong(), tally.read(), "row", ["is wrong", "are wrong"]);
        writeln!(out, "{wrong}{wrong_rows}.{wrong:#}")?;
    } else if tally.rows > 0 {
        writeln!(out, "No difference: {}, {}.", count(tally.rows, "result"), modes(tally))?;
    }
    rows_by_content(tally, out)?;
    let Diagnosis { findings, others: left } = tally.diagnosis();
    for (at, finding) in findings.iter().enumerate() {
        print_finding(at + 1, finding, out)?;
    }
    if left > 0 {
        let verb = DIFFER[usize::from(left > 1)];
        writeln!(out, "{} {verb} without a finding.", count(left, "other row"))?;
    }
    for (at, finding) in findings.iter().enumerate() {
        let place = if findings.len() > 1 { format!("{}. ", at + 1) } else { String::new() };
        failure(&place, &finding.first, "the model", out)?;
        if let Some(command) = trace_command(&finding.first.observation) {
            writeln!(out, "{}{command}", " ".repeat(place.len()))?;
        }
    }
    for fault in &tally.faults {
        let line = format!("{}: {}, first in line {}.", fault.kind, count(fault.rows, "row"), fault.line);
        out.paragraph(&line, "", "  ")?;
    }
    others(tally, out)
}

const DIFFER: [&str; 2] = ["differs", "differ"];

/// `1 row differs`, `3 rows differ`, `1 of 3 rows differs`; the verbs are of one row, and of several.
fn part(number: u64, rows: u64, noun: &str, verbs: [&str; 2]) -> String {
    let part = if number == rows { String::new() } else { format!("{number} of ") };
    format!("{part}{} {}", count(rows, noun), verbs[usize::from(number > 1)])
}

/// `500 rows are read: 389 with a result, 31 ...`; nothing if all have a result.
fn rows_by_content(tally: &Tally, out: &mut Out) -> io::Result<()> {
    let read = tally.read();
    if read == tally.rows {
        return Ok(());
    }
    let parts = [
        (tally.rows, "with a result"),
        (tally.states, "without a result, whose registers and predicates are right"),
        (tally.with_fault(), "with a fault"),
        (tally.not_executed(), "without a result (not executed)"),
        (tally.illegal.rows, "of illegal words"),
        (tally.never.rows, "with the guard @!PT"),
        (tally.unknown, "of words whose computation no source specifies"),
    ];
    let parts: Vec<_> =
        parts.iter().filter(|(rows, _)| *rows > 0).map(|(rows, text)| format!("{rows} {text}")).collect();
    let verb = if read == 1 { "is" } else { "are" };
    out.paragraph(&format!("{} {verb} read: {}.", count(read, "row"), parts.join(", ")), "", "  ")
}

/// `1152 modes of VMAD`
fn modes(tally: &Tally) -> String {
    let names: Vec<_> = tally.kinds().map(Kind::name).collect();
    let modes = tally.modes.values().filter(|mode| mode.rows > 0).count();
    format!("{} of {}", count(modes, "mode"), names.join(", "))
}

fn print_finding(at: usize, finding: &Finding, out: &mut Out) -> io::Result<()> {
    let Finding { kinds, rule, also, condition, differing, rows, .. } = finding;
    let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
    let rule_text = match rule {
        Some(rule) if rule.title.starts_with(rule.place) => rule.title.to_string(),
        Some(rule) if rule.id == rule.place => format!("{}: {}", rule.place, rule.title),
        Some(rule) => format!("{}: {} ({})", rule.place, rule.title, rule.id),
        None => "no known rule gives these results".to_owned(),
    };
    let names = names.join(", ");
    let text = format!("{at}. {names}: {rule_text}");
    let condition = if condition.is_empty() { format!("all rows of {names}") } else { condition.clone() };
    let place = format!("{condition}: {}", part(*differing, *rows, "row", DIFFER));
    writeln!(out, "{}\n   {}", wrap(&text, "", "   "), wrap(&place, "", "   "))?;
    if !also.is_empty() {
        let names: Vec<_> = also.iter().take(6).copied().collect();
        let more = if also.len() > 6 { format!(" and {} more", also.len() - 6) } else { String::new() };
        let names = names.join(", ");
        let text = format!("   These rows do not decide between this rule and {names}{more}.");
        out.paragraph(&text, "", "   ")?;
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

/// `vmad trace 'VADD R0, R2, R3, RZ' R2=0x1 R3=0x2`; nothing if ports with two values read one register.
fn trace_command(Observation { instruction, ports, .. }: &Observation) -> Option<String> {
    let ports = instruction.bind(*ports);
    let [a, b, c] = instruction
        .registers()
        .map(|register| register.filter(|register| !register.is_zero()).map(|register| register.to_string()));
    let name = |predicate: Predicate| (predicate != Predicate::PT).then(|| predicate.to_string());
    let c = c.or_else(|| instruction.source_predicate().and_then(name));
    let mut values = BTreeMap::new();
    for (name, value) in [(a, ports.a), (b, ports.b), (c, ports.c)] {
        if name.is_some_and(|name| *values.entry(name).or_insert(value) != value) {
            return None;
        }
    }
    let guard = instruction.guard();
    name(guard.predicate).map(|name| values.entry(name).or_insert_with(|| u32::from(!guard.negated)));
    let arch = if instruction.layout() == Layout::Kepler { "--arch sm_35 " } else { "" };
    let assignment = |(name, value): (&String, &u32)| {
        if name.starts_with('P') { format!(" {name}={value}") } else { format!(" {name}={value:#x}") }
    };
    let values: Vec<_> = values.iter().map(assignment).collect();
    Some(format!("vmad trace {arch}'{instruction}'{}", values.concat()))
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
