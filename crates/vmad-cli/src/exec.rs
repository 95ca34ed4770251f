//! `vmad exec`: executes an instruction, or a stream of them.

use std::{cell::Cell, fmt::Display, io::Write};

use serde::Serialize;
use vmad_observe::rows::{NEEDED, Notation, Table};
use vmad_sass::{
    AnyArch,
    isa::Layout,
    text::hexadecimal,
    wide::{WideArch, WideParts, WideSource},
};
use vmad_unit::Predicate;

use crate::{
    execution::execute,
    failure::{Exit, Failure},
    inputs::{AnyArchOption, each_instruction},
    json,
    output::Out,
    rows::{self, Execution},
    source,
    stderr::say,
    stdin_lines::{answer_each_line, place},
    wide,
};

/// Execute an instruction and print the registers that change
///
/// RZ reads as 0 and ignores writes. An instruction whose guard is false changes nothing. No published source specifies
/// the flags that .CC writes: they print as unspecified.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad exec 'VMAD.U8.U8 R0, R2, R3, R4;' \\
      R2=0x12345688 R3=0x8a24c993 R4=0x9123064a
  vmad exec '@P0 VMAD.S16.S16.SAT R0, -R2.H1, -5, RZ' \\
      R2=0x7fff0000 P0=true
  vmad exec 0x5f04020000370200 R2=1 R3=2 R4=3 --json
  vmad exec --arch sm_86 'VABSDIFF4.U8.ACC R0, R1, R2, UR4' \\
      R1=0x01020304 R2=0x04030201 UR4=100
  printf 'VMAD.U8.U8 R0, R2, R3, R4\\t12345688\\t8a24c993\\t9123064a\\n' | \\
      vmad exec --lines

The instruction can be any video instruction. With --arch sm_70 or later it is a VABSDIFF or a VABSDIFF4 in a word of \
128 bits; an operand has its value by its name: UR4=5 or c[0x0][0x160]=5.

With - each line of standard input is an instruction, executed on the same values.

Exit code 2: bad input, or a predicate result, which no source describes.

--lines reads lines of standard input: an instruction (text or word), then the values of the \
ports A, B and C in hexadecimal, with tabs between; or CSV with a header, or JSON objects, as vmad vectors writes them. It \
adds the 32-bit result in hexadecimal. A port with RZ is always 0. With an immediate, the value of \
B is ignored and can be any text. Guard and destination have no effect, because there is no \
register file. For VSETP, bit 0 of C is the source predicate before its negation (PT is always 1); bit 0 of the \
result is the first destination predicate, bit 1 the second. Blank lines are ignored. The \
command stops at the first line with an error, unless it has --keep-going.")]
pub(crate) struct Args {
    /// The instruction: assembly text ('VMAD.U8.U8 R0, R2, R3, R4;') or a word (16 hexadecimal digits, or 0x...); `-` is each line of standard input
    #[arg(value_name = "INSTRUCTION", required_unless_present = "lines", conflicts_with = "lines")]
    instruction: Option<String>,

    /// Initial values of registers and predicates, decimal or hexadecimal with 0x: R2=0x12345688, R3=-5, P0=true; each one that is read needs a value
    #[arg(value_name = "NAME=VALUE", conflicts_with = "lines")]
    assignments: Vec<String>,

    #[command(flatten)]
    arch: AnyArchOption,

    /// Print one JSON object
    #[arg(long, conflicts_with = "lines")]
    json: bool,

    /// Execute lines of standard input: INSTRUCTION<TAB>RA<TAB>RB<TAB>RC
    #[arg(long)]
    lines: bool,

    /// Go on behind an error: a line with an error has the answer error<TAB>message, a blank line a blank one
    // `requires` has no effect beside an argument that conflicts with --lines.
    #[arg(long, requires = "lines", conflicts_with = "instruction")]
    keep_going: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    match (&args.instruction, args.arch.arch) {
        (None, AnyArch::Narrow(arch)) => lines(args.keep_going, arch.layout(), out),
        (None, AnyArch::Wide(arch)) => wide_lines(arch, args.keep_going, out),
        (Some(text), arch) => each_instruction(text, out, |out, place, text| {
            let executed = execute(place, text, arch, &args.assignments)?;
            if args.json {
                out.json(&json::Execution::new(&executed, None))?;
            } else {
                executed.lines().iter().try_for_each(|line| writeln!(out, "{line}"))?;
            }
            Ok(executed.verdict())
        }),
    }
}

