//! `vmad check FILE.ptx FILE.cubin`: what ptxas made of a file's video instructions.

mod json;
mod program;
mod text;

use std::{
    collections::BTreeMap,
    fs::File,
    io::{Read, Seek},
    num::NonZero,
    path::Path,
};

use vmad_proof::{
    datapath::Unit,
    prover::{Prover, Verdict as Proof},
};
use vmad_ptx::{
    module::{FunctionKind, Module},
    reading::Reading,
};
use vmad_sass::{Arch, Style, arch::UnknownArch};
use vmad_unit::Operation;
use vmad_validate::{
    Line, Report, Unpaired, Verdict as Came,
    contents::Contents,
    cubin::{Cubin, CubinError, DebugInfo},
    emulated,
    known::Known,
    proof::Questions,
    stream::Code,
    validate,
};

use super::prove;
use crate::{
    failure::{Failure, Verdict},
    output::Out,
    progress::Progress,
    ptx::file,
};

/// What is asked for.
pub(super) struct Asked<'a> {
    /// The PTX file; [`None`] for the PTX that the cubin embeds.
    pub(super) ptx: Option<&'a Path>,
    pub(super) cubin: &'a Path,
    pub(super) reading: Reading,
    /// Whether, and how, to prove.
    pub(super) proof: Option<&'a prove::Args>,
    /// So many solvers at a time.
    pub(super) jobs: NonZero<usize>,
    /// Known causes that are no findings.
    pub(super) allow: &'a [Known],
    /// Whether to leave out what is equal.
    pub(super) findings: bool,
    pub(super) json: bool,
}

/// What was found out, and what it is about.
struct Validated<'a> {
    asked: &'a Asked<'a>,
    /// The name of the architecture.
    arch: String,
    /// The architecture, if it has `VMAD`.
    with_vmad: Option<Arch>,
    /// The text of the PTX.
    text: &'a str,
    /// Whether the cubin embeds other PTX.
    other_ptx: bool,
    report: Report,
    /// The proofs of modes, if they were asked for.
    proofs: Option<BTreeMap<Operation, Proof>>,
    /// The proof of a line whose pairing is not certain.
    inexact: Proof,
    /// The proof of a line that assumes values of registers.
    assuming: Proof,
}

/// Why a line is not proved although its word is: the pairing.
const INEXACT: &str =
    "the numbers of words do not show which word is its own; ptxas -lineinfo writes a line table";
/// Why a line is not proved although its word is: values of registers.
const ASSUMING: &str = "the PTX does not show that the register has the constant of the word";

pub(super) fn run(asked: &Asked<'_>, out: &mut Out) -> Result<Verdict, Failure> {
    let cubin = &*asked.cubin.to_string_lossy();
    if let Some(program) = program::read(asked.cubin)? {
        return program::run(asked, cubin, &program, out);
    }
    let (ptx, text) = match asked.ptx {
        Some(path) => (path.to_string_lossy().into_owned(), file::read(path)?),
        None => (format!("{cubin}, its PTX"), embedded(asked.cubin, cubin)?),
    };
    let file = File::open(asked.cubin).map_err(|error| Failure::input(cubin, &error))?;
    compare(asked, (&ptx, &text), (cubin, &file), out)
}

/// Compares a PTX text with a cubin, each with its name.
fn compare(
    asked: &Asked<'_>,
    (ptx, text): (&str, &str),
    (cubin, file): (&str, impl Read + Seek),
    out: &mut Out,
) -> Result<Verdict, Failure> {
    let module = file::module(ptx, text)?;
    let (arch, with_vmad, report, other_ptx) = match Contents::read(file, text) {
        Ok(Contents { arch, codes, other_ptx }) => {
            same_program(ptx, cubin, &module, &codes)?;
            let report = validate(text, &module, &codes, arch, &asked.reading);
            (arch.to_string(), Some(arch), report, other_ptx)
        }
        Err(error) => {
            let failure = Failure::input(cubin, &error);
            let CubinError::Arch(UnknownArch(number)) = error else { return Err(failure) };
            let report = emulated(text, &module, number).ok_or(failure)?;
            (format!("sm_{number}"), None, report, false)
        }
    };
    let proofs = match asked.proof {
        Some(args) => {
            let solver = args.solver()?;
            let prover = Prover { solver: &solver, datapath: &Unit };
            let questions = Questions::of(&report);
            let progress = Progress::new(questions.count() as u64, 0, "questions");
            Some(questions.prove(&prover, args.cases, asked.jobs, || progress.add(1))?)
        }
        None => None,
    };
    let validated = Validated {
        asked,
        arch,
        with_vmad,
        text,
        other_ptx,
        report,
        proofs,
        inexact: Proof::Unknown(INEXACT.to_owned()),
        assuming: Proof::Unknown(ASSUMING.to_owned()),
    };
    if asked.json {
        json::print(&validated, out)?;
    } else {
        text::print(&validated, out)?;
    }
    Ok(validated.verdict())
}

