//! PTX files that are read piece by piece, so that their length does not matter.

use std::{
    ffi::OsStr,
    fs::{File, Metadata},
    io::{self, Read},
};

use vmad_ptx::{
    module::{Item, Items},
    syntax::{Fault, Span, SyntaxError},
};

use super::file::NOT_PTX;
use crate::{
    excerpt::{Excerpt, Place},
    failure::Failure,
    progress::Progress,
};

/// The number of bytes that are read at once.
const BLOCK: usize = 1 << 18;

/// Calls `each` with every item of a PTX file, `-` for standard input. Memory holds the longest statement, or a block.
///
/// # Errors
/// The file cannot be read or is not PTX, or `each` fails.
pub(super) fn each_item(
    path: &OsStr,
    mut each: impl FnMut(&mut Piece<'_>, Item) -> Result<(), Failure>,
) -> Result<(), Failure> {
    /// If a file starts with more bytes without an item, it is not PTX.
    const HEAD: u64 = 1 << 24;
    let name = &*path.to_string_lossy();
    let refuse = |error: io::Error| Failure::input(name, &error);
    let (mut reader, len): (Box<dyn Read>, Option<u64>) = if path == "-" {
        (Box::new(io::stdin().lock()), None)
    } else {
        let file = File::open(path).map_err(refuse)?;
        // A device or a pipe has no length.
        let len = file.metadata().ok().filter(Metadata::is_file).map(|metadata| metadata.len());
        (Box::new(file), len)
    };
    let progress = len.map(|len| Progress::new(len, 0, "bytes").unless_seen());
    let (mut bytes, mut text, mut cursor) = (Vec::new(), String::new(), Cursor::default());
    let (mut total, mut is_ptx) = (0, false);
    // The first character that is not ASCII, with a place before it.
    let (mut is_ascii, mut foreign): (bool, Option<(usize, Cursor)>) = (true, None);
    loop {
        // A statement that is longer than the text so far is read again with as much text again.
        let unread = text.len() - cursor.at;
        let read = reader.by_ref().take(BLOCK.max(unread) as u64).read_to_end(&mut bytes).map_err(refuse)?;
        total += read as u64;
        let end = text.len();
        append(&mut text, &mut bytes, read == 0);
        if is_ascii && let Some(at) = text[end..].find(|c: char| !c.is_ascii()) {
            (is_ascii, foreign) = (false, Some((end + at, cursor)));
        }
        let mut items = Items::of_piece(&text, cursor.at, read > 0);
        for item in items.by_ref() {
            is_ptx |= !matches!(item, Item::Error(_) | Item::NotCovered(_));
            each(&mut Piece { name, text: &text, cursor: &mut cursor }, item)?;
        }
        if !is_ptx && (read == 0 || total > HEAD) {
            return Err(Failure::input(name, NOT_PTX));
        }
        if let Some((at, mut cursor)) = foreign.take_if(|_| is_ptx)
            && let Some(character) = text[at..].chars().next()
        {
            let span = Span { start: at, end: at + character.len_utf8() };
            let error = Item::Error(SyntaxError { span, kind: Fault::NotAscii(character) });
            each(&mut Piece { name, text: &text, cursor: &mut cursor }, error)?;
        }
        if read == 0 {
            return Ok(());
        }
        cursor.advance(&text, items.read());
        if is_ptx {
            cursor.forget(&mut text);
        }
        if let Some(progress) = &progress {
            progress.set(total);
        }
    }
}

/// Appends bytes to a text. Bytes that are not UTF-8 become a mark each; a character whose end is missing waits for the
/// next block, unless this is the last.
fn append(text: &mut String, bytes: &mut Vec<u8>, is_last: bool) {
    let mut waiting = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        waiting = chunk.invalid().len();
        if waiting > 0 {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    if waiting > 0 && !is_last {
        text.pop();
        bytes.drain(..bytes.len() - waiting);
    } else {
        bytes.clear();
    }
}

/// A place in a text that is read piece by piece.
#[derive(Clone, Copy)]
struct Cursor {
    at: usize,
    /// The line, 1 for the first.
    line: u64,
    /// The number of characters before the place in its line.
    column: usize,
}

impl Default for Cursor {
    fn default() -> Self {
        Self { at: 0, line: 1, column: 0 }
    }
}

impl Cursor {
    fn advance(&mut self, text: &str, to: usize) {
        let passed = text.get(self.at..to).unwrap_or_default();
        match passed.rfind('\n') {
            Some(end) => {
                self.line += passed.bytes().filter(|byte| *byte == b'\n').count() as u64;
                self.column = passed[end + 1..].chars().count();
            }
            None => self.column += passed.chars().count(),
        }
        self.at += passed.len();
    }

    /// Forgets the text before the place, except for what an excerpt may show.
    fn forget(&mut self, text: &mut String) {
        let from = text.floor_char_boundary(self.at.saturating_sub(BEFORE));
        text.drain(..from);
        self.at -= from;
    }
}

/// A text with items, and its places in a file.
pub(super) trait Text {
    /// The text of a span.
    fn of(&self, span: Span) -> &str;

    /// An excerpt of the line in which a span starts. The starts of spans follow the order of the text.
    fn excerpt(&mut self, span: Span, message: &str) -> Excerpt;
}

/// The part of a file that is in memory.
pub(super) struct Piece<'t> {
    name: &'t str,
    text: &'t str,
    cursor: &'t mut Cursor,
}

/// The bytes of a line that an excerpt shows before the start of a span.
const BEFORE: usize = 200;

/// The bytes of a line that an excerpt shows from the start of a span on.
const BEHIND: usize = 400;

/// An excerpt of the line in which a span starts, without the far parts of a long line. The column is that of the span's
/// start, from 0.
pub(super) fn excerpt(
    name: &str,
    text: &str,
    span: Span,
    line: u64,
    column: usize,
    message: &str,
) -> Excerpt {
    let start = text.floor_char_boundary(span.start.saturating_sub(BEFORE));
    let start = text[start..span.start].rfind('\n').map_or(start, |end| start + end + 1);
    let rest = &text[span.start..text.floor_char_boundary(span.start + BEHIND)];
    let shown = &text[start..span.start + rest.lines().next().unwrap_or_default().len()];
    let before = column - text[start..span.start].chars().count();
    let within = |at: usize| (at - start).min(shown.len());
    Excerpt::new(Place::line(name, line), shown, within(span.start)..within(span.end), message).behind(before)
}

impl Text for Piece<'_> {
    fn of(&self, span: Span) -> &str {
        span.of(self.text)
    }

    fn excerpt(&mut self, span: Span, message: &str) -> Excerpt {
        self.cursor.advance(self.text, span.start);
        excerpt(self.name, self.text, span, self.cursor.line, self.cursor.column, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_in_two_blocks_is_read() {
        for character in ['\u{e9}', '\u{20ac}', '\u{1f600}'] {
            let whole = format!("abc{character}d");
            for at in 1..whole.len() {
                let (first, second) = whole.as_bytes().split_at(at);
                let (mut text, mut bytes) = (String::new(), first.to_vec());
                append(&mut text, &mut bytes, false);
                bytes.extend(second);
                append(&mut text, &mut bytes, true);
                assert_eq!((&text, bytes.as_slice()), (&whole, &[][..]), "{at}");
            }
        }
    }
}
