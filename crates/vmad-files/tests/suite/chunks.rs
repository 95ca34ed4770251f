//! Code in pieces, from readers that deliver any number of bytes at a time.

use std::io::{Error, ErrorKind, Read, Result};

use vmad_files::chunks::{Chunk, Chunks};
use vmad_sass::isa::Layout;

/// Delivers at most seven bytes at a time, and is interrupted before each piece.
struct Slow<'b> {
    bytes: &'b [u8],
    is_interrupted: bool,
}

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(Error::from(ErrorKind::Interrupted));
        }
        let count = buffer.len().min(7);
        self.bytes.read(&mut buffer[..count])
    }
}

/// The address and the number of the bundles of each chunk, and the error.
fn chunks(mut chunks: Chunks<impl Read>) -> (Vec<(u64, usize)>, Option<String>) {
    let (mut chunk, mut found) = (Chunk::default(), Vec::new());
    loop {
        match chunks.read(&mut chunk) {
            Ok(true) => found.push((chunk.address, chunk.bundles().len())),
            Ok(false) => return (found, None),
            Err(error) => {
                assert!(!chunks.read(&mut chunk).unwrap(), "a chunk after an error");
                return (found, Some(error.to_string()));
            }
        }
    }
}

#[test]
fn chunks_have_the_bundles_in_order() {
    let bytes = [0; 5 * 32 + 8];
    let slow = |bytes| Chunks::new(Slow { bytes, is_interrupted: false }, Layout::Maxwell);
    assert_eq!(chunks(slow(&bytes[..160]).of_bundles(2)), (vec![(0, 2), (64, 2), (128, 1)], None));
    assert_eq!(chunks(slow(&bytes[..64]).of_bundles(0)), (vec![(0, 1), (32, 1)], None));
    assert_eq!(chunks(slow(&bytes[..160])), (vec![(0, 5)], None));
    let (found, error) = chunks(slow(&bytes).of_bundles(5));
    assert_eq!(found, [(0, 5)]);
    assert!(error.is_some_and(|error| error.contains("168")));
    for length in [0, 8] {
        let (found, error) = chunks(slow(&bytes[..length]));
        assert_eq!((found, error.is_some()), (vec![], true), "{length} bytes");
    }
}

/// A reader's own error.
#[test]
fn an_error_comes_after_the_bundles_before_it() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> Result<usize> {
            Err(Error::other("broken"))
        }
    }
    let (found, error) = chunks(Chunks::new([0; 40].chain(Broken), Layout::Maxwell));
    assert_eq!(found, [(0, 1)]);
    assert!(error.is_some_and(|error| error.contains("broken")));
}
