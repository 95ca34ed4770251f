//! The table of the page of what to write in place of video instructions, `docs/src/rewriting.md`.

use std::{fmt::Write, fs, path::PathBuf};

use anyhow::{Context, Result};
use vmad_ptx::{legality::Target, syntax::parse_one};
use vmad_ptxas::{
    rewrite::{
        costs::{ARCHS, costs},
        ordinary,
    },
    safety::{Answer, Asked},
};

use super::filled;
use crate::workspace;

/// The page, whose rows name the instructions: of a new one, write the first cell.
pub(super) fn page() -> Result<(PathBuf, String)> {
    let page = fs::read_to_string(workspace::chapters().join("rewriting.md"))?;
    let shown = page.lines().filter_map(|row| row.strip_prefix("| `")?.split('`').next());
    let names = ARCHS.map(|arch| format!("sm_{arch}")).join(" | ");
    let mut table =
        format!("| instruction | wrong | {names} | code |\n|---|---|{}---|\n", "---|".repeat(ARCHS.len()));
    let asked = Asked::with(Some(Target::sm(75)), None)?;
    for text in shown {
        let instruction = parse_one(text).ok().with_context(|| text.to_owned())?.instruction;
        let verdict = Answer::all(&instruction, &asked).first().map(Answer::short).unwrap_or_default();
        let cells = ARCHS.map(|arch| {
            let [found, _] = costs(&instruction, Target::sm(arch))?;
            Some(if found.is_shorter() {
                format!("{} (**{}**)", found.video, found.ordinary)
            } else {
                format!("**{}** ({})", found.video, found.ordinary)
            })
        });
        let cells: Option<Vec<_>> = cells.into_iter().collect();
        let lines = ordinary(&instruction, Target::sm(86)).with_context(|| text.to_owned())?;
        let code =
            lines.iter().filter(|line| !line.starts_with(['{', '}', '.'])).map(|line| format!("`{line}`"));
        let code: Vec<_> = code.collect();
        let verdict = if verdict == "right" { "" } else { &verdict };
        writeln!(
            table,
            "| `{text}` | {verdict} | {} | {} |",
            cells.with_context(|| text.to_owned())?.join(" | "),
            code.join(" ")
        )?;
    }
    filled("rewriting.md", &[("instructions", table)])
}
