//! The tokens of a module's text.

use crate::names::{begins_identifier, space_len, word_len};
use crate::syntax::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    /// The place of its first byte.
    pub(super) at: usize,
    /// An identifier, a dot and a name, a number, a string in quotes, or one character.
    pub(super) text: &'t str,
}

impl Token<'_> {
    pub(super) const fn is_identifier(&self) -> bool {
        begins_identifier(self.text)
    }

    pub(super) const fn end(&self) -> usize {
        self.at + self.text.len()
    }

    pub(super) const fn span(&self) -> Span {
        Span { start: self.at, end: self.end() }
    }
}

/// The tokens of a text without white space and comments, and without `.loc` and `.file`, which end at the end of the
/// line and have no semicolon.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'t> {
    pub(super) text: &'t str,
    /// The place after the last token.
    pub(super) at: usize,
    pub(super) open_comment: Option<usize>,
}

impl<'t> Tokens<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, at: 0, open_comment: None }
    }

    /// The rest of the text, after white space and comments.
    pub(super) fn rest(&mut self) -> &'t str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let len = space_len(rest).unwrap_or_else(|open| {
            self.open_comment = Some(self.at + open);
            rest.len()
        });
        self.at += len;
        &rest[len..]
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        loop {
            let rest = self.rest();
            let token = Token { at: self.at, text: &rest[..len(rest)?] };
            if matches!(token.text, ".loc" | ".file") {
                self.at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            self.at = token.end();
            return Some(token);
        }
    }
}

/// The length of the token at the start of a text; [`None`] at the end.
fn len(text: &str) -> Option<usize> {
    Some(match *text.as_bytes().first()? {
        b'"' => text[1..].find(['"', '\n']).map_or(text.len(), |end| end + 2),
        b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | b'%' => 1 + word_len(&text[1..]),
        _ => text.chars().next()?.len_utf8(),
    })
}
