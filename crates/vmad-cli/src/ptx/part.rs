//! The PTX of a file, or of one of its asm statements.

use std::slice;

use vmad_files::inline_asm::{Block, Problem};
use vmad_ptx::{
    reading::Reading,
    syntax::{Span, SyntaxError},
};
use vmad_validate::safety::{FoundVideo, found, in_code};

use super::{
    early_clobber::{EarlyClobber, early_clobbers},
    inline_asm::SourceFile,
};
use crate::{excerpt::Excerpt, failure::Failure};

/// The PTX of a file, or of one of its asm statements. Places are those of this PTX.
#[derive(Clone, Copy)]
pub(super) struct PtxPart<'s> {
    pub(super) file: &'s SourceFile,
    /// [`None`] for all of a PTX file.
    pub(super) block: Option<&'s Block>,
}

impl SourceFile {
    /// What is read and what is not, in the order of the text: a PTX file, or the PTX of each statement after its gaps.
    pub(super) fn parts(&self) -> impl Iterator<Item = Result<PtxPart<'_>, &Problem>> {
        let whole = self.is_ptx().then_some(Ok(PtxPart { file: self, block: None }));
        let statements = self.blocks().iter().flat_map(|block| {
            let (problems, read) = match block {
                Ok(block) => (block.gaps.as_slice(), Some(PtxPart { file: self, block: Some(block) })),
                Err(problem) => (slice::from_ref(problem), None),
            };
            problems.iter().map(Err).chain(read.map(Ok))
        });
        whole.into_iter().chain(statements)
    }
}

impl<'s> PtxPart<'s> {
    pub(super) fn text(self) -> &'s str {
        self.block.map_or(&self.file.text, Block::ptx)
    }

    /// A place in the text of the file.
    pub(super) fn in_file(self, span: Span) -> Span {
        self.block.map_or(span, |block| block.place(span))
    }

    /// The file and the line of a place.
    pub(super) fn line(self, span: Span) -> (&'s str, u32) {
        self.file.line(self.in_file(span).start)
    }

    /// The same as text; in the first line of a statement, the place of that.
    pub(super) fn place(self, span: Span) -> String {
        match self.block {
            Some(block) if self.line(span) == self.file.line(block.span.start) => self.file.place(block.span),
            _ => self.file.place(self.in_file(span)),
        }
    }

    pub(super) fn excerpt(self, span: Span, message: &str) -> Excerpt {
        self.file.excerpt(self.in_file(span), message)
    }

    /// An error as the end of a command.
    pub(super) fn refuse(self, error: &SyntaxError) -> Failure {
        let excerpt = self.excerpt(error.span, &error.kind.to_string());
        Failure::Text(Box::new(excerpt.suggesting(&error.kind.legal_names())))
    }

    /// The video instructions, with the values of their registers; `of_any_value`: an operand that is not a number can be
    /// a constant too.
    pub(super) fn videos(self, of_any_value: bool) -> Vec<FoundVideo> {
        match self.block {
            Some(block) => in_code(&block.loads(of_any_value), block.ptx()),
            None => self.file.module().into_iter().flat_map(|module| found(self.text(), module)).collect(),
        }
    }

    /// The outputs of the statement that need a `&`, and those for which this is not decided.
    pub(super) fn early_clobbers(self, reading: Reading) -> Vec<EarlyClobber> {
        self.block.map_or_else(Vec::new, |block| early_clobbers(&self.file.text, block, reading))
    }
}
