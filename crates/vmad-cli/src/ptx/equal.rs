//! `vmad ptx equal`: whether two straight-line codes compute the same.

use std::{collections::BTreeSet, ffi::OsString, io::Write, time::Instant};

use vmad_files::inline_asm::Block;
use vmad_proof::equal::{
    Equality, decide, decide_checked, sampled, special_registers,
    statement::{Incomparable, Outcome, Statement},
};
use vmad_ptx::{
    domain::Integers,
    reading::{Choice, Reading},
    sequence::{Register, Sequence, Step, Width},
};

use super::{
    early_clobber::EarlyClobber,
    file,
    inline_asm::{Options, SourceFile, Subject, closed},
    ordinary::{shown, written},
    part::PtxPart,
    readings::reading,
};
use crate::{
    failure::{Exit, Failure},
    output::Out,
    progress::Progress,
    solving::SolverOptions,
};

/// The place of errors without one.
const PLACE: &str = "vmad ptx equal";

/// Prove that two sequences of PTX instructions compute the same
///
/// The codes are straight lines: video instructions and integer instructions, over registers of 16, 32 and 64 bits and
/// predicates, without stores, labels and calls. A register that is read before it is written is an input; registers of
/// the same name in both codes have the same value. A solver decides for all inputs, and a small checker verifies its proof.
#[derive(Debug, clap::Args)]
// There are three questions at most.
#[command(mut_arg("time_limit", |limit| limit.default_value("60")))]
#[command(after_help = "\
Examples:
  vmad ptx equal 'bfe.s32 d, a, 8, 8;' \\
      'shl.b32 t, a, 16; shr.s32 d, t, 24;'
  vmad ptx equal 'mul24.lo.u32 d, a, b;' 'mul.lo.u32 d, a, b;' \\
      --assume 'setp.lt.u32 p, a, 4096' --assume 'setp.lt.u32 p, b, 4096'
  vmad ptx equal 'mul.wide.u32 w, a, b; mov.b64 {l, h}, w;' \\
      'mul.lo.u32 l, a, b; mul.hi.u32 h, a, b;' --out l,h
  vmad ptx equal kernel.cu:2 'dp2a.lo.s32.s32 d, a, b, d;'

The instructions are the scalar and SIMD video instructions, dp4a, dp2a, add, sub, mul, mad, mul24, mad24, sad, \
div, rem, min, max, abs, neg (with .cc: addc, subc, madc), and, or, xor, not, cnot, lop3, shl, shr, shf, bfe, bfi, prmt, \
popc, clz, brev, bfind, fns, szext, bmsk, setp, set, selp, slct, mov, cvt of integers and cvt.pack, each with a guard. \
A note names those whose meaning is compared with no results of others. Special registers that do not change, \
parameters, ld.const and ld.global.nc are taken for unchanged, and the verdict names them.

A register operand of an asm statement has the name of its expression: \"r\"(a) is a, \"r\"(v.x) is v$x. The file is not \
preprocessed without --preprocess.

Exit code 0: equal, proved for all inputs.
Exit code 1: different; both codes were run on the inputs shown.
Exit code 2: not decided; equal under an assumption about special registers, memory or unspecified results that \
--assume does not give; equal only if an output of an asm statement that has no & has another register than each input; or a code that is not understood.")]
pub(crate) struct Args {
    /// Two codes: PTX text, a PTX file (`-` is standard input), or an asm statement of a CUDA source: kernel.cu:2 is the one in line 2, kernel.cu:2:9 that in column 9
    #[arg(value_name = "CODE", num_args = 0..=2)]
    codes: Vec<OsString>,

    #[command(flatten)]
    sources: Options,

    /// The registers to compare [default: those that the last instruction of both codes writes]
    #[arg(long, value_name = "REGISTERS", value_delimiter = ',')]
    out: Vec<String>,

    /// Only inputs for which this code, whose last instruction writes a predicate, gives true
    #[arg(long, value_name = "PTX")]
    assume: Vec<String>,

    /// The reading of the PTX ISA where it is ambiguous; see vmad ptx readings
    #[arg(long, value_name = "READING", value_parser = reading, default_value = "default")]
    reading: Reading,

    /// Ask the solver also where both codes are the same integer polynomials: only its proofs are checked
    #[arg(long)]
    checked: bool,

    #[command(flatten)]
    solver: SolverOptions,
}

