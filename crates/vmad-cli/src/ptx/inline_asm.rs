//! Files of PTX, and CUDA and C++ files with inline PTX.

use std::{
    cell::OnceCell,
    collections::HashSet,
    ffi::OsStr,
    path::Path,
    process::{Command, Stdio},
};

use vmad_files::inline_asm::{Block, Origins, Problem, blocks, is_ptx, is_source, with_whole_words};
use vmad_ptx::{
    module::{Module, scan},
    syntax::Span,
};

use super::file::{self, name};
use crate::{
    excerpt::{Excerpt, Place},
    failure::{EMPTY, Failure},
    source::is_word,
};

/// How a source is read.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Options {
    /// Read the input as a C++ source, whatever its name is; `-` is standard input
    #[arg(long)]
    source: bool,

    /// Preprocess a source with cc -E -x c++; places are those of the files it was made of
    #[arg(long)]
    preprocess: bool,

    /// Preprocess a source with this command, to which the name of the file is added: 'nvcc -E -I include'
    #[arg(long, value_name = "COMMAND", conflicts_with = "preprocess")]
    cpp: Option<String>,
}

impl Options {
    fn command(&self) -> Option<&str> {
        if self.preprocess { Some("cc -E -x c++") } else { self.cpp.as_deref() }
    }

    /// What an argument is: a source with its name or with an option; an instruction, which has a blank between its name and
    /// its operands; or another file.
    pub(super) fn subject<'s>(
        &self,
        argument: &'s (impl AsRef<OsStr> + ?Sized),
    ) -> Result<Subject<'s>, Failure> {
        let argument = argument.as_ref();
        let text = argument.to_str();
        let (path, at) = text.map_or((argument.as_ref(), None), |text| self.statement(text));
        if self.is_source(path) {
            return Ok(Subject::Source(Box::new(SourceFile::read(path, at, self)?)));
        }
        let is_file = path.is_file() || path.extension().is_some_and(|extension| extension == "ptx");
        let is_code = |text: &&str| {
            let text = text.trim();
            text.is_empty() || text.contains(char::is_whitespace) || is_word(text)
        };
        match text.filter(|_| !is_file).filter(is_code) {
            Some(text) => Ok(Subject::Instruction(closed(text))),
            None if is_file || path == "-" || path.exists() => Ok(Subject::Ptx(path)),
            None => Err(Failure::input(
                name(path),
                "no such file: expected a file, or an instruction with its operands",
            )),
        }
    }

    fn is_source(&self, path: &Path) -> bool {
        self.source || is_source(path) || (path == "-" && self.command().is_some())
    }

    /// A path, and the line and the column of a statement behind colons.
    fn statement<'p>(&self, path: &'p str) -> (&'p Path, Option<At>) {
        let numbered = |text: &'p str| {
            let (rest, number) = text.rsplit_once(':')?;
            Some((rest, number.parse::<usize>().ok()?))
        };
        let Some((rest, last)) = numbered(path) else { return (path.as_ref(), None) };
        match numbered(rest) {
            Some((path, line)) if self.is_source(path.as_ref()) => (path.as_ref(), Some((line, Some(last)))),
            _ if self.is_source(rest.as_ref()) => (rest.as_ref(), Some((last, None))),
            _ => (path.as_ref(), None),
        }
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, Failure> {
        let Some(command) = self.command() else {
            return file::bytes(path);
        };
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut ran = Command::new(program);
        ran.args(words).arg(path).stdin(Stdio::inherit()).stderr(Stdio::inherit());
        let output = ran
            .output()
            .map_err(|error| Failure::input(format!("{program:?}"), &format!("cannot be run: {error}")))?;
        if !output.status.success() {
            let message = format!("{command:?} did not preprocess it ({})", output.status);
            return Err(Failure::input(path.display().to_string(), &message));
        }
        Ok(output.stdout)
    }
}

/// What an argument of a `ptx` command is.
pub(super) enum Subject<'s> {
    /// An instruction, or several; the last semicolon is added if the argument has none.
    Instruction(String),
    /// A PTX file, or `-`.
    Ptx(&'s Path),
    /// A C++ source: all of it, or one of its asm statements (`kernel.cu:4`).
    Source(Box<SourceFile>),
}

