//! An explanation as text of 80 columns.

use std::io::Write;

use anstyle::Style;
use vmad_ptxas::differing::{Differing, agreement, differing};
use vmad_ptxas::lifting::{Lifted, lift};
use vmad_sass::{
    Instruction, NotKnown, SHARED_DESTINATION,
    dispatch::Dispatch,
    isa::{Coupling, Field, Form, Layout},
    ruler::bands_within,
    schedule::{ByteReading, Control},
};
use vmad_unit::{Format, Guard, Operand, Predicate, Width};

use super::{Subject, WordKind};
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

/// A title, and the paragraphs below it.
pub(super) type Section = (&'static str, Vec<String>);

/// Writes an explanation, after a blank line unless it is the first.
pub(super) fn write(out: &mut Out, subject: &Subject, first: bool) -> Result<(), Failure> {
    if !first {
        writeln!(out)?;
    }
    match &subject.kind {
        WordKind::Foreign => foreign(out, subject),
        WordKind::Illegal => {
            word(out, subject)?;
            sections(out, subject.control.map(control))?;
            errors(out, subject)
        }
        WordKind::Legal(instruction) => {
            word(out, subject)?;
            let parts = [
                ("form", form(instruction)),
                ("computes", computes(instruction)),
                ("writes", writes(instruction)),
            ];
            sections(out, parts.into_iter().chain(subject.control.map(control)))?;
            errors(out, subject)?;
            readings(out, instruction)?;
            let page = format!("docs/src/instructions/{}.md", instruction.mnemonic().to_lowercase());
            sections(out, ptx(lift(instruction, subject.arch), page))
        }
    }
}

/// Writes the sections that have a paragraph.
pub(super) fn sections(out: &mut Out, sections: impl IntoIterator<Item = Section>) -> Result<(), Failure> {
    for (title, lines) in sections.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        out.section(title)?;
        lines.iter().try_for_each(|line| say(out, line))?;
    }
    Ok(())
}

/// A paragraph, indented and wrapped.
fn say(out: &mut Out, text: &str) -> Result<(), Failure> {
    Ok(out.paragraph(text, INDENT, FURTHER)?)
}

/// Writes lines in a style that ends with each line.
fn styled(out: &mut Out, style: Style, lines: &str) -> Result<(), Failure> {
    lines.lines().try_for_each(|line| Ok(writeln!(out, "{style}{line}{style:#}")?))
}

fn errors(out: &mut Out, subject: &Subject) -> Result<(), Failure> {
    if subject.errors.is_empty() {
        return Ok(());
    }
    out.section("illegal")?;
    let wrong = out.palette().wrong;
    subject.errors.iter().try_for_each(|error| styled(out, wrong, &wrap(error, INDENT, FURTHER)))
}

/// A word of another instruction.
fn foreign(out: &mut Out, subject: &Subject) -> Result<(), Failure> {
    let Palette { heading, .. } = out.palette();
    writeln!(out, "{heading}{:#018x}: not a video instruction{heading:#}", subject.word)?;
    let form = Layout::ALL.into_iter().find_map(|layout| Form::of_in(layout, subject.word));
    let why = match (form, subject.arch.layout()) {
        (Some(Form { layout, kind, .. }), _) => {
            format!("As a word of {} it is a {kind}: --arch {}.", layout.name(), layout.oldest())
        }
        (None, Layout::Kepler) => "No opcode of the family fits bits 63:54 and 1:0.".to_owned(),
        (None, Layout::Maxwell) => "No opcode of the family fits.".to_owned(),
    };
    say(out, &why)
}

/// The text, the ruler and the fields.
fn word(out: &mut Out, subject: &Subject) -> Result<(), Failure> {
    let Palette { heading, frame, wrong } = out.palette();
    let word = subject.word;
    styled(out, heading, &wrap(&format!("{};", subject.text()), "", FURTHER))?;
    writeln!(out, "{frame}{word:#018x}, {}{frame:#}", subject.arch)?;
    let Some(form) = Form::of_in(subject.arch.layout(), word) else { return Ok(()) };
    for band in bands_within(form, 80) {
        writeln!(out, "\n{frame}{}{frame:#}", band.places())?;
        for line in [band.bits(word), band.names()] {
            writeln!(out, "{line}")?;
        }
    }
    out.section("fields")?;
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
            out,
            "  {style}{place:<places$}  {name:<names$}  {number:>6}  {spelled:<10}{style:#}  {frame}{meaning}{frame:#}"
        )?;
    }
    Ok(())
}

