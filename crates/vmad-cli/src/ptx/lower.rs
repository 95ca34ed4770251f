//! `vmad ptx lower`: the SASS that ptxas emits for a video instruction.

mod options;

use std::{
    fmt::Display,
    io::{self, Write},
};

use annotate_snippets::Level;
use vmad_files::inline_asm::is_source;
use vmad_ptx::{
    ast::Instruction,
    integer::Operation,
    module::{Item, Items, Ordinary, Unreadable},
    sequence::{Sequence as Code, Step},
    syntax::{SyntaxError, parse_one},
};
use vmad_ptxas::{
    lowering::{Fused, LowerError, Lowered, Registers, emulation, fuse, lower},
    safety::code_without_family,
};
use vmad_sass::Arch;

use self::options::{Architecture, Assignment, architecture, assignment};
use super::inline_asm::SourceFile;
use crate::{
    failure::{Failure, Verdict},
    output::Out,
    source::Lines,
    stdin_lines::{each_line_or_refusal, place},
};

/// Lower a PTX video instruction to the SASS that ptxas 12.9 emits
///
/// A min or max whose result only another min or max reads, and a sad, are lowered too: ptxas compiles them to VMNMX and
/// VABSDIFF. The registers of d, a, b and c are then those of vmin, vmax or vabsdiff with the same code. A constant
/// becomes an immediate, RZ, or a register that a MOV32I before the instruction loads. A merge into byte 1 or 3 is a PRMT
/// after it. A miscompile of ptxas (D4, D6, D8, D9 and P7 of docs/src/divergence.md) is reproduced, with a note on
/// standard error. sm_70 and later have no video instruction: a note says what ptxas's code computes. For a vmad of three
/// registers on sm_61 and sm_70, the command also prints that code, as recorded: of a function of a = R4, b = R5, c = R6
/// that returns d = R4.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx lower --arch sm_50 'vmad.s32.s32.u32.shr7 d, a.h1, 70000, -c;'
  vmad ptx lower --arch sm_61 --regs d=R7,a=R8,b=R9 \\
      'vmad.s32.u32.u32 d, a.b0, b.b3, c;'
  vmad ptx lower 'vadd.u32.s32.s32 d.b3, a, b, 7;'
  vmad ptx lower 'min.s32 t, a, 255; max.s32 d, t, c;'
  vmad ptx lower --arch sm_61 kernel.cu
  vmad ptx lower --arch sm_50 --lines < instructions.txt

With --lines, each line of standard input is an instruction and has one answer: the SASS, \
error<TAB>message, or none<TAB>message if ptxas emits other instructions (D3). The exit code is 0.

Exit code 1: ptxas emits no video instruction for it on the architecture.
Exit code 2: the instruction is not a legal video instruction.")]
pub(crate) struct Args {
    /// The instruction, or a CUDA source (.cu and the like) with asm statements
    #[arg(value_name = "INSTRUCTION|FILE", required_unless_present = "lines", conflicts_with = "lines")]
    instruction: Option<String>,

    /// The architecture: sm_50, sm_52, sm_53, sm_60, sm_61 or sm_62, or a later one (without video instructions)
    #[arg(long, value_name = "ARCH", value_parser = architecture, default_value = "sm_50")]
    arch: Architecture,

    /// The registers of d, a, b and c, and p of a guard [default: d=R0,a=R2,b=R3,c=R4,p=P0]
    #[arg(long, value_name = "d=R0,...", value_delimiter = ',', value_parser = assignment)]
    regs: Vec<Assignment>,

    /// Lower lines of standard input, one instruction each
    #[arg(long)]
    lines: bool,
}

/// Why an instruction is not lowered.
enum Refusal {
    Syntax(SyntaxError),
    Lowering(LowerError),
    /// ptxas emits no video instruction: the reason, and its code where that is recorded.
    None {
        message: String,
        code: Option<String>,
    },
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    if args.lines {
        return lines(args, out);
    }
    let text = args.instruction.as_deref().unwrap_or_default();
    if is_source(text.as_ref()) {
        return source(args, &SourceFile::read(text.as_ref())?, out);
    }
    super::refuse_file(
        text,
        "or a CUDA source (.cu); `vmad ptx check` checks the instructions of a PTX file",
    )?;
    let place = "the instruction";
    match args.lower(text) {
        Ok(lowered) => {
            writeln!(out, "{lowered}")?;
            warn(&place, &lowered);
            Ok(Verdict::Fine)
        }
        Err(Refusal::Syntax(error)) => Err(Failure::ptx(place, text, &error)),
        Err(Refusal::Lowering(error)) => Err(Failure::piece(place, text, 0..text.len(), &error)),
        Err(Refusal::None { message, code }) => {
            anstream::eprintln!("{place}: {message}");
            if let Some(code) = code {
                writeln!(out, "{code}")?;
            }
            Ok(Verdict::Finding)
        }
    }
}