impl Subject<'_> {
    /// The name and the text of one code.
    pub(super) fn code(self) -> Result<(String, String), Failure> {
        Ok(match self {
            Subject::Instruction(text) => ("the instruction".to_owned(), text),
            Subject::Ptx(path) => file::sequence(path)?,
            Subject::Source(source) => {
                let block = source.only_block()?;
                (source.place(block.span), block.ptx().to_owned())
            }
        })
    }
}

/// A code, whose last semicolon can be omitted.
pub(super) fn closed(text: &str) -> String {
    let is_closed = text.trim_end().ends_with([';', '}']) || text.trim().is_empty();
    if is_closed { text.to_owned() } else { format!("{text};") }
}

/// The line and the column of a statement.
type At = (usize, Option<usize>);

pub(super) struct SourceFile {
    pub(super) name: String,
    pub(super) text: String,
    origins: Origins,
    blocks: Vec<Result<Block, Problem>>,
    /// The lines of the text in which more than one statement starts.
    crowded: HashSet<u32>,
    is_ptx: bool,
    /// The scanned text of a PTX file.
    module: OnceCell<Module>,
}

impl SourceFile {
    fn read(path: &Path, at: Option<At>, options: &Options) -> Result<Self, Failure> {
        let text = file::text(&name(path), options.read(path)?)?;
        let refuse = |message: &str| Err(Failure::input(name(path), message));
        if text.trim().is_empty() {
            return match options.command() {
                Some(command) => refuse(&format!("{command:?} wrote no text: nothing is read")),
                None => refuse(EMPTY),
            };
        }
        if is_ptx(&text) {
            return refuse("this is PTX, not C++ source: legal is a file name that ends with .ptx, or `-`");
        }
        // Lines that end with CR alone.
        let text = if text.contains('\n') { text } else { text.replace('\r', "\n") };
        let text = with_whole_words(&text);
        let (blocks, origins) = (blocks(&text), Origins::new(&text));
        let is_its = |file: &str| path == "-" || Path::new(file).file_name() == path.file_name();
        if let Some(command) = options.command().filter(|_| !origins.files(&text).any(is_its)) {
            return refuse(&format!(
                "{command:?} wrote no line of it: legal is output with a line marker such as # 1 \"kernel.cu\""
            ));
        }
        let mut file = Self::new(path, text, blocks, origins);
        if at.is_some() {
            let chosen = file.block(at)?.span;
            file.blocks.retain(|block| span(block) == chosen);
        }
        Ok(file)
    }

    /// A file of PTX.
    pub(super) fn read_ptx(path: &Path) -> Result<Self, Failure> {
        Self::of_ptx(path, file::read(path)?)
    }

    /// The same with its byte order mark.
    pub(super) fn read_marked_ptx(path: &Path) -> Result<Self, Failure> {
        Self::of_ptx(path, file::text_with_mark(&name(path), file::bytes(path)?)?)
    }

    fn of_ptx(path: &Path, text: String) -> Result<Self, Failure> {
        file::refuse_other(&name(path), &text)?;
        let origins = Origins::unmarked(&text);
        Ok(Self { is_ptx: true, ..Self::new(path, text, Vec::new(), origins) })
    }

    fn new(path: &Path, text: String, blocks: Vec<Result<Block, Problem>>, origins: Origins) -> Self {
        let mut lines = HashSet::new();
        let starts = blocks.iter().map(|block| origins.lines().line(span(block).start));
        let crowded = starts.filter(|line| !lines.insert(*line)).collect();
        let module = OnceCell::new();
        Self { name: name(path), text, origins, blocks, crowded, is_ptx: false, module }
    }

    pub(super) const fn is_ptx(&self) -> bool {
        self.is_ptx
    }

    /// The text of a PTX file, scanned.
    pub(super) fn module(&self) -> Option<&Module> {
        self.is_ptx.then(|| self.module.get_or_init(|| scan(&self.text)))
    }

