//! Pictures: one SVG file each, with nothing outside it, readable on light and on dark.

mod canvas;
mod datapath;
mod word;

pub(crate) use datapath::datapath;
pub(crate) use word::word;

use std::{ffi::OsStr, io::Write, path::Path};

use crate::{failure::Failure, output::Out, pending::Pending};

/// Writes a picture to a file, or to standard output for `-`.
pub(crate) fn write(out: &mut Out, file: &OsStr, picture: &str) -> Result<(), Failure> {
    if file == "-" {
        return Ok(out.write_all(picture.as_bytes())?);
    }
    Pending::create(Path::new(file))?.commit(|writer| writer.write_all(picture.as_bytes()))
}