fn form(instruction: &Instruction) -> Vec<String> {
    let b = if instruction.immediate().is_some() { "an immediate" } else { "a register" };
    let dispatch = instruction.dispatch();
    let means = match dispatch {
        Dispatch::Coupled => "fixed latency; can wait for scoreboard barriers (&req), sets none",
        Dispatch::Decoupled => "variable latency; can set a write and a read barrier (&wr, &rd)",
        Dispatch::Unknown => "no source says which instructions of Kepler are coupled",
    };
    let operands = instruction.operation().and_then(|operation| operation.operands());
    let Some([a_format, b_format]) = operands.map(|operands| operands.map(Operand::format)) else {
        return vec![
            format!("{}: B is {b}", instruction.mnemonic()),
            format!("{}: {means}", dispatch.name()),
        ];
    };
    let size = |format: Format| if format.width == Width::Word { "32" } else { "8/16" };
    let of_b = if instruction.immediate().is_some() { "imm16" } else { size(b_format) };
    let why = match instruction.form().coupling {
        Coupling::Coupled | Coupling::Unknown => String::new(),
        Coupling::ByWidth => {
            format!("{} (the rule Dispatch::of): ", Dispatch::why(a_format.width, b_format.width))
        }
    };
    vec![
        format!("{} x {of_b}: A is {}, B is {}, {b}", size(a_format), a_format.name(), b_format.name()),
        format!("{}: {why}{means}", dispatch.name()),
    ]
}

fn computes(instruction: &Instruction) -> Vec<String> {
    let Some(operation) = instruction.operation() else { return vec![format!("unknown: {NotKnown}")] };
    let mut lines: Vec<_> = instruction.formula().into_iter().flatten().chain(operation.notes()).collect();
    lines.push(match instruction.inferred() {
        Some(reason) => format!("inferred: {reason}"),
        None => instruction.source().to_string(),
    });
    lines.extend(instruction.joins().then(|| JOIN.to_owned()));
    lines
}

fn writes(instruction: &Instruction) -> Vec<String> {
    let guard = instruction.guard();
    let Guard { predicate, negated } = guard;
    let when = match (predicate == Predicate::PT, negated) {
        (true, false) => "always".to_owned(),
        (true, true) => "never: PT is always true".to_owned(),
        (false, false) => format!("if {predicate} is true"),
        (false, true) => format!("if {predicate} is false"),
    };
    let when = format!("guard {guard}: {when}");
    if let Some([first, second]) = instruction.destination_predicates() {
        let negated = format!("{second}: the negated comparison joined with the source predicate");
        if instruction.shared_destination().is_some() {
            return vec![when, format!("{negated} (inferred: {SHARED_DESTINATION})")];
        }
        return vec![when, format!("{first}: the comparison joined with the source predicate"), negated];
    }
    let what = match instruction.destination_register() {
        Some(register) if !register.is_zero() => format!("{register}: the 32 bits of the result"),
        _ => "RZ: the result is discarded".to_owned(),
    };
    let cc = if instruction.cc() {
        "CC: the condition code is written; no published source specifies its flags"
    } else {
        "the condition code does not change"
    };
    vec![when, what, cc.to_owned()]
}

pub(super) fn control(control: Control) -> Section {
    match control {
        Control::Field(field) => ("control field", vec![format!("{:#07x}: {field}", field.bits())]),
        Control::Byte(byte) => {
            let reading = |ByteReading { source, meaning }| {
                format!("{source}: {}", meaning.unwrap_or_else(|| "not described".to_owned()))
            };
            let sources = format!("{:#04x}; three public sources disagree on its meaning:", byte.0);
            let lines = [sources].into_iter().chain(byte.readings().into_iter().map(reading));
            ("control byte", lines.collect())
        }
    }
}

fn readings(out: &mut Out, instruction: &Instruction) -> Result<(), Failure> {
    let frame = out.palette().frame;
    if instruction.operation().is_none() {
        return Ok(());
    }
    out.section("where interpretations differ")?;
    let rows = differing(instruction);
    if rows.is_empty() {
        return say(out, &format!("none known: {}", agreement(instruction)));
    }
    say(out, "here: the result of this project; there: of the other interpretation")?;
    for Differing { row, example, .. } in rows {
        let ([a, b, c], [here, there]) = (example.inputs, example.results);
        say(out, &format!("{:<3}  {}", row.id, row.title))?;
        writeln!(out, "       {frame}{}{frame:#}", example.instruction)?;
        writeln!(out, "       {frame}a={a:#x} b={b:#x} c={c:#x}: here {here:#x}, there {there:#x}{frame:#}")?;
    }
    Ok(())
}

/// The PTX, and the page of the book.
pub(super) fn ptx(lifted: Result<Lifted, impl ToString>, page: String) -> [Section; 2] {
    let lines = match lifted {
        Ok(Lifted { ptx, note, ordinary, .. }) => {
            let ordinary = ordinary.map(|ordinary| [ordinary, Lifted::ORDINARY.to_owned()]);
            [ptx, note].into_iter().chain(ordinary.into_iter().flatten()).collect()
        }
        Err(reason) => vec![reason.to_string()],
    };
    [("PTX", lines), ("manual", vec![page])]
}
