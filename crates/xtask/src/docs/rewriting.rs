//! The page of what to write in place of video instructions, `docs/src/rewriting.md`.

use std::{fmt::Write, path::PathBuf};

use anyhow::{Context, Result};
use vmad_ptx::{legality::Target, syntax::parse_one};
use vmad_ptxas::{
    rewrite::{
        costs::{ARCHS, costs},
        ordinary,
    },
    safety::{Answer, Asked},
};

use crate::workspace;

const HEAD: &str = "\
# What to write instead

<!-- Written by `cargo xtask docs` from the tables of vmad-ptxas. -->

From sm_70 on, ptxas compiles a video instruction to a sequence of other instructions, some of them wrong, and most of
them longer than code that one can write. `vmad ptx rewrite` writes this code for any instruction, for a PTX file and for
the `asm` statements of a CUDA source:

```console
$ vmad ptx rewrite --prove 'vadd.u32.u32.u32.sat d, a, b;'
// sm_86: ptxas is wrong: D12 (11.2 to 13.5); 7 SASS instructions, ordinary code 3; proved equal
{
  .reg .b32 t0, t1;
  not.b32 t0, b;
  min.u32 t1, a, t0;
  add.s32 d, t1, b;
}

```

The table has an instruction of each kind. `7+24` is 7 SASS instructions that ptxas 12.9 makes of it, and the sum 24 of
their stall counts: the cycles until the last one ends if none waits for another resource. In parentheses are the numbers
of the code, which is that for sm_86; bold is the one with fewer instructions. Neither number is a time: measure. The
second column has the [rows](divergence.md#what-ptxas-does-differently) by which some version of ptxas compiles the
instruction wrongly for sm_75 and later. Operands that are parts of registers can take more, on both sides. The
[sequences](sequences.md) are larger.

";

/// The instructions of the table.
const SHOWN: [&str; 48] = [
    "vadd.u32.u32.u32 d, a, b;",
    "vadd.u32.u32.u32.sat d, a, b;",
    "vadd.s32.s32.s32.sat d, a, b;",
    "vadd.s32.u32.s32.sat d, a, b;",
    "vadd.u32.u32.u32.add d, a, b, c;",
    "vadd.u32.u32.u32.max d, a, b, c;",
    "vadd.u32.u32.u32 d.b0, a, b, c;",
    "vadd.u32.u32.u32.sat d.b0, a, b, c;",
    "vsub.u32.u32.u32.sat d, a, b;",
    "vsub.s32.s32.s32.sat d, a, b;",
    "vsub.s32.u32.u32.sat d, a, b;",
    "vsub.u32.u32.u32.sat d.b0, a, b, c;",
    "vsub.s32.u32.u32.sat d.h0, a, b, c;",
    "vabsdiff.u32.u32.u32 d, a, b;",
    "vabsdiff.u32.u32.u32.add d, a, b, c;",
    "vabsdiff.u32.u32.s32 d, a, b;",
    "vmin.u32.u32.u32 d, a, b;",
    "vmin.s32.u32.s32 d, a, b;",
    "vmax.s32.s32.s32.min d, a, b, c;",
    "vshl.u32.u32.u32.clamp d, a, b;",
    "vshl.u32.u32.u32.sat.clamp d, a, b;",
    "vshr.s32.s32.u32.wrap d, a, b;",
    "vset.u32.u32.lt d, a, b;",
    "vset.s32.u32.lt d, a, b;",
    "vset.s32.s32.eq.add d, a, b, c;",
    "vmad.s32.s32.s32 d, a, b, c;",
    "vmad.u32.u32.u32.sat d, a, b, c;",
    "vmad.s32.s32.s32.shr15 d, a, b, c;",
    "vmad.s32.s32.s32.sat.shr15 d, a, b, c;",
    "vmad.u32.u32.u32.sat d, a, b, -c;",
    "vadd4.u32.u32.u32 d, a, b, c;",
    "vadd4.u32.u32.u32.sat d, a, b, c;",
    "vadd4.s32.s32.s32.sat d, a, b, c;",
    "vadd4.u32.u32.u32.add d, a, b, c;",
    "vadd2.u32.u32.u32 d, a, b, c;",
    "vsub4.u32.u32.u32.sat d, a, b, c;",
    "vsub4.s32.u32.u32.add d, a, b, c;",
    "vavrg4.u32.u32.u32 d, a, b, c;",
    "vavrg4.s32.s32.s32 d, a, b, c;",
    "vabsdiff4.u32.u32.u32 d, a, b, c;",
    "vabsdiff4.u32.u32.u32.add d, a, b, c;",
    "vabsdiff2.u32.u32.u32 d, a, b, c;",
    "vmin4.u32.u32.u32 d, a, b, c;",
    "vmax2.s32.s32.s32 d, a, b, c;",
    "vset4.u32.u32.eq d, a, b, c;",
    "vset4.u32.u32.lt d, a, b, c;",
    "vset4.s32.u32.lt d, a, b, c;",
    "vset4.u32.u32.ge.add d, a, b, c;",
];

pub(super) fn page() -> Result<(PathBuf, String)> {
    let names = ARCHS.map(|arch| format!("sm_{arch}")).join(" | ");
    let mut page = format!(
        "{HEAD}| instruction | wrong | {names} | code |\n|---|---|{}---|\n",
        "---|".repeat(ARCHS.len())
    );
    let asked = Asked::with(Some(Target::sm(75)), None)?;
    for text in SHOWN {
        let instruction = parse_one(text).ok().with_context(|| text)?.instruction;
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
        let lines = ordinary(&instruction, Target::sm(86)).with_context(|| text)?;
        let code =
            lines.iter().filter(|line| !line.starts_with(['{', '}', '.'])).map(|line| format!("`{line}`"));
        let code: Vec<_> = code.collect();
        let verdict = if verdict == "right" { "" } else { &verdict };
        writeln!(
            page,
            "| `{text}` | {verdict} | {} | {} |",
            cells.with_context(|| text)?.join(" | "),
            code.join(" ")
        )?;
    }
    Ok((workspace::chapters().join("rewriting.md"), page))
}
