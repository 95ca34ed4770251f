//! `cargo xtask ptxas-lower`: the lowering of `vmad-xcheck` against a live ptxas, over every legal combination.

mod ask;
pub(crate) mod emulation;
mod family;
mod functions;
pub(crate) mod idioms;
pub(crate) mod later;
mod lines;
mod simd;

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, Result};
use vmad_ptx::{ast::Body, syntax::parse_one};
use vmad_ptxas::{miscompiles::MISCOMPILES, safety::KINDS};
use vmad_sass::{Arch, isa::Layout};

use crate::{
    archs::{Archs, parse_arch},
    batches::in_batches,
    ptxas::{Ptxas, PtxasArgs},
    workspace,
};
pub(crate) use functions::functions_of;

/// The number of instructions in a module: large, because each start of ptxas takes time.
const BATCH: usize = 2000;

/// Compares the lowering with ptxas, for every legal combination of modifiers and kinds of constants
///
/// For each architecture about 110,000 `vmad`s, or with --family 730,000 of the other video instructions, one function
/// each; ptxas compiles 1,000 a second. All differences are reported, grouped by cause. Register numbers are not
/// compared.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    archs: Archs,
    /// The other video instructions
    #[arg(long)]
    family: bool,
    /// Only every N-th instruction
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// The instructions of this file, one a line, in place of every combination
    #[arg(long, value_name = "FILE", conflicts_with = "every")]
    lines: Option<PathBuf>,
    /// Number of ptxas processes
    #[arg(long, default_value_t = 2, value_name = "N")]
    jobs: usize,
    /// Write the answers for the tests of vmad-xcheck
    #[arg(long)]
    record: bool,
    #[command(flatten)]
    ptxas: PtxasArgs,
}

/// A sample of all instructions: of the scalar ones every N-th, of the SIMD ones every mode.
pub(crate) fn sample(every: usize) -> Result<Vec<String>> {
    let mut lines = family::lines(every)?;
    lines.extend(lines::all()?.into_iter().step_by(every.div_ceil(4)));
    lines.extend(simd::instructions());
    let rows = MISCOMPILES.iter();
    lines.extend(rows.filter_map(|row| Some(row.example?.instruction.to_owned())));
    lines.extend(KINDS.iter().map(|kind| kind.example.to_owned()));
    Ok(lines)
}

/// Lines that [`sample`] does not have, with the words of a ptxas: of `vmad` for sm_50, of the others for sm_50 and
/// sm_61. Half of them have a constant b at the ends of an imm16.
pub(crate) fn held_apart(ptxas: &Ptxas) -> Result<String> {
    let is_at_end = |line: &&String| {
        let parsed = parse_one(line).map(|it| it.instruction.body);
        let Ok(Body::Video(video)) = parsed else { return false };
        video.b().constant().is_some_and(|b| matches!(b, 0x8000..=0xffff | 0xffff_8000..))
    };
    let mut text = String::new();
    for (archs, lines) in [("sm_50", lines::all()?), ("sm_50,sm_61", family::lines(1)?)] {
        let chosen = |lines: &[&String]| {
            let step = lines.len() / 75;
            lines.iter().skip(step / 2).step_by(step).map(|it| (*it).clone()).collect::<Vec<_>>()
        };
        let all: Vec<&String> = lines.iter().collect();
        let at_ends: Vec<&String> = lines.iter().filter(is_at_end).collect();
        let lines = [chosen(&all), chosen(&at_ends)].concat();
        for arch in archs.split(',') {
            let arch = parse_arch(arch)?;
            for (line, words) in lines.iter().zip(ask::words(ptxas, arch, &lines)?) {
                let words: Vec<_> = family::before_return(arch.layout(), &words)
                    .iter()
                    .map(|word| format!("{word:016x}"))
                    .collect();
                writeln!(text, "{}\t{line}\t{}", arch, words.join(" "))?;
            }
        }
    }
    Ok(text)
}

/// Runs the task; `true` if there is no difference.
pub(crate) fn run(args: Args) -> Result<bool> {
    if args.family {
        return family(args);
    }
    let ptxas = args.ptxas.open()?;
    let lines = match &args.lines {
        Some(file) => read_lines(file)?,
        None => lines::all()?.into_iter().step_by(args.every as usize).collect(),
    };
    let mut recorded = String::new();
    let mut differences = 0;
    let archs = args.archs.list()?;
    for &arch in &archs {
        let start = Instant::now();
        let mut report = family::Report::default();
        let ask = |batch: &[String]| ask::words(&ptxas, arch, batch);
        for (line, words) in lines.iter().zip(in_batches(&lines, BATCH, args.jobs, "instructions", ask)?) {
            let words = family::before_return(arch.layout(), &words);
            report.compare(arch, line, words)?;
            if args.record {
                let words = family::recorded(arch.layout(), words);
                writeln!(recorded, "{arch}\t{line}\t{}", words.trim_start_matches('-'))?;
            }
        }
        println!("{arch}: {}, {:.0} s", report.figures(), start.elapsed().as_secs_f64());
        print!("{}", report.groups);
        differences += report.groups.differences();
    }
    if args.record {
        let head = format!(
            "# {} of these functions: architecture, instruction, the words of its MOV32I and VMAD\n",
            ptxas.version
        );
        let file = workspace::lowerings().with_file_name(record(&archs, "lower"));
        workspace::write(&file, &(head + &recorded))?;
    }
    Ok(differences == 0)
}

/// The name of a record: Kepler has its own.
fn record(archs: &[Arch], what: &str) -> String {
    let is_kepler = archs.iter().all(|arch| arch.layout() == Layout::Kepler);
    format!("ptxas-{}{what}.tsv", if is_kepler { "kepler-" } else { "" })
}

fn read_lines(file: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// The task for the other video instructions. A record names the architectures for which ptxas emits the same words.
fn family(args: Args) -> Result<bool> {
    let ptxas = args.ptxas.open()?;
    let archs = args.archs.list()?;
    let lines = match &args.lines {
        Some(file) => read_lines(file)?,
        None => family::lines(args.every as usize)?,
    };
    let mut recorded: Vec<Vec<(String, Vec<Arch>)>> = vec![Vec::new(); lines.len()];
    let mut differences = 0;
    for &arch in &archs {
        let start = Instant::now();
        let mut report = family::Report::default();
        let ask = |batch: &[String]| ask::words(&ptxas, arch, batch);
        let answers = in_batches(&lines, BATCH, args.jobs, "instructions", ask)?;
        for ((line, words), record) in lines.iter().zip(&answers).zip(&mut recorded) {
            let words = family::before_return(arch.layout(), words);
            report.compare(arch, line, words)?;
            let text = family::recorded(arch.layout(), words);
            match record.iter_mut().find(|(known, _)| *known == text) {
                Some((_, archs)) => archs.push(arch),
                None => record.push((text, vec![arch])),
            }
        }
        println!("{arch}: {}, {:.0} s", report.figures(), start.elapsed().as_secs_f64());
        print!("{}", report.groups);
        differences += report.groups.differences();
    }
    if args.record {
        let mut text = format!(
            "# {} of these functions: architectures, instruction, the words before RET\n",
            ptxas.version
        );
        for (line, record) in lines.iter().zip(recorded) {
            for (words, same) in record {
                let names: Vec<_> = same.iter().map(Arch::to_string).collect();
                let names = if same == archs { "all".to_owned() } else { names.join(",") };
                writeln!(text, "{names}\t{line}\t{words}")?;
            }
        }
        workspace::write(&workspace::lowerings().with_file_name(record(&archs, "family")), &text)?;
    }
    Ok(differences == 0)
}
