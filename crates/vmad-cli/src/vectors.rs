//! `vmad vectors`: golden vectors.

use std::io::Write;

use clap::ValueEnum;
use vmad_sass::isa::{B, Field, mnemonics};
use vmad_unit::{Format, Psign, Register, Saturate, Scale, Selector};
use vmad_xcheck::vectors::{Count, Filter, Layout, Stream, Vector, Vectors, csv, readmemh, value_names};

use crate::{
    failure::{Failure, Verdict},
    inputs, json,
    output::Out,
    progress::Progress,
    suggest,
};

/// Write golden vectors: instructions, inputs, results and wires
///
/// For tests of emulators and for hardware test benches. The vectors are of VMAD, or of another video instruction with
/// --instruction. The inputs favour corner cases and the ends of the clamp. They depend only on the seed, the mode and
/// its selectors, not on the platform or on the other modes.
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

    /// Values of a field: secop=ACC,MIN, comparison=LT; can be given for several fields [default: all]
    #[arg(long, value_name = "FIELD=VALUES")]
    field: Vec<String>,

    /// The kind of B
    #[arg(long, default_value = "both")]
    form: Forms,

    /// The instruction: a mnemonic (VADD), or for vectors of one instruction its assembly text or word [default: VMAD]
    #[arg(long, value_name = "INSTRUCTION")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
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
    let Some(layout) = Layout::of("VMAD") else { return String::new() };
    let columns = csv::Table::of(layout.clone()).columns();
    let columns: String =
        columns.iter().map(|column| format!("  {:<8} {}\n", column.name, column.meaning)).collect();
    let lines = readmemh::Lines::of(layout);
    let layout: String = lines.layout().lines().map(|line| format!("  {line}\n")).collect();
    format!(
        "Examples:\n  \
         vmad vectors --a U8,S8 --b U8,S8 --form register --per-mode 1000 \\\n      --seed 1 --format csv\n  \
         vmad vectors --psign 1,2 --scale SHR_7 --sat on --count 1000000 \\\n      --format readmemh > vectors.hex\n  \
         vmad vectors --instruction VMNMX --field secop=MIN,none --count 1000\n  \
         vmad vectors --instruction 'VMAD.S16.U8.SAT R0, -R2.H1, R3.B2, R4' \\\n      --count 10\n\n\
         With filters, the instruction is VMAD R0, R2, R3, R4, or has an immediate in place of R3; a VSETP is \
         VSETP P0, P1, R2, R3, P2.\n\n\
         The columns of csv, for VMAD (the header names those of the other instructions):\n{columns}\n\
         The fields of a readmemh line, for VMAD (comments describe those of the other instructions), a vector \
         v[{}:0] of {} digits with underscores between the fields:\n{layout}",
        lines.bits() - 1,
        lines.bits() / 4,
    )
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let (mnemonic, streams) = args.streams()?;
    let count = args.count.map_or(Count::Each(args.per_mode), Count::Total);
    let vectors = Vectors::new(streams, count);
    let total = vectors.total();
    let vectors = counted(vectors, Progress::new(total, 0, "vectors").unless_seen());
    let layout = Layout::of(mnemonic).ok_or_else(|| unknown(mnemonic))?;
    match args.format {
        Notation::Jsonl => {
            for vector in vectors {
                out.json(&json::Vector::from(&vector))?;
            }
        }
        Notation::Csv => {
            let table = csv::Table::of(layout);
            lines(out, &table.header(), vectors, |line, vector| table.push_line(line, vector))?;
        }
        Notation::Readmemh => {
            let format = readmemh::Lines::of(layout);
            lines(out, &format.header(total), vectors, |line, vector| format.push_line(line, vector))?;
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
    push_line: impl Fn(&mut Vec<u8>, &Vector),
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
    /// The mnemonic, and the streams.
    fn streams(&self) -> Result<(&'static str, Vec<Stream>), Failure> {
        let text = self.instruction.as_deref().unwrap_or("VMAD");
        let Some(mnemonic) = mnemonics().find(|name| name.eq_ignore_ascii_case(text)) else {
            return self.stream_of(text);
        };
        let filter = self.filter(mnemonic)?;
        let streams: Vec<_> =
            filter.modes().into_iter().map(|mode| Stream::of_mode(mode, self.seed)).collect();
        if streams.is_empty() {
            return Err(Failure::input(
                "the filters",
                "no mode matches: an immediate B is U16 or S16, a selector needs a format of its width, B of a shift is \
                 unsigned, and A and B of VABSDIFF4 are registers of bytes",
            ));
        }
        Ok((mnemonic, streams))
    }

    /// The stream of one instruction.
    fn stream_of(&self, text: &str) -> Result<(&'static str, Vec<Stream>), Failure> {
        if let Some(option) = self.first_filter() {
            let message = format!("it cannot be used with one instruction, {text:?}: expected a mnemonic");
            return Err(Failure::input(option, &message));
        }
        let instruction = inputs::instruction(|| "--instruction", text)?;
        if instruction.operation().is_none() {
            return Err(inputs::not_known(&instruction));
        }
        if let Some(register) = in_two_places(instruction.registers()) {
            let message = format!(
                "{register} occurs twice, but a vector has a separate value for each port: expected each register once"
            );
            return Err(Failure::input("--instruction", &message));
        }
        Ok((instruction.mnemonic(), vec![Stream::of_instruction(instruction, self.seed)]))
    }

    /// The first given filter.
    fn first_filter(&self) -> Option<&'static str> {
        let given = [
            ("--a", !self.a.is_empty()),
            ("--asel", !self.asel.is_empty()),
            ("--b", !self.b.is_empty()),
            ("--bsel", !self.bsel.is_empty()),
            ("--psign", !self.psign.is_empty()),
            ("--scale", !self.scale.is_empty()),
            ("--sat", self.sat.is_some()),
            ("--field", !self.field.is_empty()),
            ("--form", self.form != Forms::Both),
        ];
        given.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
    }

    fn filter(&self, mnemonic: &'static str) -> Result<Filter, Failure> {
        let mut filter = Filter::of(mnemonic).ok_or_else(|| unknown(mnemonic))?;
        let fields = filter.fields();
        // The lanes of VABSDIFF4 have selectors of their own, which --field takes.
        let has_parts = fields.iter().any(|field| field.name() == "A select" && field.width() == 3);
        for (option, is_given) in [("--asel", !self.asel.is_empty()), ("--bsel", !self.bsel.is_empty())] {
            if is_given && !has_parts {
                let message =
                    format!("{mnemonic} has no part of a register: expected --field 'A select=3210'");
                return Err(Failure::input(option, &message));
            }
        }
        fits("--a", &self.a, "--asel", &self.asel)?;
        if self.form == Forms::Register {
            fits("--b", &self.b, "--bsel", &self.bsel)?;
        }
        match self.form {
            Forms::Register => filter = filter.with_form(B::Register),
            Forms::Immediate => filter = filter.with_form(B::Immediate),
            Forms::Both => {}
        }
        if !self.a.is_empty() {
            filter = filter.with_a(&self.a);
        }
        if !self.b.is_empty() {
            filter = filter.with_b(&self.b);
        }
        let saturate = self.sat.map(|sat| match sat {
            Switch::Off => Saturate::Off,
            Switch::On => Saturate::On,
        });
        let given: [(&str, &str, Vec<u64>); 5] = [
            ("--asel", "A select", self.asel.iter().map(|it| it.encoding().into()).collect()),
            ("--bsel", "B select", self.bsel.iter().map(|it| it.encoding().into()).collect()),
            ("--psign", "psign", self.psign.iter().map(|it| it.encoding().into()).collect()),
            ("--scale", "scale", self.scale.iter().map(|it| it.encoding().into()).collect()),
            ("--sat", "SAT", saturate.into_iter().map(|it| it as u64).collect()),
        ];
        for (option, name, values) in given.iter().filter(|(.., values)| !values.is_empty()) {
            let field = field(mnemonic, &fields, option, name)?;
            filter = filter.with(field.name(), values);
        }
        for text in &self.field {
            let (name, values) = text.split_once('=').ok_or_else(|| {
                Failure::input(format!("--field {text:?}"), &"expected FIELD=VALUES, as in secop=ACC,MIN")
            })?;
            let field = field(mnemonic, &fields, "--field", name)?;
            let values: Result<Vec<_>, _> = values.split(',').map(|value| value_of(field, value)).collect();
            let values = values.map_err(|message| Failure::input(format!("--field {text:?}"), &message))?;
            filter = filter.with(field.name(), &values);
        }
        Ok(filter)
    }
}

