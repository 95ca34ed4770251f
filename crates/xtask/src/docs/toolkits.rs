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

/// What changes from version to version, for the architectures in which the same changes.
fn versions() -> Result<String> {
    let mut table = "| architectures | ptxas | rows |\n|---|---|---|\n".to_owned();
    let changes = |arch: u16| {
        let mut before: Option<Vec<String>> = None;
        let chunks = Versions::ALL.chunks(|version| cell(arch, version));
        let changed = chunks.into_iter().filter_map(|(versions, now)| {
            let now = now?;
            let cell = match before.replace(now.clone()) {
                None => now.join(", "),
                Some(before) => change(&before, &now),
            };
            Some((versions.to_string(), cell))
        });
        changed.collect::<Vec<_>>()
    };
    for archs in ARCHS.chunk_by(|one, next| changes(*one) == changes(*next)) {
        let mut names = archs.iter().map(|arch| format!("sm_{arch}")).collect::<Vec<_>>().join(", ");
        for (versions, rows) in changes(archs[0]) {
            writeln!(table, "| {} | {versions} | {rows} |", std::mem::take(&mut names))?;
        }
    }
    Ok(table)
}

/// The rows that come and those that go.
fn change(before: &[String], now: &[String]) -> String {
    let not_in = |these: &[String], those: &[String]| {
        these.iter().filter(|name| !those.contains(name)).cloned().collect::<Vec<_>>().join(", ")
    };
    let parts = [("with", not_in(now, before)), ("without", not_in(before, now))];
    let parts = parts.into_iter().filter(|(_, names)| !names.is_empty());
    parts.map(|(word, names)| format!("{word} {names}")).collect::<Vec<_>>().join("; ")
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

/// The rows that a version has for an architecture; [`None`] if it does not have the architecture.
fn cell(arch: u16, version: Version) -> Option<Vec<String>> {
    Versions::from(version).that_have(Target::sm(arch)).ok()?;
    let is_in =
        |part: &&Miscompiled| part.versions_for(arch).is_some_and(|versions| versions.contains(version));
    let names = ROWS.iter().flat_map(|row| row.history.iter().filter(is_in).map(|part| row.name_of(part)));
    Some(names.collect())
}
