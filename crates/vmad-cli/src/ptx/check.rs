//! `vmad ptx check`: the legality of instructions.

use std::{
    fmt::Display,
    io::{self, Write},
    ops::Range,
};

use annotate_snippets::Level;
use vmad_ptx::{
    legality::{PtxVersion, Target},
    syntax::{Span, parse},
};

use super::{Rules, exec::why, file};
use crate::{
    count::count,
    excerpt::{Excerpt, Place},
    failure::{Failure, Verdict},
    output::Out,
    progress::Progress,
    source::Lines,
    stdin_lines::each_line_or_refusal,
};

/// Check whether PTX instructions are legal
///
/// In a PTX file, every scalar video instruction and float mad is checked for the .target and .version of the file. All
/// other instructions are ignored. Declarations and types of registers are not checked.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx check kernel.ptx
  echo 'vshr.u32.u32.s32.clamp d, a, b;' | vmad ptx check --lines

With --lines, each line of standard input has one answer: ok, or error<TAB>message. A refused line is an answer, so the \
exit code is 0.

Exit code 1: a file contains an illegal instruction.
Exit code 2: an input cannot be read.")]
pub(crate) struct Args {
    /// PTX files
    #[arg(value_name = "FILE", required_unless_present = "lines", conflicts_with = "lines")]
    files: Vec<String>,

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
        let text = file::read(file.as_ref())?;
        verdict = verdict.max(check_file(args, file, &text, out)?);
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

/// Answers each line.
fn check_lines(rules: Rules, out: &mut Out) -> Result<Verdict, Failure> {
    // A line that cannot be read is a line too, and those behind it wait for their answers.
    each_line_or_refusal(&mut Lines::new(io::stdin().lock()), out, Out::send, |out, line, _| {
        match line.map_err(|refused| refused.to_string()).and_then(|line| check_line(line, rules)) {
            Ok(()) => writeln!(out, "ok")?,
            Err(message) => writeln!(out, "error\t{message}")?,
        }
        Ok(())
    })?;
    Ok(Verdict::Fine)
}

fn check_line(line: &str, rules: Rules) -> Result<(), String> {
    for found in parse(line).map_err(|error| error.to_string())? {
        rules.judge(&found.instruction).map_err(|illegal| illegal.to_string())?;
    }
    Ok(())
}

/// Prints what is wrong in a file, what deserves a word, and how many instructions there are.
fn check_file(args: &Args, path: &str, text: &str, out: &mut Out) -> Result<Verdict, Failure> {
    /// What is smaller is read in less than a second.
    const LARGE: usize = 1 << 23;
    let progress = (text.len() > LARGE).then(|| Progress::busy(&format!("checking {path}")));
    let module = file::module(path, text)?;
    drop(progress);
    let rules = args.rules(module.target, module.version);
    let lines = LineStarts::of(text);
    let (mut errors, mut warnings) = (0_u64, 0_u64);
    let excerpt = |span: Span, message: &dyn Display| {
        let (number, line, span) = lines.first_line(text, span);
        Excerpt::new(Place::line(path, number), line, span, message)
    };
    for statement in &module.statements {
        let found = match statement {
            Ok(found) => found,
            Err(error) => {
                errors += 1;
                out.excerpt(
                    Level::ERROR,
                    &excerpt(error.span, &error.kind).suggesting(&error.kind.legal_names()),
                )?;
                continue;
            }
        };
        match rules.judge(&found.instruction) {
            Ok(said) => {
                for warning in said {
                    warnings += 1;
                    out.excerpt(Level::WARNING, &excerpt(found.span, &warning))?;
                }
            }
            Err(illegal) => {
                errors += 1;
                out.excerpt(Level::ERROR, &excerpt(found.span, &illegal))?;
            }
        }
        for ignored in &found.ignored {
            warnings += 1;
            let message = format!("'{}' {}", ignored.span.of(text), why(ignored.reason));
            out.excerpt(Level::WARNING, &excerpt(ignored.span, &message))?;
        }
    }
    let Rules { target, version } = rules;
    let instructions = count(module.statements.len(), "instruction");
    let warnings = count(warnings, "warning");
    writeln!(out, "{path}: {instructions}, {target}, PTX {version}: {errors} illegal, {warnings}")?;
    Ok(if errors == 0 { Verdict::Fine } else { Verdict::Finding })
}

/// Where each line of a text starts.
struct LineStarts(Vec<usize>);

impl LineStarts {
    fn of(text: &str) -> Self {
        let behind = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        Self(std::iter::once(0).chain(behind).collect())
    }

    /// The number of the line in which a span begins, the line, and the part of the span that stands in it.
    fn first_line<'t>(&self, text: &'t str, span: Span) -> (u64, &'t str, Range<usize>) {
        let number = self.0.partition_point(|&start| start <= span.start);
        let start = self.0.get(number - 1).copied().unwrap_or_default();
        let line = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
        let within = |at: usize| (at - start).min(line.len());
        (number as u64, line, within(span.start)..within(span.end))
    }
}
