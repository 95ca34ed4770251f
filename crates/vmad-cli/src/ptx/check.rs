//! `vmad ptx check`: the legality of instructions.

use std::{cell::Cell, collections::BTreeMap, ffi::OsString, fmt::Display, io::Write};

use annotate_snippets::Level;
use vmad_files::inline_asm::{Block, Cause, Problem};
use vmad_ptx::{
    legality::{PtxVersion, Target},
    module::{Item, Items, Unreadable, wrong_types, wrong_types_of_statements},
    reading::Reading,
    syntax::{Fault, Found, Span, SyntaxError, parse},
};

use super::{
    Rules,
    early_clobber::early_clobbers,
    exec::closed,
    inline_asm::{Options, SourceFile, Subject},
};
use crate::{
    count::count,
    excerpt::Excerpt,
    failure::{Failure, Verdict},
    output::Out,
    printable::Printable,
    stdin_lines::answer_each_line,
};

/// Check whether PTX instructions are legal
///
/// In a PTX file, every video instruction, scalar or SIMD, and float mad is checked for the .target and .version of the
/// file. Dot products are counted as not covered. All other instructions are ignored. The declared
/// types of their registers are checked, but not those of guards and of parameters. In a CUDA or C++ file (.cu, .cuh, .h, .cpp and the like) the asm statements are checked, also for an
/// output that is written before an input is read and has no &: a compiler can give both one register. Without
/// --preprocess, an instruction that depends on a macro or an #if is reported and not read.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx check kernel.ptx
  vmad ptx check --target sm_75 'vadd2.u32.u32.u32 d, a, b, c;'
  vmad ptx check --target sm_61 kernel.cu
  vmad ptx check --cpp 'cc -E -x c++ -I include' kernel.cu
  echo 'vshr.u32.u32.s32.clamp d, a, b;' | vmad ptx check --lines

With --lines, each line of standard input has one answer: ok, error<TAB>message, or not covered<TAB>message for an \
instruction that is not one of these. A refused line is an answer, so the exit code is 0.

Exit code 1: a file contains an illegal instruction, a character that is not ASCII or an output that needs a &, has no \
.version or .target that can be read, or a comment has no end.
Exit code 2: an input cannot be read; a part of an asm statement is not read, because it depends on a macro; or it is not \
decided whether an output needs a &.")]
pub(crate) struct Args {
    /// PTX files, or CUDA and C++ sources; `-` for PTX from standard input; or instructions
    #[arg(value_name = "FILE|INSTRUCTION", required_unless_present = "lines", conflicts_with = "lines")]
    files: Vec<OsString>,

    /// Check lines of standard input, one instruction each
    #[arg(long)]
    lines: bool,

    /// The target [default: that of the file; of a source, sm_50]
    #[arg(long, value_name = "TARGET")]
    target: Option<Target>,

    /// The PTX version [default: that of the file; of a source, 8.0]
    #[arg(long, value_name = "VERSION")]
    ptx: Option<PtxVersion>,

    #[command(flatten)]
    sources: Options,
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    if args.lines {
        return check_lines(Checked::new(args).rules(), out);
    }
    let mut verdict = Verdict::Fine;
    for file in &args.files {
        let mut checked = Checked::new(args);
        match args.sources.subject(file)? {
            Subject::Instruction(text) => {
                verdict = verdict.max(check_text(args, text, out)?);
                continue;
            }
            Subject::Source(source) => checked.source(&source, out)?,
            Subject::Ptx(path) => checked.ptx(&SourceFile::read_ptx(path)?, out)?,
        }
        verdict = verdict.max(checked.verdict(&file.to_string_lossy(), out)?);
    }
    Ok(verdict)
}

fn check_lines(rules: Rules, out: &mut Out) -> Result<Verdict, Failure> {
    // A line that cannot be read gets an answer too.
    answer_each_line(out, true, &Cell::new(false), |out, line, _| {
        writeln!(out, "{}", check_line(line, rules))?;
        Ok(true)
    })?;
    Ok(Verdict::Fine)
}

