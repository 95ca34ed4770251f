//! The result of `vmad observe`, as text and as JSON.

use std::{
    cmp::Reverse,
    io::{self, Write},
};

use serde::Serialize;
use vmad_xcheck::observed::{FLAGS, Failed, Feature, Tally};

use crate::{count::count, output::Out, printable::Printable, wrap::wrap};

/// Prints the tables and the summary: the summary first if the model does not explain every row.
pub(super) fn print(tally: &Tally, subject: Option<&str>, out: &mut Out) -> io::Result<()> {
    let is_explained = tally.model().explains_all(tally);
    if !is_explained {
        verdict(tally, subject, out)?;
        writeln!(out)?;
    }
    let palette = out.palette();
    let (heading, wrong) = (palette.heading, palette.wrong);
    let settings = match tally.mnemonics.as_slice() {
        ["VMAD"] => format!("{} of 4704 settings", tally.modes()),
        mnemonics => format!("{} of {}", count(tally.modes(), "setting"), mnemonics.join(", ")),
    };
    writeln!(out, "{}, {settings}", count(tally.rows, "row"))?;
    writeln!(out, "\n{heading}{:<15} {:>12} {:>22}{heading:#}", "feature", "rows", "equal to the model")?;
    for (feature, count) in &tally.features {
        let style = if count.rows == count.explained { anstyle::Style::new() } else { wrong };
        let name = feature_name(tally, feature);
        writeln!(out, "{name:<22} {:>5} {style}{:>22}{style:#}", count.rows, count.explained)?;
    }
    writeln!(
        out,
        "\n{heading}{:<21} {:>12}  {:>11} {:>12} {:>12}{heading:#}",
        "interpretation", "explains", "deciding", "for model", "for other"
    )?;
    for (hypothesis, score) in tally.scored() {
        let mark = if score.explains_all(tally) { " all" } else { "" };
        write!(out, "{:<21} {:>12}{mark}", hypothesis.id, score.explained)?;
        if score.deciding > 0 {
            let width = 13 - mark.len();
            write!(out, "{:>width$} {:>12} {:>12}", score.deciding, score.for_model, score.for_itself)?;
        }
        writeln!(out)?;
    }
    let failures = tally.scored().filter_map(|(it, score)| Some((it, score.failed?)));
    for (at, (hypothesis, failed)) in failures.enumerate() {
        if at == 0 {
            writeln!(out, "\n{heading}the first row that contradicts each{heading:#}")?;
        }
        failure(hypothesis.id, &failed, out)?;
    }
    flags(tally, out)?;
    if is_explained {
        writeln!(out)?;
        verdict(tally, subject, out)?;
    }
    Ok(())
}

/// `D1, line 7: VMAD... on a = ..., b = ..., c = ...: 0x00000001 observed, 0x80000000 expected`.
fn failure(name: &str, failed: &Failed, out: &mut Out) -> io::Result<()> {
    let Failed { observation, expected } = failed;
    writeln!(out, "{name}, line {}: {}", observation.line, observation.instruction)?;
    let ports = observation.instruction.bind(observation.ports);
    writeln!(out, "  a = {:#010x}, b = {:#010x}, c = {:#010x}", ports.a, ports.b, ports.c)?;
    write!(out, "  observed {:#010x}", observation.result)?;
    match expected {
        Some(expected) => writeln!(out, ", {name} gives {expected:#010x}"),
        None => writeln!(out, ", {name} gives no result"),
    }
}

fn flags(tally: &Tally, out: &mut Out) -> io::Result<()> {
    let flags = &tally.flags;
    if flags.rows == 0 {
        return Ok(());
    }
    let heading = out.palette().heading;
    writeln!(out, "\n{heading}the condition code, on {}{heading:#}", count(flags.rows, "row"))?;
    for flag in 0..FLAGS {
        let names: Vec<_> = flags.holding(flag).map(|guess| guess.name).collect();
        let names = if names.is_empty() { "no guess matches all rows".to_owned() } else { names.join("; ") };
        let line = format!("flag {flag}: 1 on {}; {names}", flags.set[flag]);
        writeln!(out, "{}", wrap(&line, "", "  "))?;
    }
    Ok(())
}

/// The conclusion, in sentences.
fn verdict(tally: &Tally, subject: Option<&str>, out: &mut Out) -> io::Result<()> {
    let results = subject
        .map_or_else(|| "these results".to_owned(), |name| format!("the results of {}", Printable(name)));
    let wrong = out.palette().wrong;
    let names: Vec<_> = tally.explaining().map(|hypothesis| hypothesis.id).collect();
    if tally.model().explains_all(tally) {
        writeln!(out, "The model explains every row.")?;
        let others = &names[1..];
        if !others.is_empty() {
            list(out, "Not decided, because no row separates them from it:", others)?;
        }
        let unseen = tally.features.iter().filter(|(_, count)| count.rows == 0);
        let unseen: Vec<_> = unseen.map(|(feature, _)| feature_name(tally, feature)).collect();
        let unseen: Vec<_> = unseen.iter().map(String::as_str).collect();
        if !unseen.is_empty() {
            list(out, "Not tested, because no row has them:", &unseen)?;
        }
        return Ok(());
    }
    match names.as_slice() {
        [] => {}
        [name] => list(out, &format!("All {results} follow"), &[name])?,
        names => list(out, &format!("All {results} follow each of these:"), names)?,
    }
    if names.is_empty() {
        let combinations = tally.combinations();
        for combination in &combinations {
            writeln!(out, "Together, {combination} explain every row.")?;
        }
        if combinations.is_empty() {
            most(tally, &results, out)?;
            writeln!(out, "No interpretation explains every row, and no combination.")?;
        }
    }
    let refuted = tally.rows - tally.model().explained;
    let line = format!("The model gives other results on {refuted} of {}.", count(tally.rows, "row"));
    writeln!(out, "{wrong}{line}{wrong:#}")?;
    if tally.unexplained > 0 {
        writeln!(out, "No interpretation explains these lines, {} in total:", tally.unexplained)?;
        for failed in &tally.unexplained_first {
            failure("model", failed, out)?;
        }
    }
    Ok(())
}

