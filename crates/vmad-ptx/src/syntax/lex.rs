//! White space, comments, names, modifiers, marks.
//!
//! A parser finds its piece, backtracks if the piece is not there, or cuts with the final [`SyntaxError`].

use super::error::{Fault, SyntaxError};
use super::span::{Span, Spanned};
use crate::names;
use winnow::combinator::{opt, preceded};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stream};
use winnow::token::take_while;

/// The text and the place of the parser in it.
pub(super) type Input<'a> = LocatingSlice<&'a str>;

/// The result of a parser.
pub(super) type Parsed<T> = ModalResult<T, SyntaxError>;

impl<I: Stream + Location> ParserError<I> for SyntaxError {
    type Inner = Self;

    fn from_input(input: &I) -> Self {
        let at = input.current_token_start();
        let kind = Fault::Unexpected { found: String::new(), expected: "an instruction" };
        Self { span: Span { start: at, end: at }, kind }
    }

    fn into_inner(self) -> Result<Self::Inner, Self> {
        Ok(self)
    }
}

pub(super) fn here(input: &Input<'_>) -> usize {
    input.current_token_start()
}

/// The final error about a span.
pub(super) fn fault(span: Span, kind: Fault) -> ErrMode<SyntaxError> {
    ErrMode::Cut(SyntaxError { span, kind })
}

/// The final error about the next word or character, after white space.
pub(super) fn unexpected(input: &Input<'_>, expected: &'static str) -> ErrMode<SyntaxError> {
    let mut input = *input;
    if let Err(open_comment) = space(&mut input) {
        return open_comment;
    }
    let text: &str = input.as_ref();
    let word = text.find(|c| !names::is_identifier_char(c)).unwrap_or(text.len());
    let len = if word > 0 { word } else { text.chars().next().map_or(0, char::len_utf8) };
    let start = here(&input);
    fault(Span { start, end: start + len }, Fault::Unexpected { found: text[..len].to_owned(), expected })
}

/// Skips white space and comments of both kinds.
pub(super) fn space(input: &mut Input<'_>) -> Parsed<()> {
    let text: &str = input.as_ref();
    let start = here(input);
    let len = names::space_len(text)
        .map_err(|open| fault(Span { start: start + open, end: start + open + 2 }, Fault::OpenComment))?;
    input.next_slice(len);
    Ok(())
}

/// A mark such as `,`, after white space.
pub(super) fn mark<'a>(mark: char) -> impl Parser<Input<'a>, (), ErrMode<SyntaxError>> {
    preceded(space, mark).void()
}

/// Whether a mark is next: then it is read.
pub(super) fn has(input: &mut Input<'_>, mark: char) -> Parsed<bool> {
    Ok(opt(self::mark(mark)).parse_next(input)?.is_some())
}

/// A mark that must be next.
pub(super) fn need(input: &mut Input<'_>, mark: char, expected: &'static str) -> Parsed<()> {
    if has(input, mark)? { Ok(()) } else { Err(unexpected(input, expected)) }
}

/// Items with commas between them, up to and with the semicolon.
pub(super) fn list<'a, T>(
    input: &mut Input<'a>,
    item: impl Fn(&mut Input<'a>) -> Parsed<T>,
) -> Parsed<Vec<T>> {
    let mut items = Vec::with_capacity(4);
    while !has(input, ';')? {
        if !items.is_empty() {
            need(input, ',', "',' or ';'")?;
        }
        items.push(item(input)?);
    }
    Ok(items)
}

/// Items up to the end of the text. Braces are legal between items.
pub(super) fn items<'a, T>(
    input: &mut Input<'a>,
    item: impl Fn(&mut Input<'a>) -> Parsed<T>,
) -> Parsed<Vec<T>> {
    let (mut items, mut open) = (Vec::new(), 0_usize);
    loop {
        space(input)?;
        if open > 0 && has(input, '}')? {
            open -= 1;
        } else if has(input, '{')? {
            open += 1;
        } else if !input.is_empty() {
            if input.starts_with('}') {
                return Err(unexpected(input, "an instruction or the end of the text"));
            }
            items.push(item(input)?);
        } else if open > 0 {
            return Err(unexpected(input, "'}'"));
        } else {
            return Ok(items);
        }
    }
}

/// An identifier, after white space.
pub(super) fn identifier<'a>(input: &mut Input<'a>) -> Parsed<Spanned<&'a str>> {
    preceded(space, spanned(identifier_text)).parse_next(input)
}

fn identifier_text<'a>(input: &mut Input<'a>) -> Parsed<&'a str> {
    let text: &str = input.as_ref();
    match names::identifier_len(text) {
        Some(len) => Ok(input.next_slice(len)),
        None => Err(ErrMode::Backtrack(SyntaxError::from_input(input))),
    }
}

/// A dot and the name directly after it, after white space: a modifier or a selector. The value has no dot.
pub(super) fn dotted<'a>(input: &mut Input<'a>) -> Parsed<Spanned<&'a str>> {
    preceded(space, spanned(dotted_text)).parse_next(input)
}

fn dotted_text<'a>(input: &mut Input<'a>) -> Parsed<&'a str> {
    '.'.parse_next(input)?;
    let name: Parsed<&str> = take_while(1.., names::is_identifier_char).parse_next(input);
    name.map_err(|_| unexpected(input, "a name right behind the dot"))
}

/// A modifier that can have two colons, as `.L1::no_allocate`.
pub(super) fn qualified<'a>(input: &mut Input<'a>) -> Parsed<Spanned<&'a str>> {
    let name = |input: &mut Input<'a>| take_while(1.., names::is_identifier_char).parse_next(input);
    let text = (dotted_text, opt(("::", name))).take().map(|text: &str| &text[1..]);
    preceded(space, spanned(text)).parse_next(input)
}

/// Adds the span to the value of a parser.
pub(super) fn spanned<'a, T>(
    parser: impl Parser<Input<'a>, T, ErrMode<SyntaxError>>,
) -> impl Parser<Input<'a>, Spanned<T>, ErrMode<SyntaxError>> {
    parser.with_span().map(|(value, span)| Spanned { span: Span { start: span.start, end: span.end }, value })
}
