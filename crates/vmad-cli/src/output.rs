//! Standard output: buffered, coloured on a terminal only.

use std::{
    fmt::{self, Write as _},
    io::{self, BufWriter, StdoutLock, Write},
};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::failure::Failure;

/// Standard output.
pub(crate) struct Out {
    writer: BufWriter<StdoutLock<'static>>,
    palette: Palette,
}

/// The styles of what is printed; all plain where colours are off.
#[derive(Clone, Copy, Default)]
pub(crate) struct Palette {
    /// Headings.
    pub(crate) heading: Style,
    /// Addresses, words, control fields: what frames the text.
    pub(crate) frame: Style,
    /// What is wrong.
    pub(crate) wrong: Style,
}

impl Out {
    /// Enough that a pipe's reader gets large pieces.
    const BUFFER: usize = 1 << 16;

    /// Standard output, with colours if it is a terminal that has them and `NO_COLOR` is not set.
    pub(crate) fn standard() -> Self {
        let stdout = io::stdout();
        let plain = anstream::AutoStream::choice(&stdout) == anstream::ColorChoice::Never;
        let palette = if plain { Palette::default() } else { Palette::coloured() };
        Self { writer: BufWriter::with_capacity(Self::BUFFER, stdout.lock()), palette }
    }

    /// The styles to print in.
    pub(crate) const fn palette(&self) -> Palette {
        self.palette
    }

    /// Sends what has been written so far.
    pub(crate) fn send(&mut self) -> Result<(), Failure> {
        Ok(self.writer.flush()?)
    }

    /// Writes a value as one line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        json_line(&mut self.writer, value)
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Writes a value as one line of JSON.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// A name out of a file, which may hold anything: its control characters are escaped, so that it moves no cursor.
pub(crate) struct Printable<'t>(pub(crate) &'t str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| {
            if character.is_control() {
                write!(f, "{}", character.escape_default())
            } else {
                f.write_char(character)
            }
        })
    }
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