/// The answer to a line. An instruction that is not covered is not read any further.
fn check_line(line: &str, rules: Rules) -> String {
    match parse(line) {
        Err(SyntaxError { kind: kind @ (Fault::UnknownInstruction(_) | Fault::IntegerMad(_)), .. }) => {
            format!("not covered\t{kind}")
        }
        Err(error) => format!("error\t{error}"),
        Ok(found) => match found.iter().find_map(|found| rules.judge(&found.instruction).err()) {
            Some(illegal) => format!("error\t{illegal}"),
            None => "ok".to_owned(),
        },
    }
}

/// Checks the instructions of an argument.
fn check_text(args: &Args, text: &str, out: &mut Out) -> Result<Verdict, Failure> {
    const PLACE: &str = "the instruction";
    let code = closed(text);
    for found in parse(&code).map_err(|error| Failure::ptx(PLACE, &code, &error))? {
        if let Err(illegal) = Checked::new(args).rules().judge(&found.instruction) {
            out.pass(&Failure::piece(PLACE, &code, found.span.start..found.span.end, &illegal))?;
            return Ok(Verdict::Finding);
        }
    }
    writeln!(out, "ok")?;
    Ok(Verdict::Fine)
}

#[derive(Default)]
struct Checked {
    /// The target and the version that are asked for, or else those of the file.
    target: Option<Target>,
    version: Option<PtxVersion>,
    /// Whether `.version` or `.target` cannot be read, so that the defaults are assumed.
    assumed: bool,
    instructions: u64,
    errors: u64,
    warnings: u64,
    /// Whether the target and the version are known: a file without one of them is an error, and its instructions are only
    /// read.
    has_header: bool,
    /// Of each error and warning: how often it occurs after the first time, and the first of the lines.
    again: BTreeMap<String, (u64, Vec<u64>)>,
    /// The instructions that are not covered, by name.
    not_covered: BTreeMap<String, u64>,
    statements: Option<Statements>,
}

/// The numbers of asm statements.
#[derive(Clone, Copy, Default)]
struct Statements {
    all: u64,
    /// Those that depend on a macro, or of which a part does.
    unread: u64,
    /// Those of host code.
    host: u64,
    /// The outputs that need a `&`.
    clobbered: u64,
    /// Those for which that is not decided.
    undecided: u64,
}

/// The PTX of a file, or of one of its asm statements.
#[derive(Clone, Copy)]
struct Ptx<'s> {
    file: &'s SourceFile,
    block: Option<&'s Block>,
}

impl<'s> Ptx<'s> {
    fn text(self) -> &'s str {
        self.block.map_or(&self.file.text, Block::ptx)
    }

    fn excerpt(self, span: Span, message: &str) -> Excerpt {
        self.file.excerpt(self.block.map_or(span, |block| block.place(span)), message)
    }
}

impl Checked {
    fn new(args: &Args) -> Self {
        Self { target: args.target, version: args.ptx, ..Self::default() }
    }

    fn rules(&self) -> Rules {
        Rules {
            target: self.target.unwrap_or(Rules::DEFAULT.target),
            version: self.version.unwrap_or(Rules::DEFAULT.version),
        }
    }

