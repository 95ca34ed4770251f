//! A page of the book for each instruction: its forms, the computation and the PTX of each modifier, an example.

use std::{fmt::Write, path::PathBuf};

use anyhow::{Context, Result};
use vmad_ptxas::lifting::lift;
use vmad_sass::{
    Arch, Instruction, Ports, assemble,
    isa::{B, Form, INSTRUCTIONS, Spelling},
};
use vmad_xcheck::vectors::Filter;

use crate::workspace;

/// The subject of each page: mnemonic, operation, and an example with the values of its ports A, B and C.
const EXAMPLES: [(&str, &str, &str, [u32; 3]); 9] = [
    (
        "VMAD",
        "The product of A and B plus C, shifted right; see [the datapath](../datapath.md).",
        "VMAD.S16.U8.SHR_7.SAT R0, -R1.H1, R2.B3, R4",
        [0x7fff_0000, 0xff00_0000, 5],
    ),
    (
        "VADD",
        "The sum or the difference of A and B.",
        "VADD.UD.U8.S8.SAT.ACC R0, R1.B1, -R2.B0, R3",
        [0xff00, 0x80, 9],
    ),
    (
        "VABSDIFF",
        "The absolute difference of A and B.",
        "VABSDIFF.U8.U8.ACC R0, R1.B3, R2.B3, R3",
        [0x1200_0000, 0xf000_0000, 100],
    ),
    (
        "VABSDIFF4",
        "The absolute differences of four pairs of bytes.",
        "VABSDIFF4.U8.U8.ACC R0, R1, R2, R3",
        [0x0102_0304, 0x1020_3040, 5],
    ),
    (
        "VMNMX",
        "The minimum or the maximum of A and B.",
        "VMNMX.U8.S16.MX.SAT.MRG_8B0 R0, R1.B2, -5, R3",
        [0x00ff_0000, 0, 0x1122_3344],
    ),
    (
        "VSET",
        "1 if a comparison of A and B is true, else 0.",
        "VSET.LT.U16.S8.ACC R0, R1, R2.B3, R3",
        [3, 0x8000_0000, 7],
    ),
    (
        "VSETP",
        "Two predicates from a comparison of A and B and a source predicate.",
        "VSETP.GT.U8.U32.AND P3, P4, R2.B2, R5, !P1",
        [0x0012_0000, 3, 0],
    ),
    ("VSHL", "A shifted left by B.", "VSHL.U8.U32.SAT R0, R1.B1, R2, R3", [0xff00, 25, 0]),
    ("VSHR", "A shifted right by B.", "VSHR.S32.U32.W.MRG_16H R0, R1, R2, R3", [0x8000_0000, 0x24, 0x1234]),
];

/// The selection of the operands, for all instructions but `VABSDIFF4`.
const FACTORS: &str = "\
a = extend(part of Ra by A select, A signed)
b = extend(part of Rb by B select, B signed)      # or the imm16
";

/// The end of the instructions with saturation and a second operation.
const SATURATE: &str = "\
sat = SAT ? clamp(tmp, range of the result sign and the merge width) : tmp
Rd = secop(sat[31:0], Rc)                         # none: sat[31:0]
";

/// The computation in pseudo-code, between the factors and the saturation.
fn operation(mnemonic: &str) -> String {
    let shift = |shifted: &str| format!("{FACTORS}amount = W ? b mod 32 : min(b, 32)\n{shifted}\n{SATURATE}");
    let then_saturate = |tmp: &str| format!("{FACTORS}{tmp}\n{SATURATE}");
    match mnemonic {
        "VMAD" => format!(
            "{FACTORS}\
intermediate = signed if A is signed, or B is signed, or psign is -(A*B)+C; else unsigned
c = extend(Rc, intermediate)
tmp = a*b + c, a*b - c, -(a*b) + c, a*b + c + 1   # by psign; exact
final = signed if intermediate is signed, or psign is (A*B)-C; else unsigned
shr = tmp >> 0, 7, 15                             # by scale
Rd = SAT ? clamp(shr, range of final, 32 bits) : shr[31:0]
"
        ),
        "VADD" => then_saturate("tmp = a + b, a - b, -a + b, a + b + 1             # by psign"),
        "VABSDIFF" => then_saturate("tmp = |a - b|"),
        "VMNMX" => then_saturate("tmp = MX ? max(a, b) : min(a, b)"),
        "VSHL" => shift("tmp = (a << amount)[33:0]"),
        "VSHR" => shift("tmp = a >> amount                                 # fills with the sign of A"),
        "VSET" => format!(
            "{FACTORS}tmp = a compare b ? 1 : 0\nRd = secop(tmp, Rc)                               # none: tmp\n"
        ),
        "VSETP" => format!(
            "{FACTORS}\
holds = a compare b
source = Ps, or !Ps
Pd = holds op source
Pe = !holds op source                             # op: AND, OR, XOR
"
        ),
        _ => "\
for each lane of the mask:
    a = extend(byte by A select, A signed)        # a byte of Ra or Rb
    b = extend(byte by B select, B signed)        # likewise
    lane = SAT ? clamp(|a - b|, range of the result sign, 8 bits) : |a - b|
Rd = ACC ? Rc + the sum of the lanes : Rc with lane[7:0] in place of its bytes
"
        .to_owned(),
    }
}

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
        let mnemonic = forms[0].mnemonic;
        let path = workspace::chapters().join(format!("instructions/{}.md", mnemonic.to_lowercase()));
        Ok((path, page(forms).with_context(|| mnemonic.to_owned())?))
    };
    INSTRUCTIONS.iter().map(page).collect()
}

fn page(forms: &'static [Form]) -> Result<String> {
    let mnemonic = forms[0].mnemonic;
    let (_, summary, text, [a, b, c]) =
        EXAMPLES.into_iter().find(|example| example.0 == mnemonic).context("no example")?;
    let mut page =
        format!("# `{mnemonic}`\n\n<!-- Written by `cargo xtask docs`. -->\n\n{summary}\n\n## Forms\n\n");
    for form in forms {
        let (b, anchor) = match form.b {
            B::Register => ("a register", "register"),
            B::Immediate => ("an immediate", "immediate"),
        };
        let article = if form.b == B::Register { "a" } else { "an" };
        let link = format!("../encoding.md#{}-b-is-{article}-{anchor}", mnemonic.to_lowercase());
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
        operation(mnemonic),
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
    for instruction in variants(mnemonic)? {
        let operation = instruction.operation().context("no operation")?;
        let formula = instruction.formula().unwrap_or_default().join("; ").replace('|', "\\|");
        let ptx = lift(&instruction, Arch::Sm50);
        let ptx = ptx.map_or_else(|_| "none".to_owned(), |lifted| format!("`{}`", lifted.ptx));
        let inferred = if operation.inferred().is_some() { " (inferred)" } else { "" };
        writeln!(page, "| `{instruction}` | `{formula}`{inferred} | {ptx} |")?;
        reasons.extend(operation.inferred().filter(|reason| !reasons.contains(reason)));
    }
    if !reasons.is_empty() {
        page += "\nInferred, with the reason that `vmad explain` gives:\n\n";
        reasons.iter().try_for_each(|reason| writeln!(page, "- {reason}"))?;
    }
    let example = assemble(text)?.instruction;
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
fn variants(mnemonic: &str) -> Result<Vec<Instruction>> {
    let filter = Filter::of(mnemonic).context("no such instruction")?;
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
