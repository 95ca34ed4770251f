//! Lines of text on their way out.

use std::io::{self, Write};

use vmad_sass::text::Line;

/// Lines that have been made and not yet been sent. Its memory is kept when it is emptied.
#[derive(Debug, Default)]
pub(crate) struct LineBuffer {
    /// The lines, and room behind them that has been made before.
    bytes: Vec<u8>,
    length: usize,
}

impl LineBuffer {
    /// Makes a line.
    #[inline]
    pub(crate) fn line(&mut self, make: impl FnOnce(&mut Line<'_>)) {
        if self.bytes.len() - self.length < Line::ROOM {
            self.grow(self.length + Line::ROOM);
        }
        let Some(room) = self.bytes[self.length..].first_chunk_mut() else { return };
        let mut line = Line::on(room);
        make(&mut line);
        self.length += line.as_bytes().len();
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        self.bytes.resize(least.max(2 * self.bytes.len()), 0);
    }

    /// What stands on the page.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Takes everything off the page.
    pub(crate) const fn clear(&mut self) {
        self.length = 0;
    }
}

/// For what is written seldom: never fails.
impl Write for LineBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let end = self.length + bytes.len();
        if end > self.bytes.len() {
            self.grow(end);
        }
        self.bytes[self.length..end].copy_from_slice(bytes);
        self.length = end;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
