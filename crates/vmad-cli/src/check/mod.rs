//! `vmad check`: all checks.

mod exhaustive;
mod fuzz_repro;
mod observed;
mod prove;
mod report;
mod sweep_state;
mod validate;

use std::{num::NonZero, path::PathBuf};

use clap::ArgGroup;
use vmad_ptx::reading::Reading;
use vmad_validate::known::Known;

use crate::{
    atomic_write::AtomicFile,
    failure::{Failure, Verdict},
    jobs,
    output::Out,
    ptx::readings::reading,
};

/// Compare the video instructions with PTX, and the code of ptxas with its source
///
/// The unit is this project's model of the video instructions. --exhaustive compares VMAD, or the instructions of
/// --instruction, with PTX on all bytes, all half-words and all corners of every setting. --prove proves every mode of
/// every instruction equal to PTX for all inputs, with an SMT solver. With a PTX file and its cubin, the command compares
/// each video instruction with the word to which ptxas compiled it.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("what").required(true).multiple(true))]
#[command(group = ArgGroup::new("compared").args(["exhaustive", "ptx"]))]
#[command(group = ArgGroup::new("threaded").args(["exhaustive", "prove"]))]
#[command(override_usage = "\
vmad check [FILE.ptx] FILE.cubin [--prove] [--findings] [OPTIONS]
       vmad check --exhaustive [OPTIONS]
       vmad check --merge FILE... [--json]
       vmad check --prove [OPTIONS]
       vmad check --report FILE [--prove | --exhaustive | --merge FILE...]
       vmad check --observed FILE [--json]
       vmad check --fuzz-repro FILE [--target NAME]")]
#[command(after_help = "\
Examples:
  vmad check kernel.ptx kernel.sm_50.cubin
  vmad check kernel.ptx kernel.sm_50.cubin --prove --findings
  vmad check kernel.ptx kernel.sm_50.cubin --allow D4,D6
  vmad check --exhaustive --jobs 8 --state sweep.json
  vmad check --exhaustive --shard 3/16 --json > 3.json
  vmad check --merge 1.json 2.json 3.json
  vmad check --prove --jobs 2
  vmad check --report modes.html
  vmad check --prove --report modes.html
  vmad check --observed card.csv
  vmad check --fuzz-repro fuzz/artifacts/text_round_trips/crash-0123

--shard distributes a sweep over several machines; --merge adds their reports.

Exit codes: 0 success, 1 a finding, 2 a missing or undecided part, no solver, or bad input.")]
pub(crate) struct Args {
    /// A PTX file: each video instruction is compared with its word in the cubin
    ///
    /// Without a PTX file, a cubin is compared with the PTX that it embeds: `ptxas -lineinfo` writes it.
    #[arg(value_name = "FILE.ptx", group = "what", conflicts_with_all = ["no_readings", "verbose"])]
    ptx: Option<PathBuf>,

    /// The cubin that ptxas compiled from it, or a fat binary, library or program with such cubins
    ///
    /// The mode, the immediate and the known constants of each word are compared, and which instructions write and read its
    /// registers. Its guard is not: a word with another guard, and one that reads another value of the same kind, can be
    /// found equal.
    #[arg(value_name = "FILE.cubin")]
    cubin: Option<PathBuf>,

    /// Compare the unit with PTX in every setting of VMAD, or of --instruction
    ///
    /// All bytes with all bytes, all half-words with corners, corners with corners, each with corners of C:
    /// 64,045,827,072 comparisons.
    #[arg(long, group = "what", conflicts_with_all = ["ptx", "prove", "merge", "fuzz_repro", "observed"])]
    exhaustive: bool,

    /// Prove that every mode of every instruction equals PTX for all 2^96 inputs; with files, only the modes of their words
    ///
    /// Prints a line for each instruction, then where other interpretations differ from the unit; with --verbose, each
    /// lemma and mode. Needs an SMT solver: z3, cvc5 or bitwuzla.
    #[arg(long, group = "what", conflicts_with_all = ["merge", "fuzz_repro", "observed", "reading"])]
    prove: bool,

    /// Merge reports of sweeps, written by --json or --state
    #[arg(long, value_name = "FILE", num_args = 1.., group = "what", conflicts_with_all = ["ptx", "fuzz_repro", "observed"])]
    merge: Vec<PathBuf>,

    /// Write all modes of the nine instructions as one HTML file, coloured by the results
    ///
    /// For each mode: where interpretations differ, with inputs, and the evidence that the unit equals PTX. The evidence
    /// is a corner grid, and the --prove, --exhaustive or --merge that runs with it. Without these, the file can be `-`,
    /// standard output.
    #[arg(long, value_name = "FILE", group = "what", conflicts_with_all = ["ptx", "fuzz_repro", "observed", "reading"])]
    report: Option<PathBuf>,

