//! `vmad decode`: the disassembler.

mod any_word;
mod files;
mod frame;
mod origin;
mod printer;
mod render;
mod tally;
mod wide_words;

use std::{
    cell::Cell,
    ffi::OsString,
    fmt::Display,
    io::{self, Read},
};

use clap::ValueEnum;
use vmad_files::text::MARK;
use vmad_sass::{AnyArch, Ports, isa::Layout};

use crate::{
    bounded_read,
    excerpt::span_in,
    failure::{Exit, Failure},
    output::Out,
    source::{self, Lines, MAX_LINE, SourceError, hexadecimal, is_word},
    stdin_lines::{self, answer_each_line, answer_lines, place},
    wide::{Halves, is_wide_word},
};
use printer::Printer;

/// Disassemble video instructions
///
/// Words come from arguments, from lines of standard input (WORD [CONTROL], in hexadecimal; or a listing), from a cubin (an ELF file:
/// every code section, with the architecture of its header), from the cubins of a fat binary, a library or a program,
/// from a listing of nvdisasm or cuobjdump, from a dump of xxd or hexdump, or from a raw file (--raw). In files, words
/// that are not a video instruction are counted and omitted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad decode 5f04020000370200 0x5f07036060570000
  vmad decode '5f04020000370200 007e0'
  vmad decode kernel.cubin
  vmad decode --trace kernel.cubin
  vmad decode --trace --kernel filter_q15 kernel.cubin
  vmad decode --raw --arch sm_61 code.bin
  vmad decode --raw --offset 0x20 code.bin
  vmad decode --arch sm_86 0000000504047215 000fc400000e0806
  echo '5f04020000370200 007e0' | vmad decode --format nvdisasm

An argument of 16 hexadecimal digits, or one that starts with 0x, is a word; any other is a file. \
With --arch sm_70 or later, two words are an instruction, the low half first, or 32 digits, and nvdisasm's format is \
LOW<TAB>HIGH<TAB>text: of VABSDIFF and VABSDIFF4, which alone live on. \
With --format nvdisasm, a word that is not a video instruction says so.

Exit code 1: a file contains an illegal video instruction.
Exit code 2: a word of an argument or a line is illegal or not a video instruction, or an input cannot be read. With \
--format nvdisasm, ILLEGAL is a valid answer for such a word.")]
pub(crate) struct Args {
    /// Words, each with or without a control field ('WORD CONTROL'), or files; `-`, or no argument, is standard input
    #[arg(value_name = "WORD|FILE")]
    inputs: Vec<OsString>,

    #[command(flatten)]
    files: files::Options,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Print one JSON object a line, with a summary at the end
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Print the other words of files, too: "not a video instruction"
    #[arg(long)]
    all_words: bool,

    /// Execute each video instruction on the values of --ports and print every wire
    #[arg(long)]
    trace: bool,

    /// The values of the ports A, B and C for --trace, in hexadecimal (RZ is always 0; an immediate has its own value; C of a VSETP is bit 0)
    #[arg(long, value_name = "A,B,C", value_parser = ports, requires = "trace", default_value = "12345688,8a24c993,9123064a")]
    ports: Ports,

    /// Go on behind an error: a line with an error has the answer error<TAB>message, a blank line a blank one;
    /// there is no summary
    #[arg(long, conflicts_with_all = ["inputs", "trace"])]
    keep_going: bool,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people: addresses, words, text, control fields
    Text,
    /// WORD<TAB>CONTROL<TAB>text, where the text is that of nvdisasm, or ILLEGAL
    Nvdisasm,
    /// That of `--json`.
    #[value(skip)]
    Json,
}

