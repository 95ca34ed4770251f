//! Registers, predicates, guard and condition code. Oracle: the rules of the reference, stated case by case.

use vmad_unit::{ConditionCode, Effect, Guard, Predicate, Predicates, Register, State};

fn register(number: u8) -> Register {
    Register::from_encoding(number)
}

fn predicate(number: u8) -> Predicate {
    Predicate::from_encoding(number)
}

/// A state in which every register and every predicate differs from its neighbours.
fn busy() -> State {
    let mut state = State::default();
    for number in 0..255 {
        state.registers.write(register(number), 0xa000_0000 | u32::from(number));
    }
    for number in 0..7 {
        state.predicates.write(predicate(number), number % 2 == 1);
    }
    state
}

#[test]
fn rz_reads_zero_and_swallows_writes() {
    let mut state = busy();
    assert_eq!(state.registers.read(Register::RZ), 0);
    let before = state.registers.clone();
    state.registers.write(Register::RZ, 0xffff_ffff);
    assert_eq!(state.registers.read(Register::RZ), 0);
    assert_eq!(state.registers, before);
}

#[test]
fn pt_is_true_and_swallows_writes() {
    let mut predicates = Predicates::default();
    assert!(predicates.read(Predicate::PT));
    predicates.write(Predicate::PT, false);
    assert!(predicates.read(Predicate::PT));
    predicates.write(Predicate::PT, true);
    assert_eq!(predicates, Predicates::default());
    for encoding in 0..=255 {
        assert_eq!(predicate(encoding).encoding(), encoding % 8, "bits above the third are dropped");
    }
}

#[test]
fn a_guard_passes_as_its_truth_table_says() {
    let mut predicates = Predicates::default();
    for (number, value, negated, passes) in [
        (0, false, false, false),
        (0, true, false, true),
        (0, false, true, true),
        (0, true, true, false),
        (6, true, false, true),
        (6, true, true, false),
    ] {
        predicates.write(predicate(number), value);
        let guard = Guard { predicate: predicate(number), negated };
        assert_eq!(predicates.passes(guard), passes, "{guard} where {} is {value}", guard.predicate);
    }
    assert!(predicates.passes(Guard::ALWAYS));
    assert!(!predicates.passes(Guard { predicate: Predicate::PT, negated: true }));
}

#[test]
fn a_comparison_writes_two_predicates() {
    let pairs = (0..8).flat_map(|first| (0..8).map(move |second| [predicate(first), predicate(second)]));
    for (destinations, bits) in pairs.flat_map(|pair| (0..4).map(move |bits| (pair, bits))) {
        let values = [bits & 1 != 0, bits & 2 != 0];
        let mut state = busy();
        let never = Guard { predicate: Predicate::PT, negated: true };
        assert_eq!(state.write_predicates(never, destinations, values), Effect::default());
        assert_eq!(state, busy());

        let effect = state.write_predicates(Guard::ALWAYS, destinations, values);
        let mut expected = busy();
        let mut written = [None; 2];
        for (index, (destination, value)) in destinations.into_iter().zip(values).enumerate() {
            expected.predicates.write(destination, value);
            let is_overwritten = index == 0 && destinations[0] == destinations[1];
            if destination != Predicate::PT && !is_overwritten {
                written[index] = Some((destination, value));
            }
        }
        assert_eq!(state, expected, "{destinations:?} {values:?}");
        assert_eq!(effect, Effect { register: None, condition_code: false, predicates: written });
    }
}

/// A true guard writes the register, and with CC the condition code; `RZ` stays 0; a false guard writes nothing.
#[test]
fn a_guard_decides_what_is_written() {
    let of = |number| [false, true].map(|negated| Guard { predicate: predicate(number), negated });
    for guard in (0..8).flat_map(of) {
        let passes = busy().predicates.passes(guard);
        for (destination, cc) in [register(9), Register::RZ]
            .into_iter()
            .flat_map(|destination| [(destination, false), (destination, true)])
        {
            for condition_code in [ConditionCode::Untouched, ConditionCode::Unspecified] {
                let mut expected = State { condition_code, ..busy() };
                let mut state = expected.clone();
                let effect = state.write_back(guard, destination, cc, 7);
                if passes {
                    expected.registers.write(destination, 7);
                }
                if passes && cc {
                    expected.condition_code = ConditionCode::Unspecified;
                }
                assert_eq!(state, expected, "{guard}");
                let register = (passes && !destination.is_zero()).then_some((destination, 7));
                let written = Effect { register, condition_code: passes && cc, predicates: [None; 2] };
                assert_eq!(effect, written, "{guard}");
            }
        }
    }
}
