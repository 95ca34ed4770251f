//! The pages of the book that are generated from tables in the code.

mod instructions;
mod toolkits;

use std::{fmt::Write, fs, path::PathBuf};

use anyhow::{Context, Result};
use vmad_sass::{
    isa::{B, Field, Form, INSTRUCTIONS, Value},
    ruler::bands,
};

use crate::workspace;

/// Writes the pages of the book that are generated from tables in the code
///
/// A test fails if one of them is outdated.
#[derive(Debug, clap::Args)]
pub(crate) struct DocsArgs {}

pub(crate) fn run(_: DocsArgs) -> Result<()> {
    for (path, page) in pages()? {
        fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// The path and the text of each generated page.
fn pages() -> Result<Vec<(PathBuf, String)>> {
    let mut pages = instructions::pages()?;
    pages.extend([(encoding_path(), encoding()), toolkits::page()?]);
    Ok(pages)
}

fn encoding_path() -> PathBuf {
    workspace::chapters().join("encoding.md")
}

/// The page of the encoding.
fn encoding() -> String {
    let mut page = "\
# The instruction words

<!-- Written by `cargo xtask docs` from the descriptions in crates/vmad-sass/src/isa. -->

Each word has 64 bits. An instruction has two forms: B is a register or an immediate.
"
    .to_owned();
    for forms in INSTRUCTIONS {
        for form in forms {
            let b = match form.b {
                B::Register => "a register",
                B::Immediate => "an immediate",
            };
            let _ = write!(page, "\n## `{}`, B is {b}\n\n{}", form.mnemonic, ruler(form));
            page += "\n| bits | field | meaning | values |\n|---|---|---|---|\n";
            for field in form.fields.iter().rev() {
                let (place, name, meaning) = (field.place(), field.name(), field.meaning());
                let _ = writeln!(page, "| {place} | {name} | {meaning} | {} |", values(field));
            }
        }
    }
    page += "
## Illegal values

The decoder refuses an illegal value. `--format nvdisasm` prints it as nvdisasm does: selector 7 as `INVALIDSEL6`
(unsigned) or `INVALIDSEL7` (signed), scale 3 as `INVALIDVMADSCALE3`, and the names in the tables above.

## Bits without a meaning

nvdisasm ignores bits 35:31 of the forms with a register B, and bits 7:6 of `VSETP`. ptxas writes zeros. The decoder
keeps the bits, so that encoding gives the same word; text does not show them, and the assembler writes zeros.
";
    page
}

/// The 64 bits from the highest to the lowest, 16 a band.
fn ruler(form: &Form) -> String {
    let bands = bands(form, 16);
    let lines = bands.iter().map(|band| format!("{}\n{}\n", band.places(), band.names('|')));
    format!("```text\n{}```\n", lines.collect::<Vec<_>>().join("\n"))
}

fn values(field: &Field) -> String {
    let value = |value: &Value| match value.meaning {
        Some(meaning) if value.suffix.is_empty() || value.suffix == meaning => meaning.to_owned(),
        Some(meaning) => format!("{meaning} (`.{}`)", value.suffix),
        None if value.suffix.is_empty() => "illegal".to_owned(),
        None => format!("illegal (`{}`)", value.suffix),
    };
    let values = field.values().iter().map(|listed| format!("{} {}", listed.value, value(listed)));
    // A star is emphasis in Markdown.
    values.collect::<Vec<_>>().join(", ").replace('*', "\\*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generated_pages_are_what_the_tables_say() {
        let summary = fs::read_to_string(workspace::chapters().join("SUMMARY.md")).expect("it is there");
        let pages = pages().expect("pages");
        assert!(pages.len() > INSTRUCTIONS.len(), "a page for each instruction, and that of the encoding");
        for (path, page) in pages {
            let found = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            assert_eq!(found, page, "{path:?} is outdated: run `cargo xtask docs`");
            let name = path.strip_prefix(workspace::chapters()).expect("a chapter").display().to_string();
            assert!(summary.contains(&format!("({name})")), "SUMMARY.md does not list {name}");
        }
    }

    /// Each row of the index of rules names a function, a type or a field type in the file of the row.
    #[test]
    fn every_rule_is_where_the_index_says() {
        let page =
            fs::read_to_string(workspace::chapters().join("rules.md")).expect("docs/src/rules.md is there");
        let mut rules = 0;
        for row in page.lines().filter(|row| row.contains("| `crates/")) {
            let mut cells = row.rsplit('|').map(|cell| cell.trim().trim_matches('`')).skip(1);
            let (item, file) = (cells.next().expect("an item"), cells.next().expect("a file"));
            let path = workspace::chapters().join("../..").join(file);
            let source = fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"));
            let name = item.rsplit(':').next().expect("a name");
            let kinds = ["fn ", "struct ", "const ", "static ", "enum "].map(|kind| format!("{kind}{name}"));
            let declared =
                ["    {name}: ", "usual_word_forms!({name},"].map(|text| text.replace("{name}", name));
            let defines = |line: &str| {
                let after = |found: &str| line.split_once(found).map(|(_, rest)| rest.chars().next());
                let ends =
                    |next: Option<char>| next.is_none_or(|next| !next.is_alphanumeric() && next != '_');
                kinds.iter().any(|kind| after(kind).is_some_and(ends))
                    || declared.iter().any(|start| line.starts_with(start.as_str()))
            };
            assert!(source.lines().any(defines), "{item} is not in {file}");
            rules += 1;
        }
        assert!(rules > 20, "{rules} rules");
    }
}
