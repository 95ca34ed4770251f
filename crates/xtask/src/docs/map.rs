//! The map as a chapter of the book: what ptxas does differently, and what published texts say differently.

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
use vmad_ptx::reading::{AMBIGUITIES, Ambiguity};
use vmad_unit::{Kind, Operation, vmad::Mode};

use super::ptxas;
use crate::workspace;

const HEAD: &str = "\
# Where interpretations differ

<!-- Written by `cargo xtask docs` from the rows of vmad-map and the table of vmad-ptx. -->

Several published texts describe what the video instructions compute, and the machine code that ptxas emits computes it.
They do not always agree. Each row of this map names two interpretations, and the modes and inputs on which their results
differ. The first interpretation is the one of this project, in the unit and in `vmad-ptx`.

Tests run both models of each row on all its modes and a grid of corner inputs. The results are equal wherever the row
names no difference. In each mode that the row names, they differ for at least one input. A test fails if a row is wrong
or outdated. [Terms](terms.md) defines *mode*, the counts and the identifiers.

## What ptxas does differently

ptxas of some CUDA toolkits compiles some instructions wrongly. The version of ptxas is that of its toolkit. `vmad ptx safe`
finds the rows for your file:

```sh
vmad ptx safe --arch sm_60 --ptxas 11.8 kernel.cu
```

I1 to I12 are ordinary integer code: the example is the body of a function of `a`, `b` and `c` with result `d`. D9 stores to
memory, so that it has no result. Up to 13.2, D10 hides D11 in a merge into `d.h1`.

One build of each version was asked, except 11.3 to 11.6: 11.2 and 11.7 emit the same code for the scalar video instructions.
There is no 12.7. sm_35, 50, 61, 70, 75, 80, 86, 89, 90, 100 and 120 were asked; another architecture is taken to have the
rows of the next one below. `cargo xtask toolkits` asks every version again: it downloads 18 builds, 590 MB in all, one at a
time, and takes about an hour on two cores.

";

const DETAILS: &str = "
## The rows of ptxas in detail

Tests run the emitted code beside the PTX on a sample of all instructions, for sm_50 and sm_61 with the unit, and for sm_70,
sm_75, sm_80, sm_86, sm_89, sm_90, sm_100 and sm_120 with an interpreter. The results differ in the cases of these rows, and
no difference was found in others. `vmad ptx lower` reproduces the code and names the row; `vmad ptx safe` prints what to
write instead.
";

const TEXTS: &str = "
## What published texts say differently

Line numbers are those of section 9.7.18.1 of the PTX ISA, as `vmad-ptx` counts them. These rows are about `vmad`:
";

const OTHERS: &str = "
### The other video instructions

Where the PTX ISA is ambiguous about `vadd`, `vsub`, `vabsdiff`, `vmin`, `vmax`, `vshl`, `vshr` or `vset`, `vmad-ptx`
implements both interpretations. The [family](family.md) in `vmad-unit` follows the default. The interpretations differ
for some inputs of each operation in the column *operations*, and are equal for all inputs of the other operations.
Tests find an example in each, and prove the equality of the others with a solver. The last three rows are not readings
of the PTX ISA, but wrong results that an implementation may compute. They also concern `VSETP`, which ptxas emits for
no PTX.

| | what | default | other | operations | evidence |
|---|---|---|---|---|---|
";

const PICTURE: &str = "
## All rows in a picture

Each block is an instruction under a row of the map. A line of a block is a format of A, and a column one of B: U8, S8, U16,
S16, U32, S32. A darker square has a greater part of its modes that differ; in a grey one, no mode differs. `VABSDIFF4` has
two signs in place of the formats.

![For each row of the map and each instruction, the formats of A and B with which modes differ](modes.svg)
";

/// The chapter.
pub(super) fn page() -> Result<(PathBuf, String)> {
    let mut page = String::from(HEAD);
    ptxas::tables(&mut page)?;
    write(&mut page)?;
    Ok((workspace::chapters().join("divergence.md"), page))
}

