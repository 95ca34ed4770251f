//! `vmad ptx check`: the legality of instructions.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    io::{self, Write},
};

use annotate_snippets::Level;
use vmad_files::inline_asm::{Block, Cause, Problem, is_source};
use vmad_ptx::{
    legality::{PtxVersion, Target},
    module::{Item, Items, Unreadable},
    syntax::{Fault, Found, Span, SyntaxError, parse},
};

use super::{
    Rules,
    exec::why,
    inline_asm::SourceFile,
    pieces::{Text, each_item},
};
use crate::{
    count::count,
    excerpt::Excerpt,
    failure::{Failure, Verdict},
    output::Out,
    printable::Printable,
    source::Lines,
    stdin_lines::each_line_or_refusal,
};

/// Check whether PTX instructions are legal
///
/// In a PTX file, every video instruction, scalar or SIMD, and float mad is checked for the .target and .version of the
/// file. Dot products are counted as not covered. All other instructions are ignored. Declarations and types of registers
/// are not checked. In a CUDA or C++ file (.cu, .cuh, .h, .cpp and the like) the asm statements are checked; the file is
/// not preprocessed, and a statement that depends on a macro is reported and not read.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx check kernel.ptx
  vmad ptx check --target sm_61 kernel.cu
  echo 'vshr.u32.u32.s32.clamp d, a, b;' | vmad ptx check --lines

With --lines, each line of standard input has one answer: ok, error<TAB>message, or not covered<TAB>message for an \
instruction that is not one of these. A refused line is an answer, so the exit code is 0.

Exit code 1: a file contains an illegal instruction, or a .version, .target or comment that cannot be read.
Exit code 2: an input cannot be read.")]
pub(crate) struct Args {
    /// PTX files, or CUDA and C++ sources; `-` for PTX from standard input
    #[arg(value_name = "FILE", required_unless_present = "lines", conflicts_with = "lines")]
    files: Vec<OsString>,

    /// Check lines of standard input, one instruction each
    #[arg(long)]
    lines: bool,

    /// The target [default: that of the file, or sm_50]
    #[arg(long, value_name = "TARGET")]
    target: Option<Target>,

    /// The PTX version [default: that of the file, or 8.0]
    #[arg(long, value_name = "VERSION")]
    ptx: Option<PtxVersion>,
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    if args.lines {
        return check_lines(args.rules(None, None), out);
    }
    let mut verdict = Verdict::Fine;
    for file in &args.files {
        verdict = verdict.max(check_file(args, file, out)?);
    }
    Ok(verdict)
}

impl Args {
    fn rules(&self, target: Option<Target>, version: Option<PtxVersion>) -> Rules {
        Rules {
            target: self.target.or(target).unwrap_or(Rules::DEFAULT.target),
            version: self.ptx.or(version).unwrap_or(Rules::DEFAULT.version),
        }
    }
}

