//! Control fields as text, in the notation of the SASS reference text: `&req={0,3} &rd=2 &wr=1 &reuse={a} ?stall=5 ?yield`.
//!
//! | part | meaning | default |
//! |---|---|---|
//! | `&req={0,3}` | waits for barriers 0 and 3 (0 to 5, in any order) | waits for none |
//! | `&rd=2` | sets read barrier 2 (0 to 6) | sets none (7) |
//! | `&wr=1` | sets write barrier 1 (0 to 6) | sets none (7) |
//! | `&reuse={a,b,c,d}` | reuse flags 0 to 3; `a`, `b` and `c` are the operands | no flag |
//! | `?stall=5` | stall count (0 to 15) | 0 |
//! | `?yield` | bit 4 is 1 | bit 4 is 0 |
//!
//! Parts can have any order, each at most once, with or without blanks between them. The printer writes them in the
//! order of the table, and always `?stall`. Each of the 2^21 fields prints and parses back.

use super::{
    error::{Span, TextError, TextErrorKind},
    number::Number,
    token::{Cursor, TokenKind},
};
use crate::schedule::{Barrier, ControlField, Reuse, ReuseFlags};

/// Parses a control field; an empty text is [`ControlField::IDLE`].
///
/// # Errors
/// A text that is not in the notation, a number out of range, or a repeated part.
pub fn parse(text: &str) -> Result<ControlField, TextError> {
    let mut cursor = Cursor::new(text)?;
    let field = parse_parts(&mut cursor)?;
    cursor.take(TokenKind::End, "a part of a control field (&req, &rd, &wr, &reuse, ?stall, ?yield)")?;
    Ok(field.unwrap_or(ControlField::IDLE))
}

/// Parses the next parts; `None` if there are none.
pub(crate) fn parse_parts(cursor: &mut Cursor<'_>) -> Result<Option<ControlField>, TextError> {
    let mut field = ControlField::IDLE;
    let mut seen = Seen::default();
    loop {
        let mark = cursor.peek();
        let known = match mark.kind {
            TokenKind::Mark('&') => "req, rd, wr or reuse",
            TokenKind::Mark('?') => "stall or yield",
            _ => return Ok(seen.0.contains(&true).then_some(field)),
        };
        cursor.next()?;
        let name = cursor.take(TokenKind::Name, known)?;
        let span = mark.span.to(name.span);
        let written = alloc::format!("{}{}", mark.text, name.text);
        let Some(part) = Part::ALL.into_iter().find(|part| part.name() == written) else {
            let names = if mark.text == "&" { Part::FIELDS } else { Part::SCHEDULE };
            return Err(TextError { span, kind: TextErrorKind::ControlPart { found: written, names } });
        };
        seen.mark(part, span)?;
        field = part.parse(cursor, field)?;
    }
}

/// A part of the notation.
#[derive(Clone, Copy)]
enum Part {
    Req,
    Rd,
    Wr,
    Reuse,
    Stall,
    Yield,
}

impl Part {
    const ALL: [Self; 6] = [Self::Req, Self::Rd, Self::Wr, Self::Reuse, Self::Stall, Self::Yield];
    /// The names after a `&`.
    const FIELDS: &'static [&'static str] = &["&req", "&rd", "&wr", "&reuse"];
    /// The names after a `?`.
    const SCHEDULE: &'static [&'static str] = &["?stall", "?yield"];

    const fn name(self) -> &'static str {
        match self {
            Self::Req => "&req",
            Self::Rd => "&rd",
            Self::Wr => "&wr",
            Self::Reuse => "&reuse",
            Self::Stall => "?stall",
            Self::Yield => "?yield",
        }
    }

    /// Parses the value after the name into the field.
    fn parse(self, cursor: &mut Cursor<'_>, field: ControlField) -> Result<ControlField, TextError> {
        if !matches!(self, Self::Yield) {
            cursor.take(TokenKind::Mark('='), "`=`")?;
        }
        Ok(match self {
            Self::Req => {
                let mut mask = 0;
                parse_set(cursor, |cursor| {
                    mask |= 1 << number(cursor, self.name(), 5)?;
                    Ok(())
                })?;
                field.with_wait_mask(mask)
            }
            Self::Rd => field.with_read_barrier(Barrier::new(number(cursor, self.name(), 6)?)),
            Self::Wr => field.with_write_barrier(Barrier::new(number(cursor, self.name(), 6)?)),
            Self::Reuse => {
                let mut flags = ReuseFlags::NONE;
                parse_set(cursor, |cursor| {
                    flags = flags.with(reuse(cursor)?);
                    Ok(())
                })?;
                field.with_reuse(flags)
            }
            Self::Stall => field.with_stall(number(cursor, self.name(), 15)?),
            Self::Yield => field.with_yield_flag(true),
        })
    }
}

/// The parts that have been read.
#[derive(Default)]
struct Seen([bool; 6]);

impl Seen {
    fn mark(&mut self, part: Part, span: Span) -> Result<(), TextError> {
        if core::mem::replace(&mut self.0[part as usize], true) {
            Err(TextError { span, kind: TextErrorKind::ControlTwice(part.name()) })
        } else {
            Ok(())
        }
    }
}

/// `{` items separated by commas `}`; `{}` is legal.
fn parse_set<'t>(
    cursor: &mut Cursor<'t>,
    mut item: impl FnMut(&mut Cursor<'t>) -> Result<(), TextError>,
) -> Result<(), TextError> {
    cursor.take(TokenKind::Mark('{'), "`{`")?;
    if cursor.take_if(TokenKind::Mark('}'))?.is_some() {
        return Ok(());
    }
    loop {
        item(cursor)?;
        if cursor.take_if(TokenKind::Mark('}'))?.is_some() {
            return Ok(());
        }
        cursor.take(TokenKind::Mark(','), "`,` or `}`")?;
    }
}

/// A number from 0 to `max`.
fn number(cursor: &mut Cursor<'_>, name: &'static str, max: u8) -> Result<u8, TextError> {
    let number = Number::parse(cursor, "a number")?;
    let value = number.value.and_then(|value| u8::try_from(value).ok()).filter(|&value| value <= max);
    value.ok_or_else(|| TextError {
        span: number.span,
        kind: TextErrorKind::ControlRange { name, found: number.text.into(), max },
    })
}

/// `a`, `b`, `c` or `d`.
fn reuse(cursor: &mut Cursor<'_>) -> Result<Reuse, TextError> {
    const EXPECTED: &str = "a reuse flag: a, b, c or d";
    let found = Reuse::ALL.into_iter().find(|reuse| {
        let token = cursor.peek();
        token.kind == TokenKind::Name && token.text.chars().eq([reuse.letter()])
    });
    let reuse = found.ok_or_else(|| cursor.expected(EXPECTED))?;
    cursor.next()?;
    Ok(reuse)
}
