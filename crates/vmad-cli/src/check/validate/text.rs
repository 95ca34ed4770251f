//! The report for people.

use std::{fmt, io::Write};

use vmad_proof::prover::Verdict as Proof;
use vmad_validate::{
    Illegal, Line, PlacedWord, RegisterFault, Unpaired, Verdict,
    known::Known,
    outcome::{Differs, Equal, Incomparable},
    stream::Origin,
};

use super::Validated;
use crate::{count::count, failure::Failure, output::Out, printable::Printable, wrap::wrap};

/// Prints a paragraph for each PTX instruction, the SASS that nothing explains, and the totals.
pub(super) fn print(validated: &Validated<'_>, out: &mut Out) -> Result<(), Failure> {
    let heading = out.palette().heading;
    let mut function = None;
    for line in &validated.report.lines {
        if validated.asked.findings
            && matches!(line.verdict, Verdict::Equal { .. })
            && !validated.is_finding(line)
        {
            continue;
        }
        if function.replace(&line.function) != Some(&line.function) {
            writeln!(out, "{heading}{}{heading:#}", Printable(&line.function))?;
        }
        paragraph(validated, line, out)?;
    }
    let wrong = out.palette().wrong;
    for made in &validated.report.unexplained {
        writeln!(out, "{heading}{}{heading:#}", Printable(&made.function))?;
        sass(validated, made, out)?;
        writeln!(out, "    {wrong}not explained{wrong:#}: no instruction of this function compiles to it")?;
    }
    for made in &validated.report.of_unread {
        writeln!(out, "{heading}{}{heading:#}", Printable(&made.function))?;
        sass(validated, made, out)?;
        writeln!(out, "    not compared: its PTX may be an instruction that cannot be read")?;
    }
    for made in &validated.report.of_ordinary {
        writeln!(out, "{heading}{}{heading:#}", Printable(&made.function))?;
        sass(validated, made, out)?;
        writeln!(out, "    not compared: min, max or sad may compile to it, but none is known to")?;
    }
    for unread in &validated.report.unread {
        writeln!(out, "{heading}{}{heading:#}", Printable(&unread.function))?;
        let (line, column) = unread.span.line_and_column(validated.text);
        let line = format!("line {line}, column {column}: {wrong}cannot be read{wrong:#}: {}", unread.fault);
        writeln!(out, "{}", wrap(&line, "  ", "    "))?;
    }
    for Illegal { function, address, error, .. } in &validated.report.illegal {
        writeln!(out, "{heading}{}{heading:#}", Printable(function))?;
        let line = format!("{address:04x}: {wrong}illegal{wrong:#}: {error}");
        writeln!(out, "{}", wrap(&line, "    ", "          "))?;
    }
    let tally = validated.tally();
    let proved =
        validated.proofs.as_ref().map_or_else(String::new, |_| format!(" ({} proved)", tally.proved));
    writeln!(
        out,
        "{}: {}, {} equal{proved}, {} different,\n{} emulated, {} not compared; {} not explained",
        validated.arch,
        count(tally.instructions, "video instruction"),
        tally.equal,
        tally.differ,
        tally.not_vmad,
        tally.not_compared,
        count(tally.unexplained, "word"),
    )?;
    if tally.unread > 0 {
        writeln!(out, "{} cannot be read", count(tally.unread, "more instruction"))?;
    }
    let not_checked = validated.report.not_checked.iter().map(|(opcode, count)| format!("{count} {opcode}"));
    let not_checked: Vec<_> = not_checked.collect();
    if !not_checked.is_empty() {
        writeln!(out, "{}", wrap(&format!("not checked: {}", not_checked.join(", ")), "", "  "))?;
    }
    if validated.other_ptx {
        writeln!(out, "warning: the cubin was compiled from other PTX than this file")?;
    }
    if validated.with_vmad.is_none() {
        return Ok(writeln!(out, "{} has no VMAD: the code was not read", validated.arch)?);
    }
    let guessed = count(validated.report.guessed, "word");
    match (validated.report.by_lines, validated.report.guessed) {
        (true, 0) => writeln!(out, "paired by the line table")?,
        (true, _) => writeln!(out, "paired by the line table, {guessed} by form and order")?,
        (false, _) => writeln!(out, "paired by form and order: `ptxas -lineinfo` writes a line table")?,
    }
    Ok(())
}

