//! Instructions made from the values of their fields, against the words that have them.

use vmad_sass::{EncodeError, Instruction, Ports, isa::Form};
use vmad_unit::{Predicate, Register, State};

use crate::words;

/// Names of fields, each with a value.
type Values = Vec<(&'static str, u64)>;

fn values(form: &'static Form, word: u64) -> Values {
    form.free_fields().map(|field| (field.name(), field.of(word))).collect()
}

#[test]
fn the_fields_of_a_word_give_the_word() {
    let (mut legal, mut illegal) = (0, 0);
    for word in words::family().step_by(7) {
        let form = Form::of(word).expect("a word of a form");
        match (Instruction::from_fields(form, values(form, word)), Instruction::decode(word)) {
            (Ok(made), Ok(decoded)) => {
                assert_eq!(made, decoded);
                legal += 1;
            }
            (made, decoded) => {
                assert_eq!(made, decoded.map_err(EncodeError::Illegal));
                illegal += 1;
            }
        }
    }
    assert!(legal > 10_000 && illegal > 1000, "{legal} legal, {illegal} illegal words");
}

#[test]
fn wrong_values_are_refused() {
    let form = Form::of(0x5f04020000370200).expect("a VMAD");
    let message = |change: &dyn Fn(&mut Values)| {
        let mut values = values(form, 0x5f04020000370200);
        change(&mut values);
        Instruction::from_fields(form, values).expect_err("an error").to_string()
    };
    assert_eq!(message(&|values| values.retain(|(name, _)| *name != "SAT")), "VMAD needs a value of SAT");
    assert_eq!(message(&|values| values.push(("scale", 4))), "scale of VMAD is 0x4: legal are 0 to 0x3");
    assert!(
        message(&|values| values.push(("scale", 3))).contains("scale (bits 52:51) is 3, legal are 0 (PASS)")
    );
    let unknown = message(&|values| values.push(("secop", 0)));
    let legal =
        "Rd, Ra, guard, guard not, Rb, B select, A select, Rc, CC, A signed, B signed, scale, psign, SAT";
    assert_eq!(unknown, format!("VMAD has no field \"secop\": legal are {legal}"));
}

/// A state with one value in every register and every predicate.
fn filled(value: u32) -> State {
    let mut state = State::default();
    (0..=255).for_each(|number| state.registers.write(Register::from_encoding(number), value));
    (0..8).for_each(|number| state.predicates.write(Predicate::from_encoding(number), value != 0));
    state
}

#[test]
fn fixed_ports_are_those_that_no_state_changes() {
    let values = [0, u32::MAX];
    let states = values.map(filled);
    let mut fixed = 0;
    for word in words::family().step_by(7) {
        let Ok(instruction) = Instruction::decode(word) else { continue };
        let [low, high] = states.each_ref().map(|state| instruction.read(state));
        let bound = values.map(|value| instruction.bind(Ports { a: value, b: value, c: value }));
        assert_eq!(bound, [low, high], "{instruction}");
        let unchanged = [(low.a, high.a), (low.b, high.b), (low.c, high.c)];
        let unchanged = unchanged.map(|(low, high)| (low == high).then_some(low));
        assert_eq!(instruction.fixed(), unchanged, "{instruction}");
        fixed += unchanged.iter().flatten().count();
    }
    assert!(fixed > 1000, "{fixed} fixed ports");
}
