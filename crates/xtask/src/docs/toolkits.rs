//! The page of the versions of ptxas.

use std::{fmt::Write, path::PathBuf};

use anyhow::Result;
use vmad_ptx::{legality::Target, syntax::parse_one};
use vmad_ptxas::{
    safety::{Answer, Asked, KINDS, Listed, listing},
    versions::{
        Version, Versions,
        history::{self, Entry, HISTORY},
    },
};

use crate::{toolkits::releases::ARCHS, workspace};

/// The path and the text.
pub(super) fn page() -> Result<(PathBuf, String)> {
    let mut page = "\
# Versions of ptxas

<!-- Written by `cargo xtask docs` from the tables of crates/vmad-ptxas. -->

ptxas of some CUDA toolkits compiles some instructions wrongly. The version of ptxas is that of its toolkit. One build of
each version was asked, except 11.3 to 11.6: 11.2 and 11.7 emit the same code for the scalar video instructions. There is no
12.7. For your file:

```sh
vmad ptx safe --arch sm_60 --ptxas 11.8 kernel.cu
```

## Rows

D3 to D13 and P7 are [rows of the map](divergence.md). I1 to I12 are ordinary integer code; the
code is the body of a function of `a`, `b` and `c` with result `d`. D10 also hides D11 in a merge into `d.h1` up to 13.2.
D9 stores to memory, so that it has no result. A row is stated for the architectures that were asked: sm_35, 50, 61, 70,
75, 80, 86, 89, 90, 100 and 120; others are taken to have the rows of the next one below.

An H200 whose driver has ptxas 13.0 gave the wrong values that the rows state ([evidence](evidence.md)). `cargo xtask toolkits`
asks every version again: it downloads 18 builds, 590 MB in all, one at a time, and takes about an hour on two cores.

"
    .to_owned();
    page += "| row | ptxas | architectures | what | an example | right | ptxas gives |\n|---|---|---|---|---|---|---|\n";
    for Listed { name, archs, versions, title, code, witness } in listing() {
        let (inputs, right, wrong) = match witness {
            Some(it) => {
                let [a, b, c] = it.inputs;
                (
                    format!(", a = {a:#x}, b = {b:#x}, c = {c:#x}"),
                    format!("{:#x}", it.right),
                    format!("{:#x}", it.wrong),
                )
            }
            None => (String::new(), "a comparison".to_owned(), "a store".to_owned()),
        };
        writeln!(page, "| {name} | {versions} | {archs} | {title} | `{code}`{inputs} | {right} | {wrong} |")?;
    }
    page += "\n## Rows of each version\n\nA dash: the version does not have the architecture.\n\n| ptxas |";
    ARCHS.iter().try_for_each(|arch| write!(page, " sm_{arch} |"))?;
    writeln!(page, "\n|---|{}", "---|".repeat(ARCHS.len()))?;
    let cells = |version: Version| ARCHS.map(|arch| cell(arch, version));
    for (versions, cells) in Versions::ALL.chunks(cells) {
        writeln!(page, "| {versions} | {} |", cells.join(" | "))?;
    }
    page += "\n## Kinds of instructions\n\nA row in parentheses is in some of the versions; a dash: ptxas refuses the \
             instruction.\n\n| instruction: operands |";
    let asked = Asked::all();
    asked.iter().try_for_each(|it| write!(page, " {}, ptxas {} |", it.name, it.versions))?;
    writeln!(page, "\n|---|{}", "---|".repeat(asked.len()))?;
    for kind in KINDS.iter() {
        let instruction = parse_one(kind.example)?.instruction;
        let cell = |it: &Asked| Answer::of(&instruction, it).map_or("not run".to_owned(), |it| it.short());
        let cells: Vec<_> = asked.iter().map(cell).collect();
        writeln!(page, "| {}: {} | {} |", kind.opcodes.join(" "), kind.operands, cells.join(" | "))?;
    }
    Ok((workspace::chapters().join("toolkits.md"), page))
}

/// The rows that a version has for an architecture.
fn cell(arch: u16, version: Version) -> String {
    if Versions::from(version).that_have(Target::sm(arch)).is_err() {
        return "-".to_owned();
    }
    let is_in = |it: &&Entry| history::of(it.row, it.part, arch).is_some_and(|it| it.contains(version));
    let names: Vec<_> = HISTORY.iter().filter(is_in).map(Entry::name).collect();
    names.join(", ")
}
