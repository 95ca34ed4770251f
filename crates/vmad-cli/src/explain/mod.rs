//! `vmad explain`: what one word says, field by field, and what it computes.

mod json;
mod text;

use std::ffi::{OsStr, OsString};

use vmad_sass::{
    Arch, Vmad, assemble,
    schedule::ControlField,
    vmad::{DecodeError, Fields, Style, Text, table::OPCODE},
};

use crate::{
    decode::arch,
    excerpt::Place,
    failure::{Failure, Verdict},
    output::{Glyphs, Out},
    picture,
    source::{hexadecimal, is_word, word_and_control},
    stdin_lines::{each_line, place},
};

/// Say what a word means: every field, the formula, the readings that part, the PTX
///
/// A ruler over the 64 bits with every field named, each value spelled out, the form and why it is coupled or
/// decoupled, what the instruction computes with its own signs and widths, which published readings part on it and on
/// which inputs, and the PTX of which ptxas makes it, or why there is none. An illegal word is explained too: what is
/// wrong with it, and what would be legal.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad explain 5fcd825030270100
  vmad explain 'VMAD.U32.U32.SAT R0, R2, R3, -R4'
  vmad explain --arch sm_61 '5f04020000370200 007e0'
  vmad explain --svg word.svg 'VMAD.S16.U8.SAT R0, -R1.H1, R2.B3, R4'
  vmad explain < words.txt

An argument, or a line of standard input where there is none, is WORD [CONTROL] in hexadecimal, \
or assembly text, which may end in a control field. Output fits 80 columns.

Exit code 2: a word is illegal or no VMAD (it is explained all the same), or an input is neither \
a word nor assembly text.")]
pub(crate) struct Args {
    /// Words, with or without a control field, or assembly texts
    #[arg(value_name = "WORD|TEXT")]
    inputs: Vec<String>,

    /// The architecture in whose style text is printed, and for which ptxas is asked, sm_50 to sm_62
    #[arg(long, value_parser = arch, default_value = "sm_50")]
    arch: Arch,

    /// Print a JSON object a word
    #[arg(long, conflicts_with = "svg")]
    json: bool,

    /// Draw the ruler with ASCII characters [default: where the locale is not UTF-8]
    #[arg(long)]
    ascii: bool,

    /// Draw the bit layout of one VMAD word as a picture, and print nothing: a file, or `-` for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<OsString>,
}

/// A word, and all that is wrong with it.
struct Subject {
    word: u64,
    control: Option<ControlField>,
    arch: Arch,
    kind: Kind,
    /// What is wrong with a `VMAD`, or with its control field beside it.
    errors: Vec<String>,
}

/// What a word is.
enum Kind {
    /// A `VMAD` that is legal by itself; whether it may carry its control field is another matter.
    Legal(Box<Vmad>),
    Illegal,
    Foreign,
}

impl Subject {
    fn new(word: u64, control: Option<ControlField>, arch: Arch) -> Self {
        let (kind, errors) = match Vmad::decode(word) {
            Err(DecodeError::ForeignOpcode { .. }) => (Kind::Foreign, Vec::new()),
            Err(_) => (Kind::Illegal, DecodeError::all(word).iter().map(ToString::to_string).collect()),
            Ok(vmad) => {
                let refused = control.and_then(|control| control.check(vmad.dispatch()).err());
                (Kind::Legal(Box::new(vmad)), refused.iter().map(ToString::to_string).collect())
            }
        };
        Self { word, control, arch, kind, errors }
    }

    /// The text as nvdisasm prints it for the architecture, an illegal word's too; of a `VMAD` alone.
    fn text(&self) -> Text {
        let reuse = self.control.map(ControlField::reuse).unwrap_or_default();
        Text { fields: Fields::from(self.word), style: Style::of(self.arch).with_reuse(reuse) }
    }

    const fn verdict(&self) -> Verdict {
        match self.kind {
            Kind::Legal(_) if self.errors.is_empty() => Verdict::Fine,
            Kind::Legal(_) | Kind::Illegal | Kind::Foreign => Verdict::BadInput,
        }
    }

