//! An explanation as text of 80 columns.

use std::io::Write;

use anstyle::Style;
use vmad_sass::{
    Instruction, SHARED_DESTINATION, Vmad,
    dispatch::Dispatch,
    isa::{Field, Form, VMAD},
    ruler::bands,
    vmad::SourceB,
};
use vmad_unit::{Guard, Operand, Predicate, Psign, Saturate, Scale, Sign};
use vmad_xcheck::{
    divergence::{Differing, agreement, differing},
    lifting::{Lifted, lift},
};

use super::{Kind, Subject};
use crate::{
    failure::Failure,
    json::sign,
    output::{Glyphs, Out, Palette},
    wrap::wrap,
};

/// The indentation below a heading.
const INDENT: &str = "  ";
/// The indentation of a continued line.
const FURTHER: &str = "    ";

/// What a coupled instruction is.
pub(super) const COUPLED: &str = "fixed latency; can wait for scoreboard barriers (&req), sets none";

/// Writes an explanation, after a blank line unless it is the first.
pub(super) fn write(out: &mut Out, subject: &Subject, glyphs: Glyphs, first: bool) -> Result<(), Failure> {
    if !first {
        writeln!(out)?;
    }
    let mut page = Page { palette: out.palette(), out };
    match &subject.kind {
        Kind::Foreign => page.foreign(subject),
        Kind::Illegal => {
            page.word(subject, glyphs)?;
            page.control(subject)?;
            page.errors(subject)
        }
        Kind::Video(instruction) => {
            page.word(subject, glyphs)?;
            page.video_form(instruction)?;
            page.video_computes(instruction)?;
            page.writes(instruction)?;
            page.control(subject)?;
            page.errors(subject)?;
            page.readings(instruction)?;
            page.ptx(subject, instruction)
        }
        Kind::Legal(vmad) => {
            let instruction = Instruction::from(**vmad);
            page.word(subject, glyphs)?;
            page.form(vmad)?;
            page.computes(vmad)?;
            page.writes(&instruction)?;
            page.control(subject)?;
            page.errors(subject)?;
            page.readings(&instruction)?;
            page.ptx(subject, &instruction)
        }
    }
}

/// The output, and its colours.
pub(super) struct Page<'o> {
    pub(super) out: &'o mut Out,
    pub(super) palette: Palette,
}

impl Page<'_> {
    pub(super) fn heading(&mut self, title: &str) -> Result<(), Failure> {
        let heading = self.palette.heading;
        Ok(writeln!(self.out, "\n{heading}{title}{heading:#}")?)
    }

    /// A paragraph, indented and wrapped.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{}", wrap(text, INDENT, FURTHER))?)
    }

    /// Writes lines in a style that ends with each line.
    fn styled(&mut self, style: Style, lines: &str) -> Result<(), Failure> {
        lines.lines().try_for_each(|line| Ok(writeln!(self.out, "{style}{line}{style:#}")?))
    }

    /// The errors, if any.
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
        let [opcode, vmad] = [subject.word, VMAD.bits].map(|word| word >> VMAD.mask.trailing_zeros());
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
    fn word(&mut self, subject: &Subject, glyphs: Glyphs) -> Result<(), Failure> {
        let Palette { heading, frame, wrong } = self.palette;
        let word = subject.word;
        self.styled(heading, &wrap(&format!("{};", subject.text()), "", FURTHER))?;
        writeln!(self.out, "{frame}{word:#018x}, {}{frame:#}", subject.arch)?;
        let Some(form) = Form::of(word) else { return Ok(()) };
        for band in bands(form, 16) {
            writeln!(self.out, "\n{frame}{}{frame:#}", band.places())?;
            for line in [band.bits(word, glyphs.bar), band.names(glyphs.bar)] {
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

    fn form(&mut self, vmad: &Vmad) -> Result<(), Failure> {
        self.heading("form")?;
        let b = match vmad.b {
            SourceB::Register { .. } => "a register",
            SourceB::Immediate { .. } => "an imm16",
        };
        let [a_format, b_format] = [vmad.a.operand, vmad.b.operand()].map(Operand::format);
        self.say(&format!(
            "{}: A is {}, B is {}, {b} (bit 50)",
            vmad.form(),
            a_format.name(),
            b_format.name()
        ))?;
        let dispatch = vmad.dispatch();
        let why = Dispatch::why(a_format.width, b_format.width);
        let means = match dispatch {
            Dispatch::Coupled => COUPLED,
            Dispatch::Decoupled => "variable latency; can set a write and a read barrier (&wr, &rd)",
        };
        self.say(&format!("{}: {why} (the rule Dispatch::of): {means}", dispatch.name()))
    }

    fn computes(&mut self, vmad: &Vmad) -> Result<(), Failure> {
        self.heading("computes")?;
        let formula = vmad.formula();
        self.say(&formula.tmp)?;
        self.say(&formula.shr)?;
        self.say(&formula.result)?;
        let (intermediate, last) = (formula.intermediate, formula.last);
        self.say(&format!(
            "intermediate {}: {}; C is extended by this sign",
            sign(intermediate.sign),
            intermediate.why
        ))?;
        let moves = match (vmad.scale, last.sign) {
            (Scale::Pass, _) => "no shift",
            (Scale::Shr7 | Scale::Shr15, Sign::Signed) => "the shift fills with the sign",
            (Scale::Shr7 | Scale::Shr15, Sign::Unsigned) => "the shift fills with zeros",
        };
        let ends = match vmad.saturate {
            Saturate::On => "the clamp has the range of this sign",
            Saturate::Off => "the low 32 bits are the result",
        };
        self.say(&format!("final {}: {}; {moves}; {ends}", sign(last.sign), last.why))?;
        let carry = match vmad.psign {
            Psign::Add => "no carry-in",
            Psign::SubtractC | Psign::NegateProduct => "the one is the carry-in of the adder",
            Psign::PlusOne => "the one of .PO is the carry-in of the adder",
        };
        self.say(&format!("psign {}: {}; {carry}", vmad.psign.encoding(), vmad.psign.operation()))
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
        let what = match instruction.register("Rd") {
            Some(register) if !register.is_zero() => format!("{register}: the 32 bits of the result"),
            _ => "RZ: the result is discarded".to_owned(),
        };
        self.say(&what)?;
        self.say(if instruction.field("CC") == Some(1) {
            "CC: the condition code is written; no published source specifies its flags"
        } else {
            "the condition code does not change"
        })
    }

    fn control(&mut self, subject: &Subject) -> Result<(), Failure> {
        let Some(control) = subject.control else { return Ok(()) };
        self.heading("control field")?;
        self.say(&format!("{:#07x}: {control}", control.bits()))
    }

    pub(super) fn readings(&mut self, instruction: &Instruction) -> Result<(), Failure> {
        let frame = self.palette.frame;
        if instruction.operation().is_none() {
            return Ok(());
        }
        self.heading("where interpretations differ")?;
        let rows = differing(instruction);
        if rows.is_empty() {
            return self.say(&format!("nowhere: {}", agreement(instruction)));
        }
        self.say("here: the result of this project; there: of the other interpretation")?;
        for Differing { row, example, .. } in rows {
            writeln!(self.out, "  {:<3}  {}", row.id, row.title)?;
            let [a, b, c] = example.inputs;
            let [here, there] = example.results;
            if !example.instruction.is_empty() {
                writeln!(self.out, "       {frame}{}{frame:#}", example.instruction)?;
            }
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
