//! The words and marks of a module's text, whatever they mean.

use crate::{names, syntax::space_len};

/// A word or a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    /// Where it starts.
    pub(super) at: usize,
    /// An identifier, a name with its dot, a number, a string in quotes, or one character.
    pub(super) text: &'t str,
}

impl Token<'_> {
    /// Whether it is an identifier.
    pub(super) fn is_identifier(&self) -> bool {
        names::is_identifier(self.text)
    }

    /// The place behind it.
    pub(super) const fn end(&self) -> usize {
        self.at + self.text.len()
    }
}

/// The tokens of a text. White space and comments are none, and neither are the lines of `.loc` and `.file`, which end
/// without a semicolon.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            at += space_len(&text[at..]);
            let rest = &text[at..];
            let token = Token { at, text: &rest[..len(rest)?] };
            if matches!(token.text, ".loc" | ".file") {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            at = token.end();
            return Some(token);
        }
    })
}

/// The length of the token at the front of a text; [`None`] at its end.
fn len(rest: &str) -> Option<usize> {
    let first = rest.chars().next()?;
    let word = |from: usize| {
        let tail = &rest[from..];
        from + tail.find(|c| !names::is_identifier_char(c)).unwrap_or(tail.len())
    };
    Some(match first {
        '"' => super::string_len(rest),
        '.' | '0'..='9' => word(1),
        _ => names::identifier_len(rest).unwrap_or(first.len_utf8()),
    })
}
