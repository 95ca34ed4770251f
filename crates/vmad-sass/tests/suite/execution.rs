//! Instructions on registers, and bits 35:31, which change nothing. Oracle: the unit for the values (it has tests of
//! its own); the rules of ports, guard and `RZ`, stated case by case.

use vmad_sass::{Arch, Instruction, Ports, assemble, disassemble, isa::B, schedule::ControlField};
use vmad_unit::{Register, State};

use crate::words::vmads;

/// A state in which no two registers hold the same, and odd predicates are true.
fn busy() -> State {
    let mut state = State::default();
    for number in 0..255 {
        let value = 0x9123_064a_u32.wrapping_mul(2 * u32::from(number) + 1);
        state.registers.write(Register::from_encoding(number), value);
    }
    for number in 0..7 {
        state.predicates.write(vmad_unit::Predicate::from_encoding(number), number % 2 == 1);
    }
    state
}

fn vmad(text: &str) -> Instruction {
    assemble(text).unwrap().instruction
}

#[test]
fn bits_35_to_31_are_kept_and_change_nothing_else() {
    for plain in vmads().filter(|vmad| vmad.form().b == B::Register).step_by(11) {
        let word = plain.encode();
        let text = |word| disassemble(word, ControlField::IDLE, Arch::Sm50).unwrap().to_string();
        let mut expected = busy();
        let effect = plain.execute(&mut expected);
        for ignored in 1..32 {
            let other_word = word | ignored << 31;
            let other = Instruction::decode(other_word).unwrap();
            assert_eq!(other.encode(), other_word, "they are kept");
            assert_eq!(other.parts(), plain.parts(), "nothing else differs");
            assert_eq!(text(other_word), text(word));
            assert_eq!(other.to_string(), plain.to_string());
            assert_eq!(other.dispatch(), plain.dispatch());
            let mut state = busy();
            assert_eq!((other.execute(&mut state), &state), (effect, &expected));
        }
        assert_eq!(vmad(&text(word)).encode(), word, "assembly writes zeros");
    }
}

#[test]
fn ports_carry_the_named_registers_and_the_immediate() {
    let state = busy();
    let value = |number| state.registers.read(Register::from_encoding(number));
    let register = vmad("VMAD.U8.U8 R0, R1.B1, R2.B2, R3");
    assert_eq!(register.read(&state), Ports { a: value(1), b: value(2), c: value(3) });
    let immediate = vmad("VMAD.U8.S16 R0, R7, -2, RZ");
    assert_eq!(immediate.read(&state), Ports { a: value(7), b: 0xfffe, c: 0 });
    let zero = vmad("VMAD.U8.U8 R0, RZ, RZ, R9");
    assert_eq!(zero.read(&state), Ports { a: 0, b: 0, c: value(9) });
}

#[test]
fn an_instruction_reads_its_sources_before_it_writes() {
    let mut state = State::default();
    state.registers.write(Register::from_encoding(4), 3);
    vmad("VMAD.U32.U32 R4, R4, R4, R4").execute(&mut state);
    assert_eq!(state.registers.read(Register::from_encoding(4)), 12);
}
