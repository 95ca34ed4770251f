//! CUDA and C++ files with inline PTX.

use std::{cell::Cell, path::Path};

use vmad_files::{
    inline_asm::{Block, Problem, blocks},
    lines::LineIndex,
};
use vmad_ptx::syntax::{Span, SyntaxError};

use super::{file, pieces::excerpt};
use crate::{excerpt::Excerpt, failure::Failure};

pub(super) struct SourceFile {
    name: String,
    text: String,
    lines: LineIndex,
    /// The last column asked for: the start of its line, its offset, and the column.
    column: Cell<(usize, usize, usize)>,
}

impl SourceFile {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let text = file::read(path)?;
        let (lines, column) = (LineIndex::new(&text), Cell::default());
        Ok(Self { name: path.display().to_string(), text, lines, column })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Every asm statement, in the order of the text.
    pub(super) fn blocks(&self) -> Vec<Result<Block, Problem>> {
        blocks(&self.text)
    }

    /// The line of a place, from 1.
    pub(super) fn line(&self, span: Span) -> usize {
        self.lines.line(span.start) as usize
    }

    /// The column of a place, from 0. Its distance from the last one is counted, so that a long line costs nothing.
    fn column(&self, at: usize) -> usize {
        let start = self.lines.start(self.lines.line(at));
        let characters = |from: usize, to: usize| self.text.get(from..to).unwrap_or_default().chars().count();
        let column = match self.column.get() {
            (line, last, column) if line == start && last <= at => column + characters(last, at),
            (line, last, column) if line == start => column - characters(at, last),
            _ => characters(start, at),
        };
        self.column.set((start, at, column));
        column
    }

    /// An excerpt of the line in which a place starts.
    pub(super) fn excerpt(&self, span: Span, message: &str) -> Excerpt {
        excerpt(&self.name, &self.text, span, self.line(span) as u64, self.column(span.start), message)
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
            (1, Some(block)) => match block.as_ref().map(|block| block.gaps.first()) {
                Ok(Some(problem)) | Err(problem) => Err(self.refuse(problem)),
                Ok(None) => block.map_err(|problem| self.refuse(&problem)),
            },
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
