//! A buffer of lines of text.

use std::io::{self, Write};

use serde::Serialize;
use vmad_sass::text::Line;

use crate::output::push_json;

/// Lines that are not yet written out. Clearing it keeps the memory.
#[derive(Debug, Default)]
pub(crate) struct LineBuffer {
    /// The lines, followed by free space.
    bytes: Vec<u8>,
    length: usize,
}

impl LineBuffer {
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

    /// Adds a value as one line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.bytes.truncate(self.length);
        push_json(&mut self.bytes, value)?;
        self.length = self.bytes.len();
        Ok(())
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        self.bytes.resize(least.max(2 * self.bytes.len()), 0);
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    pub(crate) const fn clear(&mut self) {
        self.length = 0;
    }
}

/// For rare text; never fails.
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
