//! `vmad ptx check`: the legality of instructions.

mod checked;

use std::{ffi::OsString, io::Write};

use vmad_ptx::{
    legality::{PtxVersion, Target},
    syntax::{Fault, SyntaxError, parse},
};

use super::{
    Rules,
    file::name,
    inline_asm::{Options, SourceFile, Subject, closed},
};
use crate::{
    failure::{Exit, Failure},
    output::Out,
    stdin_lines::answer_every_line,
};
use checked::Checked;

/// Check whether PTX instructions are legal
///
/// In a PTX file, every video instruction, scalar or SIMD, and float mad is checked for the .target and .version of the
/// file, and the types with which its registers are declared, but not those of guards and parameters. Dot products are
/// counted as not covered. All other instructions are ignored. In a CUDA or C++ file (.cu, .cuh, .h, .cpp and the like)
/// the asm statements are checked, also for an output that is written before an input is read and has no &: a compiler can
/// give both one register. Without --preprocess, an instruction that depends on a macro or an #if is reported and not
/// read.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx check kernel.ptx
  vmad ptx check --target sm_75 'vadd2.u32.u32.u32 d, a, b, c;'
  vmad ptx check --target sm_61 kernel.cu
  vmad ptx check --cpp 'cc -E -x c++ -I include' kernel.cu
  echo 'vshr.u32.u32.s32.clamp d, a, b;' | vmad ptx check --lines

With --lines, each line of standard input has one answer: ok, error<TAB>message, or not covered<TAB>message for an \
instruction that is not one of these. A refused line is an answer, so the exit code is 0.

Exit code 1: a file contains an illegal instruction, a character that is not ASCII or an output that needs a &, has no \
.version or .target that can be read, or a comment has no end; an INSTRUCTION is illegal only for the target or the PTX \
version.
Exit code 2: an input cannot be read; any other INSTRUCTION that is illegal, or one that is not covered; a part of an asm \
statement is not read, because it depends on a macro; or it is not decided whether an output needs a &.")]
pub(crate) struct Args {
    /// PTX files, or CUDA and C++ sources; `-` for PTX, or instructions alone, from standard input; or instructions
    #[arg(value_name = "FILE|INSTRUCTION", required_unless_present = "lines", conflicts_with = "lines")]
    files: Vec<OsString>,

    /// Check lines of standard input, one instruction each
    #[arg(long)]
    lines: bool,

    /// The target [default: that of the file; of a source, sm_50]
    #[arg(long, value_name = "TARGET", visible_alias = "arch")]
    target: Option<Target>,

    /// The PTX version [default: that of the file; of a source, 8.0]
    #[arg(long, value_name = "VERSION")]
    ptx: Option<PtxVersion>,

    #[command(flatten)]
    sources: Options,
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    if args.lines {
        return check_lines(Checked::new(args).rules(), out);
    }
    let mut verdict = Exit::Fine;
    for file in &args.files {
        let mut checked = Checked::new(args);
        match args.sources.subject(file)? {
            Subject::Instruction(text) => {
                verdict = verdict.max(check_text(args, &text, out)?);
                continue;
            }
            Subject::Source(source) => checked.source(&source, out)?,
            Subject::Ptx(path) => checked.ptx(&SourceFile::read_marked_ptx(path)?, path == "-", out)?,
        }
        verdict = verdict.max(checked.verdict(&name(file.as_ref()), out)?);
    }
    Ok(verdict)
}

fn check_lines(rules: Rules, out: &mut Out) -> Result<Exit, Failure> {
    answer_every_line(out, |line, _| Ok(check_line(line, rules)))?;
    Ok(Exit::Fine)
}

/// The answer to a line. An instruction that is not covered is not read any further.
fn check_line(line: &str, rules: Rules) -> String {
    match parse(&closed(line)) {
        Err(SyntaxError { kind: kind @ (Fault::UnknownInstruction(_) | Fault::IntegerMad(_)), .. }) => {
            format!("not covered\t{kind}")
        }
        Err(error) => format!("error\t{error}"),
        Ok(found) => match found.iter().find_map(|found| rules.judge(&found.instruction).err()) {
            Some(illegal) => format!("error\t{illegal}"),
            None => "ok".to_owned(),
        },
    }
}

/// Checks the instructions of an argument.
fn check_text(args: &Args, text: &str, out: &mut Out) -> Result<Exit, Failure> {
    const PLACE: &str = "the instruction";
    for found in parse(text).map_err(|error| Failure::ptx(PLACE, text, &error))? {
        if let Err(illegal) = Checked::new(args).rules().judge(&found.instruction) {
            out.pass(&Failure::piece(PLACE, text, found.span.start..found.span.end, &illegal))?;
            return Ok(Exit::Finding);
        }
    }
    writeln!(out, "ok")?;
    Ok(Exit::Fine)
}
