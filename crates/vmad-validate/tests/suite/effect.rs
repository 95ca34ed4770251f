//! The effect of words, and the table of opcodes, against what nvdisasm says of words.

use vmad_files::opcodes::{OPCODES, Opcode, Writes};
use vmad_unit::Register;
use vmad_validate::effect::{Effect, Jump, effect, jump};

/// The words, their texts, and the registers that they write.
fn rows() -> impl Iterator<Item = (u64, &'static str, Vec<u8>)> {
    let lines = include_str!("../../../vmad-files/tests/data/nvdisasm-opcodes.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let [word, text, written] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let written = written
            .split(',')
            .filter(|number| !number.is_empty())
            .map(|number| number.parse().unwrap())
            .collect();
        (u64::from_str_radix(word, 16).unwrap(), text, written)
    })
}

/// The registers that a word may change, ascending, without `RZ`.
fn changed(word: u64) -> Vec<u8> {
    let mut registers: Vec<u8> = match effect(word) {
        Effect::Constant(to, _) | Effect::Copy { to, .. } => vec![to.encoding()],
        Effect::Writes(ranges) => {
            ranges.iter().flat_map(|&(first, count)| (first..=254).take(count.into())).collect()
        }
        Effect::Call => (0..=254).collect(),
    };
    registers.retain(|register| *register != 255);
    registers.sort_unstable();
    registers
}

#[test]
fn every_opcode_is_what_nvdisasm_calls_it_and_writes_what_it_says() {
    let mut seen = vec![0; OPCODES.len()];
    for (word, text, written) in rows() {
        let opcode = Opcode::of(word).unwrap_or_else(|| panic!("{word:016x} {text}"));
        seen[OPCODES.iter().position(|listed| listed == opcode).unwrap()] += 1;
        let name = text.split([' ', '.', ';']).next().unwrap();
        assert_eq!(opcode.name.split('.').next(), Some(name), "{word:016x} {text}");
        if effect(word) == Effect::Call {
            continue;
        }
        let is_bound = matches!(opcode.writes, Writes::Vector | Writes::Twice | Writes::Converted);
        if is_bound {
            assert!(
                written.iter().all(|register| changed(word).contains(register)),
                "{word:016x} {text}: {:?}",
                changed(word)
            );
        } else {
            assert_eq!(changed(word), written, "{word:016x} {text}");
        }
    }
    for (opcode, seen) in OPCODES.iter().zip(seen) {
        assert!(seen >= 2, "{opcode:?} has {seen} words");
    }
}

#[test]
fn jumps_go_where_nvdisasm_says() {
    const UNKNOWN: [&str; 8] = ["BRX", "JMP", "JMX", "LONGJMP", "PEXIT", "PLONGJMP", "PRET", "RTT"];
    let mut jumps = 0;
    for (word, text, _) in rows() {
        let name = text.split([' ', '.']).next().unwrap();
        if !["BRA", "SSY", "PBK", "PCNT"].contains(&name) {
            assert_eq!(jump(word), UNKNOWN.contains(&name).then_some(Jump::Unknown), "{word:016x} {text}");
        } else if let Some(Jump::To(offset)) = jump(word) {
            let (before, digits) = text.rsplit_once("0x").unwrap();
            let expected = i32::from_str_radix(digits, 16).unwrap();
            let expected = if before.ends_with('-') { -expected } else { expected };
            // The words were asked about at address 8.
            assert_eq!(8 + 8 + offset, expected, "{word:016x} {text}");
            // A target in a constant bank.
            assert_eq!(jump(word | 1 << 5), Some(Jump::Unknown), "{word:016x} {text}");
            jumps += 1;
        } else {
            assert!(text.contains("c["), "{word:016x} {text}");
        }
    }
    assert!(jumps > 10, "{jumps}");
}

#[test]
fn copies_constants_and_wide_results() {
    let register = Register::from_encoding;
    // MOV R2, R1; MOV R0, RZ; MOV32I R5, 0x8000; @!P0 MOV32I R0, 0x1.
    assert_eq!(effect(0x5c98078000170002), Effect::Copy { to: register(2), from: register(1) });
    assert_eq!(effect(0x5c9807800ff70000), Effect::Constant(register(0), 0));
    assert_eq!(effect(0x010000080007f005), Effect::Constant(register(5), 0x8000));
    assert_eq!(effect(0x010000000018f000), Effect::Writes([(0, 1), (0, 0)]));
    // A word of no opcode.
    assert_eq!(changed(0xffff000000000004), [4, 5, 6, 7]);
    assert_eq!(changed(0xffff000000000006), [6, 7]);
    // TEXS R2, R6, ...: the second destination is in bits 35:28.
    assert_eq!(changed(0xd822000060070002), [2, 3, 6, 7]);
    // STG R4 and DEPBAR write none; DADD R4 two.
    for (word, count) in [(0xeedc000000070604, 0), (0xf0f0000034170f00, 0), (0x5c70000000870604, 2)] {
        assert_eq!(changed(word).len(), count, "{word:#x}");
    }
}
