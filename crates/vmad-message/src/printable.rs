//! Foreign text: that of a file, a name, or another program.
//!
//! [`Escaping`] is the last writer before a terminal, so nothing reaches it unescaped. [`Printable`] escapes one name:
//! it also keeps line breaks and styles out.

use std::{
    fmt::{self, Write as _},
    io,
};

/// Text from a file, or a name: characters that a terminal obeys or does not show are escaped.
pub struct Printable<'t>(pub &'t str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| {
            if is_shown(character) { f.write_char(character) } else { escape(character, f) }
        })
    }
}

/// A text of several lines: as [`Printable`], but with its line breaks and tabs, and the styles of messages.
pub struct Styled<'t>(pub &'t str);

impl fmt::Display for Styled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_escaped(self.0, true, f)
    }
}

fn escape(character: char, out: &mut impl fmt::Write) -> fmt::Result {
    write!(out, "{}", character.escape_default())
}

/// Whether a character has a shape of its own: it is not a control, and not a mark of direction, width or joining.
/// Rust's debug output does not escape these characters; letters and marks without a shape are excluded here.
pub fn is_shown(character: char) -> bool {
    let is_blank = matches!(
        character,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}'
    );
    if character.is_ascii() || is_blank {
        return !character.is_ascii_control() && !is_blank;
    }
    // After another character, debug output does not escape a combining mark.
    let mut buffer = [b'x'; 5];
    let length = 1 + character.encode_utf8(&mut buffer[1..]).len();
    str::from_utf8(&buffer[..length]).is_ok_and(|text| text.escape_debug().count() == 2)
}

/// Whether all bytes are ASCII characters that [`Escaping`] writes as they are.
pub fn is_plain(bytes: &[u8]) -> bool {
    let is_other = |byte: &u8| !matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    // No branch in a piece, and a result of one byte for each byte: this takes a fifth of the time of `any`.
    let has_other = |piece: &[u8]| piece.iter().fold(false, |has, byte| has | is_other(byte));
    !bytes.chunks(256).any(has_other)
}

/// The length of the style at the start of a text: `ESC [ 1 m` and the like. Only what [`Styled`] prints: bold, dim,
/// underlined and colours of letters, which hide nothing.
fn style(text: &str) -> Option<usize> {
    let (codes, _) = text.strip_prefix("\x1b[")?.split_once('m')?;
    let is_legal = |code: &str| {
        matches!(code, "0" | "1" | "2" | "4" | "22" | "39")
            || matches!(code.as_bytes(), [b'3' | b'9', b'1'..=b'6'])
    };
    codes.split(';').all(is_legal).then_some("\x1b[".len() + codes.len() + 1)
}

fn write_escaped(text: &str, is_styled: bool, out: &mut impl fmt::Write) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = rest.find(|character| !matches!(character, '\n' | '\t') && !is_shown(character)) {
        let (shown, hidden) = rest.split_at(at);
        out.write_str(shown)?;
        let length = match style(hidden) {
            Some(length) if is_styled => {
                out.write_str(&hidden[..length])?;
                length
            }
            _ => {
                let character = hidden.chars().next().unwrap_or_default();
                escape(character, out)?;
                character.len_utf8()
            }
        };
        rest = &hidden[length..];
    }
    out.write_str(rest)
}

/// The last writer before a terminal: it escapes every character that has no shape, except for line breaks and tabs.
#[derive(Debug)]
pub struct Escaping<W> {
    writer: W,
    /// Whether styles pass.
    is_styled: bool,
    /// The start of a character whose end is not yet written.
    waiting: Vec<u8>,
}

impl<W: io::Write> Escaping<W> {
    /// Escapes the output to `writer`.
    pub const fn new(writer: W, is_styled: bool) -> Self {
        Self { writer, is_styled, waiting: Vec::new() }
    }

    /// Writes bytes that need no escape.
    ///
    /// # Errors
    /// The writer's.
    pub fn write_plain(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.waiting.is_empty() { self.writer.write_all(bytes) } else { self.write_slowly(bytes) }
    }

