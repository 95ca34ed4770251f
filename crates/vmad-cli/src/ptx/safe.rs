//! `vmad ptx safe`: the instructions that ptxas compiles correctly.

mod file;

use std::io::Write;

use vmad_ptx::{ast::Instruction, legality::Target, syntax::parse_one};
use vmad_ptxas::{
    safety::{Answer, Asked, Finding, KINDS, Kind, Listed, findings, listing},
    versions::{NoTarget, Versions},
};

use crate::{
    failure::{Failure, Verdict},
    output::Out,
    suggest,
    wrap::wrap,
};

/// The place of errors without one.
const PLACE: &str = "vmad ptx safe";

/// Find out which video instructions ptxas compiles correctly, and what to write in place of the others
///
/// With a PTX file or a CUDA source: the verdict on each video instruction of the file. With an instruction: its verdicts.
/// With the name of an instruction: its kinds of operands, each with an example. Without an argument: a table of all
/// kinds, and the versions of each row. A wrong instruction has inputs that show it, and the shortest known PTX that
/// computes the same and that ptxas compiles correctly.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx safe --arch sm_60 --ptxas 11.8 kernel.cu
  vmad ptx safe kernel.ptx
  vmad ptx safe 'vmad.s32.u32.u32 d, a, -1, c;'
  vmad ptx safe --arch sm_86 --ptxas 12.4-13.5 vadd

right: the code of ptxas was run or compared, and no difference was found. wrong: it differs from the PTX for some values; \
D3 to D13 and P7 name the difference, which the chapter on interpretations describes. illegal: ptxas refuses the \
instruction. In parentheses: the versions of ptxas; 11.3 to 11.6 were not asked, and 11.2 and 11.7 agree.

Exit code 1: an instruction is wrong or illegal for an architecture and a version that are asked for. Exit code 2: it is \
not a video instruction (or a SIMD instruction on sm_35, whose code was not run), or a part of the file is not read.")]
pub(crate) struct Args {
    /// A PTX file, a CUDA source (.cu and the like), an instruction, or the name of an instruction
    #[arg(value_name = "FILE|INSTRUCTION")]
    subject: Option<String>,

    /// The architecture [default: that of the file, or all]
    #[arg(long, value_name = "ARCH")]
    arch: Option<Target>,

    /// A version of ptxas, or a range of versions [default: all that have the architecture]
    #[arg(long, value_name = "12.4-13.5")]
    ptxas: Option<Versions>,
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let asked = args.asked(None)?;
    let Some(text) = args.subject.as_deref().map(str::trim) else {
        table(out, &asked, KINDS.iter())?;
        return history(out);
    };
    if file::is_file(text) {
        return file::run(args, text, out);
    }
    if !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric()) {
        return opcode(text, &asked, out);
    }
    let instruction =
        parse_one(text).map_err(|error| Failure::ptx("the instruction", text, &error))?.instruction;
    let answers: Vec<_> = asked.iter().filter_map(|asked| Answer::of(&instruction, asked)).collect();
    if answers.is_empty() {
        let message = format!("no video instruction whose code was run: legal are {}", opcodes().join(", "));
        return Err(Failure::piece("the instruction", text, 0..text.len(), &message));
    }
    for answer in &answers {
        writeln!(
            out,
            "{}",
            wrap(&answer.to_string(), &format!("{:<11} ", answer.asked.name), &" ".repeat(12))
        )?;
    }
    details(&instruction, &answers, out)?;
    Ok(if answers.iter().all(Answer::is_right) { Verdict::Fine } else { Verdict::Finding })
}

impl Args {
    /// What is asked for, where the file may name the architecture.
    fn asked(&self, target: Option<Target>) -> Result<Vec<Asked>, Failure> {
        let refuse = |error: NoTarget| Failure::input(PLACE, &error);
        Asked::of(self.arch.or(target), self.ptxas).map_err(refuse)
    }
}

