//! `vmad ptx safe`: the instructions that ptxas compiles correctly.

use std::{io::Write, path::Path};

use vmad_files::inline_asm::{Cause, Problem};
use vmad_map::rows::{LOST_SELECTOR, ordinary};
use vmad_ptx::{ast::Instruction, legality::Target, reading::Reading, syntax::parse_one};
use vmad_ptxas::{
    safety::{Answer, Asked, InstructionKind, KINDS, Listed, findings, listing},
    versions::Versions,
};
use vmad_validate::{
    patterns::matches,
    safety::{FoundVideo, Judged},
};

use super::{
    early_clobber::EarlyClobber,
    inline_asm::{Options, SourceFile, Subject, closed},
};
use crate::{
    count::count,
    failure::{Exit, Failure},
    output::Out,
    printable::Printable,
    source::is_word,
    stdin_lines::answer_every_line,
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
/// computes the same and that ptxas compiles correctly: `vmad ptx rewrite` writes it into the file. Constants in registers are followed, because ptxas makes
/// immediates of them: each function is run on many inputs. In a CUDA source, an
/// operand that is not a number can be a constant too, of any value: the compiler knows it, or inlines a function that is
/// called with one. The output of `nvcc --ptx` says which ones are. A PTX file is also searched for the examples of the
/// rows about ordinary code.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx safe --arch sm_86 --ptxas 12.4 kernel.cu
  vmad ptx safe kernel.ptx
  vmad ptx safe 'vmad.s32.u32.u32 d, a, -1, c;'
  vmad ptx safe --arch sm_86 --ptxas 12.4-13.5 vadd
  echo 'vadd.u32.u32.u32.sat d, a, b;' | vmad ptx safe --lines

right: the code of ptxas was run or compared, and no difference was found. removed: it would be wrong, but ptxas \
removes it: it does not run, or its result is not used. wrong: it differs from the PTX for some values; \
docs/src/divergence.md describes the row that it names. not certain: it is wrong if ptxas knows the value of a register, or if it runs; \
`vmad check FILE.ptx` asks ptxas. illegal: ptxas refuses the instruction. In parentheses: the versions of ptxas; 11.3 to \
11.6 were not asked, and 11.2 and 11.7 agree.

With --lines, each line has one answer: right, wrong<TAB>the versions, or error<TAB>message; the exit code is then 0.

Exit code 1: an instruction is wrong or illegal for an architecture and a version that are asked for, or an output of an \
asm statement is written before an input is read and has no &. Exit code 2: it is not a video instruction (or a SIMD \
instruction on sm_35, whose code was not run), an instruction of the file is not certain or not read, or it is not decided \
whether an output needs a &.")]
pub(crate) struct Args {
    /// A PTX file (`-` is standard input), a CUDA source (.cu and the like), an instruction, or the name of an instruction
    #[arg(value_name = "FILE|INSTRUCTION")]
    subject: Option<String>,

    /// Answer lines of standard input, one instruction each
    #[arg(long, conflicts_with = "subject")]
    lines: bool,

    /// The architecture [default: that of the file, or all]
    #[arg(long, value_name = "ARCH")]
    arch: Option<Target>,

    /// A version of ptxas from 11.2 to 13.5 (12.4), or a range (12.4-13.5) [default: all that have the architecture]
    #[arg(long, value_name = "VERSION[-VERSION]")]
    ptxas: Option<Versions>,

    /// The optimization level of ptxas; at 0, it knows no constants of registers
    #[arg(long, value_name = "0-3", value_parser = clap::value_parser!(u8).range(0..=3), default_value_t = 3)]
    opt: u8,

    #[command(flatten)]
    sources: Options,
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    let asked = args.asked(None)?;
    if args.lines {
        return lines(&asked, out);
    }
    let Some(text) = args.subject.as_deref().map(str::trim) else {
        table(out, &asked, KINDS.iter())?;
        return rows(out);
    };
    let is_name = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric()) && !is_word(text);
    if is_name && !Path::new(text).is_file() {
        return opcode(text, &asked, out);
    }
    judge_subject(args, args.sources.subject(text)?, out)
}

fn judge_instruction(text: &str, asked: &[Asked], out: &mut Out) -> Result<Exit, Failure> {
    let instruction =
        parse_one(text).map_err(|error| Failure::ptx("the instruction", text, &error))?.instruction;
    let answers = Answer::all(&instruction, asked);
    if answers.is_empty() {
        let legal = InstructionKind::all_opcodes().join(", ");
        let message = format!("no video instruction whose code was run: legal are {legal}");
        return Err(Failure::piece("the instruction", text, 0..text.len(), &message));
    }
    for answer in &answers {
        writeln!(out, "{:<11} {answer}", answer.asked.name)?;
    }
    details(&instruction, &answers, out)?;
    Ok(if answers.iter().all(Answer::is_right) { Exit::Fine } else { Exit::Finding })
}

