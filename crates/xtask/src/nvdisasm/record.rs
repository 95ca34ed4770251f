//! `cargo xtask nvdisasm-record`: nvdisasm's answers as data for the tests, which then need no nvdisasm.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, ensure};
use vmad_sass::Arch;

use super::{
    ask::{Answer, Query},
    diff::OracleArgs,
    words::{Instructions, random_query},
};
use crate::{archs::parse_arch, workspace};

/// Records nvdisasm's answers for random words of video instructions with random control fields: `WORD<TAB>CONTROL<TAB>TEXT` a line,
/// `ILLEGAL` for the text of a word that it refuses.
#[derive(Debug, clap::Args)]
pub(crate) struct RecordArgs {
    /// The architecture
    #[arg(long, value_parser = parse_arch, value_name = "sm_61")]
    arch: Arch,
    #[command(flatten)]
    instructions: Instructions,
    /// The number of words
    #[arg(long, default_value_t = 2000)]
    count: usize,
    /// The percentage of ILLEGAL words
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=100))]
    illegal: u8,
    /// The seed of the words
    #[arg(long)]
    seed: u64,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    oracle: OracleArgs,
}

/// Runs the task.
pub(crate) fn run(args: RecordArgs) -> Result<()> {
    let nvdisasm = args.oracle.open()?;
    let mut rng = fastrand::Rng::with_seed(args.seed);
    let illegal = args.count * usize::from(args.illegal) / 100;
    // The legal and the illegal rows that are still needed.
    let mut needed = [args.count - illegal, illegal];
    let mut recorded = String::new();
    while needed != [0, 0] {
        let instructions = args.instructions.list();
        let queries = std::iter::repeat_with(|| {
            let forms = rng.choice(&instructions).copied().unwrap_or_default();
            random_query(&mut rng, forms)
        });
        let queries: Vec<Query> = queries.take(args.count).collect();
        let answers = nvdisasm.ask(args.arch, &queries)?;
        for (query, answer) in queries.into_iter().zip(answers) {
            let needed = &mut needed[usize::from(answer == Answer::Illegal)];
            if *needed > 0 {
                *needed -= 1;
                recorded += &query.row(&answer);
            }
        }
    }
    ensure!(!recorded.is_empty(), "--count 0 records nothing");
    fs::write(&args.output, recorded).with_context(|| args.output.display().to_string())?;
    println!("{}: {} words, {illegal} ILLEGAL", workspace::shown(&args.output), args.count);
    Ok(())
}
