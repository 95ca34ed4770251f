//! `vmad ptx exec`: executes an instruction.

use std::io::Write;

use vmad_ptx::{
    ast::{Body, Instruction, Register},
    evaluate::{Setting, evaluate, trace},
    legality::{PtxVersion, Target},
    reading::Reading,
    syntax::parse_one,
};

use super::{Rules, inputs, ordinary, readings::reading};
use crate::{
    failure::{Failure, Verdict},
    inputs::note_inputs,
    output::Out,
    stderr::say,
};

/// Execute a PTX instruction and print its result
///
/// A video instruction or mad must be legal: ptxas accepts it for the target and the PTX version. The integer instructions
/// of `vmad ptx equal` are executed too, one or several; their target is not checked. The result of mad.f32 depends on
/// the target: sm_10 to sm_13 truncate the product.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx exec 'vmad.u32.u32.u32.shr15 d, a.h0, b.h0, c;' \\
      a=0x8012f3ff b=0x7fff8001 c=7
  vmad ptx exec 'vmad.u32.u32.u32.sat d, a, b, -c;' \\
      a=1 b=1 c=0x80000000 --reading literal --trace
  vmad ptx exec '@!%p mad.rz.f64 %fd1, %fd2, 0d3ff8000000000000, %fd3;' \\
      fd2=0x4000000000000000 p=0
  vmad ptx exec 'dp4a.s32.u32 d, a, b, c;' a=0x80ff7f01 b=0x01020304 c=5
  printf 'vset.s32.u32.lt.add d, a, b, c;\\t-1\\t0\\t0x10\\n' | \\
      vmad ptx exec --batch

--batch reads lines of standard input: an instruction, then the values of a, b and c (decimal, or hexadecimal with 0x; \
a minus sign is legal), with tabs between. It prints each line, a tab, and the result as eight hexadecimal digits, \
sixteen for mad.f64. The value of an immediate or absent operand is ignored: it can be any text, and can be omitted at \
the end of the line. Guards have no effect. The command stops at the first line with an error, unless it has --keep-going.")]
pub(crate) struct Args {
    /// The instruction
    #[arg(value_name = "INSTRUCTION", required_unless_present = "batch", conflicts_with = "batch")]
    instruction: Option<String>,

    /// Initial values of registers by name, decimal or hexadecimal with 0x: a=0x12345688, r2=-5, p=true; all others are 0
    #[arg(value_name = "NAME=VALUE", conflicts_with = "batch")]
    assignments: Vec<String>,

    /// The reading of the PTX ISA where it is ambiguous: default (hardware, else prose), prose, literal (the
    /// pseudo-code), or single choices such as intermediate=whole; separate several with commas
    #[arg(long, value_name = "READING", value_parser = reading, default_value = "default")]
    reading: Reading,

    /// The target of the instruction
    #[arg(long, value_name = "TARGET", default_value_t = Rules::DEFAULT.target)]
    target: Target,

    /// The PTX version of the instruction
    #[arg(long, value_name = "VERSION", default_value_t = Rules::DEFAULT.version)]
    ptx: PtxVersion,

    /// Print every intermediate value of the pseudo-code of the PTX ISA
    #[arg(long, conflicts_with = "batch")]
    trace: bool,

    /// Execute lines of standard input: INSTRUCTION<TAB>A<TAB>B<TAB>C
    #[arg(long)]
    pub(super) batch: bool,

    /// Go on behind an error: a line with an error has the answer error<TAB>message, a blank line a blank one
    #[arg(long, requires = "batch")]
    pub(super) keep_going: bool,
}

impl Args {
    pub(super) const fn rules(&self) -> Rules {
        Rules { target: self.target, version: self.ptx }
    }

    pub(super) const fn setting(&self) -> Setting {
        Setting { reading: self.reading, target: self.target }
    }
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let text = args.instruction.as_deref().unwrap_or_default();
    let place = "the instruction";
    let found = match parse_one(text) {
        Ok(found) => found,
        Err(error) => {
            let text = &closed(text);
            let code = ordinary::parse(text, error).map_err(|error| Failure::ptx(place, text, &error))?;
            return ordinary::run(text, &code, &args.assignments, (&args.reading, args.trace), out);
        }
    };
    let span = found.span.start..found.span.end;
    let warnings = args
        .rules()
        .judge(&found.instruction)
        .map_err(|illegal| Failure::piece(place, text, span, &illegal))?;
    for warning in warnings {
        say(format_args!("warning: {warning}"));
    }
    for ignored in found.ignored {
        say(format_args!("note: '{}' {}", ignored.span.of(text), ignored.reason));
    }
    let inputs = inputs::read(&found.instruction, &args.assignments)?;
    note_inputs(&inputs.missing, &inputs.unused);
    if let (Some(guard), false) = (&found.instruction.guard, inputs.passes) {
        writeln!(out, "nothing changes: the guard {guard} is false")?;
        return Ok(Verdict::Fine);
    }
    if args.trace {
        out.heading(&found.instruction)?;
        let lines = trace(&found.instruction.body, inputs.sources, &args.setting()).lines();
        for (name, value) in &lines[..lines.len().saturating_sub(1)] {
            writeln!(out, "  {name:<16}{value}")?;
        }
    }
    let value = evaluate(&found.instruction.body, inputs.sources, &args.setting());
    writeln!(out, "{} = 0x{value}", destination(&found.instruction))?;
    Ok(Verdict::Fine)
}

/// A code, whose last semicolon can be omitted.
pub(super) fn closed(text: &str) -> String {
    let is_closed = text.trim_end().ends_with([';', '}']) || text.trim().is_empty();
    if is_closed { text.to_owned() } else { format!("{text};") }
}

fn destination(instruction: &Instruction) -> &Register {
    match &instruction.body {
        Body::Video(it) => it.d(),
        Body::Mad(it) => &it.d,
    }
}
