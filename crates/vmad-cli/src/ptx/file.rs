//! PTX files.

use std::path::Path;

use vmad_ptx::module::{Module, scan};

use crate::{bounded_read::FileKind, failure::Failure};

/// The error of a file in which nothing is PTX.
pub(super) const NOT_PTX: &str = "not PTX: it has no .version, no .target and no instruction";

/// The text of a file. Strings and comments may hold bytes of any encoding; instructions are ASCII.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    Ok(text(FileKind::PTX.read(path)?))
}

/// Bytes as text, with marks in place of bytes that are not.
pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|refused| String::from_utf8_lossy(refused.as_bytes()).into_owned())
}

/// Scans a file's text, which must have something of PTX in it.
pub(crate) fn module(path: &str, text: &str) -> Result<Module, Failure> {
    let module = scan(text);
    if module.version.is_none() && module.target.is_none() && module.statements.is_empty() {
        return Err(Failure::input(path, NOT_PTX));
    }
    Ok(module)
}
