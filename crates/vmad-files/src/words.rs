//! Words as text: arguments and lines.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use vmad_sass::{
    isa::Layout,
    schedule::{Control, ControlByte, ControlField},
};

use crate::text::MARK;

/// A fault of a word or a line.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// Not a word.
    #[error("{} is not an instruction word: expected 1 to 16 hexadecimal digits, with or without 0x{}", Quoted(.0), wide(.0))]
    Word(String),
    /// Not a control byte of Kepler.
    #[error("{} is not a control byte of Kepler: expected 8 bits in hexadecimal, 0 to ff", Quoted(.0))]
    Byte(String),
    /// Not a control field.
    #[error("{} is not a control field: expected 21 bits in hexadecimal, 0 to 1fffff{}", Quoted(.0), halves(.0))]
    Control(String),
    /// More than a word and a control field.
    #[error(
        "{} follows the word and its control field: expected WORD [CONTROL], both in hexadecimal",
        Quoted(.0)
    )]
    Trailing(String),
    /// A line that is not UTF-8.
    #[error("the line is not UTF-8 text")]
    NotText,
    /// A line with a carriage return that does not end it.
    #[error("the line has a carriage return in it: expected lines that end with LF, or CR and LF")]
    LoneReturn,
    /// A line longer than [`MAX_LINE`].
    #[error("the line is longer than {MAX_LINE} bytes")]
    LongLine,
    /// The system's own error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl SourceError {
    /// The wrong part of a line `WORD [CONTROL]`; otherwise the whole line.
    pub fn piece_of<'l>(&self, line: &'l str) -> &'l str {
        let mut pieces = line.split_ascii_whitespace();
        let piece = match self {
            Self::Word(_) => pieces.next(),
            Self::Control(_) | Self::Byte(_) => pieces.nth(1),
            Self::Trailing(_) => pieces.nth(2),
            Self::NotText | Self::LoneReturn | Self::LongLine | Self::Io(_) => None,
        };
        piece.unwrap_or(line)
    }
}

/// A piece of input in an error message, cut to a maximum length.
struct Quoted<'t>(&'t str);

impl std::fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const LONGEST: usize = 40;
        match self.0.char_indices().nth(LONGEST) {
            None => write!(f, "{:?}", self.0),
            Some((end, _)) => write!(f, "{:?}...", &self.0[..end]),
        }
    }
}

/// The longest line, in bytes: it bounds the memory.
pub const MAX_LINE: usize = 1 << 16;

/// A note for an error message, if the text can be a half of a word.
pub fn halves(text: &str) -> &'static str {
    let is_half = text.len() == 8 && hexadecimal(text).is_some();
    if is_half { " (the halves of a word are written as one number, the high one first)" } else { "" }
}

/// A note for an error message, if the text can be a word of 128 bits.
fn wide(text: &str) -> &'static str {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let is_wide = digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if is_wide { "; a word of 128 bits needs --arch sm_70 or later" } else { "" }
}

/// Whether an argument is a word: `0x` and digits, or 16 hexadecimal digits.
pub fn is_word(argument: &str) -> bool {
    let hexadecimal =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    match argument.strip_prefix("0x").or_else(|| argument.strip_prefix("0X")) {
        Some(digits) => hexadecimal(digits),
        None => argument.len() == 16 && hexadecimal(argument),
    }
}

/// A hexadecimal number, with or without `0x`.
pub fn hexadecimal(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    // `from_str_radix` accepts a sign.
    if digits.starts_with(['+', '-']) { None } else { u64::from_str_radix(digits, 16).ok() }
}

/// An instruction word.
///
/// # Errors
/// The text is not 1 to 16 hexadecimal digits.
pub fn word(text: &str) -> Result<u64, SourceError> {
    hexadecimal(text).ok_or_else(|| SourceError::Word(text.to_owned()))
}

