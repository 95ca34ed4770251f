//! `vmad ptx exec`: executes an instruction, or a stream of them.

use std::{cell::Cell, io::Write};

use vmad_ptx::{
    ast::{Body, Instruction, Register},
    evaluate::{Setting, evaluate, trace, width},
    legality::{PtxVersion, Target},
    reading::Reading,
    sequence::Width,
    syntax::parse_one,
};

use super::{
    Rules,
    inline_asm::{Options, closed},
    ordinary,
    readings::reading,
};
use crate::{
    excerpt::span_in,
    failure::{Exit, Failure},
    inputs::{check_inputs, given, not_a_value},
    number,
    output::Out,
    stderr::say,
    stdin_lines::{answer_each_line, place},
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
      fd2=0x4000000000000000 fd3=0 p=0
  vmad ptx exec 'dp4a.s32.u32 d, a, b, c;' a=0x80ff7f01 b=0x01020304 c=5
  vmad ptx exec kernel.cu:2 a=7 b=9 d=0
  printf 'vset.s32.u32.lt.add d, a, b, c;\\t-1\\t0\\t0x10\\n' | \\
      vmad ptx exec --lines

A file has one sequence of instructions, without labels and stores.

--lines reads lines of standard input: a video instruction or a mad, then the values of a, b and c (decimal, or \
hexadecimal with 0x; a minus sign is legal), with tabs between. It prints each line, a tab, and the result as eight \
hexadecimal digits, sixteen for mad.f64. The value of an immediate or absent operand is ignored: it can be any text, \
and can be omitted at the end of the line. Guards have no effect. The command stops at the first line with an error, \
unless it has --keep-going.")]
pub(crate) struct Args {
    /// Instructions, a PTX file (`-` is standard input), or an asm statement of a CUDA source: kernel.cu:4 is the one in line 4
    #[arg(value_name = "INSTRUCTION|FILE", required_unless_present = "lines", conflicts_with = "lines")]
    subject: Option<String>,

    /// Initial values of registers by name, decimal or hexadecimal with 0x: a=0x12345688, r2=-5, p=true; each register that is read needs one
    #[arg(value_name = "NAME=VALUE", conflicts_with = "lines")]
    assignments: Vec<String>,

    /// The reading of the PTX ISA where it is ambiguous: default (hardware, else prose), prose, literal (the
    /// pseudo-code), or single choices such as intermediate=whole; separate several with commas
    #[arg(long, value_name = "READING", value_parser = reading, default_value = "default")]
    reading: Reading,

    /// The target of the instruction
    #[arg(long, value_name = "TARGET", visible_alias = "arch", default_value_t = Rules::DEFAULT.target)]
    target: Target,

    /// The PTX version of the instruction
    #[arg(long, value_name = "VERSION", default_value_t = Rules::DEFAULT.version)]
    ptx: PtxVersion,

    /// Print every intermediate value of the pseudo-code of the PTX ISA
    #[arg(long, conflicts_with = "lines")]
    trace: bool,

    /// Execute lines of standard input: INSTRUCTION<TAB>A<TAB>B<TAB>C
    #[arg(long)]
    lines: bool,

    /// Go on behind an error: a line with an error has the answer error<TAB>message, a blank line a blank one
    // `requires` has no effect beside an argument that conflicts with --lines.
    #[arg(long, requires = "lines", conflicts_with = "subject")]
    keep_going: bool,

    #[command(flatten)]
    sources: Options,
}

impl Args {
    const fn rules(&self) -> Rules {
        Rules { target: self.target, version: self.ptx }
    }

    const fn setting(&self) -> Setting {
        Setting { reading: self.reading, target: self.target }
    }
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    if args.lines {
        return lines(args, out);
    }
    let subject = args.subject.as_deref().unwrap_or_default();
    let (place, text) = args.sources.subject(subject)?.code()?;
    let (place, text) = (place.as_str(), text.as_str());
    let found = match parse_one(text) {
        Ok(found) => found,
        Err(error) => {
            let code = ordinary::parse(text, error).map_err(|error| Failure::ptx(place, text, &error))?;
            return ordinary::run(place, text, &code, &args.assignments, &args.reading, args.trace, out);
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
    let Some(sources) = read(place, &found.instruction, &args.assignments)? else {
        let guard = found.instruction.guard.map_or_else(String::new, |guard| guard.to_string());
        writeln!(out, "nothing changes: the guard {guard} is false")?;
        return Ok(Exit::Fine);
    };
    if args.trace {
        out.heading(&found.instruction)?;
        let lines = trace(&found.instruction.body, sources, &args.setting()).lines();
        for (name, value) in &lines[..lines.len().saturating_sub(1)] {
            writeln!(out, "  {name:<16}{value}")?;
        }
    }
    let value = evaluate(&found.instruction.body, sources, &args.setting());
    writeln!(out, "{} = 0x{value}", destination(&found.instruction))?;
    Ok(Exit::Fine)
}

/// Reads `NAME=VALUE` for the registers of an instruction. A name is that of a register, with or without its `%`. If no
/// register has the name, `a`, `b` and `c` are the source operands. Each register that is read has a value. [`None`] if the
/// guard is false.
fn read(place: &str, instruction: &Instruction, assignments: &[String]) -> Result<Option<[u64; 3]>, Failure> {
    let registers = instruction.body.registers();
    let guard = instruction.guard.as_ref();
    let predicate = guard.map(|guard| &guard.predicate);
    let bits = Width::Bits(width(&instruction.body));
    let (given, unused) = given(assignments, ordinary::EXAMPLE, |name| {
        match predicate.filter(|predicate| is_called(predicate, name)) {
            Some(predicate) => Some((predicate, Width::Predicate)),
            None => Some((register(name, &registers)?, bits)),
        }
    })?;
    let value = |register: &Register| given.iter().find(|(it, _)| *it == register).map(|(_, value)| *value);
    let missing =
        registers.into_iter().flatten().chain(predicate).filter(|register| value(register).is_none());
    let missing = missing.map(|register| register.name().trim_start_matches('%').to_owned());
    check_inputs(place, missing, &unused)?;
    let passes = guard.is_none_or(|guard| (value(&guard.predicate) == Some(1)) != guard.negated);
    Ok(passes.then(|| registers.map(|register| register.and_then(value).unwrap_or_default())))
}

fn is_called(register: &Register, name: &str) -> bool {
    register.name().trim_start_matches('%') == name.trim_start_matches('%')
}

fn register<'r>(name: &str, registers: &[Option<&'r Register>; 3]) -> Option<&'r Register> {
    let exact = registers.iter().flatten().find(|register| register.name() == name);
    let named = exact.or_else(|| registers.iter().flatten().find(|register| is_called(register, name)));
    let source = || ["a", "b", "c"].iter().position(|source| *source == name).and_then(|at| registers[at]);
    named.copied().or_else(source)
}

