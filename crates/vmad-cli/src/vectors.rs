//! `vmad vectors`: golden vectors.

use std::io::Write;

use clap::ValueEnum;
use vmad_sass::Vmad;
use vmad_unit::{Format, Psign, Register, Saturate, Scale, Selector};
use vmad_xcheck::vectors::{Count, Filter, Form, Stream, Vector, Vectors, csv, readmemh};

use crate::{
    failure::{Failure, Verdict},
    inputs, json,
    output::Out,
    progress::Progress,
    suggest,
};

/// Write golden vectors of VMAD: instructions, inputs, results and wires
///
/// For tests of emulators and for hardware test benches. The inputs favour corner cases and the ends of the clamp. They
/// depend only on the seed, the mode and its selectors, not on the platform or on the other modes.
#[derive(Debug, clap::Args)]
#[command(after_help = help())]
pub(crate) struct Args {
    /// Formats of A: U8 S8 U16 S16 U32 S32, separated by commas [default: all]
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', value_parser = format)]
    a: Vec<Format>,

    /// Selectors of A, random from this list: B0 B1 B2 B3 H0 H1, W for a 32-bit A [default: all]
    #[arg(long, value_name = "SELECTORS", value_delimiter = ',', value_parser = selector)]
    asel: Vec<Selector>,

    /// Formats of B, as for A
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', value_parser = format)]
    b: Vec<Format>,

    /// Selectors of a register B, as for A
    #[arg(long, value_name = "SELECTORS", value_delimiter = ',', value_parser = selector)]
    bsel: Vec<Selector>,

