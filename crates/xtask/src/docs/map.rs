//! The map as a chapter of the book: what ptxas does differently, and what published texts say differently.

use std::{
    fmt::{self, Write},
    path::PathBuf,
};

use anyhow::Result;
use textwrap::{Options, WordSplitter};
use vmad_map::{
    divergence::Divergence,
    domain::Domain,
    rows::{self, ROWS},
};
use vmad_ptx::reading::{AMBIGUITIES, Ambiguity};
use vmad_unit::{Kind, Operation, vmad::Mode};

use super::{filled, ptxas};

/// The chapter.
pub(super) fn page() -> Result<(PathBuf, String)> {
    let [mut versions, mut compiled, mut published, mut others] = [const { String::new() }; 4];
    ptxas::tables(&mut versions)?;
    for row in ROWS.iter().filter(|row| is_of_ptxas(row)) {
        section(&mut compiled, ["right", "ptxas"], row)?;
        compiled += &row.details.map_or_else(String::new, |details| format!("\n{}", details()));
    }
    for row in rows::about(Kind::Vmad).filter(|row| !is_of_ptxas(row)) {
        section(&mut published, ["this project", "other"], row)?;
        example(&mut published, row)?;
    }
    table_of_others(&mut others)?;
    let parts = [
        ("versions", versions),
        ("rows of ptxas", compiled),
        ("rows of texts", published),
        ("others", others),
    ];
    filled("divergence.md", &parts)
}

fn is_of_ptxas(row: &Divergence) -> bool {
    !row.history.is_empty() && !row.evidence.is_empty()
}

fn table_of_others(out: &mut String) -> fmt::Result {
    out.write_str("| | what | default | other | operations | evidence |\n|---|---|---|---|---|---|\n")?;
    let is_of_vmad = |row: &Divergence| row.is_about_modes() && row.is_about(Kind::Vmad);
    let is_in_detail =
        |id: &str| ROWS.iter().any(|row| row.id == id && (is_of_ptxas(row) || is_of_vmad(row)));
    for ambiguity in AMBIGUITIES.iter().filter(|ambiguity| !is_in_detail(ambiguity.id)) {
        let Ambiguity { id, title, default, other, evidence, .. } = ambiguity;
        let row = ROWS.iter().find(|row| row.id == *id);
        let cases = row.map_or("`vmad`", |row| row.cases_text);
        writeln!(out, "| {id} | {title} | {default} | {other} | {cases} | {evidence} |")?;
    }
    let is_reading = |id: &str| AMBIGUITIES.iter().any(|ambiguity| ambiguity.id == id);
    let wrong =
        ROWS.iter().filter(|row| row.is_about_modes() && !is_in_detail(row.id) && !is_reading(row.id));
    for row in wrong {
        let Divergence { id, title, meanings: [default, other], cases_text, evidence, .. } = **row;
        writeln!(out, "| {id} | {title} | {default} | {other} | {cases_text} | {evidence} |")?;
    }
    Ok(())
}

/// A row in detail, with names for its two results.
fn section(out: &mut String, names: [&str; 2], row: &Divergence) -> fmt::Result {
    writeln!(out, "\n### {}: {}\n", row.id, row.title)?;
    let cases = if row.is_about_modes() && row.is_about(Kind::Vmad) {
        ("modes", format!("{}: {}", modes(row), row.cases_text))
    } else {
        ("cases", row.cases_text.to_owned())
    };
    let [right, other] = row.meanings.map(str::to_owned);
    let inputs = ("inputs", row.inputs_text.to_owned());
    for (name, text) in
        [(names[0], right), (names[1], other), cases, inputs, ("evidence", row.evidence.to_owned())]
    {
        if !text.is_empty() {
            writeln!(out, "{}", wrapped(&format!("- {name}: {text}"), "  "))?;
        }
    }
    Ok(())
}

/// The modes of `vmad` in which a row differs, of those that it is about.
fn modes(row: &Divergence) -> String {
    let mut counts = [0, 0];
    for mode in Mode::modes().map(Operation::Vmad) {
        let cases = row.domain.cases(&mode);
        for operation in cases.chunk_by(|one, other| one.ptx == other.ptx) {
            counts[0] += usize::from(operation.iter().any(|case| row.differs_in(case)));
            counts[1] += 1;
        }
    }
    let [differing, all] = counts;
    let domain = match row.domain {
        Domain::None | Domain::Modes | Domain::Dtype(_) => "",
        Domain::Decoupled => " decoupled ones",
        Domain::Dtypes => ", both dtypes",
        Domain::ConstantA | Domain::ConstantB => " with a constant",
    };
    format!("{differing} of {all}{domain}")
}

fn example(out: &mut String, row: &Divergence) -> fmt::Result {
    let Some(example) = row.example else { return Ok(()) };
    let ([a, b, c], here) = (example.inputs, example.here);
    let other = example.there.map_or_else(String::new, |there| format!(", other {there:#010x}"));
    let text = format!(
        "`{}` with a = {a:#x}, b = {b:#x}, c = {c:#x}: this project {here:#010x}{other}.",
        example.instruction
    );
    writeln!(out, "\n{}", wrapped(&text, ""))
}

fn wrapped(text: &str, indent: &str) -> String {
    let options = Options::new(120).subsequent_indent(indent).word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}
