//! Checks the invariant that the variable `INVARIANT` names on a fuzzer's bytes.
#![no_main]

use std::{env, sync::LazyLock};

use libfuzzer_sys::fuzz_target;
use vmad_invariants::Invariant;

static INVARIANT: LazyLock<Invariant> = LazyLock::new(|| {
    let name = env::var("INVARIANT").expect("INVARIANT is the name of an invariant");
    Invariant::named(&name).expect("there is an invariant of this name")
});

fuzz_target!(|bytes: &[u8]| {
    // An error: the bytes are no case.
    let _ = INVARIANT.check(bytes);
});