/// The two instructions, and the verdict.
fn paragraph(validated: &Validated<'_>, line: &Line, out: &mut Out) -> Result<(), Failure> {
    writeln!(out, "  line {}: {}", line.source.line, line.source.text())?;
    if let Some(first) = line.made.first() {
        sass(validated, first, out)?;
    }
    let style = if validated.is_finding(line) { out.palette().wrong } else { anstyle::Style::new() };
    let allowed = if validated.is_allowed(line) { " (allowed)" } else { "" };
    let word = |word: &str| format!("{style}{word}{style:#}{allowed}");
    match &line.verdict {
        Verdict::Equal { equal, merged, .. } => {
            let line = format!("{} {}", word("equal"), basis(equal, validated.proof(line)));
            writeln!(out, "{}", wrap(&line, "    ", "    "))?;
            taken(equal, out)?;
            if *merged {
                writeln!(out, "    another instruction of this form has the same word")?;
            }
        }
        Verdict::Differs { differs, known } => {
            let Differs { inputs: [a, b, c], ptx, sass } = differs;
            match known {
                Some(known) => writeln!(out, "    {}: {known}", word("differs"))?,
                None => writeln!(out, "    {}: the cause is unknown", word("differs"))?,
            }
            writeln!(out, "    a = {a:#x}, b = {b:#x}, c = {c:#x}: PTX {ptx:#010x}, SASS {sass:#010x}")?;
        }
        Verdict::NotVmad { row, example, .. } => {
            let name = row.name();
            writeln!(out, "    {} on {}: {name}", word("emulated"), validated.arch)?;
            if let Some(it) = example {
                let ([a, b, c], [ptx, sass]) = (it.inputs, it.results);
                if let Known::Miscompile(_) = row {
                    writeln!(out, "{}", wrap(&format!("{row}: {}", it.instruction), "    ", "    "))?;
                }
                writeln!(out, "    {name} differs on a = {a:#x}, b = {b:#x}, c = {c:#x}:")?;
                writeln!(out, "    PTX {ptx:#010x}, the code of ptxas {sass:#010x}")?;
            }
        }
        Verdict::Unpaired(why) => writeln!(out, "    {}: {}", word("not compared"), Why(why))?,
    }
    if line.made.len() > 1 {
        writeln!(out, "    compiled to {} words", line.made.len())?;
    }
    Ok(())
}

/// The address and the text of a SASS instruction.
fn sass(validated: &Validated<'_>, made: &PlacedWord, out: &mut Out) -> Result<(), Failure> {
    let text = made.emitted.form.text(validated.style());
    let section = if made.kernel == made.function {
        String::new()
    } else {
        format!(" (in the section of {})", Printable(&made.kernel))
    };
    Ok(writeln!(out, "    {:04x}{section}: {text}", made.emitted.address)?)
}

/// The evidence of an equality.
fn basis(equal: &Equal, proof: Option<&Proof>) -> String {
    let inputs = count(equal.inputs, "input");
    match proof {
        Some(Proof::Proved) => "for all inputs: proved".to_owned(),
        Some(Proof::Unknown(why)) => format!("on {inputs}; not proved: {why}"),
        Some(Proof::Refuted(it)) => {
            format!("on {inputs}, but the proof fails on {:x?}", it.inputs)
        }
        None => format!("on {inputs}"),
    }
}

/// The values that were assumed: constants of the SASS.
fn taken(equal: &Equal, out: &mut Out) -> Result<(), Failure> {
    for taken in &equal.assumptions {
        writeln!(out, "    if {taken} is {:#x}, the constant of the word", taken.value)?;
    }
    Ok(())
}

/// Prints the reason why a PTX instruction was not compared.
pub(super) struct Why<'a>(pub(super) &'a Unpaired);