struct NamedCode {
    name: String,
    text: String,
    sequence: Sequence,
    /// The outputs of the asm statement that need a `&`.
    clobbers: Vec<EarlyClobber>,
}

impl NamedCode {
    /// A text, a PTX file, or an asm statement of a source, with its line (and column) behind a colon if there are several.
    fn of_argument(
        (index, argument): (usize, &OsString),
        sources: &Options,
        reading: Reading,
    ) -> Result<Self, Failure> {
        match sources.subject(argument)? {
            Subject::Instruction(text) => Self::read(format!("code {}", index + 1), text),
            Subject::Ptx(path) => {
                let (name, text) = file::sequence(path)?;
                Self::read(name, text)
            }
            Subject::Source(source) => Self::of_block(&source, source.only_block()?, reading),
        }
    }

    fn of_block(source: &SourceFile, block: &Block, reading: Reading) -> Result<Self, Failure> {
        let name = source.place(block.span);
        let (text, code) = (block.ptx().to_owned(), PtxPart { file: source, block: Some(block) });
        let sequence = Sequence::parse(&text).map_err(|error| code.refuse(&error))?;
        let clobbers = code.early_clobbers(reading);
        Ok(Self { name, text, sequence, clobbers })
    }

    /// The text of a step, with single blanks.
    fn line(&self, step: &Step) -> String {
        step.span.of(&self.text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn read(name: String, text: String) -> Result<Self, Failure> {
        let sequence = Sequence::parse(&text).map_err(|error| Failure::ptx(name.as_str(), &text, &error))?;
        Ok(Self { name, text, sequence, clobbers: Vec::new() })
    }
}

impl Args {
    fn codes(&self) -> Result<[NamedCode; 2], Failure> {
        let [left, right] = &self.codes[..] else {
            let message = format!("expected two sequences (texts or files), not {}", self.codes.len());
            return Err(Failure::input(PLACE, &message));
        };
        let read = |code| NamedCode::of_argument(code, &self.sources, self.reading);
        let [mut left, mut right] = [read((0, left))?, read((1, right))?];
        left.sequence.take_widths(&right.sequence);
        right.sequence.take_widths(&left.sequence);
        Ok([left, right])
    }
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    let codes = args.codes()?;
    let assumptions = args.assume.iter().map(|text| NamedCode::read("--assume".to_owned(), closed(text)));
    let assumptions: Vec<Sequence> =
        assumptions.map(|code| code.map(|code| code.sequence)).collect::<Result<_, _>>()?;
    let bad = |error: &dyn std::fmt::Display| Failure::input(PLACE, &error.to_string());
    let [left, right] = &codes;
    let facts = special_registers([&left.sequence, &right.sequence]);
    let premises = [facts, assumptions].concat();
    let statement = Statement::new(&left.sequence, &right.sequence, &premises, &args.out).map_err(
        |error| match &error {
            Incomparable::NoOutput { both, .. } if !both.is_empty() => {
                bad(&format!("{error} with --out: legal are {}", both.join(", ")))
            }
            _ => bad(&error),
        },
    )?;
    let asked = args.solver.solver()?;
    let statement = statement.in_reading(args.reading);
    let start = Instant::now();
    let busy = Progress::busy(&format!("searching, {} s at most for a question", args.solver.time_limit));
    let decide = if args.checked { decide_checked } else { decide };
    let found = decide(&statement, &asked.solver);
    let is_specified = !statement.excludes_unspecified()
        || matches!(found, Equality::Equal(_)) && statement.is_specified(&asked.solver);
    drop(busy);
    asked.finish()?;
    let (mut has_assumptions, mut refuting) = (false, None);
    match &found {
        Equality::Equal(proof) => {
            let proof = proof.how();
            let inputs = match statement.inputs() {
                [] => " (there is no input)".to_owned(),
                inputs => {
                    format!(" for all values of {}", names(inputs.iter().map(|input| input.name.as_str())))
                }
            };
            let when = if args.assume.is_empty() { "" } else { " that satisfy the assumptions" };
            let mut assumed: Vec<String> = Vec::new();
            if !statement.opaque().is_empty() {
                assumed.push(format!("that nothing changes {}", names(statement.opaque().into_iter())));
            }
            if !is_specified {
                assumed.extend(specified(&codes));
            }
            let clobbers = || codes.iter().flat_map(|code| &code.clobbers);
            has_assumptions = !assumed.is_empty() || clobbers().next().is_some();
            let assuming = if assumed.is_empty() {
                String::new()
            } else {
                format!(", assuming {}", assumed.join(" and "))
            };
            let only = match clobbers().next() {
                Some(_) => " only if each output without & has another register than each input",
                None => "",
            };
            let text = format!(
                "equal{only}: {}{inputs}{when}{assuming} ({}, {:.1} s)",
                names(statement.outputs().iter().map(String::as_str)),
                proof,
                start.elapsed().as_secs_f64()
            );
            out.paragraph(&text, "", "  ")?;
            for code in &codes {
                for EarlyClobber { message, .. } in &code.clobbers {
                    out.paragraph(&format!("{}: {message}", code.name), "", "  ")?;
                }
            }
        }
        Equality::Different(values, outcome) => {
            counterexample(out, &codes, &statement, values, outcome, &args.reading)?;
            refuting = Some(values.as_slice());
        }
        Equality::Unknown { why, agreed } => {
            let message =
                format!("not decided: {why}; the codes agree on all {agreed} inputs on which both were run");
            return Err(Failure::input(PLACE, &message));
        }
    }
    if let Some(note) = other_readings(&statement, args.reading, refuting) {
        out.paragraph(&note, "", "  ")?;
    }
    Ok(match refuting {
        Some(_) => Exit::Finding,
        None if has_assumptions => Exit::BadInput,
        None => Exit::Fine,
    })
}

/// The conditions under which the results are specified.
fn specified(codes: &[NamedCode; 2]) -> BTreeSet<String> {
    let conditions = codes.iter().flat_map(|code| {
        code.sequence.steps().iter().filter_map(move |step| {
            let (register, requirement) = step.requirement()?;
            let Register { name, .. } = code.sequence.registers().get(register)?;
            Some(format!("that {name} is {requirement}"))
        })
    });
    conditions.collect()
}

/// A note on the other choices of a reading with which the verdict is another: on these inputs, or on some that were tried
/// if the codes are equal.
fn other_readings(statement: &Statement<'_>, reading: Reading, refuting: Option<&[u64]>) -> Option<String> {
    let is_other = |choice: &&Choice| {
        let other = statement.clone().in_reading(choice.apply(reading));
        match refuting {
            Some(values) => !other.run(values).refutes(),
            None => sampled(&other).is_some(),
        }
    };
    let others = Reading::choices().iter().filter(|choice| choice.apply(reading) != reading).filter(is_other);
    let others: Vec<String> = others.map(|choice| format!("{}={}", choice.name, choice.value)).collect();
    let what = if refuting.is_some() { "the results of these inputs are equal" } else { "the codes differ" };
    (!others.is_empty()).then(|| format!("note: with --reading {}, {what}", others.join(" or ")))
}

fn names<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names = names.collect::<Vec<_>>().join(", ");
    if names.is_empty() { "no register".to_owned() } else { names }
}

/// Writes the inputs, and each instruction with its results.
fn counterexample(
    out: &mut Out,
    codes: &[NamedCode; 2],
    statement: &Statement<'_>,
    values: &[u64],
    outcome: &Outcome,
    reading: &Reading,
) -> Result<(), Failure> {
    let input = |name: &str| {
        let found = statement.inputs().iter().zip(values).find(|(it, _)| it.name == name);
        found.map_or(0, |(_, value)| *value)
    };
    let results = statement.outputs().iter().zip(outcome.left.iter().zip(&outcome.right));
    for (name, (left, right)) in results.filter(|(_, (left, right))| left != right) {
        let width = codes.iter().find_map(|code| {
            let index = code.sequence.find(name)?;
            code.sequence.registers().get(index).map(|register| register.width)
        });
        let width = width.unwrap_or(Width::Bits(64));
        writeln!(out, "different: {name} is {} and {}", shown(*left, width), shown(*right, width))?;
    }
    for (register, value) in statement.inputs().iter().zip(values) {
        writeln!(out, "  {} = {}", register.name, shown(*value, register.width))?;
    }
    for code in codes {
        out.heading(&code.name)?;
        let mut lines = Vec::new();
        let of = |register: &Register| i128::from(input(&register.name));
        code.sequence.run_with(&Integers, reading, of, |step, _, state| {
            let written: Vec<_> = written(&code.sequence, step, state).collect();
            lines.push((code.line(step), written.join(", ")));
        });
        let longest = lines.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0).min(48);
        for (text, written) in lines {
            writeln!(out, "  {text:<longest$}  {written}")?;
        }
    }
    Ok(())
}
