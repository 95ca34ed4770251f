//! `cargo xtask ptxas-lower`: the lowering of `vmad-xcheck` against a live ptxas, over every legal combination.

mod ask;
pub(crate) mod emulation;
mod lines;
mod report;

use std::{fmt::Write as _, time::Instant};

use anyhow::Result;

use crate::{archs::Archs, batches::in_batches, ptxas::PtxasArgs, workspace};
use report::Report;

/// The instructions of one module: enough that starting ptxas takes a small part of the time.
const BATCH: usize = 2000;

/// Compares the lowering of vmad with ptxas's own, over every legal combination of modifiers and classes of constants
///
/// Some 110,000 instructions an architecture, one function each, which takes ptxas minutes. All differences are
/// reported, grouped by their causes; the numbers of registers are ptxas's own choice and do not count.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    archs: Archs,
    /// Ask about every N-th instruction only
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// How many processes of ptxas run at a time
    #[arg(long, default_value_t = 2, value_name = "N")]
    jobs: usize,
    /// Write the answers for the tests of vmad-xcheck
    #[arg(long)]
    record: bool,
    #[command(flatten)]
    ptxas: PtxasArgs,
}

/// Runs it; `true` if there is no difference.
pub(crate) fn run(args: Args) -> Result<bool> {
    let ptxas = args.ptxas.open()?;
    let all = lines::all()?;
    let lines: Vec<String> = all.into_iter().step_by(args.every as usize).collect();
    let mut recorded = String::new();
    let mut differences = 0;
    for arch in args.archs.list()? {
        let start = Instant::now();
        let mut report = Report::default();
        let ask = |batch: &[String]| ask::words(&ptxas, arch, batch);
        for (line, words) in lines.iter().zip(in_batches(&lines, BATCH, args.jobs, "instructions", ask)?) {
            report.compare(arch, line, &words)?;
            if args.record {
                let words: Vec<_> = report::told(&words).map(|word| format!("{word:016x}")).collect();
                writeln!(recorded, "{arch}\t{line}\t{}", words.join(" "))?;
            }
        }
        println!("{arch}: {}, {:.0} s", report.figures(), start.elapsed().as_secs_f64());
        print!("{report}");
        differences += report.differences();
    }
    if args.record {
        let head = format!(
            "# {} of these functions: architecture, instruction, the words of its MOV32I and VMAD\n",
            ptxas.version
        );
        workspace::write(&workspace::lowerings(), &(head + &recorded))?;
    }
    Ok(differences == 0)
}
