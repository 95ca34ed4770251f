//! `vmad asm`: the assembler.

use std::{cell::Cell, io::Write};

use vmad_sass::{
    AnyArch, AnyInstruction, Assembly, assemble_in, schedule,
    text::{TextError, hexadecimal},
    wide::WideInstruction,
};

use crate::{
    excerpt::Place,
    failure::{Exit, Failure},
    inputs::AnyArchOption,
    json,
    output::Out,
    stdin_lines::{answer_each_line, place},
    wide::halves,
};

/// Assemble text into words
///
/// Takes every video instruction. Accepts every
/// spelling of the SASS reference text: one or both factors negated, default formats omitted, .B0, .H0 and .PASS
/// written, decimal, hexadecimal and negative immediates, guards, comments, an optional semicolon. A control field can
/// come before or after the semicolon: &req={0,3} &rd=2 &wr=1 &reuse={a} ?stall=5 ?yield. Its 21 bits are printed after
/// the word and a tab. For Kepler (--arch sm_35), the last suffix can be .S, the join flag, and there is no control field.
/// For sm_70 and later, the control field is in the word of 128 bits, which is printed as two halves, the low one first.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad asm 'VMAD.S16.U8.SHR_7.SAT R0.CC, -R1.H1, R2.B3, R4;'
  vmad asm 'VMAD R0, R2, R3, R4 &wr=0 ?stall=2'
  vmad asm 'VMNMX.U8.S16.MX R0, R1.B2, -5, R3'
  vmad asm --arch sm_35 'VADD.SAT.S R0, R1, R2, R3'
  vmad asm --arch sm_86 'VABSDIFF4.U8.ACC R0, R1, R2, R3'
  vmad asm < instructions.txt

A minus before an immediate: for VMAD and VADD, -5 is a number if B is signed, and -0x5 negates \
B, which is 5. The other instructions negate nothing: both are the number.

Without arguments it reads standard input, one instruction a line; blank lines are ignored. \
The command stops at the first text with an error, unless it has --keep-going.")]
pub(crate) struct Args {
    /// Assembly texts; `-`, or no argument, is standard input
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,

    #[command(flatten)]
    arch: AnyArchOption,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,

    /// Go on behind an error: a line with an error has the answer error<TAB>message, a blank line a blank one
    #[arg(long, conflicts_with = "texts")]
    keep_going: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    let mut verdict = Exit::Fine;
    for (index, text) in args.texts.iter().enumerate() {
        if text == "-" {
            verdict = verdict.max(lines(args, out)?);
        } else {
            assemble(args, || format!("argument {}", index + 1), text, out)?;
        }
    }
    if args.texts.is_empty() { lines(args, out) } else { Ok(verdict) }
}

/// Assembles each line of standard input.
fn lines(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    answer_each_line(out, args.keep_going, &Cell::new(args.json), |out, line, number| {
        if line.trim().is_empty() {
            return Ok(false);
        }
        assemble(args, || place(number), line, out)?;
        Ok(true)
    })
}

/// Assembles a text and writes the word.
fn assemble<P: Into<Place>>(
    args: &Args,
    place: impl FnOnce() -> P,
    text: &str,
    out: &mut Out,
) -> Result<(), Failure> {
    let refuse = |error: TextError| Failure::text(place(), text, &error);
    let (instruction, control) = match args.arch.arch {
        AnyArch::Narrow(arch) => {
            let Assembly { instruction, control, .. } = assemble_in(arch.layout(), text).map_err(refuse)?;
            (AnyInstruction::Narrow(instruction), control)
        }
        AnyArch::Wide(arch) => {
            let instruction = WideInstruction::assemble(arch, text).map_err(refuse)?;
            (AnyInstruction::Wide(instruction), Some(instruction.parts().control))
        }
    };
    if args.json {
        let control = control.map(|field| schedule::Control::from(field).into());
        out.json(&json::Assembled { instruction: (&instruction).into(), control })?;
        return Ok(());
    }
    match (instruction, control) {
        (AnyInstruction::Narrow(narrow), None) => out.pieces(&[&hexadecimal(narrow.encode()), b"\n"])?,
        (AnyInstruction::Narrow(narrow), Some(control)) => {
            let control = &hexadecimal(control.bits().into())[11..];
            out.pieces(&[&hexadecimal(narrow.encode()), b"\t", control, b"\n"])?;
        }
        (AnyInstruction::Wide(wide), _) => writeln!(out, "{}", halves(wide.encode()))?,
    }
    Ok(())
}
