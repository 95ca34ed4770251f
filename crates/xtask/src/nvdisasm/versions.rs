//! `cargo xtask nvdisasm-versions`: whether the versions of nvdisasm print the same.

use std::fmt::Write as _;

use anyhow::Result;
use vmad_sass::{Arch, isa::INSTRUCTIONS};

use super::{
    ask::{ILLEGAL, Nvdisasm, Query},
    report::ours,
    words::random_query,
};
use crate::{
    tools::{NVDISASM, NVDISASM_11_2, NVDISASM_11_8, sha256},
    workspace,
};

/// The number of words of each instruction and architecture.
const COUNT: usize = 3000;

/// Runs the task, and writes the record if all print the same; `false` if not.
pub(crate) fn run() -> Result<bool> {
    let expected = digests(|arch, queries| Ok(queries.iter().map(|it| ours(*it, arch)).collect()))?;
    let tools = [NVDISASM_11_2, NVDISASM_11_8, NVDISASM];
    let mut is_same = true;
    for tool in tools {
        let nvdisasm = Nvdisasm { path: tool.program()? };
        let found = digests(|arch, queries| nvdisasm.ask(arch, queries))?;
        println!("nvdisasm {}: {}", tool.build, if found == expected { "the same" } else { "other texts" });
        is_same &= found == expected;
    }
    if is_same {
        let head = format!(
            "# nvdisasm {}: architecture, words, ILLEGAL words, SHA-256 of the texts\n",
            tools.map(|tool| tool.build).join(", ")
        );
        workspace::write(&workspace::recordings().join("nvdisasm-versions.tsv"), &(head + &expected))?;
    }
    Ok(is_same)
}

/// A line for each architecture.
fn digests(answers: impl Fn(Arch, &[Query]) -> Result<Vec<String>>) -> Result<String> {
    let mut rows = String::new();
    for arch in Arch::MAXWELL_AND_PASCAL {
        let mut rng = fastrand::Rng::with_seed(arch.number().into());
        let forms = INSTRUCTIONS.iter().flat_map(|forms| std::iter::repeat_n(*forms, COUNT));
        let queries: Vec<Query> = forms.map(|forms| random_query(&mut rng, forms)).collect();
        let answers = answers(arch, &queries)?;
        let illegal = answers.iter().filter(|answer| *answer == ILLEGAL).count();
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