    /// Every asm statement, in the order of the text.
    pub(super) fn blocks(&self) -> &[Result<Block, Problem>] {
        &self.blocks
    }

    /// The file and the line of a place, from 1.
    pub(super) fn line(&self, place: usize) -> (&str, u32) {
        let (file, line) = self.origins.of(&self.text, place);
        (file.filter(|file| *file != "<stdin>").unwrap_or(&self.name), line)
    }

    /// The line of a place of a statement, with a column if the line has several statements.
    fn line_and_column(&self, place: Span) -> String {
        let line = self.line(place.start).1;
        if self.crowded.contains(&self.origins.lines().line(place.start)) {
            return format!("{line}:{}", self.origins.lines().column(place.start));
        }
        line.to_string()
    }

    /// The same with the file.
    pub(super) fn place(&self, place: Span) -> String {
        format!("{}:{}", self.line(place.start).0, self.line_and_column(place))
    }

    /// An excerpt of the line in which a place starts, without the far parts of a long line.
    pub(super) fn excerpt(&self, span: Span, message: &str) -> Excerpt {
        /// The bytes of a line that are shown before the start of the span.
        const BEFORE: usize = 200;
        /// The bytes of a line that are shown from the start of the span on.
        const BEHIND: usize = 400;
        let text = &self.text;
        let start = text.floor_char_boundary(span.start.saturating_sub(BEFORE));
        let start = text[start..span.start].rfind('\n').map_or(start, |end| start + end + 1);
        let rest = &text[span.start..text.floor_char_boundary(span.start + BEHIND)];
        let shown = &text[start..span.start + rest.lines().next().unwrap_or_default().len()];
        let column = self.origins.lines().column(span.start);
        let before = column - 1 - text[start..span.start].chars().count();
        let within = |at: usize| (at - start).min(shown.len());
        let (name, line) = self.line(span.start);
        let place = Place::line(name, line.into());
        Excerpt::new(place, shown, within(span.start)..within(span.end), message).behind(before)
    }

    /// A statement that is not read, as the end of a command.
    pub(super) fn refuse(&self, Problem { span, message, .. }: &Problem) -> Failure {
        Failure::Text(Box::new(self.excerpt(*span, message)))
    }

    /// The only statement.
    pub(super) fn only_block(&self) -> Result<&Block, Failure> {
        self.block(None)
    }

    /// The statement in a place of the file, or the only one.
    fn block(&self, at: Option<At>) -> Result<&Block, Failure> {
        let own = self.blocks.iter().filter(|block| self.line(span(block).start).0 == self.name);
        let own: Vec<_> = own.collect();
        let is_chosen = |Span { start, end }: Span| match at {
            None => true,
            Some((line, None)) => {
                let [first, last] = [start, end.saturating_sub(1)].map(|place| self.line(place).1 as usize);
                (first..=last).contains(&line)
            }
            Some((line, Some(column))) => {
                self.line(start).1 as usize == line && self.origins.lines().column(start) == column
            }
        };
        let chosen: Vec<_> = own.iter().filter(|block| is_chosen(span(block))).collect();
        if let [block] = chosen[..] {
            return match block {
                Ok(block) => block.gaps.first().map_or(Ok(block), |gap| Err(self.refuse(gap))),
                Err(problem) => Err(self.refuse(problem)),
            };
        }
        let places: Vec<_> = own.iter().map(|block| self.line_and_column(span(block))).collect();
        let places = if places.is_empty() { "none: it has none".to_owned() } else { places.join(", ") };
        let which = at.map_or(String::new(), |(line, column)| {
            format!(" in line {line}{}", column.map_or(String::new(), |column| format!(":{column}")))
        });
        let (number, name) = (chosen.len(), &self.name);
        let message = format!(
            "{number} asm statements{which}: legal is one, as {name}:LINE (or {name}:LINE:COLUMN) with one of these: {places}"
        );
        Err(Failure::input(self.name.as_str(), &message))
    }
}

fn span(block: &Result<Block, Problem>) -> Span {
    match block {
        Ok(block) => block.span,
        Err(problem) => problem.span,
    }
}
