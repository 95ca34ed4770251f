//! `vmad check`: does the unit do what the PTX said?

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

use crate::{
    atomic_write::AtomicFile,
    failure::{Failure, Verdict},
    jobs,
    output::Out,
    ptx::readings::reading,
};

/// Check the unit against the PTX semantics that it serves, and what ptxas made of a file
///
/// With --exhaustive, by comparing them on all bytes, all half-words and all corners of every setting; with --prove, for
/// all inputs of every mode, with an SMT solver; with a PTX file and the cubin that ptxas made of it, by comparing each
/// vmad with its VMAD.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("what").required(true).multiple(true))]
#[command(group = ArgGroup::new("compared").args(["exhaustive", "ptx"]))]
#[command(group = ArgGroup::new("threaded").args(["exhaustive", "prove"]))]
#[command(override_usage = "\
vmad check FILE.ptx FILE.cubin [--prove] [--findings] [OPTIONS]
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
  vmad check --exhaustive --jobs 8 --state sweep.json
  vmad check --exhaustive --shard 3/16 --json > 3.json
  vmad check --merge 1.json 2.json 3.json
  vmad check --prove --jobs 2
  vmad check --report modes.html
  vmad check --prove --report modes.html
  vmad check --observed card.csv
  vmad check --fuzz-repro fuzz/artifacts/text_round_trips/crash-0123

A sweep is shared out among machines by --shard; --merge puts their reports together.

Exit codes: 0 everything holds, 1 something does not, 2 a part is missing or not decided, no solver, or bad input.")]
pub(crate) struct Args {
    /// A PTX file, whose vmads are compared with the VMADs that ptxas made of them
    #[arg(value_name = "FILE.ptx", group = "what", requires = "cubin", conflicts_with = "no_readings")]
    ptx: Option<PathBuf>,

    /// The cubin that ptxas made of it
    #[arg(value_name = "FILE.cubin")]
    cubin: Option<PathBuf>,

    /// Compare the unit with PTX's vmad in every setting
    ///
    /// All bytes by all bytes, all half-words by corners, corners by corners, C at corners: 64,045,827,072
    /// comparisons.
    #[arg(long, group = "what", conflicts_with_all = ["ptx", "prove", "merge", "fuzz_repro", "observed"])]
    exhaustive: bool,

    /// Prove every mode right for all 2^96 inputs; with files, the modes of their VMADs
    ///
    /// A line for each lemma and each of the 864 modes, then where other published readings part from the unit. Needs
    /// an SMT solver: z3, cvc5 or bitwuzla.
    #[arg(long, group = "what", conflicts_with_all = ["merge", "fuzz_repro", "observed", "reading"])]
    prove: bool,

    /// Merge the reports of sweeps, which --json or --state wrote
    #[arg(long, value_name = "FILE", num_args = 1.., group = "what", conflicts_with_all = ["ptx", "fuzz_repro", "observed"])]
    merge: Vec<PathBuf>,

    /// Draw the 864 modes as one HTML file, coloured by what was found in them
    ///
    /// Every mode with where the published readings part in it, on which inputs, and what says that the unit computes
    /// what PTX means: corners, and whatever runs along with it of --prove, --exhaustive and --merge. By itself it may
    /// go to standard output, as `-`.
    #[arg(long, value_name = "FILE", group = "what", conflicts_with_all = ["ptx", "fuzz_repro", "observed", "reading"])]
    report: Option<PathBuf>,

    /// Compare what hardware computed with every reading, and name the one that it follows
    ///
    /// Comma-separated values below a header, or a JSON object a line, with the columns word (or text), a, b, c and
    /// result (or d), and cc where the condition code was read; - is standard input.
    #[arg(long, value_name = "FILE", group = "what", conflicts_with_all = ["ptx", "fuzz_repro", "jobs"])]
    observed: Option<PathBuf>,

    /// Tell what an input of a fuzz target is, and whether its invariant holds of it
    #[arg(long, value_name = "FILE", group = "what", conflicts_with_all = ["ptx", "jobs"])]
    fuzz_repro: Option<PathBuf>,

    /// The fuzz target [default: the name of the folder that the file is in]
    #[arg(long, value_name = "NAME", requires = "fuzz_repro", conflicts_with_all = ["ptx", "exhaustive", "prove", "merge", "observed", "report"])]
    target: Option<String>,

    /// Another reading of PTX: default, prose, literal, or single choices such as mask=by-final-sign
    #[arg(long, value_name = "READING", requires = "compared", value_parser = reading, conflicts_with_all = ["merge", "fuzz_repro", "observed"])]
    reading: Option<Reading>,

    /// Of a file's vmads, print those alone that are not equal
    #[arg(long, requires = "ptx", conflicts_with_all = ["exhaustive", "merge", "fuzz_repro", "observed", "report"])]
    findings: bool,

    #[command(flatten)]
    sweep: exhaustive::Args,

    #[command(flatten)]
    proof: prove::Args,

    /// How many threads of a sweep, or solvers of a proof, at a time [default: the processor's cores]
    #[arg(long, value_name = "N", requires = "threaded", conflicts_with_all = ["merge", "observed"], value_parser = jobs::jobs())]
    jobs: Option<NonZero<usize>>,

    /// Print a JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let pending = args.report.as_deref().map(AtomicFile::unless_standard_output).transpose()?;
    if matches!(pending, Some(None)) && (args.json || args.prove || args.exhaustive || !args.merge.is_empty())
    {
        let message = "a page on standard output stands there alone: expected a file, \
                       or none of --prove, --exhaustive, --merge and --json";
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
    /// The check that was asked for, if there is one beside the report.
    fn check(&self, evidence: &mut report::Evidence, out: &mut Out) -> Result<Option<Verdict>, Failure> {
        let (jobs, json) = (self.jobs, self.json);
        let reading = self.reading.unwrap_or_default();
        Ok(Some(if let (Some(ptx), Some(cubin)) = (&self.ptx, &self.cubin) {
            let proof = self.prove.then_some(&self.proof);
            let jobs = jobs.unwrap_or_else(jobs::cores);
            let asked = validate::Asked { ptx, cubin, reading, proof, jobs, findings: self.findings, json };
            validate::run(&asked, out)?
        } else if let Some(file) = &self.fuzz_repro {
            fuzz_repro::run(file, self.target.as_deref(), json, out)?
        } else if let Some(path) = &self.observed {
            observed::run(path, json, out)?
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
