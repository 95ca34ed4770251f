//! The table of other instructions against what nvdisasm says of words of them.

use vmad_unit::Register;
use vmad_validate::opcodes::{Flow, Left, OPCODES, Opcode, Writes, flow, left};

fn rows() -> impl Iterator<Item = (u64, &'static str)> {
    let lines = include_str!("../data/nvdisasm-opcodes.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (word, text) = line.split_once('\t').unwrap();
        (u64::from_str_radix(word, 16).unwrap(), text)
    })
}

/// The registers that nvdisasm's text says are written: the first operand, or the second behind a predicate, as many as
/// the size says.
fn written(opcode: &Opcode, text: &str) -> Vec<u8> {
    if opcode.writes == Writes::Nothing {
        return Vec::new();
    }
    let (name, operands) = text.split_once(' ').unwrap();
    let first = operands.split(", ").find(|operand| !operand.starts_with('P')).unwrap();
    let first = first.split(['.', ' ']).next().unwrap();
    let Some(first) = first.strip_prefix('R').filter(|digits| *digits != "Z") else { return Vec::new() };
    let first: u8 = first.parse().unwrap();
    let count = match () {
        () if name.contains(".128") => 4,
        () if name.contains(".64") => 2,
        () => 1,
    };
    (first..first + count).collect()
}

#[test]
fn every_known_opcode_is_what_nvdisasm_calls_it_and_writes_what_it_says() {
    let mut seen = [0; OPCODES.len()];
    for (word, text) in rows() {
        let fits: Vec<usize> = (0..OPCODES.len()).filter(|&at| OPCODES[at].is(word)).collect();
        let [at] = fits[..] else { panic!("{word:016x} {text}: {fits:?}") };
        seen[at] += 1;
        let name = text.split([' ', '.', ';']).next().unwrap();
        assert_eq!(OPCODES[at].name, name, "{word:016x} {text}");
        if flow(word) == Flow::Call {
            continue;
        }
        let expected = written(&OPCODES[at], text);
        for register in 0..=254 {
            let untouched = left(word, Register::from_encoding(register)) == Left::Untouched;
            assert_eq!(untouched, !expected.contains(&register), "{word:016x} {text}: R{register}");
        }
    }
    for (opcode, seen) in OPCODES.iter().zip(seen) {
        assert!(seen >= 2, "{opcode:?} has {seen} words");
    }
}

#[test]
fn jumps_go_where_nvdisasm_says() {
    let mut jumps = 0;
    for (word, text) in rows() {
        // The words were asked about at address 8.
        let (Flow::Branch { offset, .. } | Flow::Keep(_, offset)) = flow(word) else { continue };
        let Some((_, digits)) = text.rsplit_once("0x") else { continue };
        let expected = i32::from_str_radix(digits.trim_end_matches([' ', ';']), 16).unwrap();
        assert_eq!(8 + 8 + offset, expected, "{word:016x} {text}");
        jumps += 1;
    }
    assert!(jumps > 10, "{jumps}");
}

#[test]
fn copies_constants_and_wide_results_of_unknown_instructions() {
    let register = Register::from_encoding;
    // MOV R2, R1; MOV R0, RZ; MOV32I R5, 0x8000; @!P0 MOV32I R0, 0x1.
    assert_eq!(left(0x5c98078000170002, register(2)), Left::Copy(register(1)));
    assert_eq!(left(0x5c98078000170002, register(1)), Left::Untouched);
    assert_eq!(left(0x5c9807800ff70000, register(0)), Left::Constant(0));
    assert_eq!(left(0x010000080007f005, register(5)), Left::Constant(0x8000));
    assert_eq!(left(0x010000000018f000, register(0)), Left::Unknown);
    // DADD R4, R6, R8 is not known, and writes two registers.
    let touched = |word, register| left(word, register) == Left::Unknown;
    let registers: Vec<u8> = (0..255).filter(|&it| touched(0x5c70000000870604, register(it))).collect();
    assert_eq!(registers, [4, 5, 6, 7]);
    // TEXS R2, R6, ...: the second destination is in bits 35:28.
    let registers: Vec<u8> = (0..255).filter(|&it| touched(0xd822000060070002, register(it))).collect();
    assert_eq!(registers, [2, 3, 6, 7]);
}
