//! Paths in the working tree.

use std::{
    collections::BTreeSet,
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

/// The recorded SASS that ptxas makes of video instructions, for the tests of `vmad-ptxas`.
pub(crate) fn lowerings() -> PathBuf {
    root().join("crates/vmad-ptxas/tests/data")
}

/// A path for messages: relative to the workspace's root if it is below it.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Writes a file, and prints its path and whether it changed; `true` if it is the same.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<bool> {
    let contents = contents.as_ref();
    let is_same = fs::read(path).is_ok_and(|found| found == contents);
    fs::write(path, contents).with_context(|| path.display().to_string())?;
    println!("{}: {}", shown(path), if is_same { "unchanged" } else { "CHANGED" });
    Ok(is_same)
}

/// A path from the workspace's root.
pub(crate) fn at(path: &str) -> PathBuf {
    root().join(path)
}

/// The chapters of the book.
pub(crate) fn chapters() -> PathBuf {
    root().join("docs/src")
}

/// The files below a folder.
pub(crate) fn files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    for entry in fs::read_dir(folder).with_context(|| shown(folder))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            files.extend(self::files(&entry.path())?);
        } else {
            files.insert(entry.path());
        }
    }
    Ok(files)
}