    fn item(&mut self, ptx: Ptx<'_>, item: Item, out: &mut Out) -> Result<(), Failure> {
        match item {
            Item::Version(version) => _ = self.version.get_or_insert(version),
            Item::Target(target) => _ = self.target.get_or_insert(target),
            Item::NotCovered(opcode) => {
                *self.not_covered.entry(opcode.of(ptx.text()).to_owned()).or_default() += 1;
            }
            Item::Error(error) => {
                self.assumed |= matches!(error.kind, Fault::Directive(_));
                self.error(ptx, error.span, &error.kind, &[], out)?;
            }
            Item::Instruction(instruction) => {
                self.instructions += 1;
                if self.instructions == 1 && !self.has_header {
                    self.header(ptx, &instruction, out)?;
                }
                match instruction {
                    Ok(found) => self.instruction(ptx, &found, out)?,
                    Err(Unreadable { error, .. }) => {
                        self.error(ptx, error.span, &error.kind, &error.kind.legal_names(), out)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn items(&mut self, ptx: Ptx<'_>, out: &mut Out) -> Result<(), Failure> {
        Items::new(ptx.text()).try_for_each(|item| self.item(ptx, item, out))
    }

    fn ptx(&mut self, file: &SourceFile, out: &mut Out) -> Result<(), Failure> {
        let ptx = Ptx { file, block: None };
        self.items(ptx, out)?;
        for wrong in wrong_types(ptx.text()) {
            self.error(ptx, wrong.span, &wrong, &[], out)?;
        }
        if let Some((start, character)) = ptx.text().char_indices().find(|(_, it)| !it.is_ascii()) {
            let span = Span { start, end: start + character.len_utf8() };
            self.error(ptx, span, &Fault::NotAscii(character), &[], out)?;
        }
        Ok(())
    }

    fn source(&mut self, source: &SourceFile, out: &mut Out) -> Result<(), Failure> {
        self.has_header = true;
        let (mut clobbered, mut undecided) = (0, 0);
        for part in source.parts() {
            match part {
                Ok(block) => {
                    let before = self.instructions;
                    let ptx = Ptx { file: source, block: Some(block) };
                    self.items(ptx, out)?;
                    for wrong in wrong_types_of_statements(block.ptx()) {
                        self.error(ptx, wrong.span, &wrong, &[], out)?;
                    }
                    if self.instructions == before {
                        continue;
                    }
                    for found in early_clobbers(source, block, Reading::DEFAULT) {
                        let (number, level) = if found.has_witness {
                            (&mut clobbered, Level::ERROR)
                        } else {
                            (&mut undecided, Level::WARNING)
                        };
                        *number += 1;
                        self.report(level, &source.excerpt(found.span, &found.message), out)?;
                    }
                }
                Err(Problem { cause: Cause::Host, .. }) => {}
                Err(Problem { span, message, cause: Cause::Unknown }) => {
                    self.report(Level::WARNING, &source.excerpt(*span, message), out)?;
                }
                Err(Problem { span, message, cause: Cause::Illegal }) => {
                    self.errors += 1;
                    self.report(Level::ERROR, &source.excerpt(*span, message), out)?;
                }
            }
        }
        let number = |is: fn(&Result<Block, Problem>) -> bool| {
            source.blocks().iter().filter(|block| is(block)).count() as u64
        };
        self.statements = Some(Statements {
            all: number(|_| true),
            unread: number(|it| match it {
                Ok(block) => !block.gaps.is_empty(),
                Err(problem) => problem.cause == Cause::Unknown,
            }),
            host: number(|it| it.as_ref().is_err_and(|problem| problem.cause == Cause::Host)),
            clobbered,
            undecided,
        });
        Ok(())
    }

    fn error(
        &mut self,
        ptx: Ptx<'_>,
        span: Span,
        message: &impl Display,
        legal: &[String],
        out: &mut Out,
    ) -> Result<(), Failure> {
        self.errors += 1;
        let excerpt = ptx.excerpt(span, &message.to_string()).suggesting(legal);
        self.report(Level::ERROR, &excerpt, out)
    }

    fn warning(&mut self, ptx: Ptx<'_>, span: Span, message: &str, out: &mut Out) -> Result<(), Failure> {
        self.warnings += 1;
        self.report(Level::WARNING, &ptx.excerpt(span, message), out)
    }

    /// Prints the first excerpt with a message, and counts the others.
    fn report(&mut self, level: Level<'_>, excerpt: &Excerpt, out: &mut Out) -> Result<(), Failure> {
        /// The lines that are shown.
        const LINES: usize = 8;
        /// The messages that are counted, so that memory does not grow with the file.
        const MESSAGES: usize = 1000;
        let Some((number, lines)) = self.again.get_mut(excerpt.message()) else {
            if self.again.len() < MESSAGES {
                self.again.insert(excerpt.message().to_owned(), (0, Vec::new()));
            }
            return Ok(out.excerpt(level, excerpt)?);
        };
        *number += 1;
        if lines.len() < LINES {
            lines.extend(excerpt.line());
        }
        Ok(())
    }

    /// Reports that a PTX file has no `.version` or no `.target` before its first instruction.
    fn header(
        &mut self,
        ptx: Ptx<'_>,
        first: &Result<Found, Unreadable>,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let span = match first {
            Ok(found) => found.span,
            Err(unreadable) => unreadable.span,
        };
        let version = (self.version.is_none(), ".version 8.0", "--ptx");
        let target = (self.target.is_none(), ".target sm_50", "--target");
        self.has_header = self.assumed || !(version.0 || target.0);
        for (is_missing, directive, option) in [version, target] {
            if is_missing && !self.has_header {
                let name = directive.split(' ').next().unwrap_or_default();
                let message = format!(
                    "no {name} before the first instruction: legal is a directive such as {directive}, or {option}"
                );
                self.error(ptx, span, &message, &[], out)?;
            }
        }
        Ok(())
    }

    fn instruction(&mut self, ptx: Ptx<'_>, found: &Found, out: &mut Out) -> Result<(), Failure> {
        match self.rules().judge(&found.instruction) {
            _ if !self.has_header => {}
            Ok(warnings) => {
                for warning in warnings {
                    self.warning(ptx, found.span, &warning, out)?;
                }
            }
            Err(illegal) => self.error(ptx, found.span, &illegal, &[], out)?,
        }
        for ignored in &found.ignored {
            let message = format!("'{}' {}", ignored.span.of(ptx.text()), ignored.reason);
            self.warning(ptx, ignored.span, &message, out)?;
        }
        Ok(())
    }

    /// Prints what is counted, and returns the verdict.
    fn verdict(&self, path: &str, out: &mut Out) -> Result<Verdict, Failure> {
        self.summary(path, out)?;
        let Statements { unread, clobbered, undecided, .. } = self.statements.unwrap_or_default();
        Ok(match (self.errors + clobbered, unread + undecided) {
            (0, 0) => Verdict::Fine,
            (0, _) => Verdict::BadInput,
            _ => Verdict::Finding,
        })
    }

    fn summary(&self, path: &str, out: &mut Out) -> Result<(), Failure> {
        let Rules { target, version } = self.rules();
        for (message, (number, lines)) in self.again.iter().filter(|(_, (number, _))| *number > 0) {
            let first = if *number > lines.len() as u64 { "the first " } else { "" };
            let word = if lines.len() == 1 { "line" } else { "lines" };
            let lines: Vec<_> = lines.iter().map(u64::to_string).collect();
            writeln!(out, "{number} more, {first}in {word} {}: {message}", lines.join(", "))?;
        }
        let is_assumed = self.assumed || (self.instructions > 0 && !self.has_header);
        let assumed = if is_assumed { " (assumed)" } else { "" };
        let instructions = match self.instructions {
            0 => "no video instruction and no float mad".to_owned(),
            number => count(number, "instruction"),
        };
        let warnings = count(self.warnings, "warning");
        let errors = self.errors;
        let statements = match self.statements {
            None => String::new(),
            Some(Statements { all, unread, host, clobbered, undecided }) => {
                let parts = [
                    (unread, "not read in full"),
                    (host, "not PTX"),
                    (clobbered, "without a necessary &"),
                    (undecided, "possibly without a necessary &"),
                ];
                let parts = parts.iter().filter(|(number, _)| *number > 0);
                let parts: Vec<_> = parts.map(|(number, what)| format!("{number} {what}")).collect();
                let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
                format!("{}{parts}, ", count(all, "asm statement"))
            }
        };
        write!(
            out,
            "{}: {statements}{instructions}, {target}, PTX {version}{assumed}: {errors} illegal, {warnings}",
            Printable(path)
        )?;
        let not_covered = self.not_covered.iter().map(|(name, number)| format!("{number} {name}"));
        let not_covered: Vec<_> = not_covered.collect();
        if !not_covered.is_empty() {
            write!(out, "; not covered: {}", not_covered.join(", "))?;
        }
        Ok(writeln!(out)?)
    }
}
