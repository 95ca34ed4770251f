//! Tokens, and a cursor over them.

use alloc::{
    format,
    string::{String, ToString},
};

use super::error::{Span, TextError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// One of the punctuation characters.
    Mark(char),
    /// A letter or underscore, then letters, digits and underscores.
    Name,
    /// A digit, then letters, digits and underscores.
    Number,
    /// The end of the text.
    End,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind,
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

impl Token<'_> {
    /// The token in an error message.
    fn describe(&self) -> String {
        match self.kind {
            TokenKind::End => "the end of the text".to_string(),
            _ => format!("{:?}", self.text),
        }
    }
}

/// A cursor over the tokens of a text, with one token of look-ahead.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'t> {
    text: &'t str,
    token: Token<'t>,
    /// The end of the last consumed token.
    taken: usize,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str) -> Result<Self, TextError> {
        Ok(Self { text, token: token(text, 0)?, taken: 0 })
    }

    pub(crate) const fn peek(&self) -> Token<'t> {
        self.token
    }

    /// The text from `start` to the end of the last consumed token; empty if none was consumed since `start`.
    pub(crate) fn span_from(&self, start: usize) -> Span {
        Span { start, end: self.taken.max(start) }
    }

    pub(crate) fn next(&mut self) -> Result<Token<'t>, TextError> {
        self.taken = self.token.span.end;
        let next = token(self.text, self.taken)?;
        Ok(core::mem::replace(&mut self.token, next))
    }

    /// Consumes the next token if it is of a kind.
    pub(crate) fn take_if(&mut self, kind: TokenKind) -> Result<Option<Token<'t>>, TextError> {
        if self.token.kind == kind { self.next().map(Some) } else { Ok(None) }
    }

    /// Consumes a token of a kind, or returns the error.
    pub(crate) fn take(&mut self, kind: TokenKind, expected: &'static str) -> Result<Token<'t>, TextError> {
        if self.token.kind == kind { self.next() } else { Err(self.expected(expected)) }
    }

    /// The error of an unexpected token.
    pub(crate) fn expected(&self, expected: &'static str) -> TextError {
        let Token { span, .. } = self.token;
        span.error(format!("found {}: expected {expected}", self.token.describe()))
    }
}

/// The first token of a text from a place on; at the end, always [`TokenKind::End`].
fn token(text: &str, from: usize) -> Result<Token<'_>, TextError> {
    let rest = without_blanks(&text[from..]);
    let start = text.len() - rest.len();
    // The first character determines the kind.
    let (kind, length) = match rest.chars().next() {
        None => (TokenKind::End, 0),
        Some('0'..='9') => (TokenKind::Number, word(rest)),
        Some('A'..='Z' | 'a'..='z' | '_') => (TokenKind::Name, word(rest)),
        Some(mark) if is_mark(mark) => (TokenKind::Mark(mark), 1),
        Some(_) if rest.starts_with("/*") => {
            let span = Span { start, end: start + 2 };
            return Err(span.error("this comment has no end: expected `*/`"));
        }
        Some(stray) => {
            let span = Span { start, end: start + stray.len_utf8() };
            return Err(span.error(format!(
                "unexpected character {stray:?}: legal are names, numbers and any of @ ! , ; - # . = {{ }} [ ] & ?"
            )));
        }
    };
    Ok(Token { kind, text: &rest[..length], span: Span { start, end: start + length } })
}

const fn is_mark(c: char) -> bool {
    matches!(c, '@' | '!' | ',' | ';' | '-' | '#' | '.' | '=' | '{' | '}' | '[' | ']' | '&' | '?')
}

/// The length of the letters, digits and underscores at the start of a text.
fn word(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}

/// The text behind white space and comments: `/* */`, in which nvdisasm prints addresses and words, and `//`. A `/*` without
/// an end is left.
fn without_blanks(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        if let Some(comment) = text.strip_prefix("//") {
            text = comment.split_once('\n').map_or("", |(_, rest)| rest);
        } else if let Some((_, rest)) = text.strip_prefix("/*").and_then(|comment| comment.split_once("*/")) {
            text = rest;
        } else {
            return text;
        }
    }
}
