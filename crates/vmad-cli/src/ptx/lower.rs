//! `vmad ptx lower`: the SASS that ptxas emits for a video instruction.

use std::{
    collections::{BTreeSet, HashMap},
    fmt::Display,
    io::Write,
};

use annotate_snippets::Level;
use vmad_files::inline_asm::{Cause, Problem};
use vmad_ptx::{
    legality::Target,
    module::{Item, Items, Unreadable},
};
use vmad_ptxas::{
    lowering::{Lowered, Registers},
    question::{EmittedCode, Question, Refusal},
    versions::{Generation, Version},
};
use vmad_sass::Arch;
use vmad_validate::safety::FoundVideo;

use super::{
    inline_asm::{Options, SourceFile, Subject, closed},
    part::PtxPart,
};
use crate::{
    failure::{Exit, Failure},
    output::Out,
    stderr::say,
    stdin_lines::{answer_every_line, place},
    wide::any_arch,
};

/// Lower a PTX video instruction to the SASS that ptxas emits
///
/// A min or max whose result only another min or max reads, and a sad, are lowered too: ptxas compiles them to VMNMX and
/// VABSDIFF. The registers of d, a, b and c are R0, R2, R3 and R4, and of a guard P0. An operand of an asm statement is a
/// register, or the constant of a number. A constant becomes an immediate, RZ, or a register that a MOV32I before the
/// instruction loads. A merge into byte 1 or 3 is a PRMT after it. A miscompile of ptxas (docs/src/divergence.md) is
/// reproduced, with a note on standard error. The code is that of all versions of ptxas from 11.2 on that have the
/// architecture, if no note names others. sm_70 to sm_110 have VABSDIFF, for a sad, and VABSDIFF4, later ones neither:
/// for other instructions a note says what ptxas's code computes. For a vmad of three registers on sm_61 and sm_70, the
/// command also prints that code, as recorded: of a function of a = R4, b = R5, c = R6 that returns d = R4.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx lower --arch sm_50 'vmad.s32.s32.u32.shr7 d, a.h1, 70000, -c;'
  vmad ptx lower --arch sm_61 'vmad.s32.u32.u32 d, a.b0, b.b3, c;'
  vmad ptx lower 'vadd.u32.s32.s32 d.b3, a, b, 7;'
  vmad ptx lower 'min.s32 t, a, 255; max.s32 d, t, c;'
  vmad ptx lower --arch sm_61 kernel.cu
  vmad ptx lower --ptxas 12.4 'vmin.s32.u32.u32 d, a, -1;'
  vmad ptx lower --arch sm_50 --lines < instructions.txt

With --lines, each line of standard input is an instruction and has one answer: the SASS, \
error<TAB>message, or none<TAB>message if ptxas emits other instructions. The exit code is 0.

Exit code 1: ptxas emits no video instruction for it on the architecture.
Exit code 2: the instruction, or one of the file, is not a legal video instruction, is not read or lowered, or has other \
code if ptxas knows the value of a register.")]
pub(crate) struct Args {
    /// The instruction, a PTX file (`-` is standard input), or a CUDA source (.cu and the like) with asm statements; kernel.cu:4 and kernel.cu:4:12 are the one
    /// in line 4, column 12
    #[arg(value_name = "INSTRUCTION|FILE", required_unless_present = "lines", conflicts_with = "lines")]
    instruction: Option<String>,

    /// The architecture: sm_50, sm_52, sm_53, sm_60, sm_61 or sm_62, or a later one (with VABSDIFF and VABSDIFF4 only, or neither)
    #[arg(long, value_name = "ARCH", value_parser = target, default_value = "sm_50")]
    arch: Target,

    /// The version of ptxas [default: the newest that has the architecture]
    #[arg(long, value_name = "VERSION")]
    ptxas: Option<Version>,

    /// Lower lines of standard input, one instruction each
    #[arg(long)]
    lines: bool,

    #[command(flatten)]
    sources: Options,
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    let question = Question::new(args.arch, args.ptxas, Registers::default())
        .map_err(|error| Failure::input("--ptxas", &error))?;
    if args.lines {
        return lines(&question, out);
    }
    let text = args.instruction.as_deref().unwrap_or_default();
    let text = match args.sources.subject(text)? {
        Subject::Instruction(text) => text,
        Subject::Ptx(path) => return file(&question, &SourceFile::read_ptx(path)?, out),
        Subject::Source(source) => return file(&question, &source, out),
    };
    let place = "the instruction";
    match question.text(&text) {
        Ok(lowered) => {
            writeln!(out, "{lowered}")?;
            warn(&place, &lowered);
            Ok(Exit::Fine)
        }
        Err(Refusal::Syntax(error)) => Err(Failure::ptx(place, &text, &error)),
        Err(Refusal::Lowering(error)) => Err(Failure::piece(place, &text, 0..text.len(), &error)),
        Err(Refusal::None { message, code }) => {
            say(format_args!("{place}: {message}"));
            if let Some(code) = code {
                writeln!(out, "{code}")?;
            }
            Ok(Exit::Finding)
        }
    }
}

