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

use alloc::{format, string::ToString};

use super::{
    error::TextError,
    operand::Number,
    token::{Cursor, TokenKind},
};
use crate::messages::list;
use crate::schedule::{Barrier, ControlField, Reuse, ReuseFlags};

/// Parses a control field; an empty text is [`ControlField::IDLE`].
///
/// # Errors
/// A text that is not in the notation, a number out of range, or a repeated part.
pub fn parse(text: &str) -> Result<ControlField, TextError> {
    Cursor::parse(text, |cursor| {
        let field = parse_parts(cursor)?;
        cursor.take(TokenKind::End, "a part of a control field (&req, &rd, &wr, &reuse, ?stall, ?yield)")?;
        Ok(field.unwrap_or(ControlField::IDLE))
    })
}

/// The parts of the notation: those with a `&`, then those with a `?`.
static PARTS: [&str; 6] = ["&req", "&rd", "&wr", "&reuse", "?stall", "?yield"];

/// Parses the next parts; `None` if there are none.
pub(crate) fn parse_parts(cursor: &mut Cursor<'_>) -> Result<Option<ControlField>, TextError> {
    let mut field = ControlField::IDLE;
    let mut seen = [false; PARTS.len()];
    loop {
        let mark = cursor.peek();
        let (known, names) = match mark.kind {
            TokenKind::Mark('&') => ("req, rd, wr or reuse", &PARTS[..4]),
            TokenKind::Mark('?') => ("stall or yield", &PARTS[4..]),
            _ => return Ok(seen.contains(&true).then_some(field)),
        };
        cursor.next();
        let name = cursor.take(TokenKind::Name, known)?;
        let span = mark.span.to(name.span);
        let found = format!("{}{}", mark.text, name.text);
        let Some(part) = PARTS.iter().position(|part| *part == found) else {
            let legal = list(names, "and");
            let error = span.error(format!("unknown part {found:?} of a control field: legal are {legal}"));
            return Err(error.with_names(names.iter().map(ToString::to_string).collect()));
        };
        if core::mem::replace(&mut seen[part], true) {
            return Err(span.error(format!("{found} is written twice: legal is once")));
        }
        field = parse_value(PARTS[part], cursor, field)?;
    }
}

/// Parses the value after the name of a part into the field.
fn parse_value(
    part: &'static str,
    cursor: &mut Cursor<'_>,
    field: ControlField,
) -> Result<ControlField, TextError> {
    if part == "?yield" {
        return Ok(field.with_yield_flag(true));
    }
    cursor.take(TokenKind::Mark('='), "`=`")?;
    Ok(match part {
        "&req" => {
            let mut mask = 0;
            parse_set(cursor, |cursor| {
                mask |= 1 << number(cursor, part, 5)?;
                Ok(())
            })?;
            field.with_wait_mask(mask)
        }
        "&rd" => field.with_read_barrier(Barrier::new(number(cursor, part, 6)?)),
        "&wr" => field.with_write_barrier(Barrier::new(number(cursor, part, 6)?)),
        "&reuse" => {
            let mut flags = ReuseFlags::NONE;
            parse_set(cursor, |cursor| {
                flags = flags.with(reuse(cursor)?);
                Ok(())
            })?;
            field.with_reuse(flags)
        }
        _ => field.with_stall(number(cursor, part, 15)?),
    })
}

/// `{` items separated by commas `}`; `{}` is legal.
fn parse_set<'t>(
    cursor: &mut Cursor<'t>,
    mut item: impl FnMut(&mut Cursor<'t>) -> Result<(), TextError>,
) -> Result<(), TextError> {
    cursor.take(TokenKind::Mark('{'), "`{`")?;
    if cursor.take_if(TokenKind::Mark('}')).is_some() {
        return Ok(());
    }
    loop {
        item(cursor)?;
        if cursor.take_if(TokenKind::Mark('}')).is_some() {
            return Ok(());
        }
        cursor.take(TokenKind::Mark(','), "`,` or `}`")?;
    }
}

/// A number from 0 to `max`.
fn number(cursor: &mut Cursor<'_>, name: &'static str, max: u8) -> Result<u8, TextError> {
    let number = Number::parse(cursor, "a number")?;
    let value = number.value.and_then(|value| u8::try_from(value).ok()).filter(|&value| value <= max);
    value.ok_or_else(|| number.span.error(format!("{name} is {}: legal are 0 to {max}", number.text)))
}

/// `a`, `b`, `c` or `d`.
fn reuse(cursor: &mut Cursor<'_>) -> Result<Reuse, TextError> {
    const EXPECTED: &str = "a reuse flag: a, b, c or d";
    let found = Reuse::ALL.into_iter().find(|reuse| {
        let token = cursor.peek();
        token.kind == TokenKind::Name && token.text.chars().eq([reuse.letter()])
    });
    let reuse = found.ok_or_else(|| cursor.expected(EXPECTED))?;
    cursor.next();
    Ok(reuse)
}