/// The answer to each line of standard input: `right`, or `wrong` or `error`, a tab and what is wrong.
fn lines(asked: &[Asked], out: &mut Out) -> Result<Exit, Failure> {
    answer_every_line(out, |line, _| {
        Ok(match parse_one(&closed(line)) {
            Err(error) => format!("error\t{error}"),
            Ok(found) => match Answer::all(&found.instruction, asked).as_slice() {
                [] => "error\tno video instruction whose code was run".to_owned(),
                answers if answers.iter().all(Answer::is_right) => "right".to_owned(),
                answers => {
                    let wrong = answers.iter().filter(|answer| !answer.is_right());
                    let wrong = wrong.map(|answer| format!("{}: {answer}", answer.asked.name));
                    format!("wrong\t{}", wrong.collect::<Vec<_>>().join("; "))
                }
            },
        })
    })?;
    Ok(Exit::Fine)
}

impl Args {
    /// What is asked for, where the file may name the architecture.
    fn asked(&self, target: Option<Target>) -> Result<Vec<Asked>, Failure> {
        Asked::with(self.arch.or(target), self.ptxas).map_err(|error| Failure::input(PLACE, &error))
    }
}

/// The verdict on each video instruction of a file, or those on an instruction.
fn judge_subject(args: &Args, subject: Subject<'_>, out: &mut Out) -> Result<Exit, Failure> {
    let (mut counts, mut ordinary, mut verdict) = ([0_u64; 5], 0, Exit::Fine);
    let judge = |found: FoundVideo, asked: &[Asked]| {
        if args.opt == 0 { found.without_optimization().judge(asked) } else { found.judge(asked) }
    };
    let mut print = |(file, line): (&str, u32), Judged { class, title, details }: Judged| {
        counts[class as usize] += 1;
        writeln!(out, "{}:{line}: {title}", Printable(file))?;
        details.iter().try_for_each(|line| out.paragraph(line, "  ", "    "))
    };
    let file = match subject {
        Subject::Instruction(text) => return judge_instruction(&text, &args.asked(None)?, out),
        Subject::Ptx(path) => SourceFile::read_ptx(path)?,
        Subject::Source(source) => *source,
    };
    // ptxas compiles a target that it no longer knows for later ones.
    let target = file.module().and_then(|module| module.target);
    let target = target.filter(|target| Asked::with(Some(*target), None).is_ok());
    let asked = args.asked(target)?;
    let mut clobbers = Vec::new();
    for part in file.parts() {
        match part {
            Ok(code) => {
                let found = code.videos(true);
                if !found.is_empty() {
                    clobbers.extend(code.early_clobbers(Reading::DEFAULT));
                }
                found.into_iter().try_for_each(|found| print(code.line(found.span), judge(found, &asked)))?;
            }
            Err(problem) if problem.cause == Cause::Host => {}
            Err(Problem { span, message, .. }) => {
                print(file.line(span.start), Judged::not_read(message))?;
            }
        }
    }
    for EarlyClobber { span, message, has_witness } in clobbers {
        let (file, line) = file.line(span.start);
        out.paragraph(&format!("{}:{line}: {message}", Printable(file)), "", "  ")?;
        verdict = verdict.max(if has_witness { Exit::Finding } else { Exit::BadInput });
    }
    let name = &file.name;
    for found in file.module().into_iter().flat_map(|module| matches(&file.text, module)) {
        let judged = Judged::of_row(found.span.of(&file.text), found.row, args.arch.or(target), &asked);
        let Some(Judged { title, details, .. }) = judged else { continue };
        ordinary += 1;
        writeln!(out, "{}:{}: {title}", Printable(name), file.line(found.span.start).1)?;
        details.iter().try_for_each(|line| out.paragraph(line, "  ", "    "))?;
    }
    let [right, wrong, not_certain, not_read, removed] = counts;
    let places: Vec<_> =
        asked.iter().map(|asked| format!("{}, ptxas {}", asked.name, asked.versions)).collect();
    let (name, places) = (Printable(name), places.join("; "));
    let found = if counts == [0; 5] {
        let place = if file.is_ptx() { "" } else { " in an asm statement" };
        format!("no video instruction{place}")
    } else {
        let total = count(right + wrong + not_certain + removed, "video instruction");
        let removed = if removed > 0 { format!(", {removed} removed") } else { String::new() };
        format!(
            "{total}: {right} right, {wrong} wrong, {not_certain} not certain{removed}; {not_read} not read"
        )
    };
    out.paragraph(&format!("{name}: {found} ({places})"), "", "  ")?;
    if wrong > 0 {
        let text = "`vmad ptx rewrite --only-wrong` replaces what is wrong; in an asm statement, with its operands (%0).";
        out.paragraph(text, "", "  ")?;
    }
    if not_certain > 0 {
        let is_ptx = Path::new(name.0).extension().is_some_and(|extension| extension == "ptx");
        let file = if is_ptx { name.to_string() } else { "FILE.ptx".to_owned() };
        out.paragraph(&format!("`vmad check {file}` asks ptxas about what is not certain."), "", "  ")?;
    }
    if ordinary > 0 {
        let text =
            format!("{name}: ptxas also compiles {} of ordinary code wrongly.", count(ordinary, "place"));
        out.paragraph(&text, "", "  ")?;
    }
    Ok(verdict.max(match (wrong + ordinary, not_certain + not_read) {
        (0, 0) => Exit::Fine,
        (0, _) => Exit::BadInput,
        _ => Exit::Finding,
    }))
}

