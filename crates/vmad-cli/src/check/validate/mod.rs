//! `vmad check FILE.ptx FILE.cubin`: what ptxas made of a file's video instructions.

mod json;
mod places;
mod program;
mod ptxas;
mod tally;
mod text;

use std::{
    collections::{BTreeMap, HashSet},
    fs::File,
    io::{Cursor, Read, Seek, SeekFrom},
};

use vmad_files::{
    contents::Contents,
    cubin::{Code, Cubin, CubinError, DebugInfo, ELF_MAGIC, Maker},
    lines::LineIndex,
};
use vmad_proof::{
    datapath::Unit,
    prover::{Prover, Verdict as Proof},
};
use vmad_ptx::{
    ast::Body,
    module::{FunctionKind, Module},
};
use vmad_ptxas::{
    row::Row,
    versions::{Compiler, Version, Versions},
};
use vmad_sass::{Arch, Style};
use vmad_unit::Operation;
use vmad_validate::{Line, NoWord, Report, Verdict as Came, known::causes, proof::Questions, validate};

use super::Args;
use crate::{
    failure::{Failure, Verdict},
    output::Out,
    progress::Progress,
    ptx::file,
};
use places::Places;

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
    proofs: Option<BTreeMap<Operation, Proof>>,
}

/// Why a line is not proved although the mode of its word is.
const NO_TABLE: &str = "without a line table the word can be another statement's; ptxas -lineinfo writes one";
const ASSUMING: &str = "the PTX does not show that the register has the constant of the word";
const FOREIGN: &str = "another word of its line does not belong there";

pub(crate) fn run(asked: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let ptx = &asked.ptx;
    let path = asked.cubin.as_ref().unwrap_or(ptx);
    let name = &*path.to_string_lossy();
    if let Some(program) = program::read(path)? {
        return program::run(asked, asked.cubin.is_some().then_some(ptx), name, &program, out);
    }
    let refuse = |error: std::io::Error| Failure::input(name, &error);
    let mut file = File::open(path).map_err(refuse)?;
    if asked.cubin.is_some() {
        let text = file::read(ptx)?;
        return compare(asked, (&ptx.to_string_lossy(), &text), (name, &file), out);
    }
    let mut magic = Vec::new();
    Read::by_ref(&mut file).take(ELF_MAGIC.len() as u64).read_to_end(&mut magic).map_err(refuse)?;
    if magic == ELF_MAGIC { embedded(asked, name, &file, out) } else { with_ptxas(asked, out) }
}

/// Compiles a PTX file, and compares it with what ptxas made.
fn with_ptxas(asked: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    use std::io::Write as _;

    let name = &*asked.ptx.to_string_lossy();
    let text = file::read(&asked.ptx)?;
    let module = file::module(name, &text)?;
    let compiled = ptxas::compile(asked, &module)?;
    let (version, arch) = (&compiled.version, &compiled.arch);
    if asked.json {
        out.json(&json::Compiler { ptxas: version, arch })?;
    } else {
        writeln!(out, "compiled for {arch} by ptxas {version} with -lineinfo")?;
    }
    compare(asked, (name, &text), ("the cubin of ptxas", Cursor::new(&compiled.cubin)), out)
}

/// Compares a cubin with the PTX that it embeds.
fn embedded(asked: &Args, name: &str, file: &File, out: &mut Out) -> Result<Verdict, Failure> {
    let refuse = |error: CubinError| Failure::input(name, &error);
    match Cubin::read(file) {
        // Its debug information has the same form.
        Ok(_) | Err(CubinError::Arch { .. }) => {}
        Err(error) => return Err(refuse(error)),
    }
    let debug = DebugInfo::read(file).map_err(refuse)?;
    if debug.ptx().next().is_none() {
        let message = "it embeds no PTX, which `ptxas -lineinfo` writes: name the PTX file too, before it; \
                       `vmad check FILE.ptx` runs ptxas so";
        return Err(Failure::input(name, message));
    }
    let mut verdicts = Vec::new();
    for text in debug.ptx() {
        verdicts.push(compare(asked, (&format!("{name}, its PTX"), text), (name, file), out)?);
    }
    Ok(worst(verdicts))
}

/// The verdict of several: a finding comes before what is undecided.
fn worst(verdicts: Vec<Verdict>) -> Verdict {
    let rank = |verdict: &Verdict| {
        [Verdict::Fine, Verdict::BadInput, Verdict::Finding].iter().position(|it| it == verdict)
    };
    verdicts.into_iter().max_by_key(rank).unwrap_or_default()
}