/// The PTX that a cubin embeds.
fn embedded(path: &Path, name: &str) -> Result<String, Failure> {
    let refuse = |error: CubinError| match error {
        CubinError::NotElf => {
            Failure::input(name, "not a cubin: for a PTX file, name its cubin too, as FILE.cubin")
        }
        error => Failure::input(name, &error),
    };
    let file = File::open(path).map_err(|error| Failure::input(name, &error))?;
    match Cubin::read(&file) {
        // Its debug information has the same form.
        Ok(_) | Err(CubinError::Arch(_)) => {}
        Err(error) => return Err(refuse(error)),
    }
    let debug = DebugInfo::read(&file).map_err(refuse)?;
    let message = "it embeds no PTX, which `ptxas -lineinfo` writes: name the PTX file too, before it";
    debug.ptx().map(str::to_owned).ok_or_else(|| Failure::input(name, message))
}

/// A known cause by its name.
pub(super) fn known(name: &str) -> Result<Known, String> {
    Known::named(name).ok_or_else(|| {
        let names: Vec<&str> = Known::all().map(Known::name).collect();
        format!("legal are {}", names.join(", "))
    })
}

/// Refuses two files that have no kernel in common: they are not of one program.
fn same_program(ptx: &str, cubin: &str, module: &Module, codes: &[Code]) -> Result<(), Failure> {
    let has = |name: &str| codes.iter().any(|code| code.function == name);
    let mut entries = module
        .functions
        .iter()
        .filter(|it| it.kind == FunctionKind::Entry)
        .map(|it| it.name.as_str())
        .peekable();
    let (Some(first), Some(theirs)) = (entries.peek().copied(), codes.first()) else { return Ok(()) };
    if entries.any(has) {
        return Ok(());
    }
    let message = format!(
        "none of its kernels is one of {ptx}: here is {}, and there {first}; name a cubin that was made of this PTX",
        theirs.function
    );
    Err(Failure::input(cubin, &message))
}

impl Validated<'_> {
    /// The style of the SASS text.
    fn style(&self) -> Style {
        Style::of(self.with_vmad.unwrap_or(Arch::Sm62))
    }

    /// Whether a line is equal for all inputs.
    fn proof(&self, line: &Line) -> Option<&Proof> {
        let Came::Equal { equal, is_exact, .. } = &line.verdict else { return None };
        let proof = self.proofs.as_ref()?.get(&equal.operation?)?;
        Some(match proof {
            Proof::Proved if !is_exact => &self.inexact,
            Proof::Proved if !equal.assumptions.is_empty() => &self.assuming,
            _ => proof,
        })
    }

    /// Whether a line differs for a cause that is allowed.
    fn is_allowed(&self, line: &Line) -> bool {
        line.verdict.known().is_some_and(|known| self.asked.allow.contains(&known))
    }

    fn is_finding(&self, line: &Line) -> bool {
        line.verdict.is_finding() && !self.is_allowed(line)
            || matches!(self.proof(line), Some(Proof::Refuted(_)))
    }

    fn verdict(&self) -> Verdict {
        let wrong = self.report.lines.iter().any(|line| self.is_finding(line));
        let is_unproved = |line: &Line| {
            matches!(line.verdict, Came::Equal { .. }) && self.proof(line) != Some(&Proof::Proved)
        };
        let is_unspecified = |line: &Line| matches!(line.verdict, Came::Unpaired(Unpaired::Unspecified));
        let undecided = self.proofs.is_some() && self.report.lines.iter().any(is_unproved)
            || self.report.lines.iter().any(is_unspecified)
            || !self.report.unread.is_empty()
            || !self.report.of_ordinary.is_empty();
        let others = !self.report.unexplained.is_empty() || !self.report.illegal.is_empty();
        match (wrong || others, undecided) {
            (true, _) => Verdict::Finding,
            (false, true) => Verdict::BadInput,
            (false, false) => Verdict::Fine,
        }
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally {
            unexplained: self.report.unexplained.len(),
            illegal: self.report.illegal.len(),
            unread: self.report.unread.len(),
            ..Tally::default()
        };
        for line in &self.report.lines {
            tally.instructions += 1;
            match &line.verdict {
                Came::Equal { .. } => tally.equal += 1,
                Came::Differs { .. } => tally.differ += 1,
                Came::NotVmad { .. } => tally.not_vmad += 1,
                Came::Unpaired(_) => tally.not_compared += 1,
            }
            tally.proved += usize::from(self.proof(line) == Some(&Proof::Proved));
        }
        tally
    }
}

/// How many PTX instructions have each verdict.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Tally {
    instructions: usize,
    equal: usize,
    /// Of those that are equal.
    proved: usize,
    differ: usize,
    not_vmad: usize,
    not_compared: usize,
    unexplained: usize,
    illegal: usize,
    /// Those that cannot be read: they are not in `instructions`.
    unread: usize,
}
