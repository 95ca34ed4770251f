//! `vmad explain`: the fields of a word, and its computation.

mod json;
mod text;
mod wide_word;

use std::{
    cell::Cell,
    ffi::{OsStr, OsString},
    io::Write,
};

use vmad_sass::{AnyArch, Arch, DecodeError, Instruction, Style, Text, assemble_in, schedule::Control};

use crate::{
    excerpt::Place,
    failure::{Exit, Failure},
    output::Out,
    source::{hexadecimal, is_word, word_and_control},
    stdin_lines::{answer_each_line, place},
    wide::any_arch,
};

/// Explain words: every field, the computation, where interpretations differ, the PTX
///
/// Prints a ruler of the 64 bits with the name of each field, each value and its meaning, and the form: coupled or
/// decoupled, and why. Prints the formula with the registers and formats of the word, the interpretations that differ
/// for it with example inputs, and the PTX that ptxas compiles to it, or the reason if there is none. For an illegal
/// word, names the errors and the legal values.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad explain 5fcd825030270100
  vmad explain 'VMAD.U32.U32.SAT R0, R2, R3, -R4'
  vmad explain --arch sm_61 '5f04020000370200 007e0'
  vmad explain --arch sm_86 'VABSDIFF4.U8.ACC R0, R1, R2, R3'
  vmad explain --svg word.svg 'VMAD.S16.U8.SAT R0, -R1.H1, R2.B3, R4'
  vmad explain < words.txt

An argument is WORD [CONTROL] in hexadecimal (from sm_70 on LOW HIGH), or assembly text with an optional control field. \
Without arguments, each line of standard input is one. No output line is longer than 80 columns.

Exit code 2: a word is illegal or not a video instruction (it is explained anyway), or an input \
is neither a word nor assembly text.")]
pub(crate) struct Args {
    /// Words with or without a control field, or assembly texts; `-`, or no argument, is standard input
    #[arg(value_name = "WORD|TEXT")]
    inputs: Vec<String>,

    /// The architecture for the layout of the word, the style of the text and the PTX, and from sm_70 on for words of 128 bits
    #[arg(long, value_parser = any_arch, default_value = "sm_50")]
    arch: AnyArch,

    /// Print one JSON object for each word
    #[arg(long, conflicts_with = "svg")]
    json: bool,

    /// Draw the bits of one word into this file (`-` is standard output), and print no text
    #[arg(long, value_name = "FILE")]
    svg: Option<OsString>,
}

struct Subject {
    word: u64,
    control: Option<Control>,
    arch: Arch,
    kind: WordKind,
    /// The errors of an instruction of the family and of its control field.
    errors: Vec<String>,
}

/// What a word is.
enum WordKind {
    /// A legal instruction of the family; its control field can be illegal.
    Legal(Instruction),
    Illegal,
    Foreign,
}

impl Subject {
    fn new(word: u64, control: Option<Control>, arch: Arch) -> Self {
        let layout = arch.layout();
        let (kind, errors) = match Instruction::decode_in(layout, word) {
            Err(DecodeError::ForeignOpcode { .. }) => (WordKind::Foreign, Vec::new()),
            Err(_) => {
                (WordKind::Illegal, DecodeError::all(layout, word).iter().map(ToString::to_string).collect())
            }
            Ok(instruction) => {
                let refused = control.and_then(|control| control.check(instruction.dispatch()).err());
                (WordKind::Legal(instruction), refused.iter().map(ToString::to_string).collect())
            }
        };
        Self { word, control, arch, kind, errors }
    }

    /// The text of an instruction of the family, also of an illegal one, as nvdisasm prints it for the architecture.
    fn text(&self) -> String {
        let reuse = self.control.map(Control::reuse).unwrap_or_default();
        let text = Text::of(self.arch.layout(), self.word, Style::of(self.arch).with_reuse(reuse));
        text.map_or_else(String::new, |text| text.to_string())
    }

