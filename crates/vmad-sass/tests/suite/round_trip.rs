//! Word -> instruction -> word, over every combination of the modifier bits. Oracle: the bits, read by shifts and masks.

use vmad_sass::{
    DecodeError, Destination, Instruction, Parts, SourceB, SourceC,
    isa::{Form, Layout},
};
use vmad_unit::{
    Guard, Kind, Operand, Predicate, Psign, Register, Saturate, Scale, Selector, Sign, vmad::Mode,
};

use crate::words::{all_modifiers, is_legal, is_register_form, with_operands};

fn bits(word: u64, high: u32, low: u32) -> usize {
    (word >> low & (u64::MAX >> (63 - (high - low)))) as usize
}

/// The instruction of a legal word, read off the encoding's description.
fn read(word: u64) -> Parts {
    let register = |high, low| Register::from_encoding(bits(word, high, low) as u8);
    let sign = |bit| [Sign::Unsigned, Sign::Signed][bits(word, bit, bit)];
    let selector = |high, low| match bits(word, high, low) {
        0 => Selector::B0,
        1 => Selector::B1,
        2 => Selector::B2,
        3 => Selector::B3,
        4 => Selector::H0,
        5 => Selector::H1,
        6 => Selector::Word,
        other => panic!("{other} is no selector"),
    };
    let is_register = is_register_form(word);
    let b_selector = if is_register { selector(30, 28) } else { Selector::H0 };
    let mode = Mode {
        a: Operand { selector: selector(38, 36), sign: sign(48) },
        b: Operand { selector: b_selector, sign: sign(49) },
        psign: [Psign::Add, Psign::SubtractC, Psign::NegateProduct, Psign::PlusOne][bits(word, 54, 53)],
        scale: [Scale::Pass, Scale::Shr7, Scale::Shr15][bits(word, 52, 51)],
        saturate: [Saturate::Off, Saturate::On][bits(word, 55, 55)],
    };
    let immediate = SourceB::Immediate(bits(word, 35, 20) as u16);
    Parts {
        guard: Guard {
            predicate: Predicate::from_encoding(bits(word, 18, 16) as u8),
            negated: bits(word, 19, 19) == 1,
        },
        destination: Destination::Register { register: register(7, 0), cc: bits(word, 47, 47) == 1 },
        operation: mode.into(),
        a: register(15, 8),
        b: if is_register { SourceB::Register(register(27, 20)) } else { immediate },
        c: SourceC::Register(register(46, 39)),
    }
}

fn error(word: u64) -> DecodeError {
    let name = if is_register_form(word) && bits(word, 30, 28) == 7 {
        "B select"
    } else if bits(word, 38, 36) == 7 {
        "A select"
    } else {
        "scale"
    };
    let field = Form::of(word).and_then(|form| form.field(name)).expect("a field of VMAD");
    DecodeError::IllegalField { word, kind: Kind::Vmad, field }
}

/// Checks a word with the opcode of `VMAD`; says whether it is legal.
fn check(word: u64) -> bool {
    let decoded = Instruction::decode(word);
    if !is_legal(word) {
        assert_eq!(decoded, Err(error(word)));
        return false;
    }
    let instruction = decoded.unwrap();
    let parts = read(word);
    assert_eq!((instruction.encode(), instruction.parts()), (word, Some(parts)), "{word:#018x}");
    let ignored = if is_register_form(word) { 0x1f << 31 } else { 0 };
    assert_eq!(Instruction::from_parts(&parts).unwrap().encode(), word & !ignored);
    true
}

#[test]
fn every_combination_of_the_modifier_bits_comes_back() {
    let mut legal = 0;
    for setting in 0..5 {
        for word in all_modifiers() {
            legal += u32::from(check(with_operands(word, setting)));
        }
    }
    assert_eq!(legal, 5 * 172_032);
}

#[test]
fn any_word_comes_back_or_is_refused() {
    let mut random = fastrand::Rng::with_seed(0x5f);
    for _ in 0..200_000 {
        check(random.u64(..) & !(0xff << 56) | 0x5f << 56);
    }
}

#[test]
fn every_register_number_and_every_immediate_comes_back() {
    for number in 0..=0xff {
        for low in [0, 8, 20, 39] {
            assert!(check(0x5f04_0000_0000_0000 | number << low));
        }
    }
    for imm16 in 0..=0xffff {
        assert!(check(0x5f00_0000_0000_0000 | imm16 << 20));
    }
}

#[test]
fn an_error_says_the_word_the_field_its_value_and_what_would_be_legal() {
    let message = |word| Instruction::decode(word).unwrap_err().to_string();
    assert_eq!(
        message(0x5c04_0000_0000_0000),
        "0x5c04000000000000 is not a video instruction: no opcode of VMAD, VADD, VABSDIFF, VABSDIFF4, VMNMX, VSET, \
         VSETP, VSHL or VSHR fits bits 63:51"
    );
    assert_eq!(
        message(0x5f04_0070_0000_0000),
        "0x5f04007000000000 is an illegal VMAD: A select (bits 38:36) is 7, legal are \
         0 (B0), 1 (B1), 2 (B2), 3 (B3), 4 (H0), 5 (H1), 6 (32 bits)"
    );
    assert_eq!(
        message(0x5f04_0000_7000_0000),
        "0x5f04000070000000 is an illegal VMAD: B select (bits 30:28) is 7, legal are \
         0 (B0), 1 (B1), 2 (B2), 3 (B3), 4 (H0), 5 (H1), 6 (32 bits)"
    );
    assert_eq!(
        message(0x5f1c_0000_0000_0000),
        "0x5f1c000000000000 is an illegal VMAD: scale (bits 52:51) is 3, legal are \
         0 (PASS), 1 (SHR_7), 2 (SHR_15)"
    );
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
