//! The decoder. Oracles: a search of all forms, the legality of each field by itself, and the parts that make a word.

use std::collections::HashSet;

use vmad_sass::{
    DecodeError, Destination, Instruction, NotKnown, Parts, PartsError, SourceB, SourceC,
    isa::{Form, Layout, Spelling},
};
use vmad_unit::{Guard, Kind, Predicate, Register, Selector, Writes};

use crate::words::{family, forms};

/// The first form whose opcode the word has: of `VABSDIFF4`, the immediate is a special case of the register.
fn searched(word: u64) -> Option<&'static Form> {
    forms().find(|form| form.opcode.is_of(word))
}

fn assert_decodes_as_searched(word: u64) {
    let form = searched(word);
    assert_eq!(Form::of(word), form, "{word:#018x}");
    let is_legal = form.is_some_and(|form| form.fields.iter().all(|field| !field.is_illegal(field.of(word))));
    let decoded = Instruction::decode(word);
    assert_eq!(decoded.as_ref().ok().map(Instruction::encode), is_legal.then_some(word), "{word:#018x}");
    assert_eq!(decoded.ok().map(|instruction| instruction.form()), form.filter(|_| is_legal));
}

/// Every value of bits 63:50, which the table of the decoder has, on several other bits.
#[test]
fn every_opcode_decodes_as_a_search_of_the_forms_finds_it() {
    let mut random = fastrand::Rng::with_seed(14);
    for high in 0..1 << 14_u64 {
        let others = [0, u64::MAX, 0xf << 28, random.u64(..), random.u64(..), random.u64(..)];
        for other in others {
            assert_decodes_as_searched(high << 50 | other & ((1 << 50) - 1));
        }
    }
}

/// Every combination of the modifiers of every form, legal or not.
#[test]
fn a_word_is_legal_if_each_of_its_fields_is() {
    for word in family().step_by(vmad_testing::step(7)) {
        assert_decodes_as_searched(word);
    }
}

/// Every mode of the unit, with a register B and with an immediate, has a word, which is of that mode.
#[test]
fn every_mode_has_its_words() {
    for kind in Kind::ALL {
        let [a, b, d, c] = [1, 2, 3, 4].map(Register::from_encoding);
        let (destination, c) = match kind.writes() {
            Writes::Register => (Destination::Register { register: d, cc: false }, SourceC::Register(c)),
            Writes::Predicates => {
                (Destination::Predicates([Predicate::PT; 2]), SourceC::Predicate(Predicate::PT))
            }
        };
        let mut words = HashSet::new();
        for operation in kind.modes().step_by(vmad_testing::step(7)).filter(is_encodable) {
            let register =
                Parts { guard: Guard::ALWAYS, destination, operation, a, b: SourceB::Register(b), c };
            let immediate = Parts { b: SourceB::Immediate(0x8005), ..register };
            let has_immediate = operation.operands().is_some_and(|[_, b]| b.selector == Selector::H0);
            for parts in [Some(register), has_immediate.then_some(immediate)].into_iter().flatten() {
                let instruction = Instruction::from_parts(&parts).unwrap();
                assert_eq!(Instruction::decode(instruction.encode()).unwrap().parts(), Some(parts));
                assert!(words.insert(instruction.encode()));
            }
        }
    }
}

/// A `VABSDIFF4` has a lane.
fn is_encodable(mode: &vmad_unit::Operation) -> bool {
    !matches!(mode, vmad_unit::Operation::Vabsdiff4(mode) if mode.lanes == [false; 4])
}

/// Each part is what the fields of the form say.
#[test]
fn the_parts_are_the_fields() {
    for word in family().step_by(vmad_testing::step(101)) {
        let Ok(instruction) = Instruction::decode(word) else { continue };
        let register = |name| instruction.field(name).map(|field| Register::from_encoding(field as u8));
        let predicate = |name| instruction.field(name).map(|field| Predicate::from_encoding(field as u8));
        let number = instruction.form().fields.iter().find(|field| field.spelling() == Spelling::Number);
        assert_eq!([Some(instruction.a()), instruction.destination_register()], ["Ra", "Rd"].map(register));
        match instruction.b() {
            SourceB::Register(b) => assert_eq!((Some(b), None), (register("Rb"), number)),
            SourceB::Immediate(value) => {
                assert_eq!(Some(u64::from(value)), number.map(|field| field.of(word)));
            }
        }
        match instruction.c() {
            SourceC::Register(c) => assert_eq!((Some(c), None), (register("Rc"), predicate("Ps"))),
            SourceC::Predicate(c) => assert_eq!((Some(c), None), (predicate("Ps"), register("Rc"))),
        }
        match instruction.destination() {
            Destination::Register { cc, .. } => assert_eq!(Some(u64::from(cc)), instruction.field("CC")),
            Destination::Predicates(both) => assert_eq!(both.map(Some), ["Pd", "Pe"].map(predicate)),
        }
        let guard = Guard {
            predicate: predicate("guard").unwrap(),
            negated: instruction.field("guard not") == Some(1),
        };
        assert_eq!(instruction.guard(), guard);
    }
}

#[test]
fn parts_that_are_no_instruction_are_refused() {
    let parts = |text: &str| text.parse::<Instruction>().unwrap().parts().unwrap();
    let vsetp = parts("VSETP.LT.AND P0, P1, R1, R2, P3");
    let vadd = parts("VADD R0, R1, R2, R3");
    let kind = |kind| Err(PartsError::Kind { kind });
    for (parts, expected) in [
        (Parts { destination: vsetp.destination, ..vadd }, kind(Kind::Vadd)),
        (Parts { c: vsetp.c, ..vadd }, kind(Kind::Vadd)),
        (Parts { c: vadd.c, ..vsetp }, kind(Kind::Vsetp)),
        (Parts { b: SourceB::Immediate(5), ..vadd }, Err(PartsError::Immediate)),
        (
            Parts { b: SourceB::Immediate(5), ..parts("VABSDIFF4 R0, R1, R2, R3") },
            Err(PartsError::NotKnown(NotKnown)),
        ),
    ] {
        assert_eq!(Instruction::from_parts(&parts), expected);
    }
    let lanes = Kind::Vabsdiff4.modes().find(|mode| !is_encodable(mode)).unwrap();
    assert_eq!(Instruction::from_parts(&Parts { operation: lanes, ..vadd }), Err(PartsError::NoLane));
}

/// [`DecodeError::all`] has what the decoder says, and one error for each field that holds what none may.
#[test]
fn all_errors_are_one_for_each_illegal_field() {
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..20_000 {
        let word = random.u64(..) & !(0xff << 56) | if random.u8(..8) == 0 { 0x5e } else { 0x5f } << 56;
        let all = DecodeError::all(Layout::Maxwell, word);
        let first = Instruction::decode(word).err();
        assert_eq!(first.as_ref(), all.last(), "{word:#x}");
        assert_eq!(Instruction::decode(word).is_ok(), all.is_empty(), "{word:#x}");
        let is_7 = |low: u32| word >> low & 7 == 7;
        let register = word >> 50 & 1 == 1;
        let expected = match word >> 56 {
            0x5f => [word >> 51 & 3 == 3, is_7(36), register && is_7(28)].map(usize::from).iter().sum(),
            _ => 1,
        };
        assert_eq!(all.len(), expected, "{word:#x}: {all:?}");
    }
}
