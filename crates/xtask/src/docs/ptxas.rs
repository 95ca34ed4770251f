//! The tables of the versions of ptxas.

use std::fmt::Write;

use anyhow::Result;
use vmad_map::rows::ROWS;
use vmad_ptx::syntax::parse_one;
use vmad_ptxas::{
    miscompiles::Witness,
    safety::{Answer, Asked, KINDS, Listed, listing},
    versions::{Version, Versions},
};

/// Writes the tables of the page.
pub(super) fn tables(out: &mut String) -> Result<()> {
    rows(out)?;
    changes(out)?;
    kinds(out)
}

fn rows(out: &mut String) -> Result<()> {
    writeln!(
        out,
        "| row | ptxas | targets | what | an example | right | ptxas gives |\n|---|---|---|---|---|---|---|"
    )?;
    for Listed { name, archs, versions, title, code, witness } in listing() {
        let Witness { inputs: [a, b, c], right, wrong } = witness;
        let wrong = wrong.map_or_else(|| "a store".to_owned(), |wrong| format!("{wrong:#x}"));
        writeln!(
            out,
            "| {name} | {versions} | {archs} | {title} | `{code}`, a = {a:#x}, b = {b:#x}, c = {c:#x} | {right:#x} | {wrong} |"
        )?;
    }
    Ok(())
}

/// The versions with other rows than the version before. ptxas of an architecture that goes takes its rows along.
fn changes(out: &mut String) -> Result<()> {
    writeln!(
        out,
        "\n### What changes from version to version\n\n\
         ptxas 12.0 has no sm_35 and sm_37, and 13.0 has no sm_50 to sm_72.\n\n\
         | ptxas | new rows | rows that are gone |\n|---|---|---|"
    )?;
    let parts = || ROWS.iter().flat_map(|row| row.history.iter().map(move |part| (row, part)));
    for (before, version) in Version::all().zip(Version::all().skip(1)) {
        let names = |ends_here: &dyn Fn(Versions) -> bool| {
            let parts = parts().filter(|(_, part)| ends_here(part.versions));
            let names = parts.map(|(row, part)| {
                let [first, last] = part.archs;
                format!("{} (sm_{first}-{last})", row.name_of(part))
            });
            names.collect::<Vec<_>>().join(", ")
        };
        let [new, gone] =
            [names(&|versions| versions.first == version), names(&|versions| versions.last == before)];
        if !new.is_empty() || !gone.is_empty() {
            writeln!(out, "| {version} | {new} | {gone} |")?;
        }
    }
    Ok(())
}

fn kinds(out: &mut String) -> Result<()> {
    write!(
        out,
        "\n### Which instructions are right\n\n\
         A row in parentheses is in some of the versions; a dash: ptxas refuses the instruction.\n\n\
         | instruction: operands |"
    )?;
    let asked = Asked::all();
    asked.iter().try_for_each(|asked| write!(out, " {}, ptxas {} |", asked.name, asked.versions))?;
    writeln!(out, "\n|---|{}", "---|".repeat(asked.len()))?;
    for kind in KINDS.iter() {
        let instruction = parse_one(kind.example)?.instruction;
        let cell = |asked: &Asked| match Answer::new(&instruction, asked) {
            Some(answer) => answer.short(),
            None => "not run".to_owned(),
        };
        let cells: Vec<_> = asked.iter().map(cell).collect();
        writeln!(out, "| {}: {} | {} |", kind.opcodes.join(" "), kind.operands, cells.join(" | "))?;
    }
    Ok(())
}
