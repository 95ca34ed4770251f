//! The text of a template: escapes, and operands in place of `%0`.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use vmad_ptx::syntax::Span;

use super::{Cause, Problem};

/// Marks an unknown part. Unicode assigns no character to this code.
pub(super) const GAP: char = '\u{10ffff}';

/// A text, each part with its place in the source.
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    pub(super) text: String,
    pieces: Vec<Piece>,
}

/// A part of a text.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Its first byte in the text.
    at: usize,
    place: Span,
    /// Whether it is the text of its place, byte by byte.
    is_same: bool,
}

impl Piece {
    /// The place of a part of the piece.
    const fn part(self, from: usize, to: usize) -> Span {
        if self.is_same {
            let start = self.place.start + (from - self.at);
            Span { start, end: start + (to - from) }
        } else {
            self.place
        }
    }
}

/// A place of the filled template at which an operand stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) at: usize,
    pub(super) operand: usize,
}

impl Placed {
    pub(super) fn push(&mut self, text: &str, place: Span) {
        self.add(text, place, false);
    }

    fn add(&mut self, text: &str, place: Span, is_same: bool) {
        match self.pieces.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if is_same && last.is_same && last.place.end == place.start => {
                last.place.end = place.end;
            }
            _ => self.pieces.push(Piece { at: self.text.len(), place, is_same }),
        }
        self.text.push_str(text);
    }

    /// The piece of a byte.
    fn piece(&self, at: usize) -> Option<Piece> {
        let behind = self.pieces.partition_point(|piece| piece.at <= at);
        (at < self.text.len()).then(|| self.pieces.get(behind.wrapping_sub(1)).copied())?
    }

    /// The place of a part of the text.
    pub(super) fn place(&self, span: Span) -> Span {
        let byte = |at: usize| Some(self.piece(at)?.part(at, at + 1));
        let last = self.text.len().checked_sub(1).and_then(byte).map_or(0, |place| place.end);
        let start = byte(span.start).map_or(last, |place| place.start);
        let end = span.end.checked_sub(1).and_then(byte).map_or(start, |place| place.end);
        Span { start, end: end.max(start) }
    }

    pub(super) fn gap(&mut self, place: Span) {
        self.push(GAP.encode_utf8(&mut [0; 4]), place);
    }

    /// The text behind another, without the statements that have a gap.
    pub(super) fn without_gaps(&self, mut whole: Self) -> Self {
        let mut from = 0;
        while let Some(gap) = self.text[from..].find(GAP).map(|gap| from + gap) {
            let start = self.text[from..gap].rfind(';').map_or(from, |end| from + end + 1);
            whole.copy(self, from..start);
            from = self.text[gap..].find(';').map_or(self.text.len(), |end| gap + end + 1);
        }
        whole.copy(self, from..self.text.len());
        whole
    }

    /// Appends a part of another text with its places.
    pub(super) fn copy(&mut self, other: &Self, range: Range<usize>) {
        let Range { start: mut at, end } = range;
        let first = other.pieces.partition_point(|piece| piece.at <= at).saturating_sub(1);
        let ends = other.pieces.iter().skip(first + 1).map(|piece| piece.at).chain([end]);
        for (piece, next) in other.pieces[first.min(other.pieces.len())..].iter().zip(ends) {
            let next = next.min(end);
            if at >= next {
                return;
            }
            self.add(&other.text[at..next], piece.part(at, next), piece.is_same);
            at = next;
        }
    }

    /// The text with other names for its declared registers that have the name of an operand.
    pub(super) fn without(&self, operands: &HashSet<String>) -> Self {
        /// The digits of the largest number of 32 bits.
        const MOST_DIGITS: usize = 10;
        let declared = declared(&self.text);
        let is_declared = |name: &str| {
            let digits = name.bytes().rev().take(MOST_DIGITS).take_while(u8::is_ascii_digit).count();
            declared.contains(&(name, false))
                || (0..=digits).any(|digits| declared.contains(&(&name[..name.len() - digits], true)))
        };
        if !operands.iter().any(|name| is_declared(name)) {
            return self.clone();
        }
        let mut renamed = Self::default();
        let mut from = 0;
        for (at, word) in words(&self.text) {
            // A modifier, a selector or an operand of the statement.
            if is_declared(word) && !self.text[..at].ends_with(['.', '%', '[']) {
                renamed.copy(self, from..at);
                let place = Span { start: at, end: at + 1 };
                renamed.push("local_", self.place(place));
                from = at;
            }
        }
        renamed.copy(self, from..self.text.len());
        renamed
    }

    /// Appends the characters of a string literal with its quotes.
    pub(super) fn literal(&mut self, source: &str, literal: Span) {
        let text = literal.of(source);
        let (prefix, body) = text.split_once('"').unwrap_or((text, ""));
        let at = literal.start + prefix.len() + 1;
        if prefix.ends_with('R') {
            let body = body.split_once('(').map_or("", |(_, rest)| rest);
            let start = literal.end - body.len();
            let body = body.rsplit_once(')').map_or("", |(body, _)| body);
            self.add(body, Span { start, end: start + body.len() }, true);
        } else {
            self.escaped(body.strip_suffix('"').unwrap_or(body), at);
        }
    }

    fn escaped(&mut self, text: &str, at: usize) {
        let mut rest = text;
        while !rest.is_empty() {
            let start = at + (text.len() - rest.len());
            let Some(behind) = rest.strip_prefix('\\') else {
                let end = rest.find('\\').unwrap_or(rest.len());
                self.add(&rest[..end], Span { start, end: start + end }, true);
                rest = &rest[end..];
                continue;
            };
            let (character, length) = escape(behind);
            let place = Span { start, end: start + 1 + length };
            if let Some(character) = character {
                self.push(character.encode_utf8(&mut [0; 4]), place);
            }
            rest = &behind[length..];
        }
    }
}

