//! `vmad check`: the code of ptxas, compared with its source.

mod cubin;
mod json;
mod places;
mod program;
mod ptxas;
mod text;
mod verdict;
mod wide;

use std::{
    collections::{BTreeMap, HashSet},
    io::{Cursor, Write},
    path::PathBuf,
};

use vmad_files::{
    cubin::{CubinError, ELF_MAGIC, FunctionCode, Maker},
    fatbin::images,
    lines::LineIndex,
};
use vmad_map::divergence::Divergence;
use vmad_proof::{
    datapath::Unit,
    prover::{Prover, Verdict},
};
use vmad_ptx::{
    module::{FunctionKind, Module},
    reading::Reading,
};
use vmad_ptxas::versions::{Compiler, Generation, Version};
use vmad_sass::Arch;
use vmad_unit::Operation;
use vmad_validate::{Report, known::causes, proof, validate};

use crate::{
    bounded_read,
    failure::{Exit, Failure},
    output::Out,
    progress::Progress,
    ptx::{file, readings::reading},
    solving::Solving,
};
use cubin::{Cubin, Ptx};
use places::Places;

/// Compare each video instruction of a PTX file with the word to which ptxas compiled it
///
/// With the line table that `ptxas -lineinfo` writes, each word is compared with the statement of its line: instruction,
/// mode, constants, and the links of a chain. Guards and other registers are not compared. Without a cubin, the command
/// runs ptxas.
#[derive(Debug, clap::Args)]
#[command(override_usage = "\
vmad check FILE.ptx [--arch sm_61] [--ptxas-path PATH] [OPTIONS]
       vmad check [FILE.ptx] FILE.cubin [OPTIONS]")]
// Options of a solver have no use without a proof.
#[command(mut_group("solving", |solving| solving.requires("prove")))]
#[command(after_help = "\
Examples:
  vmad check kernel.ptx --arch sm_61
  vmad check kernel.ptx kernel.sm_50.cubin
  vmad check kernel.ptx kernel.sm_50.cubin --prove --findings
  vmad check kernel.ptx kernel.sm_50.cubin --allow D4,D6

Exit codes: 0 success, 1 a finding, 2 a part that is not read, assumed or not proved, or bad input.")]
pub(crate) struct Args {
    /// The PTX; a cubin alone is compared with the PTX that it embeds, which `ptxas -lineinfo` writes
    #[arg(value_name = "FILE.ptx")]
    ptx: PathBuf,

    /// The cubin that ptxas compiled from it, or a fat binary, library or program with such cubins
    #[arg(value_name = "FILE.cubin")]
    cubin: Option<PathBuf>,

    /// The architecture for which ptxas compiles [default: the .target of the file, or sm_50]
    #[arg(long, value_name = "ARCH", conflicts_with = "cubin")]
    arch: Option<String>,

    /// The ptxas to run: a name on the PATH, or a path [default: ptxas]
    #[arg(long, value_name = "NAME|PATH", conflicts_with = "cubin")]
    ptxas_path: Option<PathBuf>,

    /// The version of ptxas whose miscompiles explain differences [default: the maker of the cubin, or the newest version
    /// for its architecture]
    #[arg(long, value_name = "VERSION")]
    ptxas: Option<Version>,

    /// Print only the instructions that are not equal
    #[arg(long)]
    findings: bool,

    /// Known causes that are no findings, separated by commas: D4, D6 and so on, of docs/src/divergence.md
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = known)]
    allow: Vec<&'static Divergence>,

    /// Accept constants of words that the PTX does not show: that a register holds such a constant is assumed
    #[arg(long)]
    assume: bool,

    /// A reading of the PTX ISA: default, prose, literal, or single choices such as mask=by-final-sign
    #[arg(long, value_name = "READING", value_parser = reading, conflicts_with = "prove")]
    reading: Option<Reading>,

    /// Prove the modes of the words equal to PTX for all inputs
    #[arg(long)]
    prove: bool,

    #[command(flatten)]
    solving: Solving,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// What was found out, and what it is about.
struct Validated<'a> {
    asked: &'a Args,
    compiler: Compiler<Arch>,
    maker: Option<Maker>,
    /// The text of the PTX.
    text: &'a str,
    index: LineIndex,
    places: Places,
    of_other_ptx: Vec<String>,
    report: Report<'a>,
    /// The lines of the report with a foreign word.
    foreign_lines: HashSet<usize>,
    /// The proofs of modes, if they were asked for.
    proofs: Option<BTreeMap<Operation, Verdict>>,
}

