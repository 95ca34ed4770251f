//! The tables.
//!
//! A verdict is a letter, which the table's head explains; a run of the same verdicts is the letter and a count.

use std::{collections::HashMap, fmt::Write as _};

use anyhow::{Context, Result};
use indicatif::{ParallelProgressIterator, ProgressIterator};
use rayon::prelude::*;
use vmad_ptx::legality::Target;

use super::ask::{Verdict, head};
use crate::ptxas::Ptxas;

/// Messages and their codes, in the order of their first appearance.
#[derive(Default)]
struct Codes {
    known: HashMap<String, String>,
    head: String,
}

impl Codes {
    /// The code of a verdict: `a`, `b`, ..., `z`, `ba`, ...; digits are counts. The parts of a message that depend on the
    /// line are replaced by placeholders, so that one message has one code.
    fn of(&mut self, verdict: &Verdict, placeholders: &[(String, &str)]) -> String {
        let errors = verdict.errors.iter().map(|text| format!("error: {text}"));
        let warnings = verdict.warnings.iter().map(|text| format!("warning: {text}"));
        let texts = errors.chain(warnings).collect::<Vec<_>>().join(" | ");
        let text = if texts.is_empty() { "ok".to_owned() } else { texts };
        let text =
            placeholders.iter().fold(text, |text, (piece, placeholder)| text.replace(piece, placeholder));
        let next = self.known.len();
        if let Some(code) = self.known.get(&text) {
            return code.clone();
        }
        let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
        let code: String =
            if next < 26 { letter(next).into() } else { [letter(next / 26), letter(next)].iter().collect() };
        // Writing to a string cannot fail.
        let _ = writeln!(self.head, "# {code}\t{text}");
        self.known.insert(text, code.clone());
        code
    }
}

/// `a49 b` for forty-nine times `a` and one `b`.
fn run_lengths(codes: &[String]) -> String {
    let runs = codes.chunk_by(|one, other| one == other);
    let texts = runs.map(|run| match run.len() {
        1 => run[0].clone(),
        count => format!("{}{count}", run[0]),
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// A table with the answers of ptxas to the questions of its rows. The lines of its head that explain codes have a tab.
pub(super) fn again(ptxas: &Ptxas, name: &str, text: &str) -> Result<String> {
    let (head, rows): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    let about: Vec<&str> = head.into_iter().filter(|line| !line.contains('\t')).collect();
    let about = about.join("\n");
    // Before these words is the version.
    let (_, asked) = about.split_once(" says").context("no head")?;
    // The columns of a question.
    let columns = if ["lanes", "random"].contains(&name) { 1 } else { 2 };
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.split('\t').take(columns).collect()).collect();
    let mut codes = Codes::default();
    let rows = match name {
        "modifiers" | "simd" => combinations(ptxas, &rows, &mut codes)?,
        "legality" => {
            let (_, versions) = asked.rsplit_once("# ").context("no versions")?;
            legality(ptxas, &rows, &versions.split(' ').collect::<Vec<_>>(), &mut codes)?
        }
        _ => alone(ptxas, &rows)?,
    };
    Ok(format!("# What {} says{asked}\n{}{rows}", ptxas.version, codes.head))
}

/// Mnemonics, each with every shape of operands of a list.
fn combinations(ptxas: &Ptxas, rows: &[Vec<&str>], codes: &mut Codes) -> Result<String> {
    let mut text = String::new();
    let head = head("8.0", "sm_50");
    let same_list = rows.chunk_by(|one, other| one[1] == other[1]);
    let batches: Vec<_> = same_list.flat_map(|rows| rows.chunks(32)).collect();
    for rows in batches.into_iter().progress() {
        let shapes = vmad_testing::shapes(rows[0][1]);
        let lines =
            rows.iter().flat_map(|row| shapes.iter().map(move |shape| format!("{} {shape};", row[0])));
        let verdicts = ptxas.ask("sm_50", &head, &lines.collect::<Vec<_>>())?;
        for (row, verdicts) in rows.iter().zip(verdicts.chunks(shapes.len())) {
            let placeholders = [(format!("'{}", opcode(row[0])), "'vop")];
            let row_codes: Vec<String> =
                verdicts.iter().map(|verdict| codes.of(&verdict.general(), &placeholders)).collect();
            writeln!(text, "{}\t{}", row.join("\t"), run_lengths(&row_codes))?;
        }
    }
    Ok(text)
}

/// Targets, each with instructions, in every version.
fn legality(ptxas: &Ptxas, rows: &[Vec<&str>], versions: &[&str], codes: &mut Codes) -> Result<String> {
    let mut text = String::new();
    let targets: Vec<_> = rows.chunk_by(|one, other| one[0] == other[0]).collect();
    for rows in targets.into_iter().progress() {
        let target = rows[0][0];
        // sm_50 is the oldest device of this ptxas.
        let arch = if target.parse::<Target>()?.number < 50 { "sm_50" } else { target };
        let lines: Vec<String> = rows.iter().map(|row| row[1].to_owned()).collect();
        let ask = |version: &&str| ptxas.ask(arch, &head(version, target), &lines);
        let verdicts = versions.iter().map(ask).collect::<Result<Vec<_>>>()?;
        for (index, row) in rows.iter().enumerate() {
            let row_codes = versions.iter().zip(&verdicts).map(|(version, verdicts)| {
                let module = format!(".version {version} does not support .target {target}");
                let placeholders = [
                    (format!("'{}", opcode(row[1])), "'vop"),
                    (module, ".version V does not support .target T"),
                ];
                codes.of(&verdicts[index], &placeholders)
            });
            let row_codes: Vec<String> = row_codes.collect();
            writeln!(text, "{}\t{}", row.join("\t"), run_lengths(&row_codes))?;
        }
    }
    Ok(text)
}

/// Each line in its own module, because a line without an end would include the next: with its target, or for sm_50.
fn alone(ptxas: &Ptxas, rows: &[Vec<&str>]) -> Result<String> {
    let ask = |row: &Vec<&str>| {
        let (target, version, line) = match row[..] {
            [line] => ("sm_50", "8.0", line),
            _ => (row[0], "8.8", row[1]),
        };
        let verdict = ptxas.ask_alone(target, &head(version, target), line)?;
        Ok(format!("{}\t{}\n", row.join("\t"), verdict.columns()))
    };
    rows.par_iter().progress().map(ask).collect()
}

fn opcode(line: &str) -> &str {
    line.split('.').next().unwrap_or(line)
}