/// The kinds of an opcode with their examples.
fn opcode(name: &str, asked: &[Asked], out: &mut Out) -> Result<Exit, Failure> {
    let kinds = InstructionKind::of(name);
    if kinds.is_empty() {
        let names = InstructionKind::all_opcodes();
        let hint = suggest::hint(name, &names).map(|hint| format!("; {hint}")).unwrap_or_default();
        let legal = names.join(", ");
        let message =
            format!("no video instruction {name:?}: legal are {legal}, a whole instruction, or a file{hint}");
        return Err(Failure::input(PLACE, &message));
    }
    table(out, asked, kinds.iter().copied())?;
    for (kind, instruction) in kinds.iter().filter_map(|kind| Some((kind, kind.instruction()?))) {
        let answers = Answer::all(&instruction, asked);
        if !answers.iter().all(Answer::is_right) {
            writeln!(out, "\n{}", kind.example)?;
            details(&instruction, &answers, out)?;
        }
    }
    Ok(Exit::Fine)
}

/// The rows of each architecture for each kind. A row in parentheses is in some of the versions.
fn table<'r>(
    out: &mut Out,
    asked: &[Asked],
    kinds: impl Iterator<Item = &'r InstructionKind>,
) -> Result<(), Failure> {
    let columns = |of: &dyn Fn(&Asked) -> String| -> String {
        asked.iter().map(|asked| format!("{:<10}", of(asked))).collect()
    };
    out.heading(columns(&|asked| asked.name.clone()) + "instruction: operands")?;
    for kind in kinds {
        let answer = |asked: &Asked| Some(Answer::new(&kind.instruction()?, asked)?.short());
        let cells = columns(&|asked| answer(asked).unwrap_or_default());
        let text = format!("{}: {}", kind.opcodes.join(" "), kind.operands);
        out.paragraph(&text, &cells, &" ".repeat(cells.len()))?;
    }
    Ok(())
}

/// The versions of each row, with an example.
fn rows(out: &mut Out) -> Result<Exit, Failure> {
    let note = "D10: ptxas computes what the row D10 below says, in place of the PTX. (D10): only some of the versions do. -: \
                ptxas refuses the instruction. I rows are about ordinary integer code.";
    out.paragraph(note, "", "")?;
    writeln!(out)?;
    out.heading("rows")?;
    for Listed { name, archs, versions, title, code, witness } in listing() {
        out.paragraph(&format!("{name}: {versions} ({archs}): {title}"), "", "  ")?;
        out.paragraph(code, "  ", "    ")?;
        out.paragraph(&witness.to_string(), "    ", "      ")?;
    }
    let ordinary: Vec<_> = ordinary().map(|row| row.id).collect();
    let note = format!(
        "Not in the table: a register b whose constant of 16 bits ptxas knows, with a selector ({LOST_SELECTOR}, sm_50 to \
         sm_62). Of {}, ordinary integer code, the code of the example and its variants are searched for in PTX files.",
        ordinary.join(", ")
    );
    out.paragraph(&note, "", "")?;
    Ok(Exit::Fine)
}

/// Each miscompile of an instruction: where, inputs that show it, and what to write instead.
fn details(instruction: &Instruction, answers: &[Answer<'_>], out: &mut Out) -> Result<(), Failure> {
    let lines = findings(instruction, answers).into_iter().flat_map(|finding| finding.lines());
    Ok(lines.map(|line| wrap(&line, "  ", "    ")).try_for_each(|line| writeln!(out, "{line}"))?)
}