    const fn verdict(&self) -> Exit {
        match self.kind {
            WordKind::Legal(_) if self.errors.is_empty() => Exit::Fine,
            WordKind::Legal(_) | WordKind::Illegal | WordKind::Foreign => Exit::BadInput,
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    if let Some(file) = &args.svg {
        return draw(args, file, out);
    }
    let place = |index: usize| format!("argument {}", index + 1);
    // Nothing is printed if an argument is no word.
    for (index, input) in args.inputs.iter().enumerate() {
        if input.trim_ascii().is_empty() {
            return Err(Failure::input(
                place(index),
                "the text is empty: expected WORD [CONTROL], or assembly text",
            ));
        }
        if matches!(args.arch, AnyArch::Narrow(_)) && hexadecimal(input).is_some() && !is_word(input) {
            let message = "this is no word: a word is 16 hexadecimal digits, or starts with 0x; quote WORD CONTROL as one argument";
            return Err(Failure::input(place(index), message));
        }
    }
    let mut session = Session { args, verdict: Exit::Fine, first: true };
    for (index, input) in args.inputs.iter().enumerate() {
        if input == "-" {
            session.explain_lines(out)?;
        } else {
            session.explain(out, &|| place(index).into(), input)?;
        }
    }
    if args.inputs.is_empty() {
        session.explain_lines(out)?;
    }
    Ok(session.verdict)
}

fn draw(args: &Args, file: &OsStr, out: &mut Out) -> Result<Exit, Failure> {
    const PLACE: &str = "the instruction";
    let [input] = args.inputs.as_slice() else {
        return Err(Failure::input("--svg", "a picture shows one word: expected one WORD or TEXT"));
    };
    let arch = args.arch.narrow().map_err(|error| Failure::input("--svg", &error))?;
    let subject = subject(&|| PLACE.into(), input, arch)?;
    let subject = subject.ok_or_else(|| Failure::input(PLACE, "the text is empty"))?;
    let layout = subject.arch.layout();
    let Some(drawn) = vmad_picture::word(layout, subject.word, &format!("{};", subject.text())) else {
        return Err(Failure::input(PLACE, &DecodeError::ForeignOpcode { word: subject.word, layout }));
    };
    out.picture(file, &drawn)?;
    if subject.errors.is_empty() {
        Ok(Exit::Fine)
    } else {
        Err(Failure::input(PLACE, &subject.errors.join("; ")))
    }
}

/// The explanations of one run.
struct Session<'a> {
    args: &'a Args,
    verdict: Exit,
    first: bool,
}

impl Session<'_> {
    /// Explains each line of standard input.
    fn explain_lines(&mut self, out: &mut Out) -> Result<(), Failure> {
        answer_each_line(out, false, &Cell::new(false), |out, line, number| {
            self.explain(out, &|| place(number), line)?;
            Ok(true)
        })?;
        Ok(())
    }

    fn explain(&mut self, out: &mut Out, place: &dyn Fn() -> Place, input: &str) -> Result<(), Failure> {
        let arch = match self.args.arch {
            AnyArch::Narrow(arch) => arch,
            AnyArch::Wide(_) if input.trim_ascii().is_empty() => return Ok(()),
            AnyArch::Wide(arch) => {
                if !std::mem::take(&mut self.first) && !self.args.json {
                    writeln!(out)?;
                }
                let verdict = wide_word::explain(out, place, input, arch, self.args.json)?;
                self.verdict = self.verdict.max(verdict);
                return Ok(());
            }
        };
        let Some(subject) = subject(place, input, arch)? else { return Ok(()) };
        if self.args.json {
            out.json(&json::Explanation::new(&subject))?;
        } else {
            text::write(out, &subject, std::mem::take(&mut self.first))?;
        }
        self.verdict = self.verdict.max(subject.verdict());
        Ok(())
    }
}

/// Reads `WORD [CONTROL]` or assembly text; `None` if blank.
fn subject(place: &dyn Fn() -> Place, input: &str, arch: Arch) -> Result<Option<Subject>, Failure> {
    let Some(first) = input.split_whitespace().next() else { return Ok(None) };
    // No assembly text starts with a digit.
    if hexadecimal(first).is_some() || first.starts_with(|first: char| first.is_ascii_digit()) {
        let found =
            word_and_control(input, arch.layout()).map_err(|error| Failure::input(place(), &error))?;
        Ok(found.map(|(word, control)| Subject::new(word, control, arch)))
    } else {
        let assembly =
            assemble_in(arch.layout(), input).map_err(|error| Failure::text(place(), input, &error))?;
        Ok(Some(Subject::new(assembly.instruction.encode(), assembly.control.map(Control::from), arch)))
    }
}
