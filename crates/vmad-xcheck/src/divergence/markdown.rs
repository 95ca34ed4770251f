//! The map as a chapter of the book.

use std::fmt::Write;

use textwrap::{Options, WordSplitter};
use vmad_ptx::reading::AMBIGUITIES;

use crate::interpretation::{Domain, INTERPRETATIONS, Interpretation};

const HEAD: &str = "\
# Where the readings part

<!-- Made from the tables of vmad-xcheck and vmad-ptx: run the tests of vmad-xcheck with UPDATE_DOCS=1 to renew. -->

Several published texts say what `vmad` computes, and so does the code that ptxas emits. They do not always agree. Each
row of this map names two of them, and says for which modes and inputs they part. Tests hold every row against both
models over all of its modes and a grid of corner inputs: equal wherever the row says nothing, and different, for some
input, in each mode of which it says that they part. A wrong row, or one gone stale, fails.

The first reading of each row is what this project computes, in the unit and from PTX alike. A mode is a pair of the six
formats, one of four ways to accumulate (`a*b+c`, `a*b-c`, `-(a*b)+c`, `.po`), one of three scales, `.sat` or not:
864. Line numbers count the lines of the PTX manual's section 9.7.18.1 as `vmad-ptx` does.

D7, a miscompile of ptxas that loses the selector of b where its register holds a known 16-bit constant, has no row,
because one PTX instruction cannot express it: [What ptxas made of a file](validation.md) has it.

| | what | modes | parts where | on inputs |
|---|---|---|---|---|
";

const REST: &str = "\
## The other video instructions

`vadd`, `vsub`, `vabsdiff`, `vmin`, `vmax`, `vshl`, `vshr` and `vset` have no SASS model here. Where the manual can be
read in more than one way, `vmad-ptx` knows both readings; the first is the default.

| | what | default | other | evidence |
|---|---|---|---|---|
";

/// The chapter, whole.
pub fn markdown() -> String {
    let mut out = String::from(HEAD);
    // Writing to a string does not fail.
    let _ = write(&mut out);
    out
}

fn write(out: &mut String) -> std::fmt::Result {
    for row in INTERPRETATIONS {
        writeln!(
            out,
            "| {} | {} | {} of {} | {} | {} |",
            row.id,
            row.title,
            row.modes,
            domain(row.domain),
            row.cases_text,
            row.inputs_text
        )?;
    }
    for row in INTERPRETATIONS {
        section(out, row)?;
    }
    write!(out, "\n{REST}")?;
    let shown = |id: &str| INTERPRETATIONS.iter().any(|row| row.id.name() == id);
    for it in AMBIGUITIES.iter().filter(|it| !shown(it.id)) {
        writeln!(out, "| {} | {} | {} | {} | {} |", it.id, it.title, it.default, it.other, it.evidence)?;
    }
    Ok(())
}

fn section(out: &mut String, row: &Interpretation) -> std::fmt::Result {
    let [ours, theirs] = row.meanings;
    let [a, b, c] = row.example.inputs;
    let [our_result, their_result] = row.example.results;
    writeln!(out, "\n## {}: {}\n", row.id, row.title)?;
    item(out, "here", ours)?;
    item(out, "elsewhere", theirs)?;
    item(out, "evidence", row.evidence)?;
    writeln!(out)?;
    writeln!(out, "`{}` with a = {a:#x}, b = {b:#x}, c = {c:#x}:", row.example.instruction)?;
    writeln!(out, "{our_result:#010x} here, {their_result:#010x} elsewhere.")
}

/// A list item, in lines of at most 120 columns.
fn item(out: &mut String, name: &str, text: &str) -> std::fmt::Result {
    let options = Options::new(120).subsequent_indent("  ").word_splitter(WordSplitter::NoHyphenation);
    writeln!(out, "{}", textwrap::fill(&format!("- {name}: {text}"), options))
}

/// What a count of modes is out of.
fn domain(domain: Domain) -> String {
    let size = domain.size();
    match domain {
        Domain::Modes => size.to_string(),
        Domain::Decoupled => format!("{size} decoupled"),
        Domain::Dtypes => format!("{size} (both dtypes)"),
        Domain::ConstantA | Domain::ConstantB => format!("{size} with that constant"),
    }
}