    /// Compare hardware results with every interpretation, and name the one that they follow
    ///
    /// CSV with a header, or one JSON object a line. The columns are word (or text), a, b, c and result (or d), and
    /// optionally cc, the condition code. `-` is standard input.
    #[arg(long, value_name = "FILE", group = "what", conflicts_with_all = ["ptx", "fuzz_repro", "jobs"])]
    observed: Option<PathBuf>,

    /// The name of the hardware or program that gave the results of --observed, for the text
    #[arg(long, value_name = "NAME", requires = "observed")]
    subject: Option<String>,

    /// Replay an input of a fuzz target: show it, and check the invariant
    #[arg(long, value_name = "FILE", group = "what", conflicts_with_all = ["ptx", "jobs"])]
    fuzz_repro: Option<PathBuf>,

    /// The fuzz target [default: the name of the file's folder]
    #[arg(long, value_name = "NAME", requires = "fuzz_repro", conflicts_with_all = ["ptx", "exhaustive", "prove", "merge", "observed", "report"])]
    target: Option<String>,

    /// A reading of the PTX ISA: default, prose, literal, or single choices such as mask=by-final-sign
    #[arg(long, value_name = "READING", requires = "compared", value_parser = reading, conflicts_with_all = ["merge", "fuzz_repro", "observed"])]
    reading: Option<Reading>,

    /// Print only the instructions of a file that are not equal
    #[arg(long, requires = "ptx", conflicts_with_all = ["exhaustive", "merge", "fuzz_repro", "observed", "report"])]
    findings: bool,

    /// Known causes that are no findings, separated by commas: D3, D3p, D4, D6 to D13, P7 and the other rows of the map
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = validate::known, requires = "ptx",
          conflicts_with_all = ["exhaustive", "merge", "fuzz_repro", "observed", "report"])]
    allow: Vec<Known>,

    #[command(flatten)]
    sweep: exhaustive::Args,

    #[command(flatten)]
    proof: prove::Args,

    /// Number of threads of a sweep, or of solvers of a proof [default: the number of cores]
    #[arg(long, value_name = "N", requires = "threaded", conflicts_with_all = ["merge", "observed"], value_parser = jobs::jobs)]
    jobs: Option<NonZero<usize>>,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let pending = args.report.as_deref().map(AtomicFile::unless_standard_output).transpose()?;
    if matches!(pending, Some(None)) && (args.json || args.prove || args.exhaustive || !args.merge.is_empty())
    {
        let message = "a page on standard output excludes --prove, --exhaustive, --merge and --json: expected a file, \
                       or none of these options";
        return Err(Failure::input("--report -", message));
    }
    let mut evidence = report::Evidence::default();
    let checked = args.check(&mut evidence, out)?;
    let Some(pending) = pending else { return Ok(checked.unwrap_or(Verdict::Fine)) };
    let drawn = report::write(pending, &evidence, checked.is_none(), args.json, out)?;
    Ok(match (checked, drawn) {
        (Some(Verdict::Finding), _) | (_, Verdict::Finding) => Verdict::Finding,
        (checked, drawn) => checked.unwrap_or(drawn),
    })
}

impl Args {
    /// Runs the requested check, if there is one besides the report.
    fn check(&self, evidence: &mut report::Evidence, out: &mut Out) -> Result<Option<Verdict>, Failure> {
        let (jobs, json) = (self.jobs, self.json);
        let reading = self.reading.unwrap_or_default();
        Ok(Some(if let Some(first) = &self.ptx {
            let (ptx, cubin) = match &self.cubin {
                Some(cubin) => (Some(first.as_path()), cubin.as_path()),
                None => (None, first.as_path()),
            };
            let proof = self.prove.then_some(&self.proof);
            let jobs = jobs.unwrap_or_else(jobs::cores);
            let asked = validate::Asked {
                ptx,
                cubin,
                reading,
                proof,
                jobs,
                allow: &self.allow,
                findings: self.findings,
                json,
            };
            validate::run(&asked, out)?
        } else if let Some(file) = &self.fuzz_repro {
            fuzz_repro::run(file, self.target.as_deref(), json, out)?
        } else if let Some(path) = &self.observed {
            observed::run(path, self.subject.as_deref(), json, out)?
        } else if self.prove {
            prove::run(&self.proof, jobs, json, out, |solver, line| evidence.line(solver, line))?
        } else if self.exhaustive {
            exhaustive::run(&self.sweep, reading, jobs, json, out, |plan, report| {
                evidence.sweep(plan, report);
            })?
        } else if !self.merge.is_empty() {
            let seen = |plan: &_, report: &_| evidence.sweep(plan, report);
            exhaustive::merge(&self.merge, json, out, self.report.is_some().then_some(seen))?
        } else {
            return Ok(None);
        }))
    }
}
