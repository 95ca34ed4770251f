//! `vmad ptx rewrite`: PTX in place of video instructions that is right, and short.

mod edited;
mod template;

use std::{fs, io::Write, path::PathBuf, slice};

use vmad_files::inline_asm::{Block, Cause, Problem};
use vmad_proof::equal::{Equality, Proof, decide, statement::Statement};
use vmad_ptx::{
    ast::{Body, Instruction},
    legality::Target,
    reading::Reading,
    sequence::Sequence,
    syntax::parse_one,
};
use vmad_ptxas::{
    rewrite::{costs, ordinary},
    safety::{Answer, Asked, Reason, better},
    versions::Versions,
};
use vmad_validate::{
    patterns::matches,
    safety::{Class, FoundVideo, Judged},
};

use super::{
    early_clobber::EarlyClobber,
    inline_asm::{Options, SourceFile, Subject, closed},
    part::PtxPart,
};
use crate::{
    excerpt::Place,
    failure::{Exit, Failure},
    output::Out,
    solving::SolverOptions,
    stderr::say,
    stdin_lines::{answer_every_line, place},
};

use edited::Edited;
use template::{in_template, of_template};

/// The place of errors without one.
const PLACE: &str = "vmad ptx rewrite";

/// Replace video instructions by PTX that ptxas compiles correctly, and to fewer instructions
///
/// With an instruction: a block of PTX with its operands, and in a comment why. If ptxas compiles the instruction
/// correctly, and the block is not shorter, the instruction is printed as it is. With a PTX file: the file with a block in
/// place of each video instruction that is wrong or longer, which stays as a comment. With a CUDA source: each asm
/// statement that changes, to paste, or with -o the whole source. All sources of an instruction are read before its
/// destination is written, so that no replacement makes an `&` necessary; an output that needs one is reported.
#[derive(Debug, clap::Args)]
// A question of one instruction is small.
#[command(mut_arg("time_limit", |limit| limit.default_value("60")))]
#[command(after_help = "\
Examples:
  vmad ptx rewrite 'vadd.u32.u32.u32.sat d, a, b;'
  vmad ptx rewrite --arch sm_90 --prove 'vavrg4.u32.u32.u32 d, a, b, c;'
  vmad ptx rewrite --only-wrong kernel.ptx -o right.ptx
  vmad ptx rewrite --arch sm_90 kernel.cu
  echo 'vadd.u32.u32.u32.sat d, a, b;' | vmad ptx rewrite --lines

With --lines, each line of standard input has one answer in one line: the block, the instruction itself, or error<TAB>message.

The numbers of SASS instructions are those of ptxas 12.9 for sm_75, sm_86, sm_90 and sm_120, recorded for different \
registers and whole words, and for SIMD of all lanes or with a mask and selectors; others are about as long. Those of \
the nearest architecture before the given one count. For a target before sm_70, where a video \
instruction is one SASS instruction, only a wrong one is replaced.

Exit codes: 0 the result is written, whether something is replaced or not; 2 it is not a video instruction, a part of the \
file is not read, ordinary code of a PTX file is compiled wrongly, or a proof is not found.")]
pub(crate) struct Args {
    /// A PTX file (`-` is standard input), a CUDA source (.cu and the like), or an instruction
    #[arg(value_name = "FILE|INSTRUCTION", required_unless_present = "lines", conflicts_with = "lines")]
    subject: Option<String>,

    /// Answer lines of standard input, one instruction each
    #[arg(long, conflicts_with = "output")]
    lines: bool,

    /// The architecture [default: that of the file, or sm_86]
    #[arg(long, value_name = "ARCH")]
    arch: Option<Target>,

    /// A version of ptxas from 11.2 to 13.5 (12.4), or a range (12.4-13.5) [default: all that have the architecture]
    #[arg(long, value_name = "VERSION[-VERSION]")]
    ptxas: Option<Versions>,

    /// Keep the instructions that are compiled correctly, however long their code is
    #[arg(long)]
    only_wrong: bool,

