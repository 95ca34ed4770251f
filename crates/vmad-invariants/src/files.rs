//! The readers of cubins, fat binaries and raw code.

use std::io::{Cursor, Read};

use crate::{Description, Sample};
use arbitrary::{Result, Unstructured};

use vmad_files::{
    cubin::{Cubin, CubinError, functions, slots},
    fatbin::{FatbinError, Image, MAX_IMAGE, images},
    phase::{Code, LOOKED_AT, skip_header},
};
use vmad_sass::isa::Layout;

/// All bytes that are left.
fn rest(bytes: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    Ok(bytes.bytes(bytes.len())?.to_vec())
}

/// Any file.
pub(super) struct AnyFile {
    bytes: Vec<u8>,
    read: fn(&[u8]) -> Result<Cubin, CubinError>,
}

impl AnyFile {
    fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, read: |bytes| Cubin::read(Cursor::new(bytes)) }
    }
}

impl Sample for AnyFile {
    const NAME: &'static str = "cubin_reader_refuses_or_reads";
    const STATEMENT: &'static str = "any file: the cubin reader never panics; a section that it gives lies in the file, and is \
                                refused or read to its end";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        rest(bytes).map(Self::new)
    }

    fn describe(&self) -> Description {
        let mut description = vec![("file", format!("{} bytes", self.bytes.len()))];
        match (self.read)(&self.bytes) {
            Ok(cubin) => {
                description.push(("architecture", cubin.arch.to_string()));
                description.extend(cubin.code.iter().map(|it| {
                    ("section", format!("{:?}, {} bytes from {:#x}", it.name, it.size, it.offset))
                }));
            }
            Err(error) => description.push(("refused", error.to_string())),
        }
        description
    }

    fn check(&self) {
        let file = || Cursor::new(&self.bytes);
        let Ok(cubin) = (self.read)(&self.bytes) else { return };
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
        // Every instruction belongs to exactly one function.
        if let Ok(functions) = functions(file(), &cubin) {
            let found: usize = functions.iter().map(|function| function.slots.len()).sum();
            let sizes: u64 = cubin.code.iter().map(|section| instructions(section.size)).sum();
            assert_eq!(found as u64, sizes);
        }
    }
}

/// Any file with fat binaries.
pub(super) struct FatBinary {
    bytes: Vec<u8>,
    images: for<'f> fn(&'f [u8]) -> Vec<Result<Image<'f>, FatbinError>>,
}

impl Sample for FatBinary {
    const NAME: &'static str = "fat_binary_reader_refuses_or_reads";
    const STATEMENT: &'static str = "any file: the fat binary reader never panics; the images that it gives lie in the file, \
                                one behind the other, and each is refused or read within the limit";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { bytes: rest(bytes)?, images })
    }

    fn describe(&self) -> Description {
        let mut description = vec![("file", format!("{} bytes", self.bytes.len()))];
        description.extend((self.images)(&self.bytes).iter().map(|image| match image {
            Ok(image) => ("image", format!("{:?} of sm_{} at {:#x}", image.kind, image.arch, image.offset)),
            Err(error) => ("refused", error.to_string()),
        }));
        description
    }

    fn check(&self) {
        let mut end = 0;
        for image in (self.images)(&self.bytes).iter().flatten() {
            assert!((end..self.bytes.len()).contains(&image.offset), "{image:?}");
            end = image.offset + 1;
            let Ok(contents) = image.contents() else { continue };
            assert!(contents.len() as u64 <= MAX_IMAGE);
            AnyFile::new(contents.into_owned()).check();
        }
    }
}

/// Any raw code.
pub(super) struct RawCode {
    bytes: Vec<u8>,
    skip: fn(&[u8]) -> (Vec<u8>, usize),
}

/// The code behind the header of some bytes, and the length of the header.
fn skip(bytes: &[u8]) -> (Vec<u8>, usize) {
    let Code { mut reader, skipped, .. } =
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
        Ok(Self { bytes: rest(bytes)?, skip })
    }

    fn describe(&self) -> Description {
        let (code, skipped) = (self.skip)(&self.bytes);
        vec![("header", format!("{skipped} bytes")), ("code", format!("{} bytes", code.len()))]
    }

    fn check(&self) {
        // Of longer code only the start is searched.
        let bytes = &self.bytes[..self.bytes.len().min(LOOKED_AT)];
        let (code, skipped) = (self.skip)(bytes);
        assert!(skipped % 4 == 0 && code == bytes[skipped..], "{skipped}");
        assert_eq!((self.skip)(&code).1, 0, "{skipped}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::is_violated;

    const CUBIN: &[u8] = include_bytes!("../../vmad-validate/tests/data/changed.sm_50.cubin");

    #[test]
    fn a_section_beyond_the_file_is_a_fault() {
        let read = |bytes: &[u8]| {
            let mut cubin = Cubin::read(Cursor::new(bytes))?;
            cubin.code[0].size = bytes.len() as u64;
            Ok(cubin)
        };
        assert!(!is_violated(&AnyFile::new(CUBIN.to_vec())));
        assert!(is_violated(&AnyFile { bytes: CUBIN.to_vec(), read }));
    }

    #[test]
    fn an_image_that_is_given_twice_is_a_fault() {
        fn twice(bytes: &[u8]) -> Vec<Result<Image<'_>, FatbinError>> {
            let first = || images(bytes).into_iter().take(1);
            first().chain(first()).collect()
        }
        let bytes = || include_bytes!("../../vmad-files/tests/data/plain.fatbin").to_vec();
        assert!(!is_violated(&FatBinary { bytes: bytes(), images }));
        assert!(is_violated(&FatBinary { bytes: bytes(), images: twice }));
    }

    #[test]
    fn a_header_of_two_bytes_is_a_fault() {
        let half = |bytes: &[u8]| (bytes.get(2..).unwrap_or_default().to_vec(), bytes.len().min(2));
        assert!(!is_violated(&RawCode { bytes: vec![0; 64], skip }));
        assert!(is_violated(&RawCode { bytes: vec![0; 64], skip: half }));
    }
}
