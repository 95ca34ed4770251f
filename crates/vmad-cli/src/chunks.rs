//! Raw streams in chunks of whole bundles, in constant memory.

use std::io::{self, Read};

use vmad_sass::stream::Bundle;

use crate::source::SourceError;

/// Reads a raw stream chunk by chunk.
#[derive(Debug)]
pub struct Chunks<R> {
    reader: R,
    /// Of the next byte.
    address: u64,
    end: End,
}

/// How a stream ended.
#[derive(Debug)]
enum End {
    /// It has not been met.
    Ahead,
    /// It has been met, or said to the caller.
    Met,
    /// What stands after the last whole bundle, to be said once that bundle has been given.
    Error(SourceError),
}

/// Some bundles in their place.
#[derive(Debug, Default)]
pub struct Chunk {
    /// The address of the first, in the stream's own terms.
    pub address: u64,
    bytes: Vec<u8>,
}

impl Chunk {
    /// The length of a whole chunk: large beside the cost of a call to read, small beside a processor's cache.
    pub const BYTES: usize = 1 << 16;

    /// The bundles.
    pub fn bundles(&self) -> &[[u8; Bundle::BYTES]] {
        self.bytes.as_chunks().0
    }
}

impl<R: Read> Chunks<R> {
    /// The chunks of a reader, which needs no buffer of its own.
    pub const fn new(reader: R) -> Self {
        Self { reader, address: 0, end: End::Ahead }
    }

    /// Reads the next chunk in the place of what `chunk` held; `false` after the last one.
    ///
    /// # Errors
    /// The stream is empty or not a whole number of bundles, or reading failed: after every whole bundle before that
    /// has been given. After an error, `false`.
    pub fn read(&mut self, chunk: &mut Chunk) -> Result<bool, SourceError> {
        chunk.bytes.resize(Chunk::BYTES, 0);
        let mut filled = 0;
        while matches!(self.end, End::Ahead) && filled < Chunk::BYTES {
            match self.reader.read(&mut chunk.bytes[filled..]) {
                Ok(0) => self.end = end(self.address + filled as u64),
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.end = End::Error(error.into()),
            }
        }
        chunk.bytes.truncate(filled - filled % Bundle::BYTES);
        chunk.address = self.address;
        self.address += chunk.bytes.len() as u64;
        if !chunk.bytes.is_empty() {
            return Ok(true);
        }
        match std::mem::replace(&mut self.end, End::Met) {
            End::Error(error) => Err(error),
            End::Ahead | End::Met => Ok(false),
        }
    }
}

/// What an end after so many bytes is.
const fn end(length: u64) -> End {
    if length == 0 {
        End::Error(SourceError::Empty)
    } else if !length.is_multiple_of(Bundle::BYTES as u64) {
        End::Error(SourceError::Unaligned { length })
    } else {
        End::Met
    }
}
