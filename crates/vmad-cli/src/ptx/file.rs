//! PTX files.

use std::{io, path::Path};

use vmad_ptx::module::{Item, Items, Module, scan};

use crate::{bounded_read::FileKind, failure::Failure};

/// The bytes of a file, `-` for standard input.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    match path.to_str() {
        Some("-") => FileKind::PTX.read_from(io::stdin().lock(), "standard input"),
        _ => FileKind::PTX.read(path),
    }
}

/// The text of a file. Strings and comments may hold bytes of any encoding; instructions are ASCII.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    Ok(text(FileKind::PTX.read(path)?))
}

/// Bytes as text, with marks in place of bytes that are not.
pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|refused| String::from_utf8_lossy(refused.as_bytes()).into_owned())
}

/// Scans a file's text, which must have something of PTX in it.
pub(crate) fn module(path: &str, text: &str) -> Result<Module, Failure> {
    refuse_other(path, text)?;
    Ok(scan(text))
}

/// Refuses a text in which nothing is PTX.
pub(super) fn refuse_other(path: &str, text: &str) -> Result<(), Failure> {
    if Items::new(text).all(|item| matches!(item, Item::Error(_) | Item::NotCovered(_))) {
        return Err(Failure::input(path, "not PTX: it has no .version, no .target and no instruction"));
    }
    Ok(())
}
