//! CUDA and C++ files with inline PTX.

use std::path::Path;

use vmad_files::inline_asm::{Block, Problem, blocks};
use vmad_ptx::syntax::{Span, SyntaxError};

use super::file;
use crate::{
    excerpt::{Excerpt, Place},
    failure::Failure,
};

pub(super) struct SourceFile {
    name: String,
    text: String,
}

impl SourceFile {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        Ok(Self { name: path.display().to_string(), text: file::read(path)? })
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
