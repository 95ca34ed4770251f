//! The tokens of C++ source.

use vmad_ptx::syntax::Span;
use winnow::{
    Result,
    combinator::{alt, opt, preceded, repeat},
    error::EmptyError,
    prelude::*,
    stream::LocatingSlice,
    token::{any, none_of, one_of, rest, take_till, take_until, take_while},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A string literal, or a raw one.
    Text,
    Character,
    /// A literal or a comment without an end. Its rest has no tokens: each could start another.
    Open,
    /// An identifier or a keyword.
    Name,
    Number,
    /// Any other character.
    Mark,
}

/// A token and its place.
pub(super) type Lexed = (Token, Span);

type Source<'s> = LocatingSlice<&'s str>;
type Read<T> = Result<T, EmptyError>;

/// The tokens of a source. White space, comments, the backslashes of continued lines and `# 12 "file"` are skipped.
pub(super) fn tokens(source: &str) -> Vec<Lexed> {
    repeat(0.., placed).parse_next(&mut LocatingSlice::new(source)).unwrap_or_default()
}

pub(super) fn first(source: &str) -> Option<Lexed> {
    placed(&mut LocatingSlice::new(source)).ok()
}

fn placed(source: &mut Source<'_>) -> Read<Lexed> {
    let (token, range) = preceded(skipped, token.with_span()).parse_next(source)?;
    Ok((token, Span { start: range.start, end: range.end }))
}

fn skipped(source: &mut Source<'_>) -> Read<()> {
    let blanks = |least: usize| take_while(least.., [' ', '\t']);
    let white = take_while(1.., [' ', '\t', '\r', '\n', '\u{b}', '\u{c}']).void();
    let continued = ('\\', opt('\r'), '\n').void();
    let number = take_while(1.., '0'..='9');
    let line_marker =
        ('#', blanks(0), opt(("line", blanks(1))), number, opt((blanks(1), take_till(0.., '\n')))).void();
    let comment = ("/*", take_until(0.., "*/"), "*/").void();
    repeat(0.., alt((white, continued, line_marker, ("//", up_to('\n')).void(), comment))).parse_next(source)
}

fn token(source: &mut Source<'_>) -> Read<Token> {
    let name = (
        one_of(('A'..='Z', 'a'..='z', '_', '$')),
        take_while(0.., ('A'..='Z', 'a'..='z', '0'..='9', '_', '$')),
    );
    alt((
        ("/*", rest).value(Token::Open),
        raw,
        literal('"', Token::Text),
        literal('\'', Token::Character),
        name.value(Token::Name),
        number.value(Token::Number),
        any.value(Token::Mark),
    ))
    .parse_next(source)
}

/// A literal between two quotes, in one line.
fn literal<'s>(quote: char, closed: Token) -> impl Parser<Source<'s>, Token, EmptyError> {
    (encoding, quote, up_to(quote), opt(quote))
        .map(move |(.., end)| if end.is_some() { closed } else { Token::Open })
}

/// The text up to the end of the line, or to `end` without a backslash before it.
fn up_to<'s>(end: char) -> impl Parser<Source<'s>, (), EmptyError> {
    let escaped = ('\\', alt(("\r\n".void(), any.void()))).void();
    repeat(0.., alt((none_of(['\\', '\n', end]).void(), escaped)))
}

/// A raw literal: it ends with the `)`, the delimiter and the `"` that its start names.
fn raw(source: &mut Source<'_>) -> Read<Token> {
    let delimiter = take_till(0.., ['(', ')', '\\', ' ', '"']);
    let (.., delimiter, _) = (encoding, "R\"", delimiter, '(').parse_next(source)?;
    let end = format!("){delimiter}\"");
    let closed = (take_until(0.., end.as_str()), end.as_str()).value(Token::Text);
    alt((closed, rest.value(Token::Open))).parse_next(source)
}

/// The prefix of a literal.
fn encoding(source: &mut Source<'_>) -> Read<()> {
    opt(alt(("u8", "u", "U", "L"))).void().parse_next(source)
}

fn number(source: &mut Source<'_>) -> Read<()> {
    let part = || one_of(('A'..='Z', 'a'..='z', '0'..='9', '_'));
    let signed_exponent = (one_of(['e', 'E', 'p', 'P']), one_of(['+', '-'])).void();
    let more = alt((signed_exponent, part().void(), '.'.void(), ('\'', part()).void()));
    (opt('.'), one_of('0'..='9'), repeat::<_, _, (), _, _>(0.., more)).void().parse_next(source)
}
