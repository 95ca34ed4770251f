//! The readers of cubins, fat binaries and raw code.

use std::{
    io::{Cursor, Read},
    ops::Range,
};

use crate::Sample;
use arbitrary::{Result, Unstructured};

use vmad_files::{
    cubin::{Cubin, functions, slots},
    fatbin::{FatbinError, Image, ImageKind, MAX_IMAGE, images},
    phase::{LOOKED_AT, PlacedCode, skip_header},
};
use vmad_sass::isa::Layout;

/// All bytes that are left.
fn rest(bytes: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    Ok(bytes.bytes(bytes.len())?.to_vec())
}

/// Any file.
#[derive(Debug)]
pub(super) struct AnyFile {
    bytes: Vec<u8>,
    /// The words of its first code section, if it is a cubin with the words of this sample.
    words: Option<Vec<u64>>,
}

impl AnyFile {
    fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, words: None }
    }

    /// A cubin of ptxas with other words in its first code section.
    fn with_words(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let mut file = cubin();
        let mut words = Vec::new();
        for word in file[CODE].as_chunks_mut().0 {
            // Zero when the bytes end.
            words.push(bytes.arbitrary()?);
            *word = u64::to_le_bytes(words[words.len() - 1]);
        }
        Ok(Self { bytes: file, words: Some(words) })
    }
}

/// A fat binary of ptxas 12.9. Its first image is a cubin for sm_50.
const FATBIN: &[u8] = include_bytes!("../data/plain.fatbin");

/// The cubin for sm_50.
fn cubin() -> Vec<u8> {
    let images = found(&images(FATBIN));
    images.into_iter().next().map_or_else(Vec::new, |(.., contents)| contents)
}

/// The code of its one function, as `readelf -S` shows its place.
const CODE: Range<usize> = 0x7e0..0x8a0;

impl Sample for AnyFile {
    const NAME: &'static str = "cubin_reader_refuses_or_reads";
    const STATEMENT: &'static str = "any file: the cubin reader never panics; a section that it gives lies in the file, and is \
                                refused or read to its end; a cubin with any words is read, word for word";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        // The first byte of an ELF file is odd.
        if bytes.peek_bytes(1).is_some_and(|first| first[0] % 2 == 0) {
            return Self::with_words(bytes);
        }
        rest(bytes).map(Self::new)
    }

    fn check(&self) {
        let file = || Cursor::new(&self.bytes);
        let cubin = match Cubin::read(Cursor::new(&self.bytes)) {
            Ok(cubin) => cubin,
            Err(error) => return assert!(self.words.is_none(), "{error}"),
        };
        let layout = cubin.arch.layout();
        let bundle = layout.bundle_bytes() as u64;
        let instructions = |size: u64| size / bundle * (bundle / 8 - 1);
        for section in &cubin.code {
            assert!(section.offset + section.size <= self.bytes.len() as u64);
            let read = slots(file(), section, layout);
            assert!(
                read.is_ok_and(|slots| slots.len() as u64 == instructions(section.size))
                    || section.size % bundle != 0
            );
        }
        if let Some(words) = &self.words {
            let section = cubin.code.iter().min_by_key(|section| section.offset).expect("a code section");
            let found = slots(file(), section, layout).expect("whole bundles");
            let found: Vec<_> = found.iter().map(|slot| (slot.address, slot.word)).collect();
            // The first word of four is a control word.
            let expected = words.iter().enumerate().filter(|(index, _)| index % 4 != 0);
            let expected: Vec<_> = expected.map(|(index, &word)| (8 * index as u64, word)).collect();
            assert_eq!(found, expected);
        }
        // Every instruction belongs to exactly one function.
        if let Ok(functions) = functions(file(), &cubin) {
            let found: usize = functions.iter().map(|function| function.slots.len()).sum();
            let sizes: u64 = cubin.code.iter().map(|section| instructions(section.size)).sum();
            assert_eq!(found as u64, sizes);
        }
    }
}

/// Any file with fat binaries.
#[derive(Debug)]
pub(super) struct FatBinary {
    bytes: Vec<u8>,
    /// The lengths of what is before each copy of a fat binary, if the sample is of such copies.
    copies: Option<Vec<u8>>,
}

/// The place, the kind, the architecture and the bytes of the images.
fn found(images: &[Result<Image<'_>, FatbinError>]) -> Vec<(usize, ImageKind, u32, Vec<u8>)> {
    let read = images.iter().flatten();
    let contents =
        |image: &Image<'_>| image.contents().unwrap_or_else(|error| panic!("{error}")).into_owned();
    read.map(|image| (image.offset, image.kind, image.arch, contents(image))).collect()
}

impl Sample for FatBinary {
    const NAME: &'static str = "fat_binary_reader_refuses_or_reads";
    const STATEMENT: &'static str = "any file: the fat binary reader never panics; the images that it gives lie in the file, \
                                one behind the other, and each is refused or read within the limit; copies of a fat binary with anything between \
                                have its images, in order";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        // The first byte of a fat binary is even.
        if bytes.peek_bytes(1).is_some_and(|first| first[0] % 2 == 1) {
            let copies: Vec<u8> =
                (0..bytes.int_in_range(1..=4)?).map(|_| bytes.arbitrary()).collect::<Result<_>>()?;
            let file =
                copies.iter().flat_map(|&length| [&vec![0x5a; 8 * usize::from(length)], FATBIN].concat());
            return Ok(Self { bytes: file.collect(), copies: Some(copies) });
        }
        Ok(Self { bytes: rest(bytes)?, copies: None })
    }

    fn check(&self) {
        if let Some(copies) = &self.copies {
            let (one, mut start, mut expected) = (found(&images(FATBIN)), 0, Vec::new());
            for &length in copies {
                start += 8 * usize::from(length);
                expected.extend(one.iter().cloned().map(|(at, kind, arch, it)| (start + at, kind, arch, it)));
                start += FATBIN.len();
            }
            assert!(found(&images(&self.bytes)) == expected, "other images, or in another order");
        }
        let mut end = 0;
        for image in images(&self.bytes).iter().flatten() {
            assert!((end..self.bytes.len()).contains(&image.offset), "{image:?}");
            end = image.offset + 1;
            let Ok(contents) = image.contents() else { continue };
            assert!(contents.len() as u64 <= MAX_IMAGE);
            AnyFile::new(contents.into_owned()).check();
        }
    }
}

/// Any raw code.
#[derive(Debug)]
pub(super) struct RawCode {
    bytes: Vec<u8>,
}

/// The code behind the header of some bytes, and the length of the header.
fn skip(bytes: &[u8]) -> (Vec<u8>, usize) {
    let PlacedCode { mut reader, skipped, .. } =
        skip_header(bytes, Layout::Maxwell).unwrap_or_else(|error| panic!("{error}"));
    let mut code = Vec::new();
    reader.read_to_end(&mut code).unwrap_or_else(|error| panic!("{error}"));
    (code, skipped)
}

impl Sample for RawCode {
    const NAME: &'static str = "header_before_code_is_skipped_whole";
    const STATEMENT: &'static str = "any raw code: what is skipped is a multiple of 4 bytes at its start, and the code behind them is \
                                given unchanged and has no such header";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { bytes: rest(bytes)? })
    }

    fn check(&self) {
        // Of longer code only the start is searched.
        let bytes = &self.bytes[..self.bytes.len().min(LOOKED_AT)];
        let (code, skipped) = skip(bytes);
        assert!(skipped % 4 == 0 && code == bytes[skipped..], "{skipped}");
        assert_eq!(skip(&code).1, 0, "{skipped}");
    }
}
