//! The page of the proved sequences, `docs/src/sequences.md`.

use std::{fmt::Write, path::PathBuf};

use anyhow::{Result, anyhow};
use vmad_ptx::syntax::parse_one;
use vmad_ptxas::{
    idioms::{IDIOMS, Idiom, IdiomCode, TARGETS, emitted},
    safety::{Answer, Asked, findings},
};

use super::filled;

pub(super) fn page() -> Result<(PathBuf, String)> {
    let mut page = format!(
        "| sequence | {} | wrong |\n|---|{}---|\n",
        TARGETS.join(" | "),
        "---|".repeat(TARGETS.len())
    );
    for idiom in IDIOMS.iter() {
        let Idiom { name, .. } = idiom;
        let count = |target, code| {
            emitted(name, code, target).map_or("-".to_owned(), |lines| lines.len().to_string())
        };
        let cells = TARGETS.map(|target| {
            format!("{} ({})", count(target, IdiomCode::Idiom), count(target, IdiomCode::Reference))
        });
        writeln!(page, "| [{name}](#{name}) | {} | {} |", cells.join(" | "), miscompiles(idiom)?)?;
    }
    for Idiom { name, title, reference, code } in IDIOMS.iter() {
        let [first, rest] = [title.get(..1), title.get(1..)].map(Option::unwrap_or_default);
        writeln!(
            page,
            "\n## {name}\n\n{}{rest}:\n\n```console\n$ vmad ptx equal '{}' \\\n>     '{}'\n\
             equal: d for all values of [..]\n...\n\n```",
            first.to_uppercase(),
            reference.join(" "),
            code.join(" ")
        )?;
    }
    filled("sequences.md", &[("sequences", page)])
}

/// The rows by which ptxas compiles an instruction of a sequence wrongly.
fn miscompiles(idiom: &Idiom) -> Result<String> {
    let mut rows = Vec::new();
    for line in &idiom.code {
        // The other instructions of PTX are no video instructions.
        let Ok(found) = parse_one(line) else { continue };
        let asked = Asked::all();
        let answers: Vec<_> =
            asked.iter().filter_map(|asked| Answer::new(&found.instruction, asked)).collect();
        for finding in findings(&found.instruction, &answers) {
            let row = finding.row.ok_or_else(|| anyhow!("{line}: ptxas refuses it"))?;
            if !rows.contains(&row.id) {
                rows.push(row.id);
            }
        }
    }
    Ok(rows.join(", "))
}
