//! The body of all fuzz targets.

use std::sync::OnceLock;

use vmad_validate::fuzz::Target;

/// Checks the invariant with the target's name on a fuzzer's bytes. A process has one target.
///
/// # Panics
/// The invariant fails, or there is none with this name.
pub fn check(name: &str, bytes: &[u8]) {
    static TARGET: OnceLock<Target> = OnceLock::new();
    let target = TARGET.get_or_init(|| Target::named(name).expect("an invariant has the target's name"));
    // Ignored: the bytes are no case.
    let _ = target.check(bytes);
}