    /// Write the result to a file
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Prove each block equal to its instruction, as vmad ptx equal does; a proof by integer polynomials is not checked, and named
    #[arg(long)]
    prove: bool,

    #[command(flatten)]
    sources: Options,

    #[command(flatten)]
    solver: SolverOptions,
}

/// The question for one instruction.
struct Rewriter<'a> {
    args: &'a Args,
    target: Target,
    asked: Asked,
    /// Whether the file is a CUDA source.
    is_source: bool,
}

/// What stands in place of an instruction.
struct Replacement {
    /// Why, for a comment.
    why: String,
    /// The lines; [`None`] if the instruction stays.
    lines: Option<Vec<String>>,
    /// The proof of the lines, if it is asked for.
    proof: Option<Proof>,
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    if args.lines {
        let rewriter = Rewriter::new(args, None, false)?;
        return answer_every_line(out, |line, number| {
            let (_, block) = rewriter.block(&place(number), &closed(line))?;
            Ok(block.join(" "))
        });
    }
    match args.sources.subject(args.subject.as_deref().unwrap_or_default())? {
        Subject::Instruction(text) => {
            let rewriter = Rewriter::new(args, None, false)?;
            let (why, block) = rewriter.block(&"the instruction".into(), text.trim())?;
            write(args, &format!("// {why}\n{}\n", indented(&block, "")), out)?;
            Ok(Exit::Fine)
        }
        Subject::Ptx(path) => file(args, &SourceFile::read_ptx(path)?, out),
        Subject::Source(source) => file(args, &source, out),
    }
}

/// Writes a text with its replacements, and says what was replaced.
fn finish(edited: Edited<'_>, name: &str, rewriter: &Rewriter<'_>, out: &mut Out) -> Result<Exit, Failure> {
    let Edited { total, replaced, unchecked, left, .. } = edited;
    match (&rewriter.args.output, rewriter.is_source) {
        (None, true) => {}
        _ => write(rewriter.args, &edited.into_text(), out)?,
    }
    let (target, versions) = (rewriter.target, rewriter.asked.versions);
    let found = if total + left == 0 {
        let place = if rewriter.is_source { " in an asm statement" } else { "" };
        format!("no video instruction{place}")
    } else {
        let proved = match unchecked {
            _ if !rewriter.args.prove => String::new(),
            0 => format!(", {replaced} proved equal"),
            by => format!(", {replaced} proved equal ({by} of them {})", Proof::Polynomials.how()),
        };
        format!("{replaced} of {total} video instructions replaced{proved}; {left} not read or not replaced")
    };
    say(format!("{name}: {found} ({target}, ptxas {versions})"));
    Ok(if left == 0 { Exit::Fine } else { Exit::BadInput })
}

/// A PTX file with its replacements; of a CUDA source, its asm statements that change, or the whole of it.
fn file(args: &Args, file: &SourceFile, out: &mut Out) -> Result<Exit, Failure> {
    let target = file.module().and_then(|module| module.target);
    let rewriter = Rewriter::new(args, target, !file.is_ptx())?;
    let mut edited = Edited::new(&file.text, 0);
    for part in file.parts() {
        match part {
            Ok(code) => match code.block {
                Some(block) => statement(&rewriter, code, block, &mut edited, out)?,
                None => ptx(&rewriter, code, &mut edited)?,
            },
            Err(problem) if problem.cause == Cause::Host => {}
            Err(Problem { span, message, .. }) => {
                edited.leave(&file.place(*span), &format!("not read: {message}"));
            }
        }
    }
    finish(edited, &file.name, &rewriter, out)
}

