//! The tokens of C++ source.

use logos::{Lexer, Logos};

/// A token. White space, comments, the backslashes of continued lines and `# 12 "file"` are skipped.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f\v]+")]
#[logos(skip r"\\\r?\n")]
#[logos(skip r"#[ \t]*(line[ \t]+)?[0-9]+([ \t][^\n]*)?")]
#[logos(skip r"//([^\\\n]|\\\r?\n|\\[^\n])*")]
pub(super) enum Token {
    /// A string literal, or a raw one.
    #[regex(r#"(u8|u|U|L)?"([^"\\\n]|\\[^\n]|\\\r?\n)*""#)]
    #[regex(r#"(u8|u|U|L)?R"[^()\\ "]*\("#, raw)]
    Text,
    /// A character.
    #[regex(r"(u8|u|U|L)?'([^'\\\n]|\\[^\n])+'")]
    Character,
    /// A string or a character without an end in its line. Its rest has no tokens: each could start another.
    #[regex(r#"(u8|u|U|L)?"([^"\\\n]|\\[^\n]|\\\r?\n)*"#)]
    #[regex(r"(u8|u|U|L)?'([^'\\\n]|\\[^\n])*")]
    Open,
    /// A comment. One that is not closed, like a raw string, is an error that has the rest of the source.
    #[token("/*", |lexer| to(lexer, "*/"))]
    Comment,
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
    to(lexer, &end)
}

/// Reads to an end.
fn to(lexer: &mut Lexer<'_, Token>, end: &str) -> bool {
    let found = lexer.remainder().find(end);
    lexer.bump(found.map_or(lexer.remainder().len(), |at| at + end.len()));
    found.is_some()
}
