//! `cargo xtask nvdisasm-versions`: whether the versions of nvdisasm print the same.

use std::fmt::Write as _;

use anyhow::Result;
use vmad_sass::{Arch, isa::INSTRUCTIONS};

use super::{
    ask::{Answer, Nvdisasm, Query},
    report::ours,
    words::random_query,
};
use crate::{
    tools::{NVDISASM, NVDISASM_11_2, NVDISASM_11_8, sha256, version},
    workspace,
};

/// Asks nvdisasm 11.2, 11.8 and 12.8 for the text of the same random words of all video instructions, and compares it
/// with that of vmad-sass
///
/// The record has a digest of the texts for each architecture. Exit codes: 0 no difference, 1 a difference.
#[derive(Debug, clap::Args)]
pub(crate) struct VersionsArgs {
    /// Write the record for the tests
    #[arg(long)]
    record: bool,
    /// The number of processes at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// The number of words of each instruction and architecture.
const COUNT: usize = 3000;

/// Runs the task; `true` if all print the same.
pub(crate) fn run(args: &VersionsArgs) -> Result<bool> {
    let expected = digests(|arch, queries| Ok(queries.iter().map(|it| ours(*it, arch)).collect()))?;
    let mut is_same = true;
    let mut versions = Vec::new();
    for tool in [NVDISASM_11_2, NVDISASM_11_8, NVDISASM] {
        let path = tool.program()?;
        let version = version(&path)?;
        let nvdisasm = Nvdisasm { path, jobs: args.jobs };
        let found = digests(|arch, queries| nvdisasm.ask(arch, queries))?;
        println!("nvdisasm {version}: {}", if found == expected { "the same" } else { "other texts" });
        is_same &= found == expected;
        versions.push(version);
    }
    if args.record && is_same {
        let head = format!(
            "# nvdisasm {}: architecture, words, ILLEGAL words, SHA-256 of the texts\n",
            versions.join(", ")
        );
        workspace::write(&workspace::recordings().join("nvdisasm-versions.tsv"), &(head + &expected))?;
    }
    Ok(is_same)
}

/// A line for each architecture.
fn digests(answers: impl Fn(Arch, &[Query]) -> Result<Vec<Answer>>) -> Result<String> {
    let mut rows = String::new();
    for arch in Arch::MAXWELL_AND_PASCAL {
        let mut rng = fastrand::Rng::with_seed(arch.number().into());
        let forms = INSTRUCTIONS.iter().flat_map(|forms| std::iter::repeat_n(*forms, COUNT));
        let queries: Vec<Query> = forms.map(|forms| random_query(&mut rng, forms)).collect();
        let answers = answers(arch, &queries)?;
        let illegal = answers.iter().filter(|answer| **answer == Answer::Illegal).count();
        let texts: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
        writeln!(rows, "{arch}\t{}\t{illegal}\t{}", queries.len(), sha256(texts.as_bytes()))?;
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: nvdisasm 11.2, 11.8 and 12.8, which gave the recorded digests.
    #[test]
    fn all_versions_print_what_the_crate_prints() {
        let record = std::fs::read_to_string(workspace::recordings().join("nvdisasm-versions.tsv")).unwrap();
        let expected = digests(|arch, queries| Ok(queries.iter().map(|it| ours(*it, arch)).collect()));
        assert_eq!(record.split_once('\n').unwrap().1, expected.unwrap());
    }
}
