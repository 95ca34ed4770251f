//! An explanation as text of 80 columns.

use std::io::Write;

use anstyle::Style;
use vmad_ptxas::lifting::{Lifted, lift};
use vmad_sass::{
    Instruction, NotKnown, SHARED_DESTINATION,
    dispatch::Dispatch,
    isa::{Coupling, Field, Form, Layout},
    ruler::bands_within,
    schedule::{ByteReading, Control},
};
use vmad_unit::{Format, Guard, Operand, Predicate, Width};
use vmad_xcheck::divergence::{Differing, agreement, differing};

use super::{Kind, Subject};
use crate::{
    failure::Failure,
    output::{Out, Palette},
    wrap::wrap,
};

/// The indentation below a heading.
const INDENT: &str = "  ";
/// The indentation of a continued line.
const FURTHER: &str = "    ";

/// What is known about the join flag.
const JOIN: &str =
    ".S: the threads of a warp join again; no source says that the result depends on it, so it is ignored";

/// Writes an explanation, after a blank line unless it is the first.
pub(super) fn write(out: &mut Out, subject: &Subject, bar: char, first: bool) -> Result<(), Failure> {
    if !first {
        writeln!(out)?;
    }
    let mut page = Page { palette: out.palette(), out };
    match &subject.kind {
        Kind::Foreign => page.foreign(subject),
        Kind::Illegal => {
            page.word(subject, bar)?;
            page.control(subject)?;
            page.errors(subject)
        }
        Kind::Legal(instruction) => {
            page.word(subject, bar)?;
            page.form(instruction)?;
            page.computes(instruction)?;
            page.writes(instruction)?;
            page.control(subject)?;
            page.errors(subject)?;
            page.readings(instruction)?;
            page.ptx(subject, instruction)
        }
    }
}

struct Page<'o> {
    out: &'o mut Out,
    palette: Palette,
}

