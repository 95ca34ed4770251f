//! Raw code in chunks of whole bundles, in constant memory.

use std::io::{self, Read};

use vmad_sass::{isa::Layout, stream::Bundle};

/// A fault of raw code.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// A length that is not a multiple of a bundle.
    #[error("its length, {length} bytes, is not a multiple of {}: {} left over", bundle(*layout), length % layout.bundle_bytes() as u64)]
    Unaligned {
        /// The length in bytes.
        length: u64,
        /// The layout of its bundles.
        layout: Layout,
    },
    /// No bytes.
    #[error("it is empty: expected bundles of {}", bundle(*layout))]
    Empty {
        /// The layout of its bundles.
        layout: Layout,
    },
    /// The system's own error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The length and the words of a bundle.
const fn bundle(layout: Layout) -> &'static str {
    match layout {
        Layout::Maxwell => "32 bytes (a control word and three instructions)",
        Layout::Kepler => "64 bytes (a control word and seven instructions)",
    }
}

/// Reads raw code chunk by chunk.
#[derive(Debug)]
pub struct Chunks<R> {
    reader: R,
    /// The address of the next byte.
    address: u64,
    /// The end, if it is met: a fault there is reported after the last whole bundle.
    end: Option<Result<(), StreamError>>,
    /// The length of a full chunk in bytes.
    size: usize,
    layout: Layout,
}

/// Some bundles and their address.
#[derive(Debug, Default)]
pub struct Chunk {
    /// The address of the first, counted from the start of the code.
    pub address: u64,
    bytes: Vec<u8>,
}

impl Chunk {
    /// The length of a full chunk in bytes: small enough for a processor's cache.
    pub const BYTES: usize = 1 << 16;

    /// The bytes, from the first bundle on.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bundles of Maxwell or Pascal.
    pub fn bundles(&self) -> &[[u8; Bundle::BYTES]] {
        self.bytes.as_chunks().0
    }
}

impl<R: Read> Chunks<R> {
    /// The chunks of a reader, which needs no buffer of its own, with the bundles of a layout.
    pub const fn new(reader: R, layout: Layout) -> Self {
        Self { reader, address: 0, end: None, size: Chunk::BYTES, layout }
    }

    /// The same for code at an address, that of a bundle.
    #[must_use]
    pub fn at(self, address: u64) -> Self {
        Self { address, ..self }
    }

    /// Chunks of at most `count` bundles, at least one.
    #[must_use]
    pub fn of_bundles(self, count: usize) -> Self {
        Self { size: count.max(1) * self.layout.bundle_bytes(), ..self }
    }

    /// Reads the next chunk into `chunk`; `false` after the last one.
    ///
    /// # Errors
    /// The code is empty, its length is not a multiple of a bundle, or reading failed. Every whole bundle comes before
    /// the error, and `false` after it.
    pub fn read(&mut self, chunk: &mut Chunk) -> Result<bool, StreamError> {
        chunk.bytes.clear();
        if self.end.is_none() {
            let read = self.reader.by_ref().take(self.size as u64).read_to_end(&mut chunk.bytes);
            match read {
                Ok(read) if read < self.size => self.end = Some(end(self.layout, self.address + read as u64)),
                Ok(_) => {}
                Err(error) => self.end = Some(Err(error.into())),
            }
        }
        chunk.address = self.address;
        self.address += chunk.bytes.len() as u64;
        if chunk.bytes.len() >= self.layout.bundle_bytes() {
            return Ok(true);
        }
        self.end.replace(Ok(())).unwrap_or(Ok(())).map(|()| false)
    }
}

/// The end after this many bytes.
const fn end(layout: Layout, length: u64) -> Result<(), StreamError> {
    if length == 0 {
        Err(StreamError::Empty { layout })
    } else if !length.is_multiple_of(layout.bundle_bytes() as u64) {
        Err(StreamError::Unaligned { length, layout })
    } else {
        Ok(())
    }
}