/// Three values of 32 bits in hexadecimal.
fn ports(text: &str) -> Result<Ports, String> {
    let value = |text: &str| hexadecimal(text).and_then(|value| u32::try_from(value).ok());
    match text.split(',').map(value).collect::<Option<Vec<_>>>().as_deref() {
        Some(&[a, b, c]) => Ok(Ports { a, b, c }),
        _ => Err("expected three values of up to 8 hexadecimal digits, with commas between".to_owned()),
    }
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    if args.trace && args.format == Format::Nvdisasm {
        return Err(Failure::input("--trace", "nvdisasm's format has no traces: leave --format out"));
    }
    let is_cubin = |input: &OsString| input.to_str().is_none_or(|text| text != "-" && !is_word(first(text)));
    if !args.files.kernels.is_empty() && (args.inputs.is_empty() || !args.inputs.iter().all(is_cubin)) {
        return Err(Failure::input("--kernel", "only a cubin has kernels: give the name of its file"));
    }
    let mut printer = Printer::new(args, out);
    if args.inputs.is_empty() {
        standard_input(&mut printer, args)?;
    }
    let mut halves = Halves::default();
    for input in &args.inputs {
        match input.to_str() {
            Some("-") => standard_input(&mut printer, args)?,
            Some(text) if text.trim_ascii().is_empty() => {
                return Err(Failure::input("an argument", "the text is empty: expected a word or a file"));
            }
            Some(text) if is_wide_word(first(text)) && !args.files.is_raw() => {
                let refuse = |message: &dyn Display| Failure::piece("argument", text, 0..text.len(), message);
                match args.files.default_arch() {
                    AnyArch::Wide(_) => {
                        for half in text.split_ascii_whitespace() {
                            if let Some(word) = halves.put(half).map_err(|message| refuse(&message))? {
                                printer.wide_word(word)?;
                            }
                        }
                    }
                    AnyArch::Narrow(arch) => {
                        let read = source::word_and_control(text, arch.layout());
                        if let Some((word, control)) = read.map_err(|error| refuse(&error))? {
                            printer.word(word, control)?;
                        }
                    }
                }
            }
            _ => files::read(&mut printer, input, &args.files)?,
        }
    }
    halves.end().map_err(|message| Failure::input("the last argument", &message))?;
    printer.finish()
}

/// The word of `WORD CONTROL`, or the low half of `LOW HIGH`.
fn first(argument: &str) -> &str {
    argument.split_whitespace().next().unwrap_or_default()
}

fn standard_input(printer: &mut Printer<'_>, args: &Args) -> Result<(), Failure> {
    if args.files.is_raw() { files::raw_standard_input(printer, &args.files) } else { lines(printer, args) }
}

/// Lines `WORD [CONTROL]` of standard input; or a listing or a dump, whose first line with a text is no such line.
fn lines(printer: &mut Printer<'_>, args: &Args) -> Result<(), Failure> {
    let AnyArch::Narrow(arch) = args.files.default_arch() else { return wide_lines(printer, args) };
    let layout = arch.layout();
    if args.keep_going {
        return answer(printer, args, layout, Lines::new(io::stdin().lock()));
    }
    let refuse = |error: io::Error| Failure::input(stdin_lines::NAME, &error);
    let mut lines = stdin_lines::lines()?;
    let first = String::from_utf8_lossy(lines.head().map_err(refuse)?).into_owned();
    let is_word = source::word_and_control(first.trim_start_matches(MARK), layout).is_ok();
    if is_word || first.len() >= MAX_LINE {
        return answer(printer, args, layout, lines);
    }
    let bytes = bounded_read::read_from(lines.into_reader(), stdin_lines::NAME, "program or listing")?;
    let text = files::code_text(stdin_lines::NAME, bytes)?;
    if files::is_code(printer, &text, stdin_lines::NAME, &args.files)? {
        return Ok(());
    }
    answer(printer, args, layout, Lines::new(text.as_bytes()))
}

/// Answers each line `WORD [CONTROL]`.
fn answer(
    printer: &mut Printer<'_>,
    args: &Args,
    layout: Layout,
    lines: Lines<impl Read>,
) -> Result<(), Failure> {
    let verdict =
        answer_lines(lines, printer, args.keep_going, &Cell::new(args.json), |printer, line, number| {
            let refuse = |error: SourceError| {
                Failure::piece(place(number), line, span_in(line, error.piece_of(line)), &error)
            };
            let parsed = source::word_and_control(line, layout).map_err(refuse)?;
            let Some((word, control)) = parsed else { return Ok(false) };
            printer.word(word, control)?;
            Ok(true)
        })?;
    printer.note(verdict);
    Ok(())
}

/// Words of 128 bits of standard input: `LOW HIGH`, or 32 digits. The halves can be lines of their own.
fn wide_lines(printer: &mut Printer<'_>, args: &Args) -> Result<(), Failure> {
    let mut halves = Halves::default();
    let verdict =
        answer_each_line(printer, args.keep_going, &Cell::new(args.json), |printer, line, number| {
            let mut is_answered = false;
            for text in line.split_ascii_whitespace() {
                let word = halves.put(text).map_err(|message| {
                    halves = Halves::default();
                    Failure::piece(place(number), line, span_in(line, text), &message)
                })?;
                if let Some(word) = word {
                    printer.wide_word(word)?;
                    is_answered = true;
                }
            }
            Ok(is_answered)
        })?;
    printer.note(verdict);
    halves.end().map_err(|message| Failure::input("standard input", &message))
}