/// Lowers each video instruction of the asm statements of a source.
fn source(args: &Args, source: &SourceFile, out: &mut Out) -> Result<Verdict, Failure> {
    let mut verdict = Verdict::Fine;
    for block in source.blocks() {
        let block = match block {
            Ok(block) => block,
            Err(problem) if problem.is_macro => {
                verdict = Verdict::Finding;
                out.excerpt(Level::WARNING, &source.excerpt(problem.span, &problem.message))?;
                continue;
            }
            Err(problem) => return Err(source.refuse(&problem)),
        };
        for item in Items::new(block.ptx()) {
            let found = match item {
                Item::Instruction(Ok(found)) => found,
                Item::Instruction(Err(Unreadable { error, .. })) | Item::Error(error) => {
                    return Err(source.ptx(&block, &error));
                }
                Item::Version(_) | Item::Target(_) | Item::NotCovered(_) => continue,
            };
            let text = found.span.of(block.ptx());
            let place = format!("{}:{}", source.name(), source.line(block.place(found.span)));
            writeln!(out, "{place}: {}", text.split_whitespace().collect::<Vec<_>>().join(" "))?;
            match args.lowered(&found.instruction, code_without_family) {
                Ok(lowered) => {
                    writeln!(out, "  {lowered}")?;
                    warn(&place, &lowered);
                }
                Err(Refusal::None { message, .. }) => {
                    verdict = Verdict::Finding;
                    writeln!(out, "  {message}")?;
                }
                Err(Refusal::Syntax(error)) => return Err(source.ptx(&block, &error)),
                Err(Refusal::Lowering(error)) => writeln!(out, "  not lowered: {error}")?,
            }
        }
    }
    Ok(verdict)
}

/// Answers each line.
fn lines(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    // A line that cannot be read gets an answer too.
    each_line_or_refusal(&mut Lines::new(io::stdin().lock()), out, Out::send, |out, line, number| {
        let line = match line {
            Ok(line) => line,
            Err(refused) => return Ok(writeln!(out, "error\t{refused}")?),
        };
        match args.lower(line) {
            Ok(lowered) => {
                writeln!(out, "{lowered}")?;
                warn(&place(number), &lowered);
            }
            Err(Refusal::Syntax(error)) => writeln!(out, "error\t{error}")?,
            Err(Refusal::Lowering(error)) => writeln!(out, "error\t{error}")?,
            Err(Refusal::None { message, .. }) => writeln!(out, "none\t{message}")?,
        }
        Ok(())
    })?;
    Ok(Verdict::Fine)
}

/// Reports a miscompile.
fn warn(place: &impl Display, lowered: &Lowered) {
    if let Some(miscompile) = lowered.miscompiled {
        anstream::eprintln!("{place}: {miscompile}, a miscompile of ptxas: {}", miscompile.title);
    }
}

impl Args {
    fn registers(&self) -> Registers {
        let mut registers = Registers::default();
        for assignment in &self.regs {
            match *assignment {
                Assignment::Register(role, register) => *registers.of_mut(role) = register,
                Assignment::Guard(predicate) => registers.guard = predicate,
            }
        }
        registers
    }

    fn lower(&self, text: &str) -> Result<Lowered, Refusal> {
        match parse_one(text) {
            Ok(found) => self.lowered(&found.instruction, code_without_family),
            Err(error) => {
                // What is known of a video instruction is not known of these.
                let code = |_: &Instruction| "other instructions".to_owned();
                self.lowered(&ordinary(text).ok_or(Refusal::Syntax(error))??, code)
            }
        }
    }

    /// `later` says what ptxas emits for architectures without the family.
    fn lowered(
        &self,
        instruction: &Instruction,
        later: impl Fn(&Instruction) -> String,
    ) -> Result<Lowered, Refusal> {
        // An instruction that no architecture lowers is refused on every one.
        let arch = match self.arch {
            Architecture::Family(arch) => arch,
            Architecture::Later(_) => Arch::Sm50,
        };
        let code = |target: &dyn Display| emulation(instruction, &target.to_string());
        let lowered = lower(instruction, arch, &self.registers()).map_err(|error| match error {
            LowerError::NotVmad { arch, .. } => {
                Refusal::None { message: error.to_string(), code: code(&arch) }
            }
            LowerError::SimdSequence => Refusal::None { message: error.to_string(), code: None },
            LowerError::NotVideo | LowerError::Kepler { .. } | LowerError::ZeroRegister { .. } => {
                Refusal::Lowering(error)
            }
        })?;
        match self.arch {
            Architecture::Family(_) => Ok(lowered),
            Architecture::Later(target) => {
                let mnemonic = lowered.instruction().map_or("VSET", |word| word.mnemonic());
                let message = format!("no {mnemonic} on {target}: ptxas emits {}", later(instruction));
                Err(Refusal::None { message, code: code(&target) })
            }
        }
    }
}

/// The video instruction that ordinary ones become; [`None`] if the text is not ordinary PTX.
fn ordinary(text: &str) -> Option<Result<Instruction, Refusal>> {
    let code = Code::parse(text).ok()?;
    let is_video = |step: &Step| matches!(step.operation, Operation::Video(_));
    if code.steps().is_empty() || code.steps().iter().any(is_video) {
        return None;
    }
    let fused: Result<[Fused; 1], _> = fuse(&Ordinary::of_sequence(&code)).try_into();
    Some(match fused {
        Ok([fused]) if fused.of.len() == code.steps().len() => Ok(fused.video),
        _ => {
            let message = format!("ptxas emits no video instruction for this. It emits one for {ORDINARY}");
            Err(Refusal::None { message, code: None })
        }
    })
}

/// The ordinary instructions that become one video instruction.
const ORDINARY: &str = "a sad of 32 bits, and for a clamp: two min or max of one type, where only the second reads the \
    result of the first; the first has no guard and two different operands, one of them a register; the other operand \
    of the second is a register";