/// Lowers each video instruction of a PTX file, or of the asm statements of a source.
fn file(question: &Question, file: &SourceFile, out: &mut Out) -> Result<Exit, Failure> {
    let mut verdict = Exit::Fine;
    for part in file.parts() {
        match part {
            Ok(code) => verdict = verdict.max(items(question, code, out)?),
            Err(Problem { cause: Cause::Host, .. }) => {}
            Err(Problem { cause: Cause::Unknown, span, message }) => {
                verdict = verdict.max(Exit::BadInput);
                out.excerpt(Level::WARNING, &file.excerpt(*span, message))?;
            }
            Err(problem) => verdict = verdict.max(out.pass(&file.refuse(problem))?),
        }
    }
    Ok(verdict)
}

/// Lowers each video instruction of a text.
fn items(question: &Question, code: PtxPart<'_>, out: &mut Out) -> Result<Exit, Failure> {
    // By place, with the values of their registers.
    let known: HashMap<usize, FoundVideo> =
        code.videos(false).into_iter().map(|found| (found.span.start, found)).collect();
    let mut verdict = Exit::Fine;
    for item in Items::new(code.text()) {
        let found = match item {
            Item::Instruction(Ok(found)) => found,
            Item::Instruction(Err(Unreadable { error, .. })) | Item::Error(error) => {
                verdict = verdict.max(out.pass(&code.refuse(&error))?);
                continue;
            }
            Item::Version(_) | Item::Target(_) | Item::NotCovered(_) => continue,
        };
        let place = code.place(found.span);
        let text = found.span.of(code.text()).split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(out, "{place}: {text}")?;
        let known = known.get(&found.span.start);
        if let Some(Err(why)) = known.map(|known| &known.instruction) {
            verdict = verdict.max(Exit::BadInput);
            writeln!(out, "  not lowered: {why}")?;
            continue;
        }
        let instruction = known.and_then(FoundVideo::with_constants).unwrap_or(found.instruction);
        match question.instruction(&instruction) {
            Ok(lowered) => {
                writeln!(out, "  {lowered}")?;
                warn(&place, &lowered);
                for register in known.into_iter().flat_map(FoundVideo::uncertain) {
                    verdict = verdict.max(Exit::BadInput);
                    writeln!(out, "  not certain: other code if ptxas knows the value of {register}")?;
                }
            }
            Err(Refusal::None { message, .. }) => {
                verdict = verdict.max(Exit::Finding);
                writeln!(out, "  {message}")?;
            }
            Err(Refusal::Syntax(error)) => verdict = verdict.max(out.pass(&code.refuse(&error))?),
            Err(Refusal::Lowering(error)) => {
                verdict = verdict.max(Exit::BadInput);
                writeln!(out, "  not lowered: {error}")?;
            }
        }
    }
    Ok(verdict)
}

fn lines(question: &Question, out: &mut Out) -> Result<Exit, Failure> {
    answer_every_line(out, |line, number| {
        Ok(match question.text(&closed(line)) {
            Ok(lowered) => {
                warn(&place(number), &lowered);
                lowered.to_string()
            }
            Err(refusal @ Refusal::None { .. }) => format!("none\t{refusal}"),
            Err(refusal) => format!("error\t{refusal}"),
        })
    })?;
    Ok(Exit::Fine)
}

/// Reports a miscompile, or that other versions emit other code.
fn warn(place: &impl Display, code: &EmittedCode) {
    let EmittedCode::Narrow(lowered) = code else { return };
    let Lowered { versions, arch, miscompiled, .. } = lowered;
    if let Some(miscompile) = miscompiled {
        let title = miscompile.title;
        say(format_args!("{place}: {miscompile}, a miscompile of ptxas {versions}: {title}"));
    } else if *versions != Generation::from(*arch).versions() {
        say(format_args!("{place}: the code of ptxas {versions}"));
    }
}

/// An architecture that has the family, as every other command takes it (SM50 and 50 too), or a later one.
fn target(text: &str) -> Result<Target, String> {
    const FIRST_LATER: u16 = 70;
    let name = any_arch(text).map_or_else(|_| text.to_owned(), |arch| arch.to_string());
    let target: Target = name.parse().map_err(|error| format!("{error}"))?;
    let is_legal = |&number: &u16| Arch::from_number(number.into()).is_ok() || number >= FIRST_LATER;
    let legal: BTreeSet<u16> = Target::recorded().filter(is_legal).collect();
    if legal.contains(&target.number) {
        return Ok(target);
    }
    let legal: Vec<_> = legal.into_iter().map(|number| Target::sm(number).to_string()).collect();
    Err(format!("ptxas has no such target: legal are {}", legal.join(", ")))
}
