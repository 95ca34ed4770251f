//! Raw code whose bytes are in the order of another machine.

use std::io::{self, Read};

/// A reader that reverses the bytes of each group of 4 or 8. A group that the end cuts stays as it is.
pub struct Swap<R> {
    reader: R,
    group: usize,
    done: Vec<u8>,
    given: usize,
}

impl<R: Read> Swap<R> {
    /// Groups of `group` bytes.
    pub const fn new(reader: R, group: usize) -> Self {
        Self { reader, group, done: Vec::new(), given: 0 }
    }
}

/// Reverses the bytes of each whole group.
pub fn swap(bytes: &mut [u8], group: usize) {
    for group in bytes.chunks_exact_mut(group) {
        group.reverse();
    }
}

impl<R: Read> Read for Swap<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        /// A multiple of every group.
        const BLOCK: u64 = 1 << 16;
        if self.given == self.done.len() {
            self.done.clear();
            self.given = 0;
            self.reader.by_ref().take(BLOCK).read_to_end(&mut self.done)?;
            swap(&mut self.done, self.group);
        }
        let read = (&self.done[self.given..]).read(buffer)?;
        self.given += read;
        Ok(read)
    }
}
