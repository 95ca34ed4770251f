//! The functions of a module.

use super::tokens::Token;
use crate::syntax::Span;

/// A function that has a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: FunctionKind,
    /// The body, with its braces.
    pub body: Span,
}

/// The kind of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionKind {
    /// `.entry`: a kernel.
    Entry,
    /// `.func`: any other function.
    Function,
}

/// Finds the functions among the tokens of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Finder<'t> {
    /// Those that have a complete body.
    pub(super) found: Vec<Function>,
    /// The kind of the function whose body follows, and its name: the first identifier outside of parentheses.
    header: Option<(FunctionKind, Option<&'t str>)>,
    parentheses: usize,
    /// The number of open braces, and the place of the first.
    depth: usize,
    start: usize,
}

impl<'t> Finder<'t> {
    /// Sees the next token.
    pub(super) fn see(&mut self, token: Token<'t>) {
        match token.text {
            "{" => {
                if self.depth == 0 {
                    self.start = token.at;
                }
                self.depth += 1;
            }
            "}" => {
                let is_open = self.depth > 0;
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0
                    && let Some((kind, Some(name))) = self.header.take()
                    && is_open
                {
                    let body = Span { start: self.start, end: token.end() };
                    self.found.push(Function { name: name.to_owned(), kind, body });
                }
            }
            _ if self.depth > 0 => {}
            ".entry" => (self.header, self.parentheses) = (Some((FunctionKind::Entry, None)), 0),
            ".func" => (self.header, self.parentheses) = (Some((FunctionKind::Function, None)), 0),
            ";" => self.header = None,
            "(" => self.parentheses += 1,
            ")" => self.parentheses = self.parentheses.saturating_sub(1),
            name if self.parentheses == 0 && token.is_identifier() => {
                if let Some((_, first)) = &mut self.header {
                    first.get_or_insert(name);
                }
            }
            _ => {}
        }
    }
}