/// A line `WORD [CONTROL]` in a layout; `None` if it is blank.
///
/// # Errors
/// Either is not a hexadecimal number of its width, or something follows.
pub fn word_and_control(line: &str, layout: Layout) -> Result<Option<(u64, Option<Control>)>, SourceError> {
    let mut parts = line.split_ascii_whitespace();
    let Some(first) = parts.next() else { return Ok(None) };
    let word = word(first)?;
    let control = match parts.next() {
        None => None,
        Some(text) => {
            let bits = hexadecimal(text).and_then(|bits| u32::try_from(bits).ok());
            Some(match layout {
                Layout::Maxwell => {
                    let field = bits.and_then(ControlField::new);
                    Control::Field(field.ok_or_else(|| SourceError::Control(text.to_owned()))?)
                }
                Layout::Kepler => {
                    let byte = bits.and_then(|bits| u8::try_from(bits).ok());
                    Control::Byte(ControlByte(byte.ok_or_else(|| SourceError::Byte(text.to_owned()))?))
                }
            })
        }
    };
    match parts.next() {
        None => Ok(Some((word, control))),
        Some(extra) => Err(SourceError::Trailing(extra.to_owned())),
    }
}

/// Reads lines into one buffer.
#[derive(Debug)]
pub struct Lines<R> {
    /// The [head](Self::head), and what follows.
    reader: Chain<Cursor<Vec<u8>>, BufReader<R>>,
    buffer: Vec<u8>,
    number: u64,
    /// The rest of a line that was too long is not read yet.
    unfinished: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of an unbuffered reader.
    pub fn new(reader: R) -> Self {
        Self {
            reader: Cursor::default().chain(BufReader::with_capacity(MAX_LINE, reader)),
            buffer: Vec::new(),
            number: 0,
            unfinished: false,
        }
    }

    /// Whether the input that is available now starts with these bytes.
    pub fn start_with(&mut self, bytes: &[u8]) -> bool {
        self.reader.get_mut().1.fill_buf().is_ok_and(|buffer| buffer.starts_with(bytes))
    }

    /// Whether reading the next line may have to wait. Flush the output first: another program may wait for it.
    pub fn may_wait(&self) -> bool {
        let (head, reader) = self.reader.get_ref();
        let is_read = head.position() as usize == head.get_ref().len();
        is_read && !reader.buffer().contains(&b'\n')
    }

    /// The first line with a text, before any is read.
    ///
    /// # Errors
    /// Reading failed.
    pub fn head(&mut self) -> io::Result<&[u8]> {
        let (head, reader) = self.reader.get_mut();
        let (head, mut first) = (head.get_mut(), 0);
        while head.len() < MAX_LINE && head[first..].trim_ascii().is_empty() {
            first = head.len();
            if reader.by_ref().take(MAX_LINE as u64).read_until(b'\n', head)? == 0 {
                break;
            }
        }
        Ok(&head[first..])
    }

    /// What is not read yet.
    pub fn into_reader(self) -> impl Read {
        self.reader
    }

    /// The number of the last line read, from 1.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The next line without its end, and without a byte order mark at the start of the input; `None` at the end of the input. After an error the next call returns the line
    /// after the refused one, and skips the rest of one that is too long.
    ///
    /// # Errors
    /// The line is not UTF-8, has a carriage return in it or is longer than [`MAX_LINE`], or reading failed.
    pub fn read(&mut self) -> Result<Option<&str>, SourceError> {
        self.buffer.clear();
        if std::mem::take(&mut self.unfinished) {
            self.reader.skip_until(b'\n')?;
        }
        self.number += 1;
        let limit = MAX_LINE as u64 + 2;
        if self.reader.by_ref().take(limit).read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        let line = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = line.strip_prefix(MARK.as_bytes()).filter(|_| self.number == 1).unwrap_or(line);
        if line.len() > MAX_LINE {
            self.unfinished = !self.buffer.ends_with(b"\n");
            return Err(SourceError::LongLine);
        }
        if line.contains(&b'\r') {
            return Err(SourceError::LoneReturn);
        }
        str::from_utf8(line).map(Some).map_err(|_| SourceError::NotText)
    }
}
