//! Where things stand in the working tree.

use std::path::{Path, PathBuf};

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

/// The real input: PTX, and what ptxas makes of it.
pub(crate) fn cubins() -> PathBuf {
    root().join("crates/vmad-cli/cubins")
}

/// A path as it is told to people: from the workspace's root where it lies below it.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// The chapters of the book.
pub(crate) fn chapters() -> PathBuf {
    root().join("docs/src")
}