impl fmt::Display for Why<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Unpaired::NoKernel => f.write_str("its kernel is not in the cubin"),
            Unpaired::NotCalled => f.write_str("its function is not in the cubin: no kernel calls it"),
            Unpaired::Dropped => {
                f.write_str("it has no word: nothing uses its result, and\n    ptxas removed it")
            }
            Unpaired::Missing => f.write_str(
                "it has no word, but its result may be used:\n    ptxas emitted other instructions, or lost it",
            ),
            Unpaired::Unspecified => f.write_str(
                "it has no word, but its function has a VABSDIFF4 with\n    an immediate: no source says what that computes",
            ),
            Unpaired::TooFew => f.write_str(
                "its form has too few words, and another form has too many:\n    one of those may be a wrong translation of it",
            ),
            Unpaired::Register(RegisterFault::Stray) => f.write_str(
                "the word reads the result of another word, but no\n    instruction that compiles to this word reads the result of one that compiles\n    to the other",
            ),
            Unpaired::Register(RegisterFault::Unwritten { role }) => write!(
                f,
                "{role} is a register that no instruction writes before\n    the word, but PTX has a value there"
            ),
            Unpaired::Register(RegisterFault::Foreign { role, address }) => write!(
                f,
                "the instruction at {address:04x} writes the register\n    of {role}, and cannot compute what PTX has there"
            ),
            Unpaired::Register(RegisterFault::Unread) => {
                f.write_str("no instruction reads the result of the word, but PTX\n    uses it")
            }
            Unpaired::Left(ptx, words) => {
                write!(
                    f,
                    "{} and {} of this function\n    remain, and cannot be paired",
                    count(*ptx, "instruction"),
                    count(*words, "word")
                )
            }
            Unpaired::Incomparable(Incomparable::Constant { role, origin }) => {
                write!(f, "{role} is a constant, and its register's value\n    {}", ComesFrom(origin))
            }
            Unpaired::Incomparable(Incomparable::Loaded { role, port }) => {
                write!(
                    f,
                    "the word has {port:#x} for {role}, but the register's\n    value is loaded from memory"
                )
            }
            Unpaired::Incomparable(Incomparable::Doubtful { role, port }) => {
                write!(
                    f,
                    "the word has {port:#x} for {role}, and the value of the\n    register is unknown: by D4 it may be another number"
                )
            }
            Unpaired::Incomparable(Incomparable::SelectorLost { port }) => {
                write!(
                    f,
                    "{}: the word has {port:#x} for b, which is\n    right only if the part that PTX selects is {port:#x}",
                    Known::SelectorLost
                )
            }
            Unpaired::NotJoined => f.write_str("ptxas did not join these ordinary instructions"),
            Unpaired::Incomparable(Incomparable::Store) => f.write_str(
                "D9, a constant b of vset: the word is a store (ST),\n    not a VSET, and computes nothing",
            ),
            Unpaired::Incomparable(Incomparable::Setting) => f.write_str(
                "ptxas is not known to compile it to this mode\n    (formats, psign, scale, saturation, ...)",
            ),
            Unpaired::Incomparable(Incomparable::Untied { roles: [one, other] }) => {
                write!(f, "{one} and {other} are one register in PTX, but two\n    in the SASS")
            }
            Unpaired::Incomparable(Incomparable::NoSuchValue { role, port }) => {
                write!(
                    f,
                    "the word has {port:#x} for {role}, which is not a\n    possible value of the part that PTX selects"
                )
            }
        }
    }
}

/// Where a register's value comes from.
struct ComesFrom<'a>(&'a Origin);

impl fmt::Display for ComesFrom<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Origin::Caller => f.write_str("comes from before the function"),
            Origin::Instruction { address, word } => {
                write!(f, "comes from the instruction at {address:04x}, {word:#018x}")
            }
            Origin::SeveralConstants => f.write_str("is one of several constants, depending on the path"),
            Origin::IndirectJump => {
                f.write_str("cannot be followed: the function jumps to addresses that it computes")
            }
        }
    }
}
