//! The report for people.

use std::{fmt, io::Write};

use vmad_proof::prover::Verdict;
use vmad_sass::isa::Layout;
use vmad_validate::{
    CheckedLine, ForeignWord, LineVerdict, Lost, NoWord, PlacedWord, Why,
    outcome::{Differs, Equal, Mismatch},
};

use super::{Validated, places::demangled, verdict::Tally};
use crate::{count::count, failure::Failure, output::Out, printable::Printable};

/// Prints a paragraph for each PTX instruction, one for each foreign word, and the totals.
pub(super) fn print(validated: &Validated<'_>, out: &mut Out) -> Result<(), Failure> {
    let report = &validated.report;
    let wrong = out.palette().wrong;
    let mut heading = Heading::default();
    for (at, line) in report.lines.iter().enumerate() {
        let is_fine =
            matches!(&line.verdict, LineVerdict::Equal { equal, .. } if equal.assumptions.is_empty());
        if validated.asked.findings && is_fine && !validated.is_finding(at) {
            continue;
        }
        heading.print(line.function, out)?;
        paragraph(validated, at, line, out)?;
    }
    for it in &report.foreign {
        heading.print(&it.word.code.function, out)?;
        if let Some(line) = it.line {
            writeln!(out, "  {}{}", placed(validated, line), source_line(validated, line))?;
        }
        word(validated, &it.word, out)?;
        let why = format!("{wrong}foreign word{wrong:#}: {}", foreign(it));
        out.paragraph(&why, "    ", "    ")?;
    }
    for not_read in &report.not_read {
        heading.print(&not_read.function, out)?;
        let start = not_read.span.start;
        let (line, column) = (validated.index.line(start), validated.index.column(start));
        let line = format!("line {line}, column {column}: {wrong}not read{wrong:#}: {}", not_read.fault);
        out.paragraph(&line, "  ", "    ")?;
    }
    summary(validated, out)
}

/// The names of functions, each once before its paragraphs.
#[derive(Default)]
struct Heading(Option<String>);

impl Heading {
    fn print(&mut self, function: &str, out: &mut Out) -> Result<(), Failure> {
        if self.0.as_deref() == Some(function) {
            return Ok(());
        }
        self.0 = Some(function.to_owned());
        let source = demangled(function);
        out.heading(Printable(&source))?;
        if source != function {
            writeln!(out, "  ({})", Printable(function))?;
        }
        Ok(())
    }
}

/// The place of a PTX line: `kernel.cu:12, line 34: `.
fn placed(validated: &Validated<'_>, line: u32) -> impl fmt::Display {
    let place = validated.places.of_line(line);
    fmt::from_fn(move |f| {
        place.as_ref().map_or(Ok(()), |place| write!(f, "{place}, "))?;
        write!(f, "line {line}: ")
    })
}

/// The text of a line of the PTX.
fn source_line<'a>(validated: &Validated<'a>, line: u32) -> Printable<'a> {
    let text = &validated.text[validated.index.start(line)..];
    let text = text[..text.find('\n').unwrap_or(text.len())].trim();
    // A line can be the whole file.
    let end = text.char_indices().nth(MOST).map_or(text.len(), |(end, _)| end);
    Printable(&text[..end])
}

/// The most characters of a line of the PTX that are printed.
const MOST: usize = 200;

