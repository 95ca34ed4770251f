//! The pages of the book that are generated from tables in the code.

mod instructions;
mod map;
mod modes;
mod ptxas;
mod rewriting;
mod sequences;

use std::{fmt::Write, fs, path::PathBuf};

use anyhow::{Context, Result};
use vmad_sass::{
    isa::{B, Field, Form, INSTRUCTIONS, Layout, Value},
    ruler::bands,
};

use crate::workspace;

/// Writes the pages.
pub(crate) fn run() -> Result<()> {
    pages()?.iter().try_for_each(|(path, page)| workspace::write(path, page).map(|_| ()))
}

/// The path and the text of each page with generated parts, and the picture of the modes.
fn pages() -> Result<Vec<(PathBuf, String)>> {
    let mut pages = instructions::pages()?;
    pages.push(filled("encoding.md", &[("fields", fields()), ("opcodes of Kepler", opcodes_of_kepler())])?);
    pages.push(map::page()?);
    pages.push(rewriting::page()?);
    pages.push(sequences::page()?);
    pages.push((workspace::chapters().join("modes.svg"), modes::picture()?));
    Ok(pages)
}

/// A page with its generated parts. Each stands between a line with its name and a line `<!-- end -->`.
fn filled(name: &str, parts: &[(&str, String)]) -> Result<(PathBuf, String)> {
    let path = workspace::chapters().join(name);
    let mut page = fs::read_to_string(&path).with_context(|| workspace::shown(&path))?;
    for (part, text) in parts {
        let start = format!("<!-- {part}: written by `cargo xtask docs` -->\n");
        let end = "\n<!-- end -->\n";
        let found =
            page.split_once(&start).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
        let (before, after) = found.with_context(|| format!("{name} has no place for its {part}"))?;
        page = format!("{before}{start}\n{}\n{end}{after}", text.trim());
    }
    Ok((path, page))
}

/// The fields that most instructions have in the same place, then those of each instruction.
fn fields() -> String {
    /// The instructions that share a field, at least.
    const MOST: usize = 5;
    let has = |forms: &[Form], field: &Field| forms.iter().any(|form| form.fields.contains(field));
    let is_shared = |field: &Field| INSTRUCTIONS.iter().filter(|forms| has(forms, field)).count() >= MOST;
    let all = INSTRUCTIONS.into_iter().flatten().flat_map(|form| form.fields.iter().rev().copied());
    let mut text = "## Fields that most instructions share\n\n".to_owned() + &table(all.filter(is_shared));
    for forms in INSTRUCTIONS {
        let register = forms.iter().find(|form| form.b == B::Register).unwrap_or(&forms[0]);
        let own = forms.iter().flat_map(|form| form.fields.iter().rev().copied());
        let table = table(own.filter(|field| !is_shared(field)));
        _ = write!(text, "\n## `{}`\n\n{}\n{table}", register.kind, ruler(register));
    }
    text
}

/// A table of fields, each once, the highest first.
fn table(fields: impl Iterator<Item = Field>) -> String {
    let mut once: Vec<Field> = Vec::new();
    for field in fields {
        if !once.iter().any(|other| (other.name(), other.place()) == (field.name(), field.place())) {
            once.push(field);
        }
    }
    once.sort_by_key(|field| std::cmp::Reverse(field.parts().last().map_or(0, |bits| bits.high())));
    let mut table = "| bits | field | meaning | values |\n|---|---|---|---|\n".to_owned();
    for field in once {
        let (place, name, meaning) = (field.place(), field.name(), field.meaning());
        // A String takes every text.
        let _ = writeln!(table, "| {place} | {name} | {meaning} | {} |", values(&field));
    }
    table
}

fn opcodes_of_kepler() -> String {
    let mut table = "| instruction | opcode: bits | value |\n|---|---|---|\n".to_owned();
    for forms in Layout::Kepler.instructions() {
        if let Some(opcode) = forms[0].field("opcode") {
            let value = opcode.fixed().unwrap_or_default();
            let width = opcode.width() as usize;
            let bits = format!("{value:0width$b}");
            let (high, low) = bits.split_at(width - 2);
            let _ = writeln!(table, "| `{}` | {} | `{high}` and `{low}` |", forms[0].kind, opcode.place());
        }
    }
    table
}

/// The 64 bits from the highest to the lowest, 16 a band.
fn ruler(form: &Form) -> String {
    let bands = bands(form, 16);
    let lines = bands.iter().map(|band| format!("{}\n{}\n", band.places(), band.names()));
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
            let is_listed = summary.contains(&format!("({name})")) || name == "modes.svg";
            assert!(is_listed, "SUMMARY.md does not list {name}");
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
