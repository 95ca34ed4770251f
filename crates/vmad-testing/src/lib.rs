//! Help for the project's tests: the length of sweeps, tables, skipped tests, snapshots, generated chapters.
#![forbid(unsafe_code)]

pub mod cases;
pub mod cubins;
pub mod sass;
mod shapes;
pub mod simd;

pub use shapes::shapes;

use std::{env, fs, io::Write, sync::LazyLock};

/// Whether sweeps run in full: the environment variable `VMAD_LONG` is a number above 0.
///
/// # Panics
/// It is not a number.
pub fn long() -> bool {
    factor() > 0
}

/// The length of a random sweep: `short`, or `long` times the number in `VMAD_LONG`.
///
/// # Panics
/// `VMAD_LONG` is not a number.
pub fn cases(short: usize, long: usize) -> usize {
    match factor() {
        0 => short,
        factor => long * factor,
    }
}

/// The step through a sweep over an ordered set: every case in the long form, every `short`-th in the short form.
///
/// # Panics
/// `VMAD_LONG` is not a number.
pub fn step(short: usize) -> usize {
    if long() { 1 } else { short }
}

/// The number in `VMAD_LONG`, 0 if it is unset. The first call in a test binary prints which form runs.
fn factor() -> usize {
    static FACTOR: LazyLock<usize> = LazyLock::new(|| {
        let factor = env::var("VMAD_LONG").map_or(0, |text| text.parse().expect("VMAD_LONG is a number"));
        note(&match factor {
            0 => "short sweeps; VMAD_LONG=1 runs the long ones".to_owned(),
            factor => format!("long sweeps, VMAD_LONG={factor}"),
        });
        factor
    });
    *FACTOR
}

/// The lines of a table, without its comments and blank lines.
pub fn lines(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// The rows of a table: `N` columns, with tabs between them.
///
/// # Panics
/// A row has another number of columns.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    lines(table).map(|line| {
        let columns: Vec<_> = line.split('\t').collect();
        columns.try_into().unwrap_or_else(|_| panic!("not {N} columns: {line}"))
    })
}

/// Prints that a test is skipped, and why.
pub fn skip(test: &str, reason: &str) {
    note(&format!("SKIPPED: {test}: {reason}"));
}

/// Prints a line that the test harness does not capture.
fn note(line: &str) {
    // Ignored: standard error is closed.
    let _ = writeln!(std::io::stderr(), "*** {line} ***");
}

/// Compares `text` with `snapshots/{folder}/{name}.snap`.
///
/// To accept a difference, run `cargo insta review`, or `INSTA_UPDATE=always cargo test`.
///
/// # Panics
/// The text differs from the snapshot.
pub fn assert_snapshot(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root(&format!("snapshots/{folder}")));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Compares a generated file of the book, `docs/src/{name}`, with `text`. If `UPDATE_DOCS` is set, writes it first.
///
/// # Panics
/// The file differs, or cannot be read or written.
pub fn assert_chapter(name: &str, text: &str) {
    let path = root(&format!("docs/src/{name}"));
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, text).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    let found = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    // assert_eq! would print both files.
    assert!(found == text, "docs/src/{name} is outdated: UPDATE_DOCS=1 cargo test writes it");
}

/// A path below the workspace's root.
pub fn root(path: &str) -> String {
    format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"))
}
