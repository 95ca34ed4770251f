//! `cargo xtask nvdisasm-diff`: the crate against a live nvdisasm.

use std::{fs, path::PathBuf, time::Instant};

use anyhow::{Context, Result, ensure};

use super::{
    ask::{Answer, Nvdisasm, Query},
    report::{Report, ours},
    words::{Instructions, random_query},
};
use crate::{archs::Archs, tools, workspace};
use vmad_sass::{Arch, isa::Layout};

/// Compares the text of vmad-sass with that of nvdisasm, on random words of each video instruction with random
/// control fields. Also assembles nvdisasm's text, and compares the result with the words.
///
/// Reports every difference, grouped by the part of the text that differs, with a few examples of each group. Exit codes:
/// 0 no difference, 1 a difference.
#[derive(Debug, clap::Args)]
pub(crate) struct DiffArgs {
    #[command(flatten)]
    archs: Archs,
    #[command(flatten)]
    instructions: Instructions,
    /// The number of words for each architecture and instruction
    #[arg(long, default_value_t = 100_000)]
    count: usize,
    /// The seed of the words [default: random, and printed]
    #[arg(long)]
    seed: Option<u64>,
    /// Check the recorded files (crates/vmad-sass/tests/data) instead of random words
    #[arg(long, conflicts_with_all = ["arch", "count", "seed"])]
    verify_recorded: bool,
    #[command(flatten)]
    oracle: OracleArgs,
}

/// The options for nvdisasm.
#[derive(Debug, clap::Args)]
pub(crate) struct OracleArgs {
    /// The nvdisasm to run [default: the one in .tools/, fetched first if it is missing]
    #[arg(long, value_name = "PATH")]
    nvdisasm: Option<PathBuf>,
    /// The number of processes at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

impl OracleArgs {
    /// Finds nvdisasm, and prints its path and version.
    pub(crate) fn open(self) -> Result<Nvdisasm> {
        self.open_for(Layout::Maxwell)
    }

    /// Finds the nvdisasm that knows a layout: the last one for Kepler is 11.8.
    fn open_for(&self, layout: Layout) -> Result<Nvdisasm> {
        let path = match (&self.nvdisasm, layout) {
            (Some(path), _) => path.clone(),
            (None, Layout::Maxwell) => tools::NVDISASM.program()?,
            (None, Layout::Kepler) => tools::NVDISASM_11_8.program()?,
        };
        println!("{} {}", workspace::shown(&path), tools::version(&path)?);
        Ok(Nvdisasm { path, jobs: self.jobs })
    }
}

/// The recorded files, with their architectures.
const RECORDINGS: [(Arch, &str); 2] =
    [(Arch::Sm50, "nvdisasm-vmad.tsv"), (Arch::Sm61, "nvdisasm-vmad-sm61.tsv")];

/// Runs the task; `true` if there is no difference.
pub(crate) fn run(args: DiffArgs) -> Result<bool> {
    if args.verify_recorded {
        return verify_recorded(&args.oracle.open()?);
    }
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    println!("seed {seed}");
    let mut differences = 0;
    for arch in args.archs.list()? {
        let nvdisasm = args.oracle.open_for(arch.layout())?;
        for forms in args.instructions.list() {
            let forms = arch.layout().forms(forms[0].kind);
            // The words do not depend on the other architectures and instructions.
            let mut rng = fastrand::Rng::with_seed(seed ^ u64::from(arch.number()) ^ forms[0].opcode.bits);
            let queries: Vec<Query> =
                std::iter::repeat_with(|| random_query(&mut rng, forms)).take(args.count).collect();
            let start = Instant::now();
            let answers = nvdisasm.ask(arch, &queries)?;
            let seconds = start.elapsed().as_secs_f64();
            let mut report = Report::new("ours");
            for (&query, theirs) in queries.iter().zip(&answers) {
                report.compare(arch, query, &ours(query, arch), theirs);
                report.assemble(arch, query, theirs);
            }
            println!("{arch} {}: {}, {seconds:.1} s", forms[0].kind, report.figures());
            print!("{}", report.groups);
            differences += report.groups.differences();
        }
    }
    Ok(differences == 0)
}

/// Compares the recorded files with nvdisasm.
fn verify_recorded(nvdisasm: &Nvdisasm) -> Result<bool> {
    let mut differences = 0;
    for (arch, name) in RECORDINGS {
        let path = workspace::recordings().join(name);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let row =
            |row| Query::of_row(row).with_context(|| format!("{row:?} is not WORD<TAB>CONTROL<TAB>TEXT"));
        let (queries, texts): (Vec<_>, Vec<_>) =
            text.lines().map(row).collect::<Result<Vec<_>>>()?.into_iter().unzip();
        ensure!(!queries.is_empty(), "{} holds no rows", path.display());
        let mut report = Report::new("recorded");
        for ((&query, text), theirs) in queries.iter().zip(texts).zip(nvdisasm.ask(arch, &queries)?) {
            let recorded = if text == "ILLEGAL" { Answer::Illegal } else { Answer::Text(text.to_owned()) };
            report.compare(arch, query, &recorded, &theirs);
        }
        println!("{name} ({arch}): {}", report.figures());
        print!("{}", report.groups);
        differences += report.groups.differences();
    }
    Ok(differences == 0)
}
