//! The map as a chapter of the book.

use std::fmt::Write;

use vmad_ptx::reading::AMBIGUITIES;

use textwrap::{Options, WordSplitter};

use crate::map::{self, MAP};
use vmad_ptxas::row::{Domain, Row};
use vmad_unit::{Kind, Operation, vmad::Mode};

const HEAD: &str = "\
# Where interpretations differ

<!-- Generated from the tables of vmad-xcheck and vmad-ptx: to update, run the tests of vmad-xcheck with UPDATE_DOCS=1. -->

Several published texts describe what `vmad` computes, and the code of ptxas computes it. They do not always agree. Each
row of this map names two interpretations, and the modes and inputs on which their results differ. The first
interpretation is the one of this project, in the unit and in `vmad-ptx`.

Tests run both models of each row on all its modes and a grid of corner inputs. The results are equal wherever the row
names no difference. In each mode that the row names, they differ for at least one input. A test fails if a row is wrong
or outdated.

[Terms](terms.md) defines *mode*, the counts and the identifiers. Line numbers are those of section 9.7.18.1 of the PTX
ISA, as `vmad-ptx` counts them. D7 has no row, because one PTX instruction cannot express it: see [Translation
validation](validation.md).

| | what | modes | differs for | on inputs |
|---|---|---|---|---|
";

const REST: &str = "\
## The other video instructions

Where the PTX ISA is ambiguous about `vadd`, `vsub`, `vabsdiff`, `vmin`, `vmax`, `vshl`, `vshr` or `vset`, `vmad-ptx`
implements both interpretations. The [family](family.md) in `vmad-unit` follows the default. The interpretations differ
for some inputs of each operation in the column *operations*, and are equal for all inputs of the other operations. Tests
find an example in each, and prove the equality of the others with a solver. The last three rows are not readings of the
PTX ISA, but results that an implementation may compute, also for `VSETP`, which no PTX produces.

| | what | default | other | operations | evidence |
|---|---|---|---|---|---|
";

/// The whole chapter.
pub fn markdown() -> String {
    let mut out = String::from(HEAD);
    // Writing to a string does not fail.
    let _ = write(&mut out);
    out
}

fn write(out: &mut String) -> std::fmt::Result {
    let modes: Vec<_> = Mode::modes().map(Operation::Vmad).collect();
    for row in map::about(Kind::Vmad) {
        let operations = |differing: bool| {
            let cases = modes.iter().map(|mode| row.domain.cases(mode));
            let operations = cases.map(|cases| {
                let by_operation = cases.chunk_by(|one, other| one.ptx == other.ptx);
                by_operation
                    .filter(|cases| !differing || cases.iter().any(|case| row.differs_in(case)))
                    .count()
            });
            operations.sum::<usize>()
        };
        writeln!(
            out,
            "| {} | {} | {} of {} | {} | {} |",
            row.id,
            row.title,
            operations(true),
            domain(row.domain, operations(false)),
            row.cases_text,
            row.inputs_text
        )?;
    }
    for row in map::about(Kind::Vmad) {
        let [ours, theirs] = row.meanings;
        let items = [("this project", ours), ("other", theirs), ("evidence", row.evidence)];
        section(out, "##", &items, row)?;
    }
    super::miscompiles::write(out)?;
    write!(out, "\n{REST}")?;
    let of_vmad = |id: &str| map::about(Kind::Vmad).any(|row| row.id == id);
    for it in AMBIGUITIES.iter().filter(|it| !of_vmad(it.id)) {
        let cases = map::row(it.id).map_or("`vmad`", |row| row.cases_text);
        writeln!(
            out,
            "| {} | {} | {} | {} | {cases} | {} |",
            it.id, it.title, it.default, it.other, it.evidence
        )?;
    }
    let is_reading = |id: &str| AMBIGUITIES.iter().any(|it| it.id == id);
    for row in MAP.iter().filter(|row| !of_vmad(row.id) && !is_reading(row.id)) {
        let Row { id, title, meanings: [default, other], cases_text, evidence, .. } = row;
        writeln!(out, "| {id} | {title} | {default} | {other} | {cases_text} | {evidence} |")?;
    }
    Ok(())
}

/// A row in detail. The first two of the items are its results.
pub(super) fn section(
    out: &mut String,
    mark: &str,
    items: &[(&str, &str)],
    Row { id, title, example, .. }: &Row,
) -> std::fmt::Result {
    let lines = |text: &str, indent| {
        let options = Options::new(120).subsequent_indent(indent).word_splitter(WordSplitter::NoHyphenation);
        textwrap::fill(text, options)
    };
    writeln!(out, "\n{mark} {id}: {title}\n")?;
    for (name, text) in items {
        writeln!(out, "{}", lines(&format!("- {name}: {text}"), "  "))?;
    }
    let Some(example) = example else { return Ok(()) };
    let ([a, b, c], here) = (example.inputs, example.here);
    let there = match example.there {
        Some(result) => format!(", {} {result:#010x}.", items[1].0),
        None => "; the emitted word is a store.".to_owned(),
    };
    let inputs = format!("`{}` with a = {a:#x}, b = {b:#x}, c = {c:#x}", example.instruction);
    writeln!(out, "\n{}", lines(&format!("{inputs}: {} {here:#010x}{there}", items[0].0), ""))
}

/// The total of a count of modes.
fn domain(domain: Domain, size: usize) -> String {
    match domain {
        Domain::Modes | Domain::Dtype(_) => size.to_string(),
        Domain::Decoupled => format!("{size} decoupled"),
        Domain::Dtypes => format!("{size} (both dtypes)"),
        Domain::ConstantA | Domain::ConstantB => format!("{size} with a constant"),
    }
}