/// Compares a PTX text with a cubin, each with its name.
fn compare(
    asked: &Args,
    (ptx, text): (&str, &str),
    (cubin, mut file): (&str, impl Read + Seek),
    out: &mut Out,
) -> Result<Verdict, Failure> {
    let module = file::module(ptx, text)?;
    file.seek(SeekFrom::Start(0)).map_err(|error| Failure::input(cubin, &error))?;
    let Contents { arch, maker, codes, of_other_ptx } = match Contents::read(&mut file, text) {
        Ok(contents) => contents,
        Err(error) => match error.later() {
            Some(found) => return later(asked, &module, &found, out),
            None => return Err(Failure::input(cubin, &error)),
        },
    };
    same_program(ptx, cubin, &module, &codes)?;
    let compiler =
        compiler(asked, arch, maker.as_ref()).map_err(|error| Failure::input("--ptxas-version", &error))?;
    let report = validate(text, &module, &codes, compiler, &asked.reading.unwrap_or_default());
    let mut proofs = None;
    if asked.prove {
        let solving = &asked.solving;
        let solver = solving.solver()?;
        let prover = Prover { solver: &solver, datapath: &Unit };
        let questions = Questions::of(&report);
        let progress = Progress::new(questions.count() as u64, 0, "questions");
        proofs = Some(questions.prove(&prover, solving.cases, solving.jobs(), || progress.add(1))?);
    }
    let validated = Validated {
        asked,
        compiler,
        maker,
        text,
        index: LineIndex::new(text),
        places: Places::of(text),
        of_other_ptx,
        foreign_lines: report.foreign.iter().filter_map(|it| it.of).collect(),
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
    if let Some(version) = asked.ptxas_version {
        let legal = Versions::from(arch);
        let refusal = || format!("ptxas {version} has no {arch}: ptxas {legal} has it");
        return legal.contains(version).then_some(Compiler { version, ..newest }).ok_or_else(refusal);
    }
    let made = made_by(maker).filter(|made| Versions::from(arch).contains(*made));
    Ok(Compiler { version: made.unwrap_or(newest.version), ..newest })
}

/// Counts the video instructions of a module for an architecture without the family: nothing is compared.
fn later(asked: &Args, module: &Module, found: &(u32, String), out: &mut Out) -> Result<Verdict, Failure> {
    let is_video = |found: &&vmad_ptx::syntax::Found| matches!(found.instruction.body, Body::Video(_));
    let count = module.statements.iter().flatten().filter(is_video).count() + module.not_covered.len();
    if asked.json {
        out.json(&serde_json::json!({ "arch": format!("sm_{}", found.0), "not_compared": count }))?;
    } else {
        text::later(found, count, out)?;
    }
    Ok(if count > 0 { Verdict::BadInput } else { Verdict::Fine })
}

pub(super) fn known(name: &str) -> Result<&'static Row, String> {
    causes().find(|row| row.id == name).ok_or_else(|| {
        let names: Vec<&str> = causes().map(|row| row.id).collect();
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

/// The version of the ptxas that made a cubin, if it is known.
fn made_by(maker: Option<&Maker>) -> Option<Version> {
    maker.filter(|maker| !maker.is_linked)?.version.parse().ok()
}

impl Validated<'_> {
    /// Whether the causes of differences are those of another version than the maker's, or of an unknown one.
    fn is_of_other_version(&self) -> bool {
        made_by(self.maker.as_ref()) != Some(self.compiler.version)
    }

    fn style(&self) -> Style {
        Style::of(self.compiler.target)
    }

    /// Whether a line is equal for all inputs: the proof of its mode, or why that is not enough.
    fn proof(&self, at: usize) -> Option<Result<&Proof, &'static str>> {
        let Came::Equal { equal, .. } = &self.report.lines[at].verdict else { return None };
        let proof = self.proofs.as_ref()?.get(&equal.operation?)?;
        Some(match proof {
            Proof::Proved if !self.report.by_lines => Err(NO_TABLE),
            Proof::Proved if !equal.assumptions.is_empty() => Err(ASSUMING),
            Proof::Proved if self.foreign_lines.contains(&at) => Err(FOREIGN),
            _ => Ok(proof),
        })
    }

    fn is_proved(&self, at: usize) -> bool {
        matches!(self.proof(at), Some(Ok(Proof::Proved)))
    }

    /// Whether a line differs for a cause that is allowed.
    fn is_allowed(&self, line: &Line<'_>) -> bool {
        line.verdict.known().is_some_and(|known| self.asked.allow.contains(&known))
    }

    fn is_finding(&self, at: usize) -> bool {
        let line = &self.report.lines[at];
        line.verdict.is_finding() && !self.is_allowed(line)
            || matches!(self.proof(at), Some(Ok(Proof::Refuted(_))))
    }

    fn verdict(&self) -> Verdict {
        let all = 0..self.report.lines.len();
        if !self.report.foreign.is_empty() || all.clone().any(|at| self.is_finding(at)) {
            return Verdict::Finding;
        }
        let is_open = |at: usize| match self.report.lines[at].verdict {
            Came::Unspecified | Came::NoWord(NoWord::Remains | NoWord::SharedLine | NoWord::WithoutTable) => {
                true
            }
            Came::Equal { .. } => self.proofs.is_some() && !self.is_proved(at),
            _ => false,
        };
        let is_undecided = !self.report.not_read.is_empty() || all.into_iter().any(is_open);
        if is_undecided { Verdict::BadInput } else { Verdict::Fine }
    }
}
