//! The body of all fuzz targets.

use std::sync::OnceLock;

use vmad_invariants::Invariant;

/// Checks the invariant with the target's name on a fuzzer's bytes. A process has one target.
///
/// # Panics
/// The invariant fails, or there is none with this name.
pub fn check(name: &str, bytes: &[u8]) {
    static INVARIANT: OnceLock<Invariant> = OnceLock::new();
    let invariant =
        INVARIANT.get_or_init(|| Invariant::named(name).expect("an invariant has the target's name"));
    // Ignored: the bytes are no case.
    let _ = invariant.check(bytes);
}
