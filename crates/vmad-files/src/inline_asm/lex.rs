//! The tokens of C++ source.

use logos::{Lexer, Logos};

/// A token. White space, comments and the backslashes of continued lines are skipped.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f\v]+")]
#[logos(skip r"\\\r?\n")]
#[logos(skip r"//([^\\\n]|\\\r?\n|\\[^\n])*")]
#[logos(skip r"/\*[^*]*\*+([^/*][^*]*\*+)*/")]
pub(super) enum Token {
    /// A string literal, or a raw one.
    #[regex(r#"(u8|u|U|L)?"([^"\\\n]|\\[^\n]|\\\r?\n)*""#)]
    #[regex(r#"(u8|u|U|L)?R"[^()\\ "]*\("#, raw)]
    Text,
    /// A character.
    #[regex(r"(u8|u|U|L)?'([^'\\\n]|\\[^\n])+'")]
    Character,
    /// An identifier or a keyword.
    #[regex(r"[A-Za-z_$][A-Za-z0-9_$]*")]
    Name,
    /// A number.
    #[regex(r"\.?[0-9]([A-Za-z0-9_.]|'[A-Za-z0-9_]|[eEpP][+-])*")]
    Number,
    /// Any other character.
    #[regex(r"[^ \t\r\n\f\v]", priority = 0)]
    Mark,
}

/// Reads a raw literal to its end: the `)`, the delimiter and the `"` that its start names.
fn raw(lexer: &mut Lexer<'_, Token>) -> bool {
    let delimiter = lexer.slice().split_once('"').map_or("", |(_, rest)| rest.trim_end_matches('('));
    let end = format!("){delimiter}\"");
    match lexer.remainder().find(&end) {
        Some(at) => {
            lexer.bump(at + end.len());
            true
        }
        None => false,
    }
}
