//! Inline PTX in CUDA C++ source: `asm("…" : "=r"(d) : "r"(a))`.
//!
//! The source is not preprocessed or parsed. Each `asm` outside of comments and strings is read, also in the body of a
//! `#define` and under an `#if`. Adjacent string literals are joined; a macro between them is reported. A register operand
//! has the name of its expression: `"r"(a)` is `a`, `"r"(v.x)` is `v_x`. Every byte of the PTX keeps its place in the
//! source.

mod lex;
mod operand;
mod statement;
mod template;

use std::path::Path;

use vmad_ptx::syntax::{Span, SyntaxError};

use super::file;
use crate::{
    excerpt::{Excerpt, Place},
    failure::Failure,
};
use operand::Operands;
use statement::Statement;
use template::{Placed, substitute};

/// The extensions of C++ and CUDA source.
const EXTENSIONS: [&str; 12] = ["cu", "cuh", "c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "inc", "inl"];

/// A source file.
pub(super) struct Source {
    name: String,
    text: String,
}

/// An asm statement that is not read. The message has the form `error: what is legal`.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) span: Span,
    pub(super) message: String,
    /// Whether it depends on a macro or another name, and can be legal.
    pub(super) is_macro: bool,
}

/// The PTX of an asm statement.
#[derive(Debug)]
pub(super) struct Block {
    /// The place of the statement in the source.
    pub(super) span: Span,
    ptx: Placed,
}

impl Block {
    /// The PTX: the declarations of the operands' registers, and the template.
    pub(super) fn ptx(&self) -> &str {
        &self.ptx.text
    }

    /// The place in the source of a part of the PTX.
    pub(super) fn place(&self, span: Span) -> Span {
        self.ptx.place(span)
    }
}

impl Source {
    /// Whether a path is that of a source file, by its extension.
    pub(super) fn has_extension(path: &Path) -> bool {
        let extension = path.extension().and_then(|it| it.to_str());
        extension.is_some_and(|it| EXTENSIONS.contains(&it.to_ascii_lowercase().as_str()))
    }

    /// Reads a file.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        Ok(Self { name: path.display().to_string(), text: file::read(path)? })
    }

    /// The name of the file.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Every asm statement, in the order of the text.
    pub(super) fn blocks(&self) -> Vec<Result<Block, Problem>> {
        blocks(&self.text)
    }

    /// The line of a place, from 1.
    pub(super) fn line(&self, span: Span) -> usize {
        span.line_and_column(&self.text).0
    }

    /// An excerpt of the line in which a place starts.
    pub(super) fn excerpt(&self, span: Span, message: &str) -> Excerpt {
        let start = self.text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        let within = |at: usize| (at - start).min(line.len());
        let place = Place::line(self.name.as_str(), self.line(span) as u64);
        Excerpt::new(place, line, within(span.start)..within(span.end), message)
    }

    /// A statement that is not read, as the end of a command.
    pub(super) fn refuse(&self, Problem { span, message, .. }: &Problem) -> Failure {
        Failure::Text(Box::new(self.excerpt(*span, message)))
    }

    /// An error in the PTX of a statement, as the end of a command.
    pub(super) fn ptx(&self, block: &Block, error: &SyntaxError) -> Failure {
        let excerpt = self.excerpt(block.place(error.span), &error.kind.to_string());
        Failure::Text(Box::new(excerpt.suggesting(&error.kind.legal_names())))
    }

    /// The statement of a line, or the only one.
    pub(super) fn block(&self, line: Option<usize>) -> Result<Block, Failure> {
        let blocks = self.blocks();
        let lines = |span: Span| {
            let last = Span { start: span.end.saturating_sub(1), end: span.end };
            self.line(span)..=self.line(last)
        };
        let mut chosen: Vec<_> = Vec::new();
        let mut places = Vec::new();
        for block in blocks {
            let span = match &block {
                Ok(block) => block.span,
                Err(problem) => problem.span,
            };
            places.push(lines(span).start().to_string());
            if line.is_none_or(|line| lines(span).contains(&line)) {
                chosen.push(block);
            }
        }
        let places = if places.is_empty() { "none: it has none".to_owned() } else { places.join(", ") };
        match (chosen.len(), chosen.pop()) {
            (1, Some(block)) => block.map_err(|problem| self.refuse(&problem)),
            (number, _) => {
                let which = line.map_or(String::new(), |line| format!(" in line {line}"));
                let name = &self.name;
                let message = format!(
                    "{number} asm statements{which}: legal is one, as {name}:LINE with a line of these: {places}"
                );
                Err(Failure::input(self.name.as_str(), &message))
            }
        }
    }
}

fn blocks(source: &str) -> Vec<Result<Block, Problem>> {
    statement::statements(source).into_iter().map(|it| it.and_then(|it| block(source, &it))).collect()
}

fn block(source: &str, statement: &Statement) -> Result<Block, Problem> {
    let mut template = Placed::default();
    for literal in &statement.template {
        template.literal(source, *literal);
    }
    let Some(operands) = &statement.operands else {
        return Ok(Block { span: statement.span, ptx: template });
    };
    let Operands { texts, mut head, names, .. } = Operands::new(source, operands)?;
    let named: Vec<Option<&str>> = operands.iter().map(|it| it.name.map(|name| name.of(source))).collect();
    let filled = substitute(&template.without(&names), &texts, &named)?;
    head.append(&filled);
    Ok(Block { span: statement.span, ptx: head })
}