fn paragraph(
    validated: &Validated<'_>,
    at: usize,
    line: &CheckedLine<'_>,
    out: &mut Out,
) -> Result<(), Failure> {
    let statement = &line.statement;
    writeln!(out, "  {}{}", placed(validated, statement.line), statement.found.instruction)?;
    if let Some(first) = line.words.first() {
        word(validated, first, out)?;
    }
    let style = if validated.is_finding(at) { out.palette().wrong } else { anstyle::Style::new() };
    let allowed = if validated.is_allowed(line) { " (allowed)" } else { "" };
    let (name, why) = described(&line.verdict);
    let name = format_args!("{style}{name}{style:#}{allowed}");
    match &line.verdict {
        LineVerdict::Equal { equal, is_shared } => {
            let line = format!("{name} {}", basis(equal, validated.proof(at)));
            out.paragraph(&line, "    ", "    ")?;
            for assumed in &equal.assumptions {
                writeln!(
                    out,
                    "    assumes that {assumed} is {:#x}, the constant of the word",
                    assumed.value
                )?;
            }
            if *is_shared {
                writeln!(out, "    the word is that of an instruction that computes the same")?;
            }
        }
        LineVerdict::Emulated { row, example, .. } => {
            let row = row.id;
            writeln!(out, "    {name} on {}: {row}", validated.compiler.target)?;
            if let Some(it) = example {
                let ([a, b, c], [ptx, sass]) = (it.inputs, it.results);
                writeln!(out, "    {row} differs on a = {a:#x}, b = {b:#x}, c = {c:#x}:")?;
                writeln!(out, "    PTX {ptx:#010x}, the code of ptxas {sass:#010x}")?;
            }
        }
        LineVerdict::Differs { differs, known } => {
            let Differs { inputs: [a, b, c], ptx, sass } = differs;
            let cause =
                known.map_or("the cause is unknown".to_owned(), |row| format!("{row}, {}", row.title));
            out.paragraph(&format!("{name}: {cause}"), "    ", "    ")?;
            if let Some(sass) = sass {
                writeln!(out, "    a = {a:#x}, b = {b:#x}, c = {c:#x}: PTX {ptx:#010x}, SASS {sass:#010x}")?;
            }
        }
        LineVerdict::NoWord(_) | LineVerdict::Lost(_) | LineVerdict::Unspecified => {
            out.paragraph(&format!("{name}: {}", why.unwrap_or_default()), "    ", "    ")?;
        }
    }
    if line.words.len() > 1 {
        writeln!(out, "    compiled to {} words", line.words.len())?;
    }
    Ok(())
}

/// The address and the text of a word.
fn word(validated: &Validated<'_>, made: &PlacedWord<'_>, out: &mut Out) -> Result<(), Failure> {
    let text = match made.form() {
        Some(form) => form.text(validated.style()),
        None => format!(".word {:#018x}", made.word()),
    };
    let section = if made.code.kernel == made.code.function {
        String::new()
    } else {
        format!(" (in the section of {})", Printable(&demangled(&made.code.kernel)))
    };
    Ok(writeln!(out, "    {:04x}{section}: {text}", made.address())?)
}

/// The evidence of an equality.
fn basis(equal: &Equal, proof: Option<Result<&Verdict, &'static str>>) -> String {
    let inputs = count(equal.inputs, "input");
    match proof {
        Some(Ok(Verdict::Proved)) => "for all inputs: proved".to_owned(),
        Some(Ok(Verdict::Unknown(why))) => format!("on {inputs}; not proved: {why}"),
        Some(Err(why)) => format!("on {inputs}; not proved: {why}"),
        Some(Ok(Verdict::Refuted(it))) => format!("on {inputs}, but the proof fails on {:x?}", it.inputs),
        None => format!("on {inputs}"),
    }
}

/// The name of a verdict, and why there is no word that could be equal.
pub(super) fn described(verdict: &LineVerdict) -> (&'static str, Option<String>) {
    let (name, why) = match verdict {
        LineVerdict::Equal { .. } => return ("equal", None),
        LineVerdict::Emulated { why, .. } => return ("emulated", Some(why.to_string())),
        LineVerdict::Differs { .. } => return ("differs", None),
        LineVerdict::Lost(Lost::Line(address)) => {
            let why = format!("its line has the word at {address:#x}, but no word that computes it");
            return ("lost", Some(why));
        }
        LineVerdict::Lost(Lost::Merge) => {
            ("lost", "its line has no PRMT that merges the result into the byte")
        }
        LineVerdict::Lost(Lost::NoKernel) => ("lost", "its kernel is not in the cubin"),
        LineVerdict::NoWord(why) => ("no word", no_word(*why)),
        LineVerdict::Unspecified => {
            ("not read", "no source says what a VABSDIFF4 with an immediate computes")
        }
    };
    (name, Some(why.to_owned()))
}

const fn no_word(why: NoWord) -> &'static str {
    match why {
        NoWord::Removed => "ptxas removed it",
        NoWord::Remains => "its result may be used, and its line has only copies, branches and predicates",
        NoWord::SharedLine => "its result may be used, and its line has words of other statements",
        NoWord::WithoutTable => "its result may be used, but no word of the kernel computes it",
        NoWord::NotCalled => "its function is not in the cubin: no kernel calls it",
    }
}

