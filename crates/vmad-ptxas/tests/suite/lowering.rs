//! The lowering against what ptxas 12.9 was recorded to do.

use vmad_ptx::syntax::parse_one;
use vmad_ptxas::lowering::{LowerError, Lowered, Registers, Role, Shape, lower};
use vmad_sass::{Arch, Mov32i, isa::Layout};
use vmad_unit::{Predicate, Register};

use crate::common::{instruction, is_code_of_ptxas};

/// What ptxas 12.9.86 makes of 450 lines for sm_50.
const RECORDED: &str = include_str!("../data/ptxas-sm50-vmad.tsv");

/// What it makes of one in some hundred legal combinations, on every architecture: `cargo xtask ptxas-lower --record`.
const SAMPLE: &str = include_str!("../data/ptxas-lower.tsv");

fn lowered(text: &str, arch: Arch) -> Lowered {
    lower(&instruction(text), arch, &Registers::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Oracle: ptxas. Every accepted line lowers to its very instructions but for register numbers; every refused one is
/// refused by the parser.
#[test]
fn the_recorded_map_of_sm50_is_reproduced() {
    let (mut accepted, mut refused) = (0, 0);
    for line @ [ptx, verdict, sass] in vmad_testing::rows(RECORDED) {
        match verdict {
            "ok" => {
                let ours = lowered(ptx, Arch::Sm50);
                assert!(is_code_of_ptxas(&ours, sass), "{line:?}\n{ours}");
                accepted += 1;
            }
            "error" => {
                assert!(parse_one(ptx).is_err(), "{line:?}");
                refused += 1;
            }
            _ => panic!("{line:?}"),
        }
    }
    assert_eq!((accepted, refused), (300, 150));
}

/// Oracle: ptxas, on all six architectures.
#[test]
fn the_recorded_sample_is_reproduced() {
    let mut figures = [(0, 0); 6];
    for line @ [archs, ptx, words] in vmad_testing::rows(SAMPLE) {
        let is_asked = |arch: Arch| archs == "all" || archs.split(',').any(|name| arch.to_string() == name);
        for (index, arch) in Arch::MAXWELL_AND_PASCAL.into_iter().enumerate().filter(|(_, it)| is_asked(*it))
        {
            match lower(&instruction(ptx), arch, &Registers::default()) {
                Ok(ours) => {
                    let registers = Registers::default();
                    let shape = ours.shape([registers.a, registers.b, registers.c]);
                    let words = words.split(' ').map(|word| u64::from_str_radix(word, 16).expect("a word"));
                    let theirs = Shape::new(Layout::Maxwell, words, [4, 5, 6].map(Register::from_encoding));
                    assert!(shape.is_some() && shape == theirs, "{line:?}\n{ours}");
                    figures[index].0 += 1;
                }
                Err(LowerError::NotVmad { .. }) => {
                    assert_eq!(words, "-", "{line:?}");
                    figures[index].1 += 1;
                }
                Err(error) => panic!("{line:?}: {error}"),
            }
        }
    }
    let [maxwell, .., pascal] = figures;
    assert!(maxwell.0 > 200 && maxwell.1 == 0, "{figures:?}");
    assert!(pascal.0 > 50 && pascal.1 > 150, "{figures:?}");
}

/// Oracle: ptxas 12.9.86, asked for sm_50 and others; the registers are ours.
#[test]
fn examples_have_the_code_and_the_miscompile_of_ptxas() {
    for [ptx, sass, miscompile] in vmad_testing::rows(include_str!("../data/lowered.tsv")) {
        for arch in [Arch::Sm50, Arch::Sm52, Arch::Sm53] {
            let ours = lowered(ptx, arch);
            assert_eq!(ours.to_string(), sass, "{ptx}");
            assert_eq!(ours.miscompiled.map_or("", |row| row.id), miscompile, "{ptx}");
        }
    }
}

#[test]
fn from_sm60_on_only_coupled_forms_are_vmads() {
    for arch in [Arch::Sm60, Arch::Sm61, Arch::Sm62] {
        let ours = lowered("vmad.s32.s32.u32.po.sat d, a.h1, b.b3, -5;", arch);
        assert_eq!(ours.to_string(), "MOV32I R5, 0xfffffffb; VMAD.S16.U8.PO.SAT R0, R2.H1, R3.B3, R5");
        for (ptx, words) in [
            ("vmad.s32.s32.s32 d, a, b, c;", "a and b are 32-bit operands"),
            ("vmad.s32.s32.s32 d, a, b.b0, c;", "a is a 32-bit operand"),
            ("vmad.s32.s32.s32 d, a.h1, b, c;", "b is a 32-bit operand"),
            ("vmad.s32.s32.s32 d, a.h1, 5, c;", "b is a 32-bit operand"),
            ("vmad.s32.s32.s32 d, 0, b.b0, c;", "a is a 32-bit operand"),
        ] {
            let error = lower(&instruction(ptx), arch, &Registers::default()).unwrap_err();
            assert_eq!(error, LowerError::NotVmad { arch, words }, "{ptx}");
            let message = error.to_string();
            assert!(message.contains("D3p") && message.contains(words), "{message}");
        }
    }
}

#[test]
fn registers_are_those_asked_for() {
    let register = Register::from_encoding;
    let registers = Registers {
        d: register(5),
        a: register(6),
        b: register(7),
        c: register(254),
        guard: Predicate::from_encoding(3),
    };
    let of = |ptx: &str| lower(&instruction(ptx), Arch::Sm50, &registers).unwrap().to_string();
    assert_eq!(of("@!p vmad.s32.s32.s32 d, a, b, c;"), "@!P3 VMAD R5, R6, R7, R254");
    assert_eq!(of("vmad.s32.s32.s32 x, x, y, y;"), "VMAD R5, R5, R7, R7");
    // Constants take registers that no operand has been given, whether the instruction names it or not.
    assert_eq!(of("vmad.s32.s32.s32 d, 99, b, 98;"), "MOV32I R8, 0x63; MOV32I R9, 0x62; VMAD R5, R8, R7, R9");
    let zero = Registers { b: Register::RZ, ..Registers::default() };
    let error = lower(&instruction("vmad.s32.s32.s32 d, a, b, c;"), Arch::Sm50, &zero).unwrap_err();
    assert_eq!(error, LowerError::ZeroRegister { role: Role::B });
}

#[test]
fn loads_are_their_words() {
    let load = Mov32i { destination: Register::from_encoding(6), value: 0x8000_0000 };
    assert_eq!(load.encode_in(Layout::Maxwell), 0x0108_0000_0007_f006);
    assert_eq!(Mov32i::decode(load.encode_in(Layout::Maxwell)), Some(load));
    // Guarded, or another instruction.
    for word in [0x0108_0000_0000_f006, 0x5f07_036060570000] {
        assert_eq!(Mov32i::decode(word), None);
    }
}