fn destination(instruction: &Instruction) -> &Register {
    match &instruction.body {
        Body::Video(it) => it.d(),
        Body::Mad(it) => &it.d,
    }
}

/// `--lines`: a stream of executions.
fn lines(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    let (rules, setting) = (args.rules(), args.setting());
    // Streams repeat an instruction with other values: the one before is kept.
    let mut last: Option<(String, Body)> = None;
    answer_each_line(out, args.keep_going, &Cell::new(false), |out, line, number| {
        if line.trim_ascii().is_empty() {
            return Ok(false);
        }
        let (text, values) = line.split_once('\t').unwrap_or((line, ""));
        let body = match last.take() {
            Some((other, body)) if other == text => body,
            _ => {
                let found =
                    parse_one(&closed(text)).map_err(|error| Failure::ptx(place(number), text, &error))?;
                let refuse = |illegal| Failure::piece(place(number), line, 0..text.len(), &illegal);
                rules.judge(&found.instruction).map_err(refuse)?;
                found.instruction.body
            }
        };
        let sources = columns(&body, values).map_err(|(piece, message)| {
            Failure::piece(place(number), line, span_in(line, piece), &message)
        })?;
        let result = evaluate(&body, sources, &setting);
        writeln!(out, "{line}\t{result}")?;
        last = Some((text.to_owned(), body));
        Ok(true)
    })
}

/// The values of `a`, `b` and `c`. A column of an operand that is not a register is ignored. An error has its piece of `values`.
fn columns<'v>(body: &Body, values: &'v str) -> Result<[u64; 3], (&'v str, String)> {
    let bits = width(body);
    let mut columns = values.split('\t');
    let mut found = [0; 3];
    for ((value, register), name) in found.iter_mut().zip(body.registers()).zip(["a", "b", "c"]) {
        // What is left out is missed at the end.
        let column = columns.next().unwrap_or(&values[values.len()..]).trim_ascii();
        if register.is_some() {
            *value = number::of_bits(column, bits)
                .ok_or_else(|| (column, format!("{name} is {column:?}: {}", not_a_value(bits))))?;
        }
    }
    match columns.next() {
        Some(extra) => {
            Err((extra, "more than four columns: expected INSTRUCTION<TAB>A<TAB>B<TAB>C".to_owned()))
        }
        None => Ok(found),
    }
}
