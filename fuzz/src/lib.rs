//! What the bodies of the fuzz targets have in common.

use std::sync::OnceLock;

use vmad_validate::fuzz::Target;

/// Holds the invariant of the target of a name on a fuzzer's bytes. A process has one target.
///
/// # Panics
/// The invariant does not hold, or there is none of that name.
pub fn hold(name: &str, bytes: &[u8]) {
    static TARGET: OnceLock<Target> = OnceLock::new();
    let target = TARGET.get_or_init(|| Target::named(name).expect("an invariant has the target's name"));
    // A case for which the bytes do not suffice is passed over.
    let _ = target.hold(bytes);
}