/// The interpretation that explains the most rows of those that the model does not explain.
fn most(tally: &Tally, results: &str, out: &mut Out) -> io::Result<()> {
    let refuted = tally.rows - tally.model().explained;
    let best = tally.scored().min_by_key(|(_, score)| Reverse(score.for_itself));
    if let Some((hypothesis, score)) = best.filter(|(_, score)| score.for_itself > 0) {
        let rows = count(refuted, "row");
        let line = format!(
            "Of {results}, {} of the {rows} that differ from the model follow {}.",
            score.for_itself, hypothesis.id
        );
        writeln!(out, "{}", wrap(&line, "", "  "))?;
    }
    Ok(())
}

/// The name of a feature, after the mnemonic if several instructions occurred.
fn feature_name(tally: &Tally, feature: &Feature) -> String {
    let Feature { mnemonic, name, .. } = feature;
    if tally.mnemonics.len() > 1 { format!("{mnemonic} {name}") } else { (*name).to_owned() }
}

/// Names after a title, wrapped.
fn list(out: &mut Out, title: &str, names: &[&str]) -> io::Result<()> {
    // No line break within a name.
    let names = names.join("\n").replace(' ', "\u{a0}").replace('\n', ", ");
    writeln!(out, "{}", wrap(&format!("{title} {names}."), "", "  ").replace('\u{a0}', " "))
}

#[derive(Serialize)]
pub(super) struct Json<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a str>,
    rows: u64,
    settings: usize,
    features: Vec<FeatureCount>,
    readings: Vec<Reading>,
    /// The names of the readings that explain every row.
    explaining: Vec<&'static str>,
    combinations: Vec<String>,
    unexplained: u64,
    strangers: Vec<Example>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<Flag>,
}

#[derive(Serialize)]
struct FeatureCount {
    instruction: &'static str,
    name: &'static str,
    rows: u64,
    explained: u64,
}

#[derive(Serialize)]
struct Reading {
    name: &'static str,
    title: &'static str,
    explained: u64,
    deciding: u64,
    for_model: u64,
    #[serde(rename = "for_reading")]
    for_itself: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<Example>,
}

#[derive(Serialize)]
struct Example {
    line: u64,
    text: String,
    a: String,
    b: String,
    c: String,
    observed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
}

#[derive(Serialize)]
struct Flag {
    bit: usize,
    rows: u64,
    set: u64,
    guesses: Vec<&'static str>,
}

impl Example {
    fn of(failed: &Failed) -> Self {
        let Failed { observation, expected } = failed;
        let hex = |value: u32| format!("{value:#010x}");
        let ports = observation.instruction.bind(observation.ports);
        Self {
            line: observation.line,
            text: observation.instruction.to_string(),
            a: hex(ports.a),
            b: hex(ports.b),
            c: hex(ports.c),
            observed: hex(observation.result),
            expected: expected.map(hex),
        }
    }
}

impl<'a> Json<'a> {
    pub(super) fn of(tally: &Tally, subject: Option<&'a str>) -> Self {
        let readings = tally.scored().map(|(hypothesis, score)| Reading {
            name: hypothesis.id,
            title: hypothesis.meanings[1],
            explained: score.explained,
            deciding: score.deciding,
            for_model: score.for_model,
            for_itself: score.for_itself,
            failed: score.failed.as_ref().map(Example::of),
        });
        let features = tally.features.iter().map(|(feature, count)| FeatureCount {
            instruction: feature.mnemonic,
            name: feature.name,
            rows: count.rows,
            explained: count.explained,
        });
        let observed = if tally.flags.rows > 0 { FLAGS } else { 0 };
        let flags = (0..observed).map(|bit| Flag {
            bit,
            rows: tally.flags.rows,
            set: tally.flags.set[bit],
            guesses: tally.flags.holding(bit).map(|guess| guess.name).collect(),
        });
        Self {
            subject,
            rows: tally.rows,
            settings: tally.modes(),
            features: features.collect(),
            readings: readings.collect(),
            explaining: tally.explaining().map(|hypothesis| hypothesis.id).collect(),
            combinations: tally.combinations().iter().map(ToString::to_string).collect(),
            unexplained: tally.unexplained,
            strangers: tally.unexplained_first.iter().map(Example::of).collect(),
            flags: flags.collect(),
        }
    }
}
