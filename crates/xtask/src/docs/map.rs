//! The map as a chapter of the book, with the miscompiles of the other video instructions.

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
use vmad_ptx::reading::AMBIGUITIES;
use vmad_unit::{Kind, Operation, vmad::Mode};

use crate::workspace;

const HEAD: &str = "\
# Where interpretations differ

<!-- Written by `cargo xtask docs` from the rows of vmad-map and the table of vmad-ptx. -->

Several published texts describe what `vmad` computes, and the machine code that ptxas emits computes it. They do not
always agree. Each row of this map names two interpretations, and the modes and inputs on which their results differ.
The first interpretation is the one of this project, in the unit and in `vmad-ptx`.

Tests run both models of each row on all its modes and a grid of corner inputs. The results are equal wherever the row
names no difference. In each mode that the row names, they differ for at least one input. A test fails if a row is wrong
or outdated.

[Terms](terms.md) defines *mode*, the counts and the identifiers. Line numbers are those of section 9.7.18.1 of the PTX
ISA, as `vmad-ptx` counts them. D7 and D14 have no section, because one PTX instruction cannot express them: see [Translation
validation](validation.md) and [Versions of ptxas](toolkits.md).

![For each row of the map and each instruction, the formats of A and B with which modes differ](modes.svg)

The picture shows the modes that differ. Each block is an instruction under a row of the map. A line of a block is a format
of A, and a column one of B: U8, S8, U16, S16, U32, S32. A darker square has a greater part of its modes that differ; in a
grey one, no mode differs. `VABSDIFF4` has two signs in place of the formats.

| | what | modes | differs for | on inputs |
|---|---|---|---|---|
";

const REST: &str = "\
## The other video instructions

Where the PTX ISA is ambiguous about `vadd`, `vsub`, `vabsdiff`, `vmin`, `vmax`, `vshl`, `vshr` or `vset`, `vmad-ptx`
implements both interpretations. The [family](family.md) in `vmad-unit` follows the default. The interpretations differ
for some inputs of each operation in the column *operations*, and are equal for all inputs of the other operations.
Tests find an example in each, and prove the equality of the others with a solver. The last three rows are not readings
of the PTX ISA, but wrong results that an implementation may compute. They also concern `VSETP`, which ptxas emits for
no PTX.

| | what | default | other | operations | evidence |
|---|---|---|---|---|---|
";

const MISCOMPILES: &str = "
## Miscompiles of the other video instructions

ptxas 12.9 emits the same code for sm_50 to sm_62. `vmad ptx lower` reproduces it and names the miscompile. Tests run
the emitted code beside the PTX: it differs in the cases of these rows, and no difference was found in others.
";

const LATER: &str = "
## Miscompiles from sm_70 on

There, ptxas 12.9 emits other instructions for each video instruction. An interpreter of these instructions ran the code
for sm_70, sm_75, sm_80, sm_86, sm_89, sm_90, sm_100 and sm_120 beside the PTX, on a sample of all instructions: it differs
in the cases of these rows and of D3, and no difference was found in others. `vmad ptx safe` prints what to write instead.
";

/// The chapter.
pub(super) fn page() -> Result<(PathBuf, String)> {
    let mut page = String::from(HEAD);
    write(&mut page)?;
    Ok((workspace::chapters().join("divergence.md"), page))
}

fn write(out: &mut String) -> fmt::Result {
    let modes: Vec<_> = Mode::modes().map(Operation::Vmad).collect();
    for row in rows::about(Kind::Vmad) {
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
    for row in rows::about(Kind::Vmad) {
        let [ours, theirs] = row.meanings;
        let items = [("this project", ours), ("other", theirs), ("evidence", row.evidence)];
        section(out, "##", &items, row)?;
    }
    out.write_str(MISCOMPILES)?;
    miscompiles(50).try_for_each(|row| miscompile(out, row))?;
    out.write_str(LATER)?;
    miscompiles(75).try_for_each(|row| miscompile(out, row))?;
    write!(out, "\n{REST}")?;
    let of_vmad = |id: &str| rows::about(Kind::Vmad).any(|row| row.id == id);
    for it in AMBIGUITIES.iter().filter(|it| !of_vmad(it.id)) {
        let row = ROWS.iter().find(|row| row.id == it.id);
        let cases = row.map_or("`vmad`", |row| row.cases_text);
        writeln!(
            out,
            "| {} | {} | {} | {} | {cases} | {} |",
            it.id, it.title, it.default, it.other, it.evidence
        )?;
    }
    let is_reading = |id: &str| AMBIGUITIES.iter().any(|it| it.id == id);
    let others = ROWS.iter().filter(|row| row.is_about_modes() && !of_vmad(row.id) && !is_reading(row.id));
    for row in others {
        let Divergence { id, title, meanings: [default, other], cases_text, evidence, .. } = **row;
        writeln!(out, "| {id} | {title} | {default} | {other} | {cases_text} | {evidence} |")?;
    }
    Ok(())
}

/// A row in detail. The first two of the items are its results.
fn section(
    out: &mut String,
    mark: &str,
    items: &[(&str, &str)],
    Divergence { id, title, example, .. }: &Divergence,
) -> fmt::Result {
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
        Domain::None | Domain::Modes | Domain::Dtype(_) => size.to_string(),
        Domain::Decoupled => format!("{size} decoupled"),
        Domain::Dtypes => format!("{size} (both dtypes)"),
        Domain::ConstantA | Domain::ConstantB => format!("{size} with a constant"),
    }
}

/// The miscompiles of the instructions other than `vmad`: those of the code for an architecture.
fn miscompiles(arch: u16) -> impl Iterator<Item = &'static Divergence> {
    rows::miscompiles()
        .filter(|row| !row.is_about(Kind::Vmad))
        .filter(move |row| row.history.iter().any(|part| part.versions_for(arch).is_some()))
}

fn miscompile(out: &mut String, row: &Divergence) -> fmt::Result {
    let [ptx, code] = row.meanings;
    let items = [("PTX", ptx), ("emitted code", code), ("cases", row.cases_text), ("evidence", row.evidence)];
    section(out, "###", &items, row)?;
    row.details.map_or(Ok(()), |details| write!(out, "\n{}", details()))
}
