//! PTX files.

use std::{io, path::Path};

use vmad_files::text::{self, without_mark};
use vmad_ptx::module::{Item, Items, Module, scan};

use crate::{bounded_read::FileKind, failure::Failure};

/// Whether an argument is the name of a PTX file, or `-` for standard input, and no instruction.
pub(super) fn is_file(text: &str) -> bool {
    let path = Path::new(text);
    text == "-" || path.is_file() || path.extension().is_some_and(|extension| extension == "ptx")
}

/// The bytes of a file, `-` for standard input.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    match path.to_str() {
        Some("-") => FileKind::PTX.read_from(io::stdin().lock(), "standard input"),
        _ => FileKind::PTX.read(path),
    }
}

/// The text of a file, `-` for standard input.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    text(&path.display().to_string(), bytes(path)?)
}

/// The bytes of a file as text.
pub(crate) fn text(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    text_with_mark(name, bytes).map(without_mark)
}

/// The same with its byte order mark, which ptxas refuses.
pub(super) fn text_with_mark(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    text::of_bytes(bytes).map_err(|error| Failure::input(name, &error))
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
