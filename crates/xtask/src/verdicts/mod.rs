//! `cargo xtask ptxas-record`: records which instructions `ptxas` accepts, for the tests of `vmad-ptx`.
//!
//! `ptxas` names the line of every error, so one module with an instruction in each line tests thousands. A syntax error
//! stops it: that line is removed, and `ptxas` runs again.

mod ask;
mod lines;
mod record;

use anyhow::{Result, bail};

use crate::{ptxas::Ptxas, tools::PTXAS, workspace};

/// Records which PTX video instructions and float mads ptxas accepts
///
/// Writes the tables ptxas-modifiers.tsv and ptxas-simd.tsv (every combination of modifiers, of the scalar and the SIMD
/// video instructions), ptxas-legality.tsv (every target and version) and ptxas-code.tsv (errors of the code generator)
/// for the tests of vmad-ptx, and asks the lines of ptxas-lanes.tsv and ptxas-random.tsv again. Takes some minutes.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only these tables: modifiers, simd, legality, code, lanes, random
    #[arg(long, value_name = "TABLE", value_delimiter = ',')]
    only: Vec<String>,
}

/// Asks ptxas and writes the tables.
pub(crate) fn run(args: &Args) -> Result<()> {
    let ptxas = Ptxas::fetched(PTXAS)?;
    let tables = ["modifiers", "simd", "legality", "code", "lanes", "random"];
    if let Some(other) = args.only.iter().find(|name| !tables.contains(&name.as_str())) {
        bail!("no table is called {other}: legal are {}", tables.join(", "));
    }
    for table in
        tables.into_iter().filter(|name| args.only.is_empty() || args.only.iter().any(|it| it == name))
    {
        let path = workspace::verdicts().join(format!("ptxas-{table}.tsv"));
        match table {
            "modifiers" => record::combinations(&ptxas, &path, record::MODIFIERS, lines::families())?,
            "simd" => record::combinations(&ptxas, &path, record::SIMD, lines::simd_families())?,
            "legality" => record::legality(&ptxas, &path)?,
            "code" => record::code(&ptxas, &path)?,
            _ => record::again(&ptxas, &path)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The rows of a recorded table.
    fn rows(table: &str) -> Vec<Vec<String>> {
        let path = workspace::verdicts().join(format!("ptxas-{table}.tsv"));
        let text = fs::read_to_string(path).unwrap();
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
    }

    /// The length of runs: `a49 b` has 50.
    fn length(runs: &str) -> usize {
        let count = |run: &str| run.trim_start_matches(char::is_alphabetic).parse().unwrap_or(1);
        runs.split(' ').map(count).sum()
    }

    /// The tests of vmad-ptx compare the verdicts of each shape.
    #[test]
    fn the_recorded_combinations_are_those_that_are_asked() {
        for (table, families) in [("modifiers", lines::families()), ("simd", lines::simd_families())] {
            let mut asked = Vec::new();
            for family in families {
                let count = vmad_testing::shapes(family.shapes).len();
                let of = |mnemonic| (mnemonic, family.shapes.to_owned(), count);
                asked.extend(family.mnemonics.into_iter().map(of));
            }
            let recorded = rows(table).into_iter().map(|row| {
                let [mnemonic, shapes, runs] = <[String; 3]>::try_from(row).unwrap();
                (mnemonic, shapes, length(&runs))
            });
            assert!(recorded.eq(asked), "{table}");
        }
    }

    #[test]
    fn the_recorded_lines_are_those_that_are_asked() {
        let each = |targets: Vec<&str>, lines: &[String]| -> Vec<[String; 2]> {
            let of =
                |target: &str| lines.iter().map(|line| [target.to_owned(), line.clone()]).collect::<Vec<_>>();
            targets.into_iter().flat_map(of).collect()
        };
        let all = lines::TARGETS.to_vec();
        let compiled = all.iter().copied().filter(|target| !lines::is_before_sm_50(target)).collect();
        for (table, asked) in
            [("legality", each(all, &lines::legality())), ("code", each(compiled, &lines::code()))]
        {
            let recorded: Vec<_> = rows(table).iter().map(|row| [row[0].clone(), row[1].clone()]).collect();
            assert!(recorded == asked, "{table}");
        }
        let versions = lines::versions();
        assert!(rows("legality").iter().all(|row| length(&row[2]) == versions.len()));
        assert_eq!([&versions[0], &versions[6], &versions[versions.len() - 1]], ["1.0", "2.0", "8.8"]);
    }
}
