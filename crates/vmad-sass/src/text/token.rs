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
    /// A character that starts no token, or a `/*` without an end.
    Stray,
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

    /// The error of a stray character.
    fn stray(&self) -> Option<TextError> {
        let Self { kind: TokenKind::Stray, text, span } = self else { return None };
        Some(match *text {
            "/*" => span.error("this comment has no end: expected `*/`"),
            _ => span.error(format!(
                "unexpected character {:?}: legal are names, numbers and any of @ ! , ; - # . = {{ }} [ ] & ?",
                text.chars().next().unwrap_or_default()
            )),
        })
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
    /// Parses a text with a function that reads it to its end. If the next token is a stray character, the error is about
    /// that character.
    pub(crate) fn parse<T>(
        text: &'t str,
        parse: impl FnOnce(&mut Self) -> Result<T, TextError>,
    ) -> Result<T, TextError> {
        let mut cursor = Self { text, token: token(text, 0), taken: 0 };
        parse(&mut cursor).map_err(|error| cursor.token.stray().unwrap_or(error))
    }

    pub(crate) const fn peek(&self) -> Token<'t> {
        self.token
    }

    /// The text from `start` to the end of the last consumed token; empty if none was consumed since `start`.
    pub(crate) fn span_from(&self, start: usize) -> Span {
        Span { start, end: self.taken.max(start) }
    }

    pub(crate) fn next(&mut self) -> Token<'t> {
        self.taken = self.token.span.end;
        core::mem::replace(&mut self.token, token(self.text, self.taken))
    }

    /// Consumes the next token if it is of a kind.
    pub(crate) fn take_if(&mut self, kind: TokenKind) -> Option<Token<'t>> {
        (self.token.kind == kind).then(|| self.next())
    }

    /// Consumes a token of a kind, or returns the error.
    pub(crate) fn take(&mut self, kind: TokenKind, expected: &'static str) -> Result<Token<'t>, TextError> {
        self.take_if(kind).ok_or_else(|| self.expected(expected))
    }

    /// The error of an unexpected token.
    pub(crate) fn expected(&self, expected: &'static str) -> TextError {
        let Token { span, .. } = self.token;
        span.error(format!("found {}: expected {expected}", self.token.describe()))
    }
}

/// What a byte can be in a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    Mark,
    Other,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < classes.len() {
        classes[byte] = match byte as u8 {
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'@' | b'!' | b',' | b';' | b'-' | b'#' | b'.' | b'=' | b'{' | b'}' | b'[' | b']' | b'&'
            | b'?' => Class::Mark,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// The first token of a text from a place on; at the end, always [`TokenKind::End`].
fn token(text: &str, mut start: usize) -> Token<'_> {
    loop {
        let rest = &text[start..];
        // The first byte determines the kind.
        let (kind, length) = match rest.as_bytes() {
            [] => (TokenKind::End, 0),
            [first, ..] => match CLASSES[usize::from(*first)] {
                Class::Letter => (TokenKind::Name, word(rest)),
                Class::Digit => (TokenKind::Number, word(rest)),
                Class::Mark => (TokenKind::Mark(char::from(*first)), 1),
                Class::Other => match blanks(rest) {
                    0 if rest.starts_with("/*") => (TokenKind::Stray, 2),
                    0 => (TokenKind::Stray, rest.chars().next().map_or(0, char::len_utf8)),
                    blanks => {
                        start += blanks;
                        continue;
                    }
                },
            },
        };
        return Token { kind, text: &rest[..length], span: Span { start, end: start + length } };
    }
}

/// The length of the letters, digits and underscores at the start of a text.
fn word(text: &str) -> usize {
    let is_other = |byte| !matches!(CLASSES[usize::from(byte)], Class::Letter | Class::Digit);
    text.bytes().position(is_other).unwrap_or(text.len())
}

/// The length of the white space or the comment at the start of a text: `/* */`, in which nvdisasm prints addresses and
/// words, or `//`. A `/*` without an end is none.
fn blanks(text: &str) -> usize {
    let rest = if let Some(comment) = text.strip_prefix("//") {
        comment.split_once('\n').map_or("", |(_, rest)| rest)
    } else if let Some(comment) = text.strip_prefix("/*") {
        comment.split_once("*/").map_or(text, |(_, rest)| rest)
    } else {
        text.trim_start()
    };
    text.len() - rest.len()
}
