//! Fat binaries: the cubins and the PTX in a `.fatbin` file, an object file, a library or a program.

use std::{borrow::Cow, io::Read};

/// The first bytes of a fat binary.
const MAGIC: [u8; 4] = 0xba55_ed50_u32.to_le_bytes();

/// The length of a fat binary's own header.
const HEADER: usize = 16;

/// The length of the part of an image's header that every version has.
const IMAGE_HEADER: usize = 64;

/// The longest image that is decompressed, in bytes.
pub const MAX_IMAGE: u64 = 1 << 28;

/// Together, the images of a file can have [`MAX_IMAGE`] bytes, and 64 more for each compressed byte. Code is about
/// four times as long as its compressed bytes.
const MAX_RATIO: u64 = 64;

/// An image of a fat binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image<'f> {
    /// Its contents.
    pub kind: ImageKind,
    /// The architecture: 50 of sm_50.
    pub arch: u32,
    /// The offset of its header in the file.
    pub offset: usize,
    stored: &'f [u8],
    compression: Compression,
    /// The length of the contents, if they are compressed.
    length: u64,
}

/// The contents of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageKind {
    /// PTX text.
    Ptx,
    /// A cubin.
    Cubin,
    /// Others, such as the intermediate code of link-time optimisation, by their number.
    Other(u16),
}

/// How an image is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compression {
    None,
    Lz4,
    Zstd,
}

/// A fault of a fat binary.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct FatbinError(String);

/// The images of every fat binary in a file's bytes, in their order. After an error, the search continues after that
/// fat binary.
pub fn images(file: &[u8]) -> Vec<Result<Image<'_>, FatbinError>> {
    let mut images = Vec::new();
    let (mut at, mut left) = (0, MAX_IMAGE);
    // Linkers align them to 8 bytes.
    while let Some(rest) = file.get(at..).filter(|rest| rest.len() >= HEADER) {
        let Some(size) = size(rest) else {
            at += 8;
            continue;
        };
        let end = at + HEADER + size;
        let mut next = at + HEADER;
        while next < end {
            let Some((image, length)) = image(file, next, end) else {
                images.push(Err(FatbinError(format!(
                    "the image at {next:#x} of the fat binary reaches beyond its end: the file is truncated or damaged"
                ))));
                break;
            };
            images.push(image.within(&mut left));
            next += length;
        }
        at = end.next_multiple_of(8);
    }
    images
}

/// The size of the images of the fat binary at the start of some bytes; [`None`] if there is none.
fn size(bytes: &[u8]) -> Option<usize> {
    let header = [1, 0, HEADER as u8, 0];
    let size = usize::try_from(u64::from_le_bytes(bytes.get(8..HEADER)?.try_into().ok()?)).ok()?;
    let is_header = bytes.starts_with(&MAGIC) && bytes[4..8] == header;
    (is_header && size <= bytes.len() - HEADER).then_some(size)
}

/// The image whose header is at an offset, and the length of both. The fat binary ends at `end`.
fn image(file: &[u8], offset: usize, end: usize) -> Option<(Image<'_>, usize)> {
    let bytes = file.get(offset..end)?;
    let header = bytes.get(..IMAGE_HEADER)?;
    let number = |at: usize, length: usize| {
        header[at..at + length].iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte))
    };
    let size = |at: usize, length: usize| usize::try_from(number(at, length)).ok();
    let (start, padded, compressed) = (size(4, 4)?, size(8, 8)?, size(16, 4)?);
    let length =
        start.checked_add(padded).filter(|length| start >= IMAGE_HEADER && *length <= bytes.len())?;
    let compression = match number(40, 8) {
        flags if flags & 0x2000 != 0 => Compression::Lz4,
        flags if flags & 0x8000 != 0 => Compression::Zstd,
        _ => Compression::None,
    };
    let stored = if compression == Compression::None { padded } else { compressed };
    let kind = match number(0, 2) {
        1 => ImageKind::Ptx,
        2 => ImageKind::Cubin,
        other => ImageKind::Other(other as u16),
    };
    let stored = bytes.get(start..start.checked_add(stored)?).filter(|stored| stored.len() <= padded)?;
    let image =
        Image { kind, arch: number(28, 4) as u32, offset, stored, compression, length: number(56, 8) };
    Some((image, length))
}

impl<'f> Image<'f> {
    /// The image, if its contents are not longer than the limit. `left` becomes the rest of the limit.
    fn within(self, left: &mut u64) -> Result<Self, FatbinError> {
        let Self { stored, length, compression, .. } = self;
        if compression == Compression::None {
            return Ok(self);
        }
        let most = left.saturating_add(MAX_RATIO * stored.len() as u64);
        *left = most.checked_sub(length).ok_or_else(|| self.too_long(most))?;
        Ok(self)
    }

    fn too_long(&self, most: u64) -> FatbinError {
        let Self { offset, stored, length, .. } = self;
        let stored = stored.len();
        FatbinError(format!(
            "the image at {offset:#x} claims {length} bytes from {stored} compressed ones: the limit is {most}"
        ))
    }

    /// The contents. PTX can end with zero bytes.
    ///
    /// # Errors
    /// The compressed bytes are damaged, or make more than [`MAX_IMAGE`] bytes.
    pub fn contents(&self) -> Result<Cow<'f, [u8]>, FatbinError> {
        let Self { offset, stored, length, .. } = *self;
        // No LZ4 block is more than 255 times as long as its compressed bytes.
        let most = match self.compression {
            Compression::None => return Ok(Cow::Borrowed(stored)),
            Compression::Lz4 => MAX_IMAGE.min(255 * stored.len() as u64 + 64),
            Compression::Zstd => MAX_IMAGE,
        };
        if length > most {
            return Err(self.too_long(most));
        }
        let contents = match self.compression {
            Compression::Zstd => zstd(stored, length),
            _ => lz4_flex::block::decompress(stored, length as usize).map_err(|error| error.to_string()),
        };
        let damaged =
            |error| FatbinError(format!("the image at {offset:#x} cannot be decompressed: {error}"));
        contents.map(Cow::Owned).map_err(damaged)
    }
}

/// Decompresses a Zstandard frame of at most `length` bytes.
fn zstd(stored: &[u8], length: u64) -> Result<Vec<u8>, String> {
    let mut contents = Vec::new();
    let decoder = ruzstd::decoding::StreamingDecoder::new(stored).map_err(|error| error.to_string())?;
    decoder.take(length).read_to_end(&mut contents).map_err(|error| error.to_string())?;
    Ok(contents)
}
