//! How snapshots are kept: under the workspace's `snapshots/`, named for what they show.
//!
//! Oracle: the snapshot that a person has read and committed. A test never accepts one by itself: a difference fails,
//! and `cargo insta review` (or `INSTA_UPDATE=always cargo test`, then `git diff`) is how a person takes it over.

/// The workspace's `snapshots/`.
pub(crate) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../snapshots");

/// Compares `text` with `snapshots/{folder}/{name}.snap`.
pub(crate) fn assert_snapshot(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(format!("{FOLDER}/{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
