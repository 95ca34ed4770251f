//! Every invariant for some hundred cases. The fuzz targets run the same functions without limit.

use std::{collections::BTreeSet, panic::catch_unwind};

use arbitrary::Error;
use vmad_invariants::{ALL, Invariant, wide};
use vmad_sass::Ports;
use vmad_unit::{Comparison, Kind, Operand, Operation, SecondOp, Selector, Sign, vset};

/// Draws cases from random bytes of many sizes until so many were whole, and checks each.
fn check(invariant: &Invariant, cases: usize) {
    let mut checked = 0;
    for seed in 0..cases as u64 * 100 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut bytes = vec![0; random.usize(64..4096)];
        random.fill(&mut bytes);
        // The seed of a failure, for whoever looks for it.
        let outcome = catch_unwind(|| invariant.check(&bytes));
        match outcome.unwrap_or_else(|_| panic!("{} with seed {seed}", invariant.name)) {
            Ok(()) => checked += 1,
            Err(Error::NotEnoughData) => {}
            Err(error) => panic!("{} with seed {seed}: {error}", invariant.name),
        }
        if checked == cases {
            return;
        }
    }
    panic!("{}: only {checked} cases were whole", invariant.name);
}

#[test]
fn every_invariant_holds_for_many_cases() {
    let cases = vmad_testing::cases(100, 500);
    for invariant in &ALL {
        check(invariant, cases);
    }
}

#[test]
fn names_differ() {
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

#[test]
fn each_instruction_has_a_second_implementation() {
    for kind in Kind::ALL {
        let mode = kind.modes().next().expect("it has modes");
        let found = wide(&mode, Ports { a: 1, b: 2, c: 3 });
        assert_eq!(found, Some(mode.execute(1, 2, 3)), "{kind}: its arithmetic belongs in src/wide.rs");
    }
}

/// Random operands are seldom equal.
#[test]
fn equal_operands_compare_as_in_the_unit() {
    for sign in Sign::ALL {
        let operand = Operand { selector: Selector::Word, sign };
        for comparison in Comparison::ALL {
            let mode = vset::Mode { a: operand, b: operand, comparison, second: SecondOp::ALL[0] };
            let operation = Operation::Vset(mode);
            for (a, b) in [(5, 5), (4, 5), (5, 4)] {
                let found = wide(&operation, Ports { a, b, c: 0 });
                assert_eq!(found, Some(operation.execute(a, b, 0)), "{operation:?} {a} {b}");
            }
        }
    }
}