impl Page<'_> {
    fn heading(&mut self, title: &str) -> Result<(), Failure> {
        let heading = self.palette.heading;
        Ok(writeln!(self.out, "\n{heading}{title}{heading:#}")?)
    }

    /// A paragraph, indented and wrapped.
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.out.paragraph(text, INDENT, FURTHER)?)
    }

    /// Writes lines in a style that ends with each line.
    fn styled(&mut self, style: Style, lines: &str) -> Result<(), Failure> {
        lines.lines().try_for_each(|line| Ok(writeln!(self.out, "{style}{line}{style:#}")?))
    }

    fn errors(&mut self, subject: &Subject) -> Result<(), Failure> {
        if subject.errors.is_empty() {
            return Ok(());
        }
        self.heading("illegal")?;
        let wrong = self.palette.wrong;
        for error in &subject.errors {
            self.styled(wrong, &wrap(error, INDENT, FURTHER))?;
        }
        Ok(())
    }

    /// A word of another instruction.
    fn foreign(&mut self, subject: &Subject) -> Result<(), Failure> {
        let Palette { heading, .. } = self.palette;
        if subject.arch.layout() == Layout::Kepler {
            writeln!(self.out, "{heading}{:#018x}: not a video instruction{heading:#}", subject.word)?;
            return self.say("No opcode of the family fits bits 63:54 and 1:0.");
        }
        let vmad = subject.vmad();
        let [opcode, vmad] = [subject.word, vmad.bits].map(|word| word >> vmad.mask.trailing_zeros());
        writeln!(self.out, "{heading}{:#018x}: not a video instruction{heading:#}", subject.word)?;
        let bits = subject.foreign_bits().iter().map(ToString::to_string).collect::<Vec<_>>();
        let differ = match bits.as_slice() {
            [one] => format!("bit {one} differs"),
            [rest @ .., last] => format!("bits {} and {last} differ", rest.join(", ")),
            [] => "no bit differs".to_owned(),
        };
        self.say(&format!(
            "No opcode of the family fits. Bits 63:56 are {opcode:#04x}, {opcode:08b}; VMAD's are {vmad:#04x}, \
             {vmad:08b}: {differ}."
        ))
    }

    /// The text, the ruler and the fields.
    fn word(&mut self, subject: &Subject, bar: char) -> Result<(), Failure> {
        let Palette { heading, frame, wrong } = self.palette;
        let word = subject.word;
        self.styled(heading, &wrap(&format!("{};", subject.text()), "", FURTHER))?;
        writeln!(self.out, "{frame}{word:#018x}, {}{frame:#}", subject.arch)?;
        let Some(form) = Form::of_in(subject.arch.layout(), word) else { return Ok(()) };
        for band in bands_within(form, 80) {
            writeln!(self.out, "\n{frame}{}{frame:#}", band.places())?;
            for line in [band.bits(word, bar), band.names(bar)] {
                writeln!(self.out, "{line}")?;
            }
        }
        self.heading("fields")?;
        let widest = |text: &dyn Fn(&Field) -> usize| form.fields.iter().map(text).max().unwrap_or_default();
        let places = widest(&|field| field.place().len());
        let names = widest(&|field| field.name().len());
        for field in form.fields.iter().rev() {
            let value = field.of(word);
            let style = if field.is_illegal(value) { wrong } else { Style::new() };
            let number = if field.width() > 4 { format!("{value:#x}") } else { value.to_string() };
            let (place, name, meaning) = (field.place(), field.name(), field.meaning());
            let spelled = field.spell(value);
            writeln!(
                self.out,
                "  {style}{place:<places$}  {name:<names$}  {number:>6}  {spelled:<10}{style:#}  {frame}{meaning}{frame:#}"
            )?;
        }
        Ok(())
    }

    fn form(&mut self, instruction: &Instruction) -> Result<(), Failure> {
        self.heading("form")?;
        let b = if instruction.immediate().is_some() { "an immediate" } else { "a register" };
        let dispatch = instruction.dispatch();
        let means = match dispatch {
            Dispatch::Coupled => "fixed latency; can wait for scoreboard barriers (&req), sets none",
            Dispatch::Decoupled => "variable latency; can set a write and a read barrier (&wr, &rd)",
            Dispatch::Unknown => "no source says which instructions of Kepler are coupled",
        };
        let operands = instruction.operation().and_then(|operation| operation.operands());
        let Some([a_format, b_format]) = operands.map(|operands| operands.map(Operand::format)) else {
            self.say(&format!("{}: B is {b}", instruction.mnemonic()))?;
            return self.say(&format!("{}: {means}", dispatch.name()));
        };
        let size = |format: Format| if format.width == Width::Word { "32" } else { "8/16" };
        let of_b = if instruction.immediate().is_some() { "imm16" } else { size(b_format) };
        self.say(&format!(
            "{} x {of_b}: A is {}, B is {}, {b}",
            size(a_format),
            a_format.name(),
            b_format.name()
        ))?;
        let why = match instruction.form().coupling {
            Coupling::Coupled | Coupling::Unknown => String::new(),
            Coupling::ByWidth => {
                format!("{} (the rule Dispatch::of): ", Dispatch::why(a_format.width, b_format.width))
            }
        };
        self.say(&format!("{}: {why}{means}", dispatch.name()))
    }

    fn computes(&mut self, instruction: &Instruction) -> Result<(), Failure> {
        self.heading("computes")?;
        let Some(operation) = instruction.operation() else {
            return self.say(&format!("unknown: {NotKnown}"));
        };
        for line in instruction.formula().into_iter().flatten().chain(operation.notes()) {
            self.say(&line)?;
        }
        self.say(&match instruction.inferred() {
            Some(reason) => format!("inferred: {reason}"),
            None => format!("the {} specifies it", operation.kind().document()),
        })?;
        if instruction.joins() {
            self.say(JOIN)?;
        }
        Ok(())
    }

    fn writes(&mut self, instruction: &Instruction) -> Result<(), Failure> {
        self.heading("writes")?;
        let guard = instruction.guard();
        let Guard { predicate, negated } = guard;
        let when = match (predicate == Predicate::PT, negated) {
            (true, false) => "always".to_owned(),
            (true, true) => "never: PT is always true".to_owned(),
            (false, false) => format!("if {predicate} is true"),
            (false, true) => format!("if {predicate} is false"),
        };
        self.say(&format!("guard {guard}: {when}"))?;
        if let Some([first, second]) = instruction.destination_predicates() {
            let negated = format!("{second}: the negated comparison joined with the source predicate");
            if instruction.shared_destination().is_some() {
                return self.say(&format!("{negated} (inferred: {SHARED_DESTINATION})"));
            }
            self.say(&format!("{first}: the comparison joined with the source predicate"))?;
            return self.say(&negated);
        }
        let what = match instruction.destination_register() {
            Some(register) if !register.is_zero() => format!("{register}: the 32 bits of the result"),
            _ => "RZ: the result is discarded".to_owned(),
        };
        self.say(&what)?;
        self.say(if instruction.cc() {
            "CC: the condition code is written; no published source specifies its flags"
        } else {
            "the condition code does not change"
        })
    }

    fn control(&mut self, subject: &Subject) -> Result<(), Failure> {
        let Some(control) = subject.control else { return Ok(()) };
        match control {
            Control::Field(field) => {
                self.heading("control field")?;
                self.say(&format!("{:#07x}: {field}", field.bits()))
            }
            Control::Byte(byte) => {
                self.heading("control byte")?;
                self.say(&format!("{:#04x}; three public sources disagree on its meaning:", byte.0))?;
                for ByteReading { source, meaning } in byte.readings() {
                    let meaning = meaning.unwrap_or_else(|| "not described".to_owned());
                    self.say(&format!("{source}: {meaning}"))?;
                }
                Ok(())
            }
        }
    }

    fn readings(&mut self, instruction: &Instruction) -> Result<(), Failure> {
        let frame = self.palette.frame;
        if instruction.operation().is_none() {
            return Ok(());
        }
        self.heading("where interpretations differ")?;
        let rows = differing(instruction);
        if rows.is_empty() {
            return self.say(&format!("none known: {}", agreement(instruction)));
        }
        self.say("here: the result of this project; there: of the other interpretation")?;
        for Differing { row, example, .. } in rows {
            let ([a, b, c], [here, there]) = (example.inputs, example.results);
            self.say(&format!("{:<3}  {}", row.id, row.title))?;
            writeln!(self.out, "       {frame}{}{frame:#}", example.instruction)?;
            writeln!(
                self.out,
                "       {frame}a={a:#x} b={b:#x} c={c:#x}: here {here:#x}, there {there:#x}{frame:#}"
            )?;
        }
        Ok(())
    }

    /// The PTX, and the page of the book.
    fn ptx(&mut self, subject: &Subject, instruction: &Instruction) -> Result<(), Failure> {
        self.heading("PTX")?;
        match lift(instruction, subject.arch) {
            Ok(lifted) => {
                self.say(&lifted.ptx.to_string())?;
                self.say(&lifted.note(subject.arch))?;
                if let Some(ordinary) = lifted.ordinary {
                    self.say(&ordinary)?;
                    self.say(Lifted::ORDINARY)?;
                }
            }
            Err(reason) => self.say(&reason.to_string())?,
        }
        self.heading("manual")?;
        self.say(&super::chapter(instruction.mnemonic()))
    }
}