/// The replacements in a PTX file.
fn ptx(rewriter: &Rewriter<'_>, code: PtxPart<'_>, edited: &mut Edited<'_>) -> Result<(), Failure> {
    let text = code.text();
    for found in code.videos(true) {
        let start = found.span.start;
        let place = code.place(found.span);
        let Some((instruction, by_constants)) = rewriter.read(&found, &place, edited) else { continue };
        let Replacement { lines, proof, .. } = rewriter.replace(instruction, by_constants)?;
        let Some(lines) = lines else { continue };
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let indent: String = text[line..start].chars().take_while(|c| c.is_whitespace()).collect();
        let text = format!("/* {instruction} */\n{indent}{}", indented(&lines, &indent));
        edited.replace(found.span, &text, proof);
    }
    for found in code.file.module().into_iter().flat_map(|module| matches(text, module)) {
        let asked = slice::from_ref(&rewriter.asked);
        if let Some(judged) = Judged::of_row(found.span.of(text), found.row, Some(rewriter.target), asked) {
            let why = format!("not replaced: {}: {}", judged.title, judged.details[0]);
            edited.leave(&code.place(found.span), &why);
        }
    }
    Ok(())
}

/// The replacements in an asm statement; without an output file, it is written if it changes.
fn statement(
    rewriter: &Rewriter<'_>,
    code: PtxPart<'_>,
    block: &Block,
    edited: &mut Edited<'_>,
    out: &mut Out,
) -> Result<(), Failure> {
    let source = code.file;
    let mut statement = Edited::new(&source.text[..block.span.end], block.span.start);
    let before = edited.total;
    for found in code.videos(true) {
        let (span, place) = (code.in_file(found.span), code.place(found.span));
        let Some((instruction, by_constants)) = rewriter.read(&found, &place, edited) else { continue };
        let in_template = in_template(span.of(&source.text), instruction);
        let written = in_template.as_ref().unwrap_or(instruction);
        let Replacement { lines, proof, .. } = rewriter.replace(written, by_constants)?;
        let Some(lines) = lines.map(|lines| lines.join(" ")) else { continue };
        if in_template.is_some() {
            let text = of_template(&lines);
            edited.replace(span, &text, proof);
            statement.replace(span, &text, proof);
        } else {
            let why = format!("not edited, since it is not one string literal: {instruction} write {lines}");
            edited.leave(&place, &why);
        }
    }
    if edited.total > before {
        for EarlyClobber { span, message, .. } in code.early_clobbers(Reading::DEFAULT) {
            edited.leave(&source.place(span), &message);
        }
    }
    if statement.replaced > 0 && rewriter.args.output.is_none() {
        writeln!(out, "// {}\n{};", source.place(block.span), statement.into_text())?;
    }
    Ok(())
}

impl<'a> Rewriter<'a> {
    fn new(args: &'a Args, of_file: Option<Target>, is_source: bool) -> Result<Self, Failure> {
        let of_file = of_file.filter(|target| Asked::with(Some(*target), None).is_ok());
        let target = args.arch.or(of_file).unwrap_or(Target::sm(86));
        let asked =
            Asked::with(Some(target), args.ptxas).map_err(|error| Failure::input(PLACE, &error))?.remove(0);
        Ok(Self { args, target, asked, is_source })
    }