/// The character of an escape after its backslash, and the length; no character for a continued line.
fn escape(text: &str) -> (Option<char>, usize) {
    let digits = |digits: &str, radix: u32, most: usize| {
        let length = digits.chars().take(most).take_while(|c| c.is_digit(radix)).count();
        let value = u32::from_str_radix(&digits[..length], radix).ok().and_then(char::from_u32);
        (value.or(Some(char::REPLACEMENT_CHARACTER)), length)
    };
    let Some(first) = text.chars().next() else { return (None, 0) };
    let named = match first {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'v' => '\x0b',
        'f' => '\x0c',
        'a' => '\x07',
        'b' => '\x08',
        '\n' => return (None, 1),
        '\r' => return (None, 1 + usize::from(text[1..].starts_with('\n'))),
        'x' | 'u' | 'U' => {
            let most = match first {
                'u' => 4,
                'U' => 8,
                _ => usize::MAX,
            };
            let (value, length) = digits(&text[1..], 16, most);
            return (value, 1 + length);
        }
        '0'..='7' => return digits(text, 8, 3),
        other => other,
    };
    (Some(named), first.len_utf8())
}

/// The template with the names of the operands, and their places, read as NVRTC 12.9 reads it. `number` replaces `%=`.
///
/// # Errors
/// A number or a name in brackets that is not an operand, a letter before a digit, or a `%` at the end.
pub(super) fn substitute(
    template: &Placed,
    texts: &[&str],
    named: &[Option<&str>],
    number: usize,
) -> Result<(Placed, Vec<Use>), Problem> {
    let (mut filled, mut uses) = (Placed::default(), Vec::new());
    let indices: HashMap<&str, usize> =
        named.iter().enumerate().rev().filter_map(|(index, name)| Some(((*name)?, index))).collect();
    let number = number.to_string();
    let text = template.text.as_str();
    let mut at = 0;
    while let Some(percent) = text[at..].find('%').map(|index| at + index) {
        filled.copy(template, at..percent);
        let behind = &text[percent + 1..];
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let register = |index: usize| texts.get(index).copied();
        let mut operand = None;
        let (replacement, length) = match behind.chars().next() {
            None => (None, 0),
            Some('%') => (Some("%"), 1),
            Some('=') => (Some(number.as_str()), 1),
            Some('[') => {
                let name = behind[1..].split_once(']').map(|(name, _)| name);
                operand = name.and_then(|name| indices.get(name)).copied();
                (operand.and_then(register), name.map_or(1, |name| name.len() + 2))
            }
            Some('0'..='9') => {
                let length = digits(behind);
                operand = behind[..length].parse().ok();
                (operand.and_then(register), length)
            }
            Some('a'..='z' | 'A'..='Z') if digits(&behind[1..]) > 0 => {
                let end = percent + 2 + digits(&behind[1..]);
                let span = template.place(Span { start: percent, end });
                let found = &text[percent..end];
                let message = format!(
                    "'{found}' has the form of an operand with a modifier: legal is %{found} for a register"
                );
                return Err(Problem { span, message, cause: Cause::Host });
            }
            Some('a'..='z' | 'A'..='Z' | GAP) => (Some("%"), 0),
            // Both characters are dropped.
            Some(other) => (Some(""), other.len_utf8()),
        };
        let end = percent + 1 + length;
        let place = template.place(Span { start: percent, end });
        // NVRTC replaces an operand by a register `%r1`, which ends a name before it: `vset4.s32.s32.eq%0`.
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
        if replacement.is_some_and(|text| text.starts_with(|c: char| is_name(c) && !c.is_ascii_digit()))
            && filled.text.ends_with(is_name)
        {
            filled.push(" ", place);
        }
        let Some(replacement) = replacement else {
            let last = texts.len().saturating_sub(1);
            let found = &text[percent..end];
            let message = format!(
                "'{found}' is not an operand of the asm statement: legal are %0 to %{last} and %% for a single %"
            );
            return Err(Problem { span: place, message, cause: Cause::Illegal });
        };
        uses.extend(operand.map(|operand| Use { at: filled.text.len(), operand }));
        filled.push(replacement, place);
        at = end;
    }
    filled.copy(template, at..text.len());
    Ok((filled, uses))
}

/// The words of a PTX text, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let words = text.split(move |c| !is_word(c)).filter(|word| !word.is_empty());
    words.map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word))
}

/// The registers that `.reg` declares: the name, and whether it is the common name of numbered registers.
fn declared(text: &str) -> HashSet<(&str, bool)> {
    let statements =
        text.split(';').filter_map(|statement| statement.split_once(".reg").map(|(_, rest)| rest));
    let names = statements.flat_map(|names| {
        names.split(',').filter_map(|name| {
            let (name, count) =
                name.split_once('<').map_or((name, None), |(name, count)| (name, Some(count)));
            Some((name.split_whitespace().last()?, count.is_some()))
        })
    });
    names.filter(|(name, _)| !name.starts_with(['.', '%'])).collect()
}