fn write(out: &mut String) -> fmt::Result {
    let is_of_ptxas = |row: &Divergence| !row.history.is_empty() && !row.evidence.is_empty();
    let is_of_vmad = |row: &Divergence| row.is_about_modes() && row.is_about(Kind::Vmad);
    out.write_str(DETAILS)?;
    for row in ROWS.iter().filter(|row| is_of_ptxas(row)) {
        section(out, ["right", "ptxas"], row)?;
        row.details.map_or(Ok(()), |details| write!(out, "\n{}", details()))?;
    }
    out.write_str(TEXTS)?;
    for row in rows::about(Kind::Vmad).filter(|row| !is_of_ptxas(row)) {
        section(out, ["this project", "other"], row)?;
        example(out, row)?;
    }
    out.write_str(OTHERS)?;
    let is_in_detail =
        |id: &str| ROWS.iter().any(|row| row.id == id && (is_of_ptxas(row) || is_of_vmad(row)));
    for ambiguity in AMBIGUITIES.iter().filter(|ambiguity| !is_in_detail(ambiguity.id)) {
        let Ambiguity { id, title, default, other, evidence, .. } = ambiguity;
        let row = ROWS.iter().find(|row| row.id == *id);
        let cases = row.map_or("`vmad`", |row| row.cases_text);
        writeln!(out, "| {id} | {title} | {default} | {other} | {cases} | {evidence} |")?;
    }
    let is_reading = |id: &str| AMBIGUITIES.iter().any(|ambiguity| ambiguity.id == id);
    let wrong =
        ROWS.iter().filter(|row| row.is_about_modes() && !is_in_detail(row.id) && !is_reading(row.id));
    for row in wrong {
        let Divergence { id, title, meanings: [default, other], cases_text, evidence, .. } = **row;
        writeln!(out, "| {id} | {title} | {default} | {other} | {cases_text} | {evidence} |")?;
    }
    out.write_str(PICTURE)
}

/// A row in detail, with names for its two results.
fn section(out: &mut String, names: [&str; 2], row: &Divergence) -> fmt::Result {
    writeln!(out, "\n### {}: {}\n", row.id, row.title)?;
    let cases = if row.is_about_modes() && row.is_about(Kind::Vmad) {
        ("modes", format!("{}: {}", modes(row), row.cases_text))
    } else {
        ("cases", row.cases_text.to_owned())
    };
    let [right, other] = row.meanings.map(str::to_owned);
    let inputs = ("inputs", row.inputs_text.to_owned());
    for (name, text) in
        [(names[0], right), (names[1], other), cases, inputs, ("evidence", row.evidence.to_owned())]
    {
        if !text.is_empty() {
            writeln!(out, "{}", filled(&format!("- {name}: {text}"), "  "))?;
        }
    }
    Ok(())
}

/// The modes of `vmad` in which a row differs, of those that it is about.
fn modes(row: &Divergence) -> String {
    let mut counts = [0, 0];
    for mode in Mode::modes().map(Operation::Vmad) {
        let cases = row.domain.cases(&mode);
        for operation in cases.chunk_by(|one, other| one.ptx == other.ptx) {
            counts[0] += usize::from(operation.iter().any(|case| row.differs_in(case)));
            counts[1] += 1;
        }
    }
    let [differing, all] = counts;
    let domain = match row.domain {
        Domain::None | Domain::Modes | Domain::Dtype(_) => "",
        Domain::Decoupled => " decoupled ones",
        Domain::Dtypes => ", both dtypes",
        Domain::ConstantA | Domain::ConstantB => " with a constant",
    };
    format!("{differing} of {all}{domain}")
}

fn example(out: &mut String, row: &Divergence) -> fmt::Result {
    let Some(example) = row.example else { return Ok(()) };
    let ([a, b, c], here) = (example.inputs, example.here);
    let other = example.there.map_or_else(String::new, |there| format!(", other {there:#010x}"));
    let text = format!(
        "`{}` with a = {a:#x}, b = {b:#x}, c = {c:#x}: this project {here:#010x}{other}.",
        example.instruction
    );
    writeln!(out, "\n{}", filled(&text, ""))
}

fn filled(text: &str, indent: &str) -> String {
    let options = Options::new(120).subsequent_indent(indent).word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}
