//! Paths in the working tree.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

/// The workspace's root.
fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest)
}

/// The ignored folder of NVIDIA's tools.
pub(crate) fn tools() -> PathBuf {
    root().join(".tools")
}

/// What nvdisasm has answered, recorded for the tests of `vmad-sass`.
pub(crate) fn recordings() -> PathBuf {
    root().join("crates/vmad-sass/tests/data")
}

/// What ptxas has accepted and refused, recorded for the tests of `vmad-ptx`.
pub(crate) fn verdicts() -> PathBuf {
    root().join("crates/vmad-ptx/tests/data")
}

/// What ptxas has made of `vmad`, recorded for the tests of `vmad-xcheck`.
pub(crate) fn lowerings() -> PathBuf {
    root().join("crates/vmad-xcheck/tests/data/ptxas-lower.tsv")
}

/// The real input: PTX, and what ptxas makes of it.
pub(crate) fn cubins() -> PathBuf {
    root().join("crates/vmad-cli/cubins")
}

/// What runs on a card: PTX, what ptxas makes of it, and the program that puts words into that.
pub(crate) fn harness() -> PathBuf {
    root().join("crates/vmad-cli/harness")
}

/// A path for messages: relative to the workspace's root if it is below it.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Writes a file, and prints its path.
pub(crate) fn write(path: &Path, contents: &str) -> Result<()> {
    fs::write(path, contents).with_context(|| path.display().to_string())?;
    println!("{}", shown(path));
    Ok(())
}

/// The chapters of the book.
pub(crate) fn chapters() -> PathBuf {
    root().join("docs/src")
}
