//! The pages of the book that are generated from tables in the code.

mod instructions;
mod toolkits;

use std::{fmt::Write, path::PathBuf};

use anyhow::Result;
use vmad_sass::{
    isa::{B, Field, Form, INSTRUCTIONS, Layout, Value},
    ruler::bands,
};

use crate::{crates, workspace};

/// Writes the pages.
pub(crate) fn run() -> Result<()> {
    pages()?.iter().try_for_each(|(path, page)| workspace::write(path, page))
}

/// The path and the text of each generated page.
fn pages() -> Result<Vec<(PathBuf, String)>> {
    let mut pages = instructions::pages()?;
    let at = |name| workspace::chapters().join(name);
    pages.extend([
        (at("encoding.md"), encoding()),
        toolkits::page()?,
        (at("crates.svg"), crates::picture()?),
    ]);
    Ok(pages)
}

/// The page of the encoding.
fn encoding() -> String {
    let mut page = "\
# The instruction words

<!-- Written by `cargo xtask docs` from the descriptions in crates/vmad-sass/src/isa. -->

Each word has 64 bits. An instruction has two forms: B is a register or an immediate. The tables are those of Maxwell and
Pascal; [Kepler](#kepler) has the same fields in other places.
"
    .to_owned();
    for forms in INSTRUCTIONS {
        for form in forms {
            let b = match form.b {
                B::Register => "a register",
                B::Immediate => "an immediate",
            };
            let _ = write!(page, "\n## `{}`, B is {b}\n\n{}", form.kind, ruler(form));
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
    page + &kepler()
}

/// The section about Kepler.
fn kepler() -> String {
    let mut section = "
## Kepler

The words of sm_35 and sm_37 have the same fields in other places. Bits 19:0 of the tables above are two bits higher, and
bits from 20 to just below the opcode three bits higher. Bits 1:0 belong to the opcode. Bit 22 is *join*:

| instruction | opcode: bits | value |
|---|---|---|
"
    .to_owned();
    for forms in Layout::Kepler.instructions() {
        if let Some(opcode) = forms[0].field("opcode") {
            let value = opcode.fixed().unwrap_or_default();
            let width = opcode.width() as usize;
            let bits = format!("{value:0width$b}");
            let (high, low) = bits.split_at(width - 2);
            let _ = writeln!(section, "| `{}` | {} | `{high}` and `{low}` |", forms[0].kind, opcode.place());
        }
    }
    section
        + "
- **Join** is the suffix `.S`, the last of the mnemonic. nvdisasm prints it for every instruction of Kepler with bit 22, also
  for `MOV`, `IADD` and `LD`: there the threads of a warp join again. No source says that a result depends on it.
- nvdisasm prints selector 7 as `INVALIDSEL7` for both signs, all bits of an immediate without a minus, and the default
  formats beside an imm16.
- **Control words.** One is the first of eight words, with a byte for each of the seven instructions: the first in bits 9:2,
  the last in bits 57:50. ptxas 11.8 writes 2 in bits 63:58 and 0 in bits 1:0. `vmad explain` prints what three public
  sources say about a byte. They disagree: 0 is 32 cycles (envytools) or 16 (Mesa's NAK); the stall count has five bits, or
  four and a barrier flag (KeplerAs); 0x40 and 0x80 are unsure. `vmad decode` prints the byte as a comment.
- **Coupled or decoupled** is unknown: the SASS reference text describes SPA 5.0.
- **Results**: as on Maxwell. No value of a Kepler card is published.

```text
$ vmad asm --arch sm_35 'VMAD.U16.S16.PO.SHR_15.SAT R56.CC, R180, 0xd52e, R78'
ff953a6a971ed0e2

$ vmad asm --arch sm_35 'VADD.SAT.S R0, R1, R2, R3'
07f80f03015c0401
```

A word shows its layout, because no word has an opcode of both. Oracle: nvdisasm 11.8, the last one that knows Kepler. No
public tool reads the words of sm_30 and sm_32: they are not covered.
"
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
    use std::fs;

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
            let is_listed = summary.contains(&format!("({name})")) || name == "crates.svg";
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
