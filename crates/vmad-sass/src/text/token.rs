//! Tokens, and a cursor over them.

use alloc::{
    format,
    string::{String, ToString},
};

use winnow::{
    combinator::{alt, delimited, not, repeat},
    error::EmptyError,
    prelude::*,
    stream::{LocatingSlice, Location},
    token::{any, one_of, take_till, take_until, take_while},
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

type Input<'t> = LocatingSlice<&'t str>;
type Failure = EmptyError;

const MARKS: &str = "@!,;-#.={}[]&?";

/// A cursor over the tokens of a text, with one token of look-ahead.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'t> {
    rest: Input<'t>,
    token: Token<'t>,
    /// The end of the last consumed token.
    taken: usize,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str) -> Result<Self, TextError> {
        let mut rest = LocatingSlice::new(text);
        let token = token(&mut rest)?;
        Ok(Self { rest, token, taken: 0 })
    }

    pub(crate) const fn peek(&self) -> Token<'t> {
        self.token
    }

    /// The text from `start` to the end of the last consumed token; empty if none was consumed since `start`.
    pub(crate) fn span_from(&self, start: usize) -> Span {
        Span { start, end: self.taken.max(start) }
    }

    pub(crate) fn next(&mut self) -> Result<Token<'t>, TextError> {
        let next = token(&mut self.rest)?;
        self.taken = self.token.span.end;
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

/// Reads the next token; at the end, always [`TokenKind::End`].
fn token<'t>(input: &mut Input<'t>) -> Result<Token<'t>, TextError> {
    let skipped: Result<(), Failure> = blanks.parse_next(input);
    let start = input.current_token_start();
    if skipped.is_err() {
        let span = Span { start, end: start + 2 };
        return Err(span.error("this comment has no end: expected `*/`"));
    }
    let first = input.chars().next();
    let mut word = |kind| take_while(1.., is_word).map(move |text| (kind, text)).parse_next(input);
    // The first character determines the kind.
    let parsed: Result<(TokenKind, &str), Failure> = match first {
        None => Ok((TokenKind::End, "")),
        Some(first) if first.is_ascii_digit() => word(TokenKind::Number),
        Some(first) if is_word(first) => word(TokenKind::Name),
        Some(_) => one_of(|c| MARKS.contains(c))
            .with_taken()
            .map(|(mark, text)| (TokenKind::Mark(mark), text))
            .parse_next(input),
    };
    if let Ok((kind, text)) = parsed {
        return Ok(Token { kind, text, span: Span { start, end: start + text.len() } });
    }
    let stray: Result<char, Failure> = any.parse_next(input);
    let stray = stray.unwrap_or(char::REPLACEMENT_CHARACTER);
    let span = Span { start, end: start + stray.len_utf8() };
    Err(span.error(format!(
        "unexpected character {stray:?}: legal are names, numbers and any of @ ! , ; - # . = {{ }} [ ] & ?"
    )))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// White space and comments: `/* */`, in which nvdisasm prints addresses and words, and `//`.
///
/// Fails only at a `/*` without an end, and leaves the input there.
fn blanks(input: &mut Input<'_>) -> Result<(), Failure> {
    if !input.starts_with(|c: char| c == '/' || c.is_whitespace()) {
        return Ok(());
    }
    let white = take_while(1.., char::is_whitespace).void();
    let line = ("//", take_till(0.., '\n')).void();
    let block = delimited("/*", take_until(0.., "*/"), "*/").void();
    repeat::<_, _, (), _, _>(0.., alt((white, line, block))).parse_next(input)?;
    not("/*").parse_next(input)
}