    /// An instruction of a file, and whether it is wrong, or can be, because of constants in registers; [`None`] if it is
    /// not read.
    fn read<'f>(
        &self,
        found: &'f FoundVideo,
        place: &str,
        edited: &mut Edited<'_>,
    ) -> Option<(&'f Instruction, bool)> {
        let judged = found.judge(slice::from_ref(&self.asked));
        let (Class::Right | Class::Wrong | Class::NotCertain | Class::Removed, Ok(instruction)) =
            (judged.class, &found.instruction)
        else {
            edited.leave(place, &judged.title);
            return None;
        };
        edited.total += 1;
        if judged.class == Class::Removed {
            return None;
        }
        if judged.class == Class::NotCertain && self.is_source {
            edited.leave(place, &format!("not replaced: {}: {}", judged.title, judged.details.join("; ")));
            return None;
        }
        let is_right = || Answer::new(instruction, &self.asked).is_some_and(|answer| answer.is_right());
        Some((instruction, judged.class != Class::Right && is_right()))
    }

    /// The lines for an instruction, and why: a block, or the instruction itself.
    fn block(&self, place: &Place, text: &str) -> Result<(String, Vec<String>), Failure> {
        let instruction =
            parse_one(text).map_err(|error| Failure::ptx(place.clone(), text, &error))?.instruction;
        if !matches!(instruction.body, Body::Video(_)) || Answer::new(&instruction, &self.asked).is_none() {
            let message = format!("no video instruction whose code was run for {}", self.target);
            return Err(Failure::piece(place.clone(), text, 0..text.len(), &message));
        }
        let Replacement { why, lines, .. } = self.replace(&instruction, false)?;
        Ok((why, lines.unwrap_or_else(|| vec![instruction.to_string()])))
    }

    /// `by_constants`: it is wrong, or can be, because of constants in registers.
    fn replace(&self, instruction: &Instruction, by_constants: bool) -> Result<Replacement, Failure> {
        let better = if by_constants {
            ordinary(instruction, self.target).map(|lines| (Reason::Wrong, lines))
        } else {
            let better = better(instruction, self.target, self.asked.versions);
            better.filter(|(reason, _)| !self.args.only_wrong || *reason == Reason::Wrong)
        };
        let verdict =
            Answer::new(instruction, &self.asked).map(|answer| answer.to_string()).unwrap_or_default();
        let mut why = format!("{}: ptxas is {verdict}", self.target);
        if let Some([costs::Costs { video, ordinary }, _]) = costs::costs(instruction, self.target) {
            let [video, ordinary] = [video.instructions, ordinary.instructions];
            let kind = costs::kind(instruction).filter(|_| !costs::is_of_kind(instruction));
            why.extend([match kind {
                None => format!("; {video} SASS instructions, ordinary code {ordinary}"),
                Some(kind) => format!(
                    "; about {video} SASS instructions, ordinary code about {ordinary}: those of {}",
                    kind.to_string().trim_end_matches(';')
                ),
            }]);
        }
        let lines = better.map(|(_, lines)| lines);
        let asked = lines.as_ref().filter(|_| self.args.prove);
        let proof = asked.map(|lines| self.prove(instruction, lines)).transpose()?;
        let why = match proof {
            None => why,
            Some(Proof::Checked) => why + "; proved equal",
            Some(Proof::Polynomials) => format!("{why}; proved equal {}", Proof::Polynomials.how()),
        };
        Ok(Replacement { why, lines, proof })
    }

    fn prove(&self, instruction: &Instruction, lines: &[String]) -> Result<Proof, Failure> {
        let original = instruction.to_string();
        let undecided = |why: &dyn std::fmt::Display| {
            Failure::input(PLACE, &format!("{original} and its block are not proved equal: {why}"))
        };
        let read = |text: &str| Sequence::parse(text).map_err(|error| undecided(&error.kind));
        let [one, other] = [read(&original)?, read(&lines.join("\n"))?];
        let Body::Video(video) = &instruction.body else {
            return Err(undecided(&"it is not a video instruction"));
        };
        let outputs = [video.d().name().to_owned()];
        let statement = Statement::new(&one, &other, &[], &outputs).map_err(|error| undecided(&error))?;
        let asked = self.args.solver.solver()?;
        let found = decide(&statement, &asked.solver);
        asked.finish()?;
        match found {
            Equality::Equal(proof) => Ok(proof),
            Equality::Different(..) => Err(undecided(&"they differ")),
            Equality::Unknown { why, .. } => Err(undecided(&why)),
        }
    }
}

/// Lines of a block: all but the first behind the indent, and those between the braces two columns further.
fn indented(lines: &[String], indent: &str) -> String {
    let line = |line: &String| if line.starts_with(['{', '}']) { line.clone() } else { format!("  {line}") };
    match lines {
        [one] => one.clone(),
        lines => lines.iter().map(line).collect::<Vec<_>>().join(&format!("\n{indent}")),
    }
}

fn write(args: &Args, text: &str, out: &mut Out) -> Result<(), Failure> {
    match &args.output {
        Some(path) => fs::write(path, text).map_err(|error| {
            Failure::input(path.display().to_string(), &format!("cannot be written: {error}"))
        }),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}
