//! The tables of the cubins' README.md.

use std::fmt::Write;

use anyhow::{Context, Result};

use super::{
    SOURCE,
    count::{Cubin, FORMS, Kernel},
    file_name,
};

/// The marks before and after the tables.
const MARKS: [&str; 2] = ["<!-- tables: cargo xtask cubins -->", "<!-- end of the tables -->"];

/// The README.md with new tables.
pub(crate) fn with_tables(readme: &str, cubins: &[Cubin]) -> Result<String> {
    let [start, end] = MARKS;
    let (before, rest) = readme.split_once(start).with_context(|| format!("README.md has no {start}"))?;
    let (_, after) = rest.split_once(end).with_context(|| format!("README.md has no {end}"))?;
    let mut tables = files(cubins)?;
    for cubin in cubins {
        write!(tables, "\n{}", forms(cubin)?)?;
    }
    Ok(format!("{before}{start}\n{tables}\n{end}{after}"))
}

/// A line for each file.
fn files(cubins: &[Cubin]) -> Result<String> {
    let mut table = String::from("\n| file | bytes | VMADs | SHA-256 |\n|---|---|---|---|\n");
    for cubin in cubins {
        let Cubin { arch, bytes, sha256, .. } = cubin;
        writeln!(
            table,
            "| {} | {bytes} | {} | `{sha256}` |",
            file_name(SOURCE, *arch),
            cubin.queries().len()
        )?;
    }
    Ok(table)
}

/// A line for each kernel, a column for each form.
fn forms(cubin: &Cubin) -> Result<String> {
    let mut table = format!("{}:\n\n| kernel | instructions |", cubin.arch);
    for form in FORMS {
        write!(table, " {form} |")?;
    }
    writeln!(table, "\n|---|---|{}", "---|".repeat(FORMS.len()))?;
    let mut row = |name: &str, kernels: &[Kernel]| -> Result<()> {
        let instructions: usize = kernels.iter().map(|kernel| kernel.instructions).sum();
        write!(table, "| {name} | {instructions} |")?;
        for form in FORMS {
            match kernels.iter().map(|kernel| kernel.count(form)).sum() {
                0 => write!(table, " |")?,
                count => write!(table, " {count} |")?,
            }
        }
        Ok(writeln!(table)?)
    };
    for kernel in cubin.kernels.chunks(1) {
        row(&kernel[0].name, kernel)?;
    }
    row("all", &cubin.kernels)?;
    Ok(table)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{
        cubins::{ARCHS, count::committed},
        workspace,
    };

    #[test]
    fn the_tables_are_those_of_the_committed_cubins() {
        let readme = fs::read_to_string(workspace::cubins().join("README.md")).unwrap();
        let cubins = ARCHS.map(committed);
        assert_eq!(with_tables(&readme, &cubins).unwrap(), readme, "run `cargo xtask cubins`");
    }
}
