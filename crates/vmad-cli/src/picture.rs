//! Writing pictures.

use std::{ffi::OsStr, io::Write, path::Path};

use crate::{atomic_write::AtomicFile, failure::Failure, output::Out};

/// Writes a picture to a file, or to standard output for `-`.
pub(crate) fn write(out: &mut Out, file: &OsStr, picture: &str) -> Result<(), Failure> {
    match AtomicFile::unless_standard_output(Path::new(file))? {
        Some(pending) => pending.commit(|writer| writer.write_all(picture.as_bytes())).map(drop),
        None => Ok(out.write_all(picture.as_bytes())?),
    }
}