    #[cold]
    fn write_slowly(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.waiting.extend(bytes);
        let bytes = std::mem::take(&mut self.waiting);
        let mut text = String::with_capacity(bytes.len());
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            // Cannot fail: this writes to memory.
            let _ = write_escaped(chunk.valid(), self.is_styled, &mut text);
            let is_start = || str::from_utf8(chunk.invalid()).is_err_and(|error| error.error_len().is_none());
            if chunks.peek().is_none() && is_start() {
                self.waiting.extend(chunk.invalid());
            } else if !chunk.invalid().is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        self.writer.write_all(text.as_bytes())
    }
}

impl<W: io::Write> io::Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.waiting.is_empty() && is_plain(bytes) {
            self.writer.write_all(bytes)?;
        } else {
            self.write_slowly(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The longest word of a message.
const LONGEST: usize = 300;

/// The longest path that Linux opens.
const LONGEST_PATH: usize = 4096;

/// A message in which words of over 300 characters, copied from the input, are cut to 60.
pub fn shortened(message: &str) -> String {
    cut(message, LONGEST)
}

/// The whole name of a file. A name that is too long for a file is cut to 60 characters.
pub fn file_name(name: &str) -> String {
    cut(name, LONGEST_PATH)
}

fn cut(message: &str, longest: usize) -> String {
    let word = |word: &str| match word.char_indices().nth(longest) {
        Some(_) => word.chars().take(60).chain("...".chars()).collect(),
        None => word.to_owned(),
    };
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{Escaping, Printable, Styled, file_name, shortened};

    /// An escape sequence, controls of ASCII and of C1, marks of direction, separators, characters without a width, tags.
    const HIDDEN: &str = "\x1b\x07\u{7f}\u{9b}\u{9c}\u{9d}\u{ad}\u{34f}\u{61c}\u{115f}\u{180e}\u{200b}\u{200e}\u{2028}\u{202e}\
                          \u{2060}\u{2066}\u{3164}\u{fe0f}\u{feff}\u{fff9}\u{e0041}\u{e0100}";

    #[test]
    fn no_character_reaches_the_terminal_as_a_command() {
        for character in HIDDEN.chars() {
            let printed = Printable(&format!("a{character}b")).to_string();
            assert_eq!(printed, format!("a{}b", character.escape_default()));
        }
        let shown = "größe_µ 核 e\u{301} 😀 ✓ € —";
        assert_eq!(Printable(shown).to_string(), shown);
    }

    #[test]
    fn a_writer_escapes_in_whatever_pieces_it_is_given() {
        let written = |text: &str, size: usize, is_styled: bool| {
            let mut writer = Escaping::new(Vec::new(), is_styled);
            text.as_bytes().chunks(size).for_each(|piece| writer.write_all(piece).unwrap());
            String::from_utf8(writer.writer).unwrap()
        };
        let text = format!("größe\t核 {HIDDEN} \u{fffd}\n");
        let escaped = Printable(&text.replace(['\n', '\t'], "")).to_string();
        for size in 1..9 {
            assert_eq!(written(&text, size, false).replace(['\n', '\t'], ""), escaped, "{size}");
        }
        // A style passes as a whole only, and only if styles are on.
        let styled = "\x1b[1m\x1b[91mx\x1b[0m";
        assert_eq!(written(styled, 99, true), styled);
        assert!(!written(styled, 99, false).contains('\x1b'));
        for foreign in ["\x1b[8mx", "\x1b]0;x\x07", "\x1b[2J", "\x1b[1;8m", "\x1b[", "\x1b[40m"] {
            assert!(!Styled(foreign).to_string().contains('\x1b'), "{foreign:?}");
        }
    }

    #[test]
    fn only_long_words_are_cut() {
        let long = "ä".repeat(301);
        assert_eq!(
            shortened(&format!("no '{long}': legal are a, b")),
            format!("no '{}... legal are a, b", "ä".repeat(59))
        );
        let path = "ä".repeat(300);
        assert_eq!(shortened(&format!("{path}:  x")), format!("{}...  x", "ä".repeat(60)));
        assert_eq!(shortened(&path), path);
        let path = "ä".repeat(4096);
        assert_eq!(file_name(&path), path);
        assert_eq!(file_name(&format!("{path}/")), format!("{}...", "ä".repeat(60)));
    }
}
