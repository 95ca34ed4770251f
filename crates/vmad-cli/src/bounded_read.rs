//! Files that are read whole, up to a length: a device may have no end.

use std::{fs::File, io::Read, path::Path};

use crate::failure::Failure;

/// A kind of file, and how long one may be.
pub(crate) struct FileKind {
    what: &'static str,
    most: u64,
}

impl FileKind {
    /// PTX: a library's may have hundreds of megabytes.
    pub(crate) const PTX: Self = Self { what: "PTX file", most: 1 << 30 };

    /// The report of a sweep of everything, with differences in every mode, has far less.
    pub(crate) const REPORT: Self = Self { what: "report of an exhaustive sweep", most: 1 << 26 };

    /// libFuzzer makes none of more than a megabyte by itself.
    pub(crate) const FUZZ_INPUT: Self = Self { what: "fuzz target's input", most: 1 << 24 };

    /// The bytes of a file.
    pub(crate) fn read(&self, path: &Path) -> Result<Vec<u8>, Failure> {
        let Self { what, most } = self;
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
        read.map_err(|error| Failure::input(path.display().to_string(), &error))?;
        if bytes.len() as u64 > *most {
            let message = format!("longer than {most} bytes: a {what} has so many at most");
            return Err(Failure::input(path.display().to_string(), &message));
        }
        Ok(bytes)
    }
}
