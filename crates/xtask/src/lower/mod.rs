//! `cargo xtask ptxas-lower`: the lowering of `vmad-xcheck` against a live ptxas, over every legal combination.

mod ask;
pub(crate) mod emulation;
mod lines;
mod report;

use std::{fmt::Write as _, fs, path::PathBuf, sync::Mutex, thread, time::Instant};

use anyhow::{Context, Result, bail};
use vmad_sass::Arch;

use crate::{nvdisasm, progress::Progress, tools::PTXAS, workspace};
use ask::Ptxas;
use report::Report;

/// Compares the lowering of vmad with ptxas's own, over every legal combination of modifiers and classes of constants
///
/// Some 110,000 instructions an architecture, one function each, which takes ptxas minutes. All differences are
/// reported, grouped by their causes; the numbers of registers are ptxas's own choice and do not count.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The architectures, with commas between, or all
    #[arg(long, default_value = "all", value_name = "sm_50,...")]
    arch: String,
    /// Ask about every N-th instruction only
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// How many ptxas to run at once
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Write the answers for the tests of vmad-xcheck
    #[arg(long)]
    record: bool,
    /// The ptxas to ask [default: the one in .tools/, fetched first if it is not there]
    #[arg(long, value_name = "PATH")]
    ptxas: Option<PathBuf>,
}

/// Runs it; `true` if there is no difference.
pub(crate) fn run(args: Args) -> Result<bool> {
    let archs = match args.arch.as_str() {
        "all" => Arch::ALL.to_vec(),
        names => names.split(',').map(nvdisasm::parse_arch).collect::<Result<_>>()?,
    };
    let ptxas = Ptxas::new(PTXAS.locate(args.ptxas)?)?;
    println!("{}", ptxas.version);
    let all = lines::all()?;
    let lines: Vec<String> = all.into_iter().step_by(args.every as usize).collect();
    let mut recorded = String::new();
    let mut differences = 0;
    for arch in archs {
        let start = Instant::now();
        let mut report = Report::default();
        for (line, words) in lines.iter().zip(ask_all(&ptxas, arch, &lines, args.jobs)?) {
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
        let path = workspace::lowerings();
        let head = format!(
            "# {} of these functions: architecture, instruction, the words of its MOV32I and VMAD\n",
            ptxas.version
        );
        fs::write(&path, head + &recorded).with_context(|| path.display().to_string())?;
        println!("{}", workspace::shown(&path));
    }
    Ok(differences == 0)
}

/// The words of every line's function, in the lines' order.
fn ask_all(ptxas: &Ptxas, arch: Arch, lines: &[String], jobs: u16) -> Result<Vec<Vec<u64>>> {
    /// Enough that starting ptxas costs nothing beside its work.
    const BATCH: usize = 2000;
    let batches = Mutex::new(lines.chunks(BATCH).enumerate());
    let answers = Mutex::new(Vec::new());
    let progress = Progress::new(lines.len(), "instructions");
    let work = || -> Result<()> {
        loop {
            let Ok(mut next) = batches.lock() else { bail!("another thread failed") };
            let Some((index, batch)) = next.next() else { return Ok(()) };
            drop(next);
            let answer = ptxas.ask(arch, batch)?;
            progress.advance(batch.len());
            let Ok(mut answers) = answers.lock() else { bail!("another thread failed") };
            answers.push((index, answer));
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| match thread.join() {
            Ok(result) => result,
            Err(_) => bail!("a thread panicked"),
        })
    })?;
    let Ok(mut answers) = answers.into_inner() else { bail!("a thread panicked") };
    answers.sort_by_key(|(index, _)| *index);
    Ok(answers.into_iter().flat_map(|(_, answer)| answer).collect())
}