fn example(kind: &Kind) -> Result<Instruction, Failure> {
    Ok(parse_one(kind.example).map_err(|error| Failure::ptx(PLACE, kind.example, &error))?.instruction)
}

/// The opcodes of the table, in the order of their first row.
fn opcodes() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for name in KINDS.iter().flat_map(|kind| kind.opcodes) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    names
}

/// The kinds of an opcode with their examples.
fn opcode(name: &str, asked: &[Asked], out: &mut Out) -> Result<Verdict, Failure> {
    let kinds: Vec<&Kind> = KINDS.iter().filter(|kind| kind.opcodes.contains(&name)).collect();
    if kinds.is_empty() {
        let names = opcodes();
        let hint = suggest::hint(name, &names).map(|hint| format!("; {hint}")).unwrap_or_default();
        let message = format!(
            "no video instruction {name:?}: legal are {}, a whole instruction, or a file{hint}",
            names.join(", ")
        );
        return Err(Failure::input(PLACE, &message));
    }
    table(out, asked, kinds.iter().copied())?;
    for kind in kinds {
        let instruction = example(kind)?;
        let answers: Vec<_> = asked.iter().filter_map(|asked| Answer::of(&instruction, asked)).collect();
        if !answers.iter().all(Answer::is_right) {
            writeln!(out, "\n{}", kind.example)?;
            details(&instruction, &answers, out)?;
        }
    }
    Ok(Verdict::Fine)
}

/// The operands of each kind, and the rows of each architecture. A row in parentheses is in some of the versions.
fn table<'r>(out: &mut Out, asked: &[Asked], kinds: impl Iterator<Item = &'r Kind>) -> Result<(), Failure> {
    let heading = out.palette().heading;
    let columns = asked.iter().map(|asked| format!("{:<10}", asked.name)).collect::<String>();
    writeln!(out, "{heading}{columns}instruction: operands{heading:#}")?;
    for kind in kinds {
        let instruction = example(kind)?;
        let cell = |asked: &Asked| Answer::of(&instruction, asked).map_or(String::new(), |it| it.short());
        let cells = asked.iter().map(|asked| format!("{:<10}", cell(asked))).collect::<String>();
        let text = format!("{}: {}", kind.opcodes.join(" "), kind.operands);
        writeln!(out, "{}", wrap(&text, &cells, &" ".repeat(cells.len())))?;
    }
    Ok(())
}

/// The versions of each row, with an example.
fn history(out: &mut Out) -> Result<Verdict, Failure> {
    let heading = out.palette().heading;
    writeln!(out, "A row in parentheses is in some of the versions.\n\n{heading}rows{heading:#}")?;
    for Listed { name, archs, versions, title, code, witness } in listing() {
        writeln!(out, "{}", wrap(&format!("{name}: {versions} ({archs}): {title}"), "", "  "))?;
        writeln!(out, "{}", wrap(code, "  ", "    "))?;
        if let Some(witness) = witness {
            writeln!(out, "    {witness}")?;
        }
    }
    let note = "Not in the table: a register b whose constant of 16 bits ptxas knows, with a selector (D7, sm_50 to \
                sm_62); `vmad check` finds it. I1 to I12 are ordinary integer code, which is not searched for in files.";
    writeln!(out, "{}", wrap(note, "", ""))?;
    Ok(Verdict::Fine)
}

/// Each miscompile of an instruction: where, inputs that show it, and what to write instead.
fn details(instruction: &Instruction, answers: &[Answer<'_>], out: &mut Out) -> Result<(), Failure> {
    for Finding { row, places, witness, instead } in findings(instruction, answers) {
        let title = row.map_or("illegal".to_owned(), |row| format!("{row}, {}", row.title));
        writeln!(out, "{}", wrap(&format!("{title} ({})", places.join("; ")), "  ", "    "))?;
        if let Some(witness) = witness {
            writeln!(out, "    {witness}")?;
        }
        for (at, line) in instead.iter().flatten().enumerate() {
            writeln!(out, "    {}{line}", if at == 0 { "write " } else { "      " })?;
        }
    }
    Ok(())
}