fn check_lines(rules: Rules, out: &mut Out) -> Result<Verdict, Failure> {
    // A line that cannot be read gets an answer too.
    each_line_or_refusal(&mut Lines::new(io::stdin().lock()), out, Out::send, |out, line, _| {
        match line {
            Ok(line) => writeln!(out, "{}", check_line(line, rules))?,
            Err(refused) => writeln!(out, "error\t{refused}")?,
        }
        Ok(())
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

/// Prints the errors and the warnings of a file, and the number of its instructions.
fn check_file(args: &Args, path: &OsStr, out: &mut Out) -> Result<Verdict, Failure> {
    let mut file = Checked::new(args);
    if is_source(path.as_ref()) {
        file.source(&SourceFile::read(path.as_ref())?, out)?;
    } else {
        each_item(path, |piece, item| file.item(piece, item, out))?;
    }
    file.summary(&path.to_string_lossy(), out)?;
    Ok(if file.errors == 0 { Verdict::Fine } else { Verdict::Finding })
}

struct Checked<'a> {
    args: &'a Args,
    target: Option<Target>,
    version: Option<PtxVersion>,
    /// Whether `.version` or `.target` cannot be read, so that the defaults are assumed.
    assumed: bool,
    instructions: u64,
    errors: u64,
    warnings: u64,
    /// The instructions that are not covered, by name.
    not_covered: BTreeMap<String, u64>,
    /// The asm statements of CUDA source.
    statements: Option<Statements>,
}

/// The numbers of asm statements.
#[derive(Clone, Copy, Default)]
struct Statements {
    all: u64,
    /// Those that depend on a macro.
    unread: u64,
    /// Those of host code.
    host: u64,
}

/// The PTX of an asm statement.
struct Inline<'s>(&'s SourceFile, &'s Block);

impl Text for Inline<'_> {
    fn of(&self, span: Span) -> &str {
        span.of(self.1.ptx())
    }

    fn excerpt(&mut self, span: Span, message: &str) -> Excerpt {
        self.0.excerpt(self.1.place(span), message)
    }
}

impl<'a> Checked<'a> {
    const fn new(args: &'a Args) -> Self {
        Self {
            args,
            target: None,
            version: None,
            assumed: false,
            instructions: 0,
            errors: 0,
            warnings: 0,
            not_covered: BTreeMap::new(),
            statements: None,
        }
    }

    fn item(&mut self, piece: &mut impl Text, item: Item, out: &mut Out) -> Result<(), Failure> {
        match item {
            Item::Version(version) => _ = self.version.get_or_insert(version),
            Item::Target(target) => _ = self.target.get_or_insert(target),
            Item::NotCovered(opcode) => {
                *self.not_covered.entry(piece.of(opcode).to_owned()).or_default() += 1;
            }
            Item::Error(error) => {
                self.assumed |= matches!(error.kind, Fault::Directive(_));
                self.error(&piece.excerpt(error.span, &error.kind.to_string()), out)?;
            }
            Item::Instruction(instruction) => {
                self.instructions += 1;
                match instruction {
                    Ok(found) => self.instruction(piece, &found, out)?,
                    Err(Unreadable { error, .. }) => {
                        let excerpt = piece.excerpt(error.span, &error.kind.to_string());
                        self.error(&excerpt.suggesting(&error.kind.legal_names()), out)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks the asm statements of CUDA source.
    fn source(&mut self, source: &SourceFile, out: &mut Out) -> Result<(), Failure> {
        let blocks = source.blocks();
        let mut statements = Statements { all: blocks.len() as u64, ..Statements::default() };
        for block in &blocks {
            match block {
                Ok(block) => {
                    for item in Items::new(block.ptx()) {
                        self.item(&mut Inline(source, block), item, out)?;
                    }
                }
                Err(Problem { span, message, cause }) => match cause {
                    Cause::Host => statements.host += 1,
                    Cause::Unknown => {
                        statements.unread += 1;
                        out.excerpt(Level::WARNING, &source.excerpt(*span, message))?;
                    }
                    Cause::Illegal => self.error(&source.excerpt(*span, message), out)?,
                },
            }
        }
        self.statements = Some(statements);
        Ok(())
    }

    fn error(&mut self, excerpt: &Excerpt, out: &mut Out) -> Result<(), Failure> {
        self.errors += 1;
        Ok(out.excerpt(Level::ERROR, excerpt)?)
    }

    fn instruction(&mut self, piece: &mut impl Text, found: &Found, out: &mut Out) -> Result<(), Failure> {
        let rules = self.args.rules(self.target, self.version);
        match rules.judge(&found.instruction) {
            Ok(warnings) => {
                for warning in warnings {
                    self.warnings += 1;
                    out.excerpt(Level::WARNING, &piece.excerpt(found.span, &warning.to_string()))?;
                }
            }
            Err(illegal) => self.error(&piece.excerpt(found.span, &illegal.to_string()), out)?,
        }
        for ignored in &found.ignored {
            self.warnings += 1;
            let message = format!("'{}' {}", piece.of(ignored.span), why(ignored.reason));
            out.excerpt(Level::WARNING, &piece.excerpt(ignored.span, &message))?;
        }
        Ok(())
    }

    fn summary(&self, path: &str, out: &mut Out) -> Result<(), Failure> {
        let Rules { target, version } = self.args.rules(self.target, self.version);
        let assumed = if self.assumed { " (assumed)" } else { "" };
        let (instructions, warnings) =
            (count(self.instructions, "instruction"), count(self.warnings, "warning"));
        let errors = self.errors;
        let statements = match self.statements {
            None => String::new(),
            Some(Statements { all, unread, host }) => {
                let parts = [(unread, "not read"), (host, "not PTX")];
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