pub(crate) fn run(asked: &Args, out: &mut Out) -> Result<Exit, Failure> {
    let ptx = &asked.ptx;
    let path = asked.cubin.as_ref().unwrap_or(ptx);
    let name = &*path.to_string_lossy();
    let bytes = bounded_read::read(path, "program or listing")?;
    let is_cubin = !matches!(
        vmad_files::cubin::Cubin::read(Cursor::new(&bytes)),
        Err(CubinError::NotElf | CubinError::Machine(_))
    );
    let images = if is_cubin { Vec::new() } else { images(&bytes) };
    if !images.is_empty() {
        return program::run(asked, asked.cubin.is_some().then_some(ptx), name, images, out);
    }
    if asked.cubin.is_some() {
        let (ptx, text) = (&*ptx.to_string_lossy(), &file::read(ptx)?);
        return Cubin::read(name, &bytes)?.compare(asked, &Ptx::new(ptx, text)?, out);
    }
    if bytes.starts_with(&ELF_MAGIC) {
        Cubin::read(name, &bytes)?.compare_embedded(asked, out)
    } else {
        with_ptxas(asked, name, &file::text(name, bytes)?, out)
    }
}

/// Compiles a PTX file, and compares it with what ptxas made.
fn with_ptxas(asked: &Args, name: &str, text: &str, out: &mut Out) -> Result<Exit, Failure> {
    let compiled = ptxas::compile(asked, &file::module(name, text)?)?;
    let (version, arch) = (&compiled.version, &compiled.arch);
    if asked.json {
        out.json(&json::Compiler { ptxas: version, arch })?;
    } else {
        writeln!(out, "compiled for {arch} by ptxas {version} with -lineinfo")?;
    }
    Cubin::read("the cubin of ptxas", &compiled.cubin)?.compare(asked, &Ptx::new(name, text)?, out)
}

/// The code of a cubin, and what it is.
struct Compiled<'a> {
    name: &'a str,
    arch: Arch,
    maker: Option<Maker>,
    codes: Vec<FunctionCode>,
    of_other_ptx: Vec<String>,
}

/// Compares a PTX text with the code of a cubin.
fn compare(
    asked: &Args,
    Ptx { name, text, module }: &Ptx<'_>,
    compiled: Compiled<'_>,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let Compiled { name: cubin, arch, maker, codes, of_other_ptx } = compiled;
    same_program(name, cubin, module, &codes)?;
    let compiler =
        compiler(asked, arch, maker.as_ref()).map_err(|error| Failure::input("--ptxas", &error))?;
    let report = validate(text, module, &codes, compiler, &asked.reading.unwrap_or_default());
    let mut proofs = None;
    if asked.prove {
        let solving = &asked.solving;
        let recording = solving.options.solver()?;
        let prover = Prover { solver: &recording.solver, datapath: &Unit };
        let questions = proof::questions(&report);
        let progress = Progress::new(questions.len() as u64, "questions");
        proofs =
            Some(proof::prove(&questions, &prover, solving.cases.get(), solving.jobs, || progress.add(1)));
        recording.finish()?;
    }
    let validated = Validated {
        asked,
        compiler,
        maker,
        text,
        index: LineIndex::new(text),
        places: Places::of(text),
        of_other_ptx,
        foreign_lines: report.foreign.iter().filter_map(|foreign| foreign.of).collect(),
        report,
        proofs,
    };
    if asked.json {
        json::print(&validated, out)?;
    } else {
        text::print(&validated, out)?;
    }
    Ok(validated.verdict())
}

/// The version that explains differences: the one that is asked for, else the maker of the cubin, else the newest.
fn compiler(asked: &Args, arch: Arch, maker: Option<&Maker>) -> Result<Compiler<Arch>, String> {
    let newest = Compiler::from(arch);
    if let Some(version) = asked.ptxas {
        let legal = Generation::from(arch).versions();
        let refusal = || format!("ptxas {version} has no {arch}: ptxas {legal} has it");
        return legal.contains(version).then_some(Compiler { version, ..newest }).ok_or_else(refusal);
    }
    let made = made_by(maker).filter(|made| Generation::from(arch).versions().contains(*made));
    Ok(Compiler { version: made.unwrap_or(newest.version), ..newest })
}

fn known(name: &str) -> Result<&'static Divergence, String> {
    causes().find(|row| row.id == name).ok_or_else(|| {
        let names: Vec<&str> = causes().map(|row| row.id).collect();
        format!("legal are {}", names.join(", "))
    })
}

/// Refuses two files that have no kernel in common: they are not of one program.
fn same_program(ptx: &str, cubin: &str, module: &Module, codes: &[FunctionCode]) -> Result<(), Failure> {
    let compiled: HashSet<&str> = codes.iter().map(|code| code.function.as_str()).collect();
    let mut entries = module
        .functions
        .iter()
        .filter(|function| function.kind == FunctionKind::Entry)
        .map(|function| function.name.as_str())
        .peekable();
    let (Some(first), Some(theirs)) = (entries.peek().copied(), codes.first()) else { return Ok(()) };
    if entries.any(|name| compiled.contains(name)) {
        return Ok(());
    }
    let message = format!(
        "none of its kernels is one of {ptx}: here is {}, and there {first}; name a cubin that was made of this PTX",
        theirs.function
    );
    Err(Failure::input(cubin, &message))
}

/// The version of the ptxas that made a cubin, if it is known.
fn made_by(maker: Option<&Maker>) -> Option<Version> {
    maker.filter(|maker| !maker.is_linked)?.version.parse().ok()
}
