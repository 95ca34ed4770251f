//! Reading a whole file, up to a limit: a device may have no end.

use std::{fs::File, io::Read, path::Path};

use crate::failure::Failure;

/// A kind of file with its limit.
pub(crate) struct FileKind {
    what: &'static str,
    most: u64,
}

impl FileKind {
    /// PTX; that of a library may have hundreds of megabytes.
    pub(crate) const PTX: Self = Self { what: "PTX file", most: 1 << 30 };

    /// A program, a library or a listing.
    pub(crate) const PROGRAM: Self = Self { what: "program or listing", most: 1 << 30 };

    pub(crate) fn read(&self, path: &Path) -> Result<Vec<u8>, Failure> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Failure::input(name.as_str(), &error))?;
        self.read_from(file, &name)
    }

    pub(crate) fn read_from(&self, file: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
        let Self { what, most } = self;
        let mut bytes = Vec::new();
        let read = file.take(most + 1).read_to_end(&mut bytes);
        read.map_err(|error| Failure::input(name, &error))?;
        if bytes.len() as u64 > *most {
            let message = format!("longer than {most} bytes, the limit of a {what}");
            return Err(Failure::input(name, &message));
        }
        bytes.shrink_to_fit();
        Ok(bytes)
    }
}