/// Why a word does not belong where it is.
pub(super) fn foreign(word: &ForeignWord<'_>) -> String {
    let text = match &word.why {
        Why::Illegal(Some(error)) => return format!("it is no legal instruction: {error}"),
        Why::Mismatch(Mismatch::Constant { role, value }) => {
            return format!(
                "it has {value:#x} for {role}, but no compiler can know the value of the register"
            );
        }
        Why::Mismatch(Mismatch::NoSuchValue { role, value }) => {
            return format!("it has {value:#x} for {role}, which the part that PTX selects cannot be");
        }
        Why::Chain { role, line, written_at } => {
            return format!(
                "{role} should be the result of line {line}, but the word at {written_at:#x} wrote its register"
            );
        }
        Why::Illegal(None) => "it is no instruction of this architecture",
        Why::Never => "its guard is @!PT, with which it is never executed",
        Why::Mismatch(Mismatch::Mode) => {
            "ptxas compiles the statement to another instruction or mode (formats, psign, scale, saturation, ...)"
        }
        Why::NoStatement => "no statement there compiles to a video instruction of this kind",
        Why::NotBeside => "ptxas writes no such instruction for the statement",
        Why::Changed => "one changed bit makes it the word of the statement",
    };
    text.to_owned()
}

/// The totals, and what was not compared.
fn summary(validated: &Validated<'_>, out: &mut Out) -> Result<(), Failure> {
    let tally = Tally::of(validated);
    let proved = validated.proofs.as_ref().map_or(String::new(), |_| format!(" ({} proved)", tally.proved));
    let maker = validated.maker.as_ref().map_or(String::new(), |maker| format!(", {maker}"));
    let totals = format!(
        "{}{maker}: {}: {} equal{proved}, {} with an assumed constant, {} without a word, {} emulated, {} different, {} lost; {}",
        validated.compiler.target,
        count(tally.instructions, "video instruction"),
        tally.equal,
        tally.assume,
        tally.no_word,
        tally.emulated,
        tally.differ,
        tally.lost,
        count(tally.foreign_words, "foreign word"),
    );
    out.paragraph(&totals, "", "  ")?;
    if validated.is_of_other_version() {
        let version = validated.compiler.version;
        let line = format!("causes are those of ptxas {version}; --ptxas VERSION selects another");
        out.paragraph(&line, "", "  ")?;
    }
    if tally.not_read > 0 {
        writeln!(out, "not read: {}", count(tally.not_read, "instruction"))?;
    }
    let has_links = validated.compiler.target.layout() == Layout::Maxwell;
    let links = if has_links { ", and the links of a chain in one block" } else { "" };
    let compared = if validated.report.by_lines {
        format!("compared by the line table: instruction, mode and constants of each word{links}")
    } else {
        "no line table: each word can be that of any statement of its kernel that has its mode and constants; \
         `ptxas -lineinfo` writes a table, and `vmad check FILE.ptx` runs ptxas so"
            .to_owned()
    };
    out.paragraph(&compared, "", "  ")?;
    let registers = if has_links { "other registers" } else { "registers and chains, on Kepler" };
    let mut not = vec!["guards".to_owned(), registers.to_owned(), "other instructions".to_owned()];
    if tally.ordinary_words > 0 {
        not.push(format!("the operands of {} of min, max and sad", count(tally.ordinary_words, "word")));
    }
    let opcodes = validated.report.not_checked.iter();
    not.extend(opcodes.map(|(opcode, count)| format!("{count} {}", Printable(opcode))));
    out.paragraph(&format!("not compared: {}", not.join(", ")), "", "  ")?;
    if !validated.of_other_ptx.is_empty() && validated.asked.cubin.is_some() {
        let names = validated.of_other_ptx.iter().map(|name| demangled(name).into_owned());
        let names = names.collect::<Vec<_>>().join(", ");
        let line = format!("warning: compiled from other PTX than this file: {}", Printable(&names));
        out.paragraph(&line, "", "  ")?;
    }
    Ok(())
}
