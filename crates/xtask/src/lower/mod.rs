//! `cargo xtask ptxas-lower`: the lowering of `vmad-ptxas` against a live ptxas, over every legal combination.

mod lines;
mod report;
mod simd;
mod words;

use std::time::Instant;

use anyhow::Result;
use vmad_map::rows::miscompiles;
use vmad_ptxas::safety::KINDS;
use vmad_sass::{Arch, isa::Layout};

use crate::{
    arch,
    batches::{Answers, add_answer, in_batches, rows},
    ptxas::Ptxas,
    tools::{PTXAS, PTXAS_11_8},
    workspace,
};
use report::Report;
use words::words;

/// The number of instructions in a module: large, because each start of ptxas takes time.
const BATCH: usize = 2000;

/// Compares the lowering with ptxas, for every legal combination of modifiers and kinds of constants
///
/// For each architecture about 110,000 `vmad`s, or with --family 730,000 of the other video instructions, one function
/// each; ptxas compiles 1,000 a second. All differences are reported, grouped by cause. Register numbers are not
/// compared.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The architectures, separated by commas
    #[arg(long, value_name = "sm_50,...", value_delimiter = ',', value_parser = arch)]
    #[arg(default_values_t = Arch::MAXWELL_AND_PASCAL)]
    arch: Vec<Arch>,
    /// The other video instructions
    #[arg(long)]
    family: bool,
    /// Only every N-th instruction
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Write the answers for the tests of vmad-ptxas
    #[arg(long)]
    record: bool,
}

/// A sample of all instructions: of the scalar ones every N-th, of the fewer `vmad`s four times as many, of the SIMD ones
/// every mode.
pub(crate) fn sample(every: usize) -> Result<Vec<String>> {
    let mut lines = lines::others(every)?;
    lines.extend(lines::vmads().into_iter().step_by(every.div_ceil(4)));
    lines.extend(simd::instructions());
    lines.extend(miscompiles().filter_map(|row| Some(row.example?.instruction.to_owned())));
    lines.extend(KINDS.iter().map(|kind| kind.example.to_owned()));
    lines.sort_unstable();
    lines.dedup();
    Ok(lines)
}

/// Runs the task; `true` if there is no difference.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let archs = &args.arch;
    // CUDA 12 does not have Kepler, and Kepler has its own records.
    let is_kepler = archs.iter().all(|arch| arch.layout() == Layout::Kepler);
    let ptxas = Ptxas::fetched(if is_kepler { PTXAS_11_8 } else { PTXAS })?;
    let every = args.every as usize;
    let lines =
        if args.family { lines::others(every)? } else { lines::vmads().into_iter().step_by(every).collect() };
    let mut recorded: Vec<Answers<Arch>> = vec![Vec::new(); lines.len()];
    let mut differences = 0;
    for &arch in archs {
        let start = Instant::now();
        let mut report = Report::default();
        let ask = |batch: &[String]| words(&ptxas, arch, batch);
        let answers = in_batches(&lines, BATCH, ask)?;
        for ((line, words), record) in lines.iter().zip(&answers).zip(&mut recorded) {
            report.compare(arch, line, words)?;
            add_answer(record, report::recorded(arch.layout(), words), arch);
        }
        println!("{arch}: {}, {:.0} s", report.figures(), start.elapsed().as_secs_f64());
        print!("{}", report.groups);
        differences += report.groups.differences();
    }
    if args.record {
        let [kepler, kind] =
            [if is_kepler { "kepler-" } else { "" }, if args.family { "family" } else { "lower" }];
        let head = "architectures, instruction, the words before RET; - where they are of other instructions";
        let text =
            format!("# {} of these functions: {head}\n{}", ptxas.version, rows(&lines, &recorded, archs));
        workspace::write(&workspace::lowerings().join(format!("ptxas-{kepler}{kind}.tsv")), &text)?;
    }
    Ok(differences == 0)
}
