//! The instructions of a file, with what is wrong.

use std::{collections::BTreeMap, fmt::Display, io::Write};

use annotate_snippets::Level;
use vmad_files::inline_asm::{Block, Cause, Problem};
use vmad_ptx::{
    legality::{PtxVersion, Target},
    module::{Body, Function, Item, Items, Unreadable, wrong_types_in, wrong_types_of_statements},
    reading::Reading,
    syntax::{Fault, FoundInstruction, Span},
};

use super::Args;
use crate::{
    count::count,
    excerpt::Excerpt,
    failure::{Exit, Failure},
    output::Out,
    printable::Printable,
    ptx::{Rules, file::has_directives, inline_asm::SourceFile, part::PtxPart},
};

/// A file that is being checked.
#[derive(Default)]
pub(super) struct Checked {
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

impl Checked {
    pub(super) fn new(args: &Args) -> Self {
        Self { target: args.target, version: args.ptx, ..Self::default() }
    }

    pub(super) fn rules(&self) -> Rules {
        Rules {
            target: self.target.unwrap_or(Rules::DEFAULT.target),
            version: self.version.unwrap_or(Rules::DEFAULT.version),
        }
    }

    fn item(&mut self, ptx: PtxPart<'_>, item: Item, out: &mut Out) -> Result<(), Failure> {
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

    fn items(&mut self, ptx: PtxPart<'_>, out: &mut Out) -> Result<Vec<Function>, Failure> {
        let mut items = Items::new(ptx.text());
        items.by_ref().try_for_each(|item| self.item(ptx, item, out))?;
        Ok(items.into_functions())
    }

    /// A PTX file, or with `may_be_list` instructions alone, without directives.
    pub(super) fn ptx(&mut self, file: &SourceFile, may_be_list: bool, out: &mut Out) -> Result<(), Failure> {
        let ptx = PtxPart { file, block: None };
        self.has_header = may_be_list && !has_directives(ptx.text());
        for function in self.items(ptx, out)? {
            for wrong in wrong_types_in(ptx.text(), &Body::of(ptx.text(), &function)) {
                self.error(ptx, wrong.span, &wrong, &[], out)?;
            }
        }
        if let Some((start, character)) = ptx.text().char_indices().find(|(_, it)| !it.is_ascii()) {
            let span = Span { start, end: start + character.len_utf8() };
            self.error(ptx, span, &Fault::NotAscii(character), &[], out)?;
        }
        Ok(())
    }

    pub(super) fn source(&mut self, source: &SourceFile, out: &mut Out) -> Result<(), Failure> {
        self.has_header = true;
        let (mut clobbered, mut undecided) = (0, 0);
        for part in source.parts() {
            match part {
                Ok(ptx) => {
                    let before = self.instructions;
                    self.items(ptx, out)?;
                    for wrong in wrong_types_of_statements(ptx.text()) {
                        self.error(ptx, wrong.span, &wrong, &[], out)?;
                    }
                    if self.instructions == before {
                        continue;
                    }
                    for found in ptx.early_clobbers(Reading::DEFAULT) {
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
            unread: number(|block| match block {
                Ok(block) => !block.gaps.is_empty(),
                Err(problem) => problem.cause == Cause::Unknown,
            }),
            host: number(|block| block.as_ref().is_err_and(|problem| problem.cause == Cause::Host)),
            clobbered,
            undecided,
        });
        Ok(())
    }

    fn error(
        &mut self,
        ptx: PtxPart<'_>,
        span: Span,
        message: &impl Display,
        legal: &[String],
        out: &mut Out,
    ) -> Result<(), Failure> {
        self.errors += 1;
        let excerpt = ptx.excerpt(span, &message.to_string()).suggesting(legal);
        self.report(Level::ERROR, &excerpt, out)
    }

    fn warning(&mut self, ptx: PtxPart<'_>, span: Span, message: &str, out: &mut Out) -> Result<(), Failure> {
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
        ptx: PtxPart<'_>,
        first: &Result<FoundInstruction, Unreadable>,
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
                    "no {name} before the first instruction: legal is a directive such as {directive}, or {option}; `-` takes instructions alone"
                );
                self.error(ptx, span, &message, &[], out)?;
            }
        }
        Ok(())
    }

    fn instruction(
        &mut self,
        ptx: PtxPart<'_>,
        found: &FoundInstruction,
        out: &mut Out,
    ) -> Result<(), Failure> {
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
    pub(super) fn verdict(&self, path: &str, out: &mut Out) -> Result<Exit, Failure> {
        self.summary(path, out)?;
        let Statements { unread, clobbered, undecided, .. } = self.statements.unwrap_or_default();
        Ok(match (self.errors + clobbered, unread + undecided) {
            (0, 0) => Exit::Fine,
            (0, _) => Exit::BadInput,
            _ => Exit::Finding,
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
