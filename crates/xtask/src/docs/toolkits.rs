//! The tables of the versions of ptxas.

use std::fmt::Write;

use anyhow::Result;
use vmad_map::{divergence::Miscompiled, rows::ROWS};
use vmad_ptx::{legality::Target, syntax::parse_one};
use vmad_ptxas::{
    miscompiles::Witness,
    safety::{Answer, Asked, KINDS, Listed, listing},
    versions::{Version, Versions},
};

use crate::toolkits::releases::ARCHS;

/// The tables of the page.
pub(super) fn parts() -> Result<[(&'static str, String); 3]> {
    Ok([("rows", rows()?), ("versions", versions()?), ("kinds", kinds()?)])
}

fn rows() -> Result<String> {
    let mut table =
        "| row | ptxas | architectures | what | an example | right | ptxas gives |\n|---|---|---|---|---|---|---|\n".to_owned();
    for Listed { name, archs, versions, title, code, witness } in listing() {
        let Witness { inputs: [a, b, c], right, wrong } = witness;
        let wrong = wrong.map_or_else(|| "a store".to_owned(), |wrong| format!("{wrong:#x}"));
        writeln!(
            table,
            "| {name} | {versions} | {archs} | {title} | `{code}`, a = {a:#x}, b = {b:#x}, c = {c:#x} | {right:#x} | {wrong} |"
        )?;
    }
    Ok(table)
}

fn versions() -> Result<String> {
    let mut table = "| ptxas |".to_owned();
    ARCHS.iter().try_for_each(|arch| write!(table, " sm_{arch} |"))?;
    writeln!(table, "\n|---|{}", "---|".repeat(ARCHS.len()))?;
    let cells = |version: Version| ARCHS.map(|arch| cell(arch, version));
    for (versions, cells) in Versions::ALL.chunks(cells) {
        writeln!(table, "| {versions} | {} |", cells.join(" | "))?;
    }
    Ok(table)
}

fn kinds() -> Result<String> {
    let mut table = "| instruction: operands |".to_owned();
    let asked = Asked::all();
    asked.iter().try_for_each(|it| write!(table, " {}, ptxas {} |", it.name, it.versions))?;
    writeln!(table, "\n|---|{}", "---|".repeat(asked.len()))?;
    for kind in KINDS.iter() {
        let instruction = parse_one(kind.example)?.instruction;
        let cell = |it: &Asked| Answer::of(&instruction, it).map_or("not run".to_owned(), |it| it.short());
        let cells: Vec<_> = asked.iter().map(cell).collect();
        writeln!(table, "| {}: {} | {} |", kind.opcodes.join(" "), kind.operands, cells.join(" | "))?;
    }
    Ok(table)
}

/// The rows that a version has for an architecture.
fn cell(arch: u16, version: Version) -> String {
    if Versions::from(version).that_have(Target::sm(arch)).is_err() {
        return "-".to_owned();
    }
    let is_in =
        |part: &&Miscompiled| part.versions_for(arch).is_some_and(|versions| versions.contains(version));
    let names = ROWS.iter().flat_map(|row| row.history.iter().filter(is_in).map(|part| row.name_of(part)));
    names.collect::<Vec<_>>().join(", ")
}
