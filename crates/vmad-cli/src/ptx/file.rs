//! PTX files.

use std::{io, path::Path};

use vmad_files::{
    cubin::ELF_MAGIC,
    text::{self, without_mark},
};
use vmad_ptx::module::{Item, Items, Module, scan};

use crate::{
    bounded_read,
    failure::{EMPTY, Failure},
};

/// The name of a file in messages.
pub(super) fn name(path: &Path) -> String {
    if path == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

/// The bytes of a file, `-` for standard input.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = match path.to_str() {
        Some("-") => bounded_read::read_from(io::stdin().lock(), &name(path), "PTX file")?,
        _ => bounded_read::read(path, "PTX file")?,
    };
    if bytes.starts_with(&ELF_MAGIC) {
        let message = "this is an ELF file, not PTX: `vmad decode` lists its words, `vmad check FILE.ptx FILE.cubin` compares them with PTX";
        return Err(Failure::input(name(path), message));
    }
    Ok(bytes)
}

/// The text of a file, `-` for standard input.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    text(&name(path), bytes(path)?)
}

/// Whether a text has a `.version` or a `.target`; without them, it is a list of instructions.
pub(super) fn has_directives(text: &str) -> bool {
    Items::new(text).any(|item| matches!(item, Item::Version(_) | Item::Target(_)))
}

/// The name and the text of a file of instructions.
pub(super) fn sequence(path: &Path) -> Result<(String, String), Failure> {
    let (name, text) = (name(path), read(path)?);
    if has_directives(&text) {
        let message = "a PTX file with directives: legal here are instructions alone, without directives, labels and stores";
        return Err(Failure::input(name, message));
    }
    Ok((name, text))
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
    if text.trim().is_empty() {
        return Err(Failure::input(path, EMPTY));
    }
    if Items::new(text).all(|item| matches!(item, Item::Error(_) | Item::NotCovered(_))) {
        return Err(Failure::input(
            path,
            "not PTX: it has no .version, no .target and no instruction; the `ptx` commands read a CUDA source: .cu and the like, or with --source",
        ));
    }
    Ok(())
}
