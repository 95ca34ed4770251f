//! Every invariant for a second. The fuzz targets run the same functions without limit.

use std::{collections::BTreeSet, thread};

use arbitrary::{Error, Unstructured};
use arbtest::arbtest;
use vmad_xcheck::invariants::{ALL, Invariant};

/// Runs an invariant on random bytes of many sizes, until the time is up.
fn hold(invariant: &Invariant) {
    let mut whole = 0_u32;
    arbtest(|bytes| match invariant.hold(bytes) {
        // A case for which the bytes did not suffice has shown nothing.
        Err(Error::NotEnoughData) => Ok(()),
        other => {
            whole += 1;
            other
        }
    })
    .size_min(64)
    .budget_ms(1000);
    assert!(whole > 100, "{}: only {whole} cases in a second", invariant.name);
}

#[test]
fn every_invariant_holds_for_a_second() {
    thread::scope(|scope| {
        let running = ALL.each_ref().map(|invariant| (invariant.name, scope.spawn(|| hold(invariant))));
        let failed: Vec<_> =
            running.into_iter().filter_map(|(name, it)| it.join().is_err().then_some(name)).collect();
        assert!(failed.is_empty(), "{failed:?}");
    });
}

/// What an invariant tells of a case has the same bytes behind it as what it checks.
#[test]
fn what_is_told_is_drawn_from_as_many_bytes_as_what_is_checked() {
    let mut bytes = [0; 256];
    for seed in 0..200_u64 {
        fastrand::Rng::with_seed(seed).fill(&mut bytes);
        for invariant in ALL {
            let (mut checked, mut told) = (Unstructured::new(&bytes), Unstructured::new(&bytes));
            let both = (invariant.hold(&mut checked).is_ok(), invariant.tell(&mut told).is_ok());
            assert!(both.0 == both.1 && checked.len() == told.len(), "{}", invariant.name);
        }
    }
}

#[test]
fn names_are_told_apart() {
    let names: BTreeSet<_> = ALL.iter().map(|invariant| invariant.name).collect();
    assert_eq!(names.len(), ALL.len());
}

/// Found by `arbitrary_text_is_refused_in_place`: the look-ahead for a comment cut a four-byte character in two.
#[test]
fn a_wide_character_is_refused_in_place() {
    let error = vmad_sass::assemble(".\u{1c605}.H1RZ").unwrap_err();
    assert_eq!((error.span.start, error.span.end), (0, 1));
    let error = vmad_sass::assemble("VMAD \u{1c605}").unwrap_err();
    assert_eq!((error.span.start, error.span.end), (5, 9));
}