    /// Negations: 0 (A*B)+C, 1 (A*B)-C, 2 -(A*B)+C, 3 .PO [default: all]
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = psign)]
    psign: Vec<Psign>,

    /// Shifts: PASS SHR_7 SHR_15 [default: all]
    #[arg(long, value_name = "SCALES", value_delimiter = ',', value_parser = scale)]
    scale: Vec<Scale>,

    /// Only with, or only without saturation [default: both]
    #[arg(long, value_name = "on|off")]
    sat: Option<Switch>,

    /// The kind of B
    #[arg(long, default_value = "both")]
    form: Forms,

    /// Only vectors of this instruction: assembly text or a word
    #[arg(
        long,
        value_name = "INSTRUCTION",
        conflicts_with_all = ["a", "asel", "b", "bsel", "psign", "scale", "sat", "form"]
    )]
    instruction: Option<String>,

    /// Number of vectors of each mode, one mode after the other
    #[arg(long, value_name = "N", default_value_t = 16)]
    per_mode: u64,

    /// Number of vectors in total; the modes alternate
    #[arg(long, value_name = "N", conflicts_with = "per_mode")]
    count: Option<u64>,

    /// The seed of the inputs, decimal or hexadecimal with 0x
    #[arg(long, value_name = "NUMBER", default_value = "0", value_parser = seed, allow_hyphen_values = true)]
    seed: u64,

    /// The output format
    #[arg(long, default_value = "jsonl")]
    format: Notation,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Forms {
    /// A register
    Register,
    /// An imm16
    Immediate,
    /// Both
    Both,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Notation {
    /// One JSON object a line, with every wire
    Jsonl,
    /// Comma-separated values with a header
    Csv,
    /// Hexadecimal for Verilog's $readmemh
    Readmemh,
}

fn help() -> String {
    let columns: String =
        csv::COLUMNS.iter().map(|column| format!("  {:<8} {}\n", column.name, column.meaning)).collect();
    let layout: String = readmemh::layout().lines().map(|line| format!("  {line}\n")).collect();
    format!(
        "Examples:\n  \
         vmad vectors --a U8,S8 --b U8,S8 --form register --per-mode 1000 \\\n      --seed 1 --format csv\n  \
         vmad vectors --psign 1,2 --scale SHR_7 --sat on --count 1000000 \\\n      --format readmemh > vectors.hex\n  \
         vmad vectors --instruction 'VMAD.S16.U8.SAT R0, -R2.H1, R3.B2, R4' \\\n      --count 10\n\n\
         With filters, the instruction is VMAD R0, R2, R3, R4, or has an immediate in place of R3.\n\n\
         The columns of csv:\n{columns}\n\
         The fields of a readmemh line, a vector v[{}:0] of {} digits with underscores between the fields:\n{layout}",
        readmemh::BITS - 1,
        readmemh::BITS / 4,
    )
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let streams = args.streams()?;
    let count = args.count.map_or(Count::Each(args.per_mode), Count::Total);
    let vectors = Vectors::new(streams, count);
    let total = vectors.total();
    let vectors = counted(vectors, Progress::new(total, 0, "vectors").unless_seen());
    match args.format {
        Notation::Jsonl => {
            for vector in vectors {
                out.json(&json::Vector::from(&vector))?;
            }
        }
        Notation::Csv => lines(out, &csv::header(), vectors, csv::push_line)?,
        Notation::Readmemh => {
            lines(out, &readmemh::header(total), vectors, readmemh::push_line)?;
        }
    }
    Ok(Verdict::Fine)
}

/// The vectors, with progress.
fn counted(vectors: Vectors, progress: Progress) -> impl Iterator<Item = Vector> {
    /// Vectors between two updates.
    const STEP: u64 = 1 << 14;
    (0..).zip(vectors).map(move |(done, vector)| {
        if done % STEP == 0 {
            progress.set(done);
        }
        vector
    })
}

/// A header, then one line for each vector, in one buffer.
fn lines(
    out: &mut Out,
    header: &str,
    vectors: impl Iterator<Item = Vector>,
    push_line: fn(&mut Vec<u8>, &Vector),
) -> Result<(), Failure> {
    out.write_all(header.as_bytes())?;
    let mut line = Vec::new();
    for vector in vectors {
        line.clear();
        push_line(&mut line, &vector);
        out.write_all(&line)?;
    }
    Ok(())
}

impl Args {
    fn streams(&self) -> Result<Vec<Stream>, Failure> {
        if let Some(text) = &self.instruction {
            let instruction = inputs::vmad(|| "--instruction", text)?;
            if let Some(register) = in_two_places(&instruction) {
                let message = format!(
                    "{register} occurs twice, but a vector has a separate value for each port: expected each register \
                     once"
                );
                return Err(Failure::input("--instruction", &message));
            }
            return Ok(vec![Stream::of_instruction(instruction, self.seed)]);
        }
        let filter = self.filter()?;
        let streams: Vec<_> =
            filter.modes().into_iter().map(|mode| Stream::of_mode(mode, self.seed)).collect();
        if streams.is_empty() {
            return Err(Failure::input(
                "the filters",
                "no mode matches: an immediate B is U16 or S16, and a selector needs a format of its width",
            ));
        }
        Ok(streams)
    }

    fn filter(&self) -> Result<Filter, Failure> {
        fits("--a", &self.a, "--asel", &self.asel)?;
        if !matches!(self.form, Forms::Immediate | Forms::Both) {
            fits("--b", &self.b, "--bsel", &self.bsel)?;
        }
        let all = Filter::default();
        Ok(Filter {
            a: or(&self.a, all.a),
            a_selectors: or(&self.asel, all.a_selectors),
            b: or(&self.b, all.b),
            b_selectors: or(&self.bsel, all.b_selectors),
            forms: match self.form {
                Forms::Register => vec![Form::Register],
                Forms::Immediate => vec![Form::Immediate],
                Forms::Both => all.forms,
            },
            psigns: or(&self.psign, all.psigns),
            scales: or(&self.scale, all.scales),
            saturates: match self.sat {
                None => all.saturates,
                Some(Switch::On) => vec![Saturate::On],
                Some(Switch::Off) => vec![Saturate::Off],
            },
        })
    }
}

/// The given values without repetition, or all.
fn or<T: Copy + PartialEq>(given: &[T], all: Vec<T>) -> Vec<T> {
    if given.is_empty() { all } else { all.into_iter().filter(|value| given.contains(value)).collect() }
}

/// Refuses a format if selectors are given and none has its width.
fn fits(formats_name: &str, formats: &[Format], name: &str, selectors: &[Selector]) -> Result<(), Failure> {
    let fits = |format: &Format| selectors.iter().any(|selector| selector.width() == format.width);
    match formats.iter().find(|format| !fits(format)) {
        Some(format) if !selectors.is_empty() => Err(Failure::input(
            name,
            &format!(
                "no selector fits {formats_name} {}: bytes have B0 to B3, half-words H0 and H1, words W",
                format.name()
            ),
        )),
        _ => Ok(()),
    }
}

fn format(text: &str) -> Result<Format, String> {
    named(text, &Format::ALL, Format::name)
}

fn selector(text: &str) -> Result<Selector, String> {
    named(text, &Selector::ALL, selector_name)
}

/// The name of a selector; assembly text omits that of a word.
pub(crate) fn selector_name(selector: Selector) -> &'static str {
    if selector == Selector::Word { "W" } else { selector.name() }
}

fn scale(text: &str) -> Result<Scale, String> {
    named(text, &Scale::ALL, Scale::name)
}

fn psign(text: &str) -> Result<Psign, String> {
    named(text, &Psign::ALL, |psign| ["0", "1", "2", "3"][psign as usize])
}

/// The value of a name, in upper or lower case.
fn named<T: Copy>(text: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, String> {
    let found = all.iter().find(|&&value| name(value).eq_ignore_ascii_case(text));
    found.copied().ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|&value| name(value)).collect();
        suggest::expected(text, &names)
    })
}

fn seed(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x") {
        // `from_str_radix` accepts a sign.
        Some(digits) if !digits.starts_with(['+', '-']) => u64::from_str_radix(digits, 16).ok(),
        Some(_) => None,
        None => text.parse().ok(),
    };
    number
        .ok_or_else(|| "expected 0 to 18446744073709551615, or 0x and up to 16 hexadecimal digits".to_owned())
}

/// A register that two ports read: it cannot have two values.
fn in_two_places(instruction: &Vmad) -> Option<Register> {
    let [a, b, c] = instruction.registers();
    let twice = [(a, b), (b, c), (c, a)].into_iter().find(|(one, other)| one == other);
    twice.and_then(|(register, _)| register).filter(|register| !register.is_zero())
}
