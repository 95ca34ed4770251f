//! A page of the book for each instruction: its forms, the computation and the PTX of each modifier, an example.

use std::{fmt::Write, path::PathBuf};

use anyhow::{Context, Result};
use vmad_observe::vectors::Filter;
use vmad_ptxas::lifting::lift;
use vmad_sass::{
    Arch, Instruction, Ports, assemble,
    isa::{B, Form, INSTRUCTIONS, Spelling},
};
use vmad_unit::{About, Kind};

use crate::workspace;

/// The values that the decoder refuses, and the effects of the guard and `.CC`.
fn restrictions(forms: &[Form]) -> String {
    let fields = forms.iter().flat_map(|form| form.fields.iter());
    let illegal = fields.flat_map(|field| {
        let values = field.values().iter().filter(|value| value.meaning.is_none());
        values.map(move |value| format!("{} {}", field.name(), value.value))
    });
    let mut illegal: Vec<_> = illegal.collect();
    illegal.sort();
    illegal.dedup();
    let mut text =
        if illegal.is_empty() { String::new() } else { format!("Illegal: {}. ", illegal.join(", ")) };
    text += "A false guard changes nothing.";
    if forms.iter().any(|form| form.field("CC").is_some()) {
        text += " `.CC` also writes the condition code: no source says which flags.";
    }
    text
}

/// The path and the text of each page.
pub(super) fn pages() -> Result<Vec<(PathBuf, String)>> {
    let page = |forms: &&'static [Form]| {
        let mnemonic = forms[0].kind.name();
        let path = workspace::chapters().join(format!("instructions/{}.md", mnemonic.to_lowercase()));
        Ok((path, page(forms).with_context(|| mnemonic.to_owned())?))
    };
    INSTRUCTIONS.iter().map(page).collect()
}

fn page(forms: &'static [Form]) -> Result<String> {
    let mnemonic = forms[0].kind.name();
    let About { summary, computation, example, inputs: [a, b, c], .. } = forms[0].kind.about();
    let mut page =
        format!("# `{mnemonic}`\n\n<!-- Written by `cargo xtask docs`. -->\n\n{summary}\n\n## Forms\n\n");
    for form in forms {
        let b = match form.b {
            B::Register => "a register",
            B::Immediate => "an immediate",
        };
        let link = format!("../encoding.md#{}", mnemonic.to_lowercase());
        let fields = form.fields.iter().filter(|field| field.spelling() != Spelling::Ignored);
        let fields: Vec<_> = fields.map(|field| format!("{} ({})", field.name(), field.place())).collect();
        writeln!(page, "- [B is {b}]({link}): {}", fields.join(", "))?;
    }
    write!(
        page,
        "
## Operation

```text
{}```

{}

",
        computation.concat(),
        restrictions(forms)
    )?;
    page += "\
## Modifiers

Each row has one modifier; the others are as in the first row. The computation is that of [the family](../family.md); the
PTX has the same result. *inferred* marks what neither the SASS reference text nor the PTX ISA states.

| text | computes | PTX |
|---|---|---|
";
    let mut reasons = Vec::new();
    for instruction in variants(forms[0].kind)? {
        let operation = instruction.operation().context("no operation")?;
        let formula = instruction.formula().unwrap_or_default().join("; ").replace('|', "\\|");
        let ptx = lift(&instruction, Arch::Sm50);
        let ptx = ptx.map_or_else(|_| "none".to_owned(), |lifted| format!("`{}`", lifted.ptx));
        let inferred = if operation.source().is_inferred() { " (inferred)" } else { "" };
        writeln!(page, "| `{instruction}` | `{formula}`{inferred} | {ptx} |")?;
        reasons.extend(
            Some(operation.source()).filter(|source| source.is_inferred() && !reasons.contains(source)),
        );
    }
    if !reasons.is_empty() {
        page += "\nInferred, with the reason that `vmad explain` gives:\n\n";
        reasons.iter().try_for_each(|reason| writeln!(page, "- {reason}"))?;
    }
    let example = assemble(example)?.instruction;
    let Ports { a, b, c } = example.bind(Ports { a, b, c });
    let operation = example.operation().context("no operation")?;
    write!(
        page,
        "
## Example

`{example}` (`{}`) with A = {a:#x}, B = {b:#x}, C = {c:#x}. [The explorer page](../explorer.md) shows it at
`#w={:016x}&a={a:#x}&b={b:#x}&c={c:#x}`. `vmad trace` prints each wire: name, width, bits, value, note.

```text
{}```
",
        format_args!("{:#018x}", example.encode()),
        example.encode(),
        operation.trace(a, b, c),
    )?;
    Ok(page)
}

/// The instruction without a modifier, then with each value of each modifier.
fn variants(kind: Kind) -> Result<Vec<Instruction>> {
    let filter = Filter::of(kind);
    let fields = filter.fields();
    let modifiers: Vec<_> = fields.iter().filter(|field| !field.name().ends_with("select")).collect();
    // The values that text omits: signed 32-bit operands; for the lanes of VABSDIFF4 their own bytes.
    let default = |field: &vmad_sass::isa::Field| {
        let hidden = field.values().iter().find(|value| value.meaning.is_some() && !value.printed);
        hidden.or(field.values().get(1)).map_or(0, |value| u64::from(value.value))
    };
    let form = filter.modes().first().context("no mode")?.form;
    let mut word = filter.modes().first().context("no mode")?.number();
    for field in form.fields.iter().filter(|field| ["A select", "B select"].contains(&field.name())) {
        word = field.with(word, if field.width() == 3 { 6 } else { 4 });
    }
    for name in ["A signed", "B signed"] {
        word = form.field(name).map_or(word, |field| field.with(word, 1));
    }
    for field in &modifiers {
        word = field.with(word, default(field));
    }
    let mut words = vec![word];
    for field in modifiers {
        let legal = field.values().iter().filter(|value| value.meaning.is_some());
        words.extend(legal.map(|value| field.with(word, value.value.into())).filter(|&other| other != word));
    }
    words.into_iter().map(|word| Ok(Instruction::decode(word)?)).collect()
}