#[derive(Serialize)]
struct ResultLine<'l> {
    word: &'l str,
    a: &'l str,
    b: &'l str,
    c: &'l str,
    result: String,
}

/// `--lines`: a stream of executions.
fn lines(keep_going: bool, layout: Layout, out: &mut Out) -> Result<Exit, Failure> {
    let mut table = None;
    let is_json = Cell::new(false);
    answer_each_line(out, keep_going, &is_json, |out, line, number| {
        if line.trim_ascii().is_empty() {
            return Ok(false);
        }
        let here = || place(number);
        if table.is_none() {
            let refuse = |message: &dyn Display| Failure::piece(here(), line, 0..line.len(), message);
            if !line.contains([',', '\t', '{']) {
                return Err(refuse(&format!(
                    "no row: expected INSTRUCTION<TAB>A<TAB>B<TAB>C, or a header with {NEEDED}"
                )));
            }
            let (opened, is_header) = Table::open(line).map_err(|error| refuse(&error))?;
            is_json.set(opened.notation == Notation::Json);
            table = Some(opened);
            if is_header {
                writeln!(out, "word,a,b,c,result")?;
                return Ok(true);
            }
        }
        let Some(table) = &table else { return Ok(false) };
        let Execution { row, word, ports, .. } = rows::read(&here, table, line, layout)?;
        let (instruction, operation) = word.known(&here)?;
        let bound = instruction.bind(ports);
        let result = operation.execute(bound.a, bound.b, bound.c);
        let [word, a, b, c] = [0, 1, 2, 3].map(|column| row.get(column).unwrap_or_default());
        let (quote, separator, prefix) = match table.notation {
            Notation::Tabs => ("", "\t", ""),
            Notation::Csv => (if word.contains(',') { "\"" } else { "" }, ",", "0x"),
            Notation::Json => {
                out.json(&ResultLine { word, a, b, c, result: format!("{result:#010x}") })?;
                return Ok(true);
            }
        };
        let [word, a, b, c, quote, separator, prefix] =
            [word, a, b, c, quote, separator, prefix].map(str::as_bytes);
        // In place of a result that the line has.
        let result = &hexadecimal(result.into())[8..];
        let pieces =
            [quote, word, quote, separator, a, separator, b, separator, c, separator, prefix, result, b"\n"];
        out.pieces(&pieces)?;
        Ok(true)
    })
}

/// `--lines` of words of 128 bits: lines `INSTRUCTION<TAB>A<TAB>B<TAB>C`. The answer has the result in a fifth column.
fn wide_lines(arch: WideArch, keep_going: bool, out: &mut Out) -> Result<Exit, Failure> {
    let mut worst = Exit::Fine;
    let verdict = answer_each_line(out, keep_going, &Cell::new(false), |out, line, number| {
        if line.trim_ascii().is_empty() {
            return Ok(false);
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let [text, a, b, c] = columns[..] else {
            return Err(Failure::piece(
                place(number),
                line,
                0..line.len(),
                "expected INSTRUCTION<TAB>A<TAB>B<TAB>C",
            ));
        };
        let instruction = wide::instruction(|| place(number), text, arch)?;
        let WideParts { predicate, a: ra, b: source_b, c: source_c, .. } = instruction.parts();
        let port = |source: WideSource, text: &str| match source.fixed() {
            Some(value) => Ok(value),
            None => source::hexadecimal(text).and_then(|value| u32::try_from(value).ok()).ok_or_else(|| {
                let message =
                    format!("the value of {source} is {text:?}: expected up to 8 hexadecimal digits");
                Failure::input(place(number), &message)
            }),
        };
        let ports = [port(WideSource::Register(ra), a)?, port(source_b, b)?, port(source_c, c)?];
        let result = instruction.operation().execute(ports[0], ports[1], ports[2]);
        if predicate != Predicate::PT {
            say(format_args!("{}: note: {predicate} is not computed", place(number)));
            worst = Exit::BadInput;
        }
        writeln!(out, "{text}\t{a}\t{b}\t{c}\t{result:08x}")?;
        Ok(true)
    })?;
    Ok(verdict.max(worst))
}