    /// The bits in which the opcode is not `VMAD`'s, the highest first.
    fn foreign_bits(&self) -> Vec<u32> {
        let differing = (self.word >> 56) ^ u64::from(OPCODE);
        (0..8).rev().filter(|bit| differing >> bit & 1 == 1).map(|bit| bit + 56).collect()
    }
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    if let Some(file) = &args.svg {
        return draw(args, file, out);
    }
    let glyphs = if args.ascii { Glyphs::ASCII } else { Glyphs::of_locale() };
    let mut session = Session { args, glyphs, verdict: Verdict::Fine, first: true };
    args.inputs.windows(2).enumerate().try_for_each(|(index, pair)| one_quoted(index, &pair[0], &pair[1]))?;
    for (index, input) in args.inputs.iter().enumerate() {
        let place = || format!("argument {}", index + 1);
        if input.trim_ascii().is_empty() {
            return Err(Failure::input(
                place(),
                "there is nothing in it: expected WORD [CONTROL], or a text",
            ));
        }
        session.explain(out, &|| place().into(), input)?;
    }
    if args.inputs.is_empty() {
        each_line(out, Out::send, |out, line, number| session.explain(out, &|| place(number), line))?;
    }
    Ok(session.verdict)
}

/// Refuses a word and, as the next argument, what its control field must be: no opcode is so short.
fn one_quoted(index: usize, word: &str, control: &str) -> Result<(), Failure> {
    let is_control = |text: &str| {
        let bits = hexadecimal(text).and_then(|bits| u32::try_from(bits).ok());
        !is_word(text) && bits.and_then(ControlField::new).is_some()
    };
    if !is_word(word) || !is_control(control) {
        return Ok(());
    }
    let message =
        format!("a control field stands in one argument with its word: expected '{word} {control}'");
    Err(Failure::input(format!("argument {}", index + 2), &message))
}

/// Draws the one word that is given.
fn draw(args: &Args, file: &OsStr, out: &mut Out) -> Result<Verdict, Failure> {
    const PLACE: &str = "the instruction";
    let [input] = args.inputs.as_slice() else {
        return Err(Failure::input("--svg", "a picture is of one word: expected one WORD or TEXT"));
    };
    let subject = subject(&|| PLACE.into(), input, args.arch)?;
    let subject = subject.ok_or_else(|| Failure::input(PLACE, "there is nothing in it"))?;
    if let Err(error @ DecodeError::ForeignOpcode { .. }) = Vmad::decode(subject.word) {
        return Err(Failure::input(PLACE, &error));
    }
    picture::write(out, file, &picture::word(subject.word, &format!("{};", subject.text()))?)?;
    Ok(subject.verdict())
}

/// Explanations one after another.
struct Session<'a> {
    args: &'a Args,
    glyphs: Glyphs,
    verdict: Verdict,
    first: bool,
}

impl Session<'_> {
    fn explain(&mut self, out: &mut Out, place: &dyn Fn() -> Place, input: &str) -> Result<(), Failure> {
        let Some(subject) = subject(place, input, self.args.arch)? else { return Ok(()) };
        if self.args.json {
            out.json(&json::Explanation::new(&subject))?;
        } else {
            text::write(out, &subject, self.glyphs, std::mem::take(&mut self.first))?;
        }
        self.verdict = self.verdict.max(subject.verdict());
        Ok(())
    }
}

/// Reads `WORD [CONTROL]` or assembly text; `None` for a blank one.
fn subject(place: &dyn Fn() -> Place, input: &str, arch: Arch) -> Result<Option<Subject>, Failure> {
    let Some(first) = input.split_whitespace().next() else { return Ok(None) };
    if hexadecimal(first).is_some() || first.starts_with("0x") {
        let found = word_and_control(input).map_err(|error| Failure::input(place(), &error))?;
        Ok(found.map(|(word, control)| Subject::new(word, control, arch)))
    } else {
        let assembly = assemble(input).map_err(|error| Failure::text(place(), input, &error))?;
        Ok(Some(Subject::new(assembly.instruction.encode(), assembly.control, arch)))
    }
}
