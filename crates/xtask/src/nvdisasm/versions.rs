//! Whether the versions of nvdisasm print what vmad-sass prints.

use std::fmt::Write as _;

use vmad_sass::{Arch, isa::INSTRUCTIONS};

use super::{
    ask::{ILLEGAL, Query},
    report::ours,
    words::random_query,
};
use crate::{tools::sha256, workspace};

/// The number of words of each instruction and architecture.
const COUNT: usize = 3000;

/// Oracle: nvdisasm 11.2, 11.8 and 12.8, which gave the recorded digests.
#[test]
fn all_versions_print_what_the_crate_prints() {
    let record =
        std::fs::read_to_string(workspace::at("crates/vmad-sass/tests/data/nvdisasm-versions.tsv")).unwrap();
    let mut rows = String::new();
    for arch in Arch::MAXWELL_AND_PASCAL {
        let mut rng = fastrand::Rng::with_seed(arch.number().into());
        let forms = INSTRUCTIONS.iter().flat_map(|forms| std::iter::repeat_n(*forms, COUNT));
        let queries: Vec<Query> = forms.map(|forms| random_query(&mut rng, forms)).collect();
        let answers: Vec<String> = queries.iter().map(|query| ours(*query, arch)).collect();
        let illegal = answers.iter().filter(|answer| *answer == ILLEGAL).count();
        let texts: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
        writeln!(rows, "{arch}\t{}\t{illegal}\t{}", queries.len(), sha256(texts.as_bytes())).unwrap();
    }
    assert_eq!(record.split_once('\n').unwrap().1, rows);
}