/// The field of a name, in upper or lower case, with blanks or underscores.
fn field(
    mnemonic: &str,
    fields: &[&'static Field],
    option: &str,
    name: &str,
) -> Result<&'static Field, Failure> {
    let is = |field: &&&'static Field| csv::column_name(field.name()) == csv::column_name(name);
    fields.iter().find(is).copied().ok_or_else(|| {
        let names: Vec<_> = fields.iter().map(|field| field.name()).collect();
        let message = format!("{mnemonic} has no field {name:?}: {}", suggest::expected(name, &names));
        Failure::input(option, &message)
    })
}

/// The value of a field by its name in a table, its suffix or its number.
fn value_of(field: &'static Field, text: &str) -> Result<u64, String> {
    let names = value_names(field);
    let suffix =
        |value: u64| field.values().iter().find(|it| u64::from(it.value) == value).map(|it| it.suffix);
    let is = |(value, name): &&(u64, String)| {
        name.eq_ignore_ascii_case(text)
            || value.to_string() == text
            || suffix(*value).is_some_and(|suffix| !suffix.is_empty() && suffix.eq_ignore_ascii_case(text))
    };
    names.iter().find(is).map(|(value, _)| *value).ok_or_else(|| {
        let names: Vec<_> = names.iter().map(|(_, name)| name).collect();
        format!("{text:?} is no value of {}: {}", field.name(), suggest::expected(text, &names))
    })
}

/// The error of a mnemonic of no instruction.
fn unknown(mnemonic: &str) -> Failure {
    let names: Vec<_> = mnemonics().collect();
    Failure::input("--instruction", &suggest::expected(mnemonic, &names))
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
fn in_two_places([a, b, c]: [Option<Register>; 3]) -> Option<Register> {
    let twice = [(a, b), (b, c), (c, a)].into_iter().find(|(one, other)| one.is_some() && one == other);
    twice.and_then(|(register, _)| register).filter(|register| !register.is_zero())
}
