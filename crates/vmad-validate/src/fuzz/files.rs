//! The readers of cubins, fat binaries and raw code.

use std::io::{Cursor, Read};

use arbitrary::{Result, Unstructured};
use vmad_sass::stream::Bundle;
use vmad_xcheck::invariants::{Description, Sample};

use crate::{
    cubin::{Cubin, functions, slots},
    fatbin::{Kind, MAX_IMAGE, images},
    phase::skip_header,
};

/// All bytes that are left.
fn rest(bytes: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    Ok(bytes.bytes(bytes.len())?.to_vec())
}

/// Any file.
pub(super) struct AnyFile {
    bytes: Vec<u8>,
}

impl Sample for AnyFile {
    const NAME: &'static str = "cubin_reader_refuses_or_reads";
    const STATEMENT: &'static str = "any file: the cubin reader never panics; a section that it gives lies in the file, and is \
                                refused or read to its end";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { bytes: rest(bytes)? })
    }

    fn describe(&self) -> Description {
        let mut description = vec![("file", format!("{} bytes", self.bytes.len()))];
        match Cubin::read(Cursor::new(&self.bytes)) {
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
        let Ok(cubin) = Cubin::read(file()) else { return };
        for section in &cubin.code {
            assert!(section.offset + section.size <= self.bytes.len() as u64);
            let read = slots(file(), section);
            assert!(
                read.is_ok_and(|slots| slots.len() as u64 == section.size / 32 * 3) || section.size % 32 != 0
            );
        }
        // Every instruction belongs to exactly one function.
        if let Ok(functions) = functions(file(), &cubin) {
            let instructions: usize = functions.iter().map(|function| function.slots.len()).sum();
            let sizes: u64 = cubin.code.iter().map(|section| section.size / 32 * 3).sum();
            assert_eq!(instructions as u64, sizes);
        }
    }
}

/// Any file with fat binaries.
pub(super) struct FatBinary {
    bytes: Vec<u8>,
}

impl Sample for FatBinary {
    const NAME: &'static str = "fat_binary_reader_refuses_or_reads";
    const STATEMENT: &'static str = "any file: the fat binary reader never panics; the images that it gives lie in the file, \
                                one behind the other, and each is refused or read within the limit";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { bytes: rest(bytes)? })
    }

    fn describe(&self) -> Description {
        let mut description = vec![("file", format!("{} bytes", self.bytes.len()))];
        description.extend(images(&self.bytes).iter().map(|image| match image {
            Ok(image) => ("image", format!("{:?} of sm_{} at {:#x}", image.kind, image.arch, image.offset)),
            Err(error) => ("refused", error.to_string()),
        }));
        description
    }

    fn check(&self) {
        let mut end = 0;
        for image in images(&self.bytes).iter().flatten() {
            assert!((end..self.bytes.len()).contains(&image.offset), "{image:?}");
            end = image.offset + 1;
            let Ok(contents) = image.contents() else { continue };
            assert!(contents.len() as u64 <= MAX_IMAGE);
            if image.kind == Kind::Cubin {
                AnyFile { bytes: contents.into_owned() }.check();
            }
        }
    }
}

/// Any raw code.
pub(super) struct RawCode {
    bytes: Vec<u8>,
}

impl RawCode {
    /// The code behind the header of some bytes, and the length of the header.
    fn skipped(bytes: &[u8]) -> (Vec<u8>, usize) {
        let (mut reader, skipped) = skip_header(bytes).unwrap_or_else(|error| panic!("{error}"));
        let mut code = Vec::new();
        reader.read_to_end(&mut code).unwrap_or_else(|error| panic!("{error}"));
        (code, skipped)
    }
}

impl Sample for RawCode {
    const NAME: &'static str = "header_before_code_is_skipped_whole";
    const STATEMENT: &'static str = "any raw code: what is skipped is whole words at its start, and the code behind them is \
                                given unchanged and has no such header";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { bytes: rest(bytes)? })
    }

    fn describe(&self) -> Description {
        let (code, skipped) = Self::skipped(&self.bytes);
        vec![("header", format!("{skipped} bytes")), ("code", format!("{} bytes", code.len()))]
    }

    fn check(&self) {
        // Of longer code only the start is searched.
        let bytes = &self.bytes[..self.bytes.len().min(128 * Bundle::BYTES)];
        let (code, skipped) = Self::skipped(bytes);
        assert!(skipped % 8 == 0 && code == bytes[skipped..], "{skipped}");
        assert_eq!(Self::skipped(&code).1, 0, "{skipped}");
    }
}
