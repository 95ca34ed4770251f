//! The statements of a module that this crate knows, one after the other, without the rest of the module.

use super::functions::{Finder, Function};
use super::tokens::{Token, Tokens};
use crate::legality::{PtxVersion, Target};
use crate::names::is_opcode;
use crate::syntax::{Fault, FoundInstruction, Span, SyntaxError, parse_prefix};

/// Something in a module's text. Spans are places in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `.version`.
    Version(PtxVersion),
    /// The first architecture of `.target`.
    Target(Target),
    /// An instruction of this crate, or an error in it.
    Instruction(Result<FoundInstruction, Unreadable>),
    /// The opcode of a dot product, whose legality this crate does not cover.
    NotCovered(Span),
    /// A `.version` or `.target` that cannot be read, or a comment without an end.
    Error(SyntaxError),
}

/// An instruction of this crate that cannot be read. Spans are places in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its opcode.
    pub opcode: Span,
    /// The statement, with its semicolon.
    pub span: Span,
    /// The error.
    pub error: SyntaxError,
}

/// The items of a text. Other directives, declarations and instructions, such as integer `mad`, are skipped.
///
/// Time is linear in the length of the text, and only functions are stored.
#[derive(Clone, Debug)]
pub struct Items<'t> {
    tokens: Tokens<'t>,
    functions: Finder<'t>,
}

impl<'t> Items<'t> {
    /// The items of a text.
    pub fn new(text: &'t str) -> Self {
        Self { tokens: Tokens::new(text), functions: Finder::default() }
    }

    /// The functions that have a body, up to the last item, in the order of the text.
    pub fn into_functions(self) -> Vec<Function> {
        self.functions.found
    }

    fn token(&mut self) -> Option<Token<'t>> {
        let token = self.tokens.next()?;
        self.functions.see(token);
        Some(token)
    }

    /// Reads a directive: its items are the version and the target.
    fn directive(&mut self, name: &str) -> Option<Item> {
        if !matches!(name, ".version" | ".target") {
            self.skip_statement(true);
            return None;
        }
        let rest = self.tokens.rest();
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
        let start = self.tokens.at;
        self.tokens.at += word.len();
        let read = if name == ".version" {
            word.parse().map(Item::Version).map_err(|error| error.to_string())
        } else {
            while self.tokens.rest().starts_with(',') {
                self.token();
                self.token();
            }
            word.parse().map(Item::Target).map_err(|error| error.to_string())
        };
        let span = Span { start, end: start + word.len() };
        let error = |message| Item::Error(SyntaxError { span, kind: Fault::Directive(message) });
        Some(read.unwrap_or_else(error))
    }

    /// Skips a statement up to its semicolon or the brace of a block. An instruction's braces enclose vectors, a
    /// directive's blocks, unless they enclose initial values.
    fn skip_statement(&mut self, is_directive: bool) {
        let (mut depth, mut vectors) = (0_usize, !is_directive);
        while let Some(token) = self.token() {
            match token.text {
                "=" => vectors = true,
                "{" if vectors => depth += 1,
                "}" if depth > 0 => depth -= 1,
                ";" | "{" | "}" => return,
                _ => {}
            }
        }
    }

    /// Reads an instruction of this crate, whose statement starts at `start`.
    fn instruction(&mut self, start: usize, opcode: Token<'t>) -> Option<Item> {
        let moved = |span: Span| Span { start: span.start + start, end: span.end + start };
        match parse_prefix(&self.tokens.text[start..]) {
            Ok(mut found) => {
                found.span = moved(found.span);
                found.ignored.iter_mut().for_each(|ignored| ignored.span = moved(ignored.span));
                self.tokens.at = found.span.end;
                Some(Item::Instruction(Ok(found)))
            }
            Err(error) => {
                self.tokens.at = opcode.end();
                while self.token().is_some_and(|token| !matches!(token.text, ";" | "{" | "}")) {}
                let is_other = matches!(error.kind, Fault::IntegerMad(_));
                let error = SyntaxError { span: moved(error.span), kind: error.kind };
                let (opcode, span) = (opcode.span(), Span { start, end: self.tokens.at });
                (!is_other).then_some(Item::Instruction(Err(Unreadable { opcode, span, error })))
            }
        }
    }

    /// Reads a statement that starts with a token: an item, if the statement has one.
    fn statement(&mut self, first: Token<'t>) -> Option<Item> {
        let mut opcode = first;
        if first.text == "@" {
            if self.tokens.rest().starts_with('!') {
                self.token();
            }
            self.token();
            opcode = self.token()?;
        }
        if matches!(opcode.text, ";" | "{" | "}") {
            return None;
        }
        if opcode.text.starts_with('.') {
            return self.directive(opcode.text);
        }
        if !opcode.is_identifier() {
            return None;
        }
        if self.tokens.rest().starts_with(':') {
            self.token();
            return None;
        }
        if is_opcode(opcode.text) {
            return self.instruction(first.at, opcode);
        }
        self.skip_statement(false);
        // Dot products: this crate does not know whether they are legal.
        matches!(opcode.text, "dp2a" | "dp4a").then_some(Item::NotCovered(opcode.span()))
    }
}

impl Iterator for Items<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            let Some(first) = self.token() else {
                let start = self.tokens.open_comment.take()?;
                let span = Span { start, end: start + 2 };
                return Some(Item::Error(SyntaxError { span, kind: Fault::OpenComment }));
            };
            if let Some(item) = self.statement(first) {
                return Some(item);
            }
        }
    }
}
