//! Standard output: buffered, with colours on a terminal. Nothing but this and `stderr` prints.

use std::{
    ffi::OsStr,
    fmt::{self, Display},
    fs,
    io::{self, BufWriter, StdoutLock, Write},
};

use annotate_snippets::Level;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use serde_json::json;

use crate::{
    excerpt::Excerpt,
    failure::{Exit, Failure},
    printable::{Escaping, is_plain, is_shown},
    wrap::wrap,
};

pub(crate) struct Out {
    writer: Escaping<BufWriter<StdoutLock<'static>>>,
    palette: Palette,
    plain: bool,
    /// What is formatted before it is written.
    line: Vec<u8>,
}

/// The styles of the output; all plain if colours are off.
#[derive(Clone, Copy, Default)]
pub(crate) struct Palette {
    pub(crate) heading: Style,
    /// Addresses, words and control fields.
    pub(crate) frame: Style,
    pub(crate) wrong: Style,
}

impl Out {
    /// The reader of a pipe gets pieces of this size.
    const BUFFER: usize = 1 << 16;

    /// Standard output, with colours on a terminal unless `NO_COLOR` is set.
    pub(crate) fn standard() -> Self {
        let stdout = io::stdout();
        let plain = anstream::AutoStream::choice(&stdout) == anstream::ColorChoice::Never;
        let palette = if plain { Palette::default() } else { Palette::coloured() };
        let buffered = BufWriter::with_capacity(Self::BUFFER, stdout.lock());
        Self { writer: Escaping::new(buffered, !plain), palette, plain, line: Vec::new() }
    }

    pub(crate) const fn palette(&self) -> Palette {
        self.palette
    }

    pub(crate) fn send(&mut self) -> Result<(), Failure> {
        Ok(self.writer.flush()?)
    }

    /// Prints an error behind the output before it; the command goes on.
    pub(crate) fn pass(&mut self, failure: &Failure) -> Result<Exit, Failure> {
        self.send()?;
        failure.report();
        Ok(Exit::BadInput)
    }

    /// Writes the answer to a line with an error; an empty line if there is no message.
    pub(crate) fn refuse(&mut self, message: &str, is_json: bool) -> io::Result<()> {
        match message {
            "" => writeln!(self),
            _ if is_json => self.json(&json!({ "error": message })),
            _ => writeln!(self, "error\t{message}"),
        }
    }

    /// Writes a line in the style of headings.
    pub(crate) fn heading(&mut self, title: impl Display) -> io::Result<()> {
        let heading = self.palette.heading;
        writeln!(self, "{heading}{title}{heading:#}")
    }

    /// Writes a heading after a blank line.
    pub(crate) fn section(&mut self, title: impl Display) -> io::Result<()> {
        writeln!(self)?;
        self.heading(title)
    }

    /// Writes a paragraph, wrapped, with the indents of its first line and of the others.
    pub(crate) fn paragraph(&mut self, text: &str, first: &str, others: &str) -> io::Result<()> {
        self.pieces(&[wrap(text, first, others).as_bytes(), b"\n"])
    }

    pub(crate) fn excerpt(&mut self, level: Level<'_>, excerpt: &Excerpt) -> io::Result<()> {
        let text = excerpt.render(level, self.plain);
        writeln!(self.writer, "{text}")
    }

    /// Writes a picture to a file, or here for `-`.
    pub(crate) fn picture(&mut self, file: &OsStr, picture: &str) -> Result<(), Failure> {
        if file == "-" {
            return Ok(self.write_all(picture.as_bytes())?);
        }
        fs::write(file, picture).map_err(|error| Failure::input(file.display().to_string(), &error))
    }

    /// Writes lines that contain no text of a file, or only with escapes.
    pub(crate) fn plain(&mut self, lines: &[u8]) -> io::Result<()> {
        self.writer.write_plain(lines)
    }

    /// Writes the pieces of a line: the writer checks each piece that it is given, so it is given one.
    pub(crate) fn pieces(&mut self, pieces: &[&[u8]]) -> io::Result<()> {
        self.line.clear();
        for piece in pieces {
            self.line.extend_from_slice(piece);
        }
        self.writer.write_all(&self.line)
    }

    /// Writes a value as one line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.line.clear();
        push_json(&mut self.line, value)?;
        self.writer.write_plain(&self.line)
    }
}

impl AsMut<Self> for Out {
    fn as_mut(&mut self) -> &mut Self {
        self
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    /// The writer checks each piece that it is given: it is given one.
    fn write_fmt(&mut self, arguments: fmt::Arguments<'_>) -> io::Result<()> {
        self.line.clear();
        self.line.write_fmt(arguments)?;
        self.writer.write_all(&self.line)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Adds a value to lines, as one line of JSON, whose strings have no character without a shape.
pub(crate) fn push_json(lines: &mut Vec<u8>, value: &impl Serialize) -> io::Result<()> {
    let start = lines.len();
    // A serializer that owns its buffer reaches it without a reference.
    let mut serializer = serde_json::Serializer::new(std::mem::take(lines));
    let written = value.serialize(&mut serializer);
    *lines = serializer.into_inner();
    written?;
    if !is_plain(&lines[start..]) {
        let escaped = with_escapes(&String::from_utf8_lossy(&lines[start..]));
        lines.splice(start.., escaped.into_bytes());
    }
    lines.push(b'\n');
    Ok(())
}

/// JSON with an escape for each character without a shape: such characters are only in its strings.
fn with_escapes(json: &str) -> String {
    use std::fmt::Write as _;
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        if is_shown(character) {
            escaped.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Cannot fail: this writes to memory.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        }
    }
    escaped
}

impl Palette {
    const fn coloured() -> Self {
        Self {
            heading: Style::new().bold(),
            frame: Style::new().dimmed(),
            wrong: AnsiColor::Red.on_default().bold(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::push_json;

    #[test]
    fn json_escapes_what_a_terminal_obeys() {
        let text = "größe \"\\ \n\x1b\u{7f}\u{9b}\u{200b}\u{e0041}";
        let mut line = Vec::new();
        push_json(&mut line, &text).unwrap();
        let line = String::from_utf8(line).unwrap();
        assert_eq!(line, "\"größe \\\"\\\\ \\n\\u001b\\u007f\\u009b\\u200b\\udb40\\udc41\"\n");
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
    }
}
