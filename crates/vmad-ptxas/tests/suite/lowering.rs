//! The lowering against what ptxas 12.9 was recorded to do.

use vmad_ptx::{ast::Instruction as Ptx, syntax::parse_one};
use vmad_ptxas::{
    lowering::{LowerError, Lowered, Registers, Role, Shape, WordFactor, lower},
    miscompiles::{D3P, D4, D6},
};
use vmad_sass::{Arch, Instruction, Mov32i};
use vmad_unit::{Predicate, Register};

/// What ptxas 12.9.86 makes of 450 lines for sm_50.
const RECORDED: &str = include_str!("../data/ptxas-sm50-vmad.tsv");

/// What it makes of one in some hundred legal combinations, on every architecture: `cargo xtask ptxas-lower --record`.
const SAMPLE: &str = include_str!("../data/ptxas-lower.tsv");

fn instruction(text: &str) -> Ptx {
    parse_one(text).unwrap_or_else(|error| panic!("{text}: {error}")).instruction
}

fn lowered(text: &str, arch: Arch) -> Lowered {
    lower(&instruction(text), arch, &Registers::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn text(ptx: &str) -> String {
    lowered(ptx, Arch::Sm50).to_string()
}

/// The words of the third column: `TEXT WORD | TEXT WORD ...`.
fn words(sass: &str) -> Vec<u64> {
    let word = |instruction: &str| {
        let (_, word) = instruction.rsplit_once(' ').expect("a text, then a word");
        u64::from_str_radix(word, 16).expect("a word")
    };
    sass.split(" | ").map(word).collect()
}

/// Whether code of ptxas is the lowering's, apart from register numbers: ptxas has d, a, b and c in the record's registers.
fn is_like(ours: &Lowered, theirs: Vec<u64>) -> bool {
    let registers = Registers::default();
    let shape = Shape::of(ours.words(), [registers.a, registers.b, registers.c]);
    let last = theirs.last().and_then(|word| Instruction::decode(*word).ok());
    let loads: Vec<_> =
        theirs.iter().filter_map(|word| Mov32i::decode(*word)).map(|it| it.destination).collect();
    let Some(theirs_registers) = last.map(|it| it.registers()) else { return false };
    let named = ours.instruction().map(|it| it.registers()).unwrap_or_default();
    // The operands that the lowering takes from a, b and c are ptxas's own.
    let mut operands = [Register::RZ; 3];
    for (ours, theirs) in named.into_iter().zip(theirs_registers) {
        let at = [registers.a, registers.b, registers.c].iter().position(|it| Some(*it) == ours);
        if let (Some(at), Some(theirs)) = (at, theirs) {
            operands[at] = if loads.contains(&theirs) { Register::RZ } else { theirs };
        }
    }
    shape.is_some() && shape == Shape::of(theirs, operands)
}

/// Oracle: ptxas. Every accepted line lowers to its very instructions but for register numbers; every refused one is
/// refused by the parser.
#[test]
fn the_recorded_map_of_sm50_is_reproduced() {
    let (mut accepted, mut refused) = (0, 0);
    for line in RECORDED.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [ptx, verdict, sass] = columns[..] else { panic!("{line}") };
        match verdict {
            "ok" => {
                let ours = lowered(ptx, Arch::Sm50);
                assert!(is_like(&ours, words(sass)), "{line}\n{ours}");
                accepted += 1;
            }
            "error" => {
                assert!(parse_one(ptx).is_err(), "{line}");
                refused += 1;
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!((accepted, refused), (300, 150));
}

/// Oracle: ptxas, on all six architectures.
#[test]
fn the_recorded_sample_is_reproduced() {
    let mut figures = [(0, 0); 6];
    for line in SAMPLE.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [arch, ptx, words] = columns[..] else { panic!("{line}") };
        let index =
            Arch::MAXWELL_AND_PASCAL.iter().position(|it| it.to_string() == arch).expect("an architecture");
        let words = words.split_whitespace().map(|word| u64::from_str_radix(word, 16).expect("a word"));
        match lower(&instruction(ptx), Arch::MAXWELL_AND_PASCAL[index], &Registers::default()) {
            Ok(ours) => {
                let registers = Registers::default();
                let shape = Shape::of(ours.words(), [registers.a, registers.b, registers.c]);
                let theirs = Shape::of(words, [4, 5, 6].map(Register::from_encoding));
                assert!(shape.is_some() && shape == theirs, "{line}\n{ours}");
                figures[index].0 += 1;
            }
            Err(LowerError::NotVmad { .. }) => {
                assert_eq!(words.count(), 0, "{line}");
                figures[index].1 += 1;
            }
            Err(error) => panic!("{line}: {error}"),
        }
    }
    let [maxwell, .., pascal] = figures;
    assert!(maxwell.0 > 200 && maxwell.1 == 0, "{figures:?}");
    assert!(pascal.0 > 50 && pascal.1 > 150, "{figures:?}");
}

/// Oracle: nvdisasm's texts in the same record: with ptxas's registers, ours is the same text.
#[test]
fn the_text_is_nvdisasms() {
    for (ptx, sass) in [
        ("vmad.s32.s32.s32 d, a, -32768, c;", "VMAD R0, R2, 0x8000, R4"),
        ("vmad.s32.s32.s32 d, a, 32768, c;", "MOV32I R5, 0x8000; VMAD R0, R2, R5, R4"),
        ("vmad.s32.u32.s32.sat d, a.h1, 0, c;", "VMAD.U16.S32.SAT R0, R2.H1, RZ, R4"),
        ("vmad.s32.s32.s32.po.shr7 d, -a, -b, c;", "VMAD.PO.SHR_7 R0, R2, R3, R4"),
        ("vmad.u32.s32.u32.shr15 d, a, -b, c;", "VMAD.S32.U32.SHR_15 R0, -R2, R3, R4"),
    ] {
        assert_eq!(text(ptx), sass);
    }
}

/// ptxas's own examples of constants in every place (each line asked of ptxas 12.9.86 for sm_50).
#[test]
fn constants_are_neither_folded_nor_commuted() {
    for (ptx, sass) in [
        ("vmad.s32.s32.u32 d, 5, 7, 9;", "MOV32I R5, 0x5; MOV32I R6, 0x9; VMAD.S32.U16 R0, R5, 0x7, R6"),
        ("vmad.u32.s32.s32 d, 7, 7, 7;", "MOV32I R5, 0x7; VMAD R0, R5, 0x7, R5"),
        ("vmad.s32.u32.u32.sat d, 0, 0, 0;", "VMAD.U32.U32.SAT R0, RZ, RZ, RZ"),
        ("vmad.s32.s32.u32 d, 70000, 70000, 70000;", "MOV32I R5, 0x11170; VMAD.S32.U32 R0, R5, R5, R5"),
        ("vmad.s32.u32.u32 d, a, 8589934593, c;", "VMAD.U32.U16 R0, R2, 0x1, R4"),
        ("vmad.s32.s32.s32 d, a, b, -5;", "MOV32I R5, 0xfffffffb; VMAD R0, R2, R3, R5"),
    ] {
        assert_eq!(text(ptx), sass);
        assert_eq!(lowered(ptx, Arch::Sm50).miscompiled, None, "{ptx}");
    }
}

#[test]
fn miscompiles_are_made_and_flagged() {
    for (ptx, sass, id) in [
        ("vmad.s32.u32.u32 d, a, -1, c;", "VMAD.U32.U16 R0, R2, 0xffff, R4", Some(&D4)),
        ("vmad.s32.u32.u32 d, a, 4294934528, c;", "VMAD.U32.U16 R0, R2, 0x8000, R4", Some(&D4)),
        ("vmad.s32.u32.u32 d, a, 4294934527, c;", "MOV32I R5, 0xffff7fff; VMAD.U32.U32 R0, R2, R5, R4", None),
        ("vmad.s32.u32.s32 d, a, -1, c;", "VMAD.U32.S16 R0, R2, 0xffff, R4", None),
        // dtype decides what fits an imm16.
        ("vmad.u32.u32.u32 d, a, -1, c;", "MOV32I R5, 0xffffffff; VMAD.U32.U32 R0, R2, R5, R4", None),
        ("vmad.u32.u32.u32 d, a, 65535, c;", "VMAD.U32.U16 R0, R2, 0xffff, R4", None),
        ("vmad.u32.u32.u32 d, a, 65536, c;", "MOV32I R5, 0x10000; VMAD.U32.U32 R0, R2, R5, R4", None),
        ("vmad.u32.u32.s32 d, a, 32767, c;", "VMAD.U32.S16 R0, R2, 0x7fff, R4", None),
        ("vmad.u32.u32.s32 d, a, 32768, c;", "VMAD.U32.S16 R0, R2, 0x8000, R4", Some(&D4)),
        ("vmad.u32.u32.s32 d, a, 65535, c;", "VMAD.U32.S16 R0, R2, 0xffff, R4", Some(&D4)),
        (
            "vmad.s32.u32.u32.sat d, 7, -b, c;",
            "MOV32I R5, 0xfffffff9; VMAD.U32.U32.SAT R0, R5, R3, R4",
            Some(&D6),
        ),
        ("vmad.s32.u32.u32 d, 7, -b, c;", "MOV32I R5, 0xfffffff9; VMAD.U32.U32 R0, R5, R3, R4", None),
        ("vmad.s32.s32.u32.sat d, 7, -b, c;", "MOV32I R5, 0xfffffff9; VMAD.S32.U32.SAT R0, R5, R3, R4", None),
        (
            "vmad.s32.s32.u32.shr7 d, -2147483648, -b, c;",
            "MOV32I R5, 0x80000000; VMAD.S32.U32.SHR_7 R0, R5, R3, R4",
            Some(&D6),
        ),
    ] {
        for arch in [Arch::Sm50, Arch::Sm52, Arch::Sm53] {
            let ours = lowered(ptx, arch);
            assert_eq!((ours.to_string().as_str(), ours.miscompiled), (sass, id), "{ptx}");
        }
    }
}

#[test]
fn from_sm60_on_only_coupled_forms_are_vmads() {
    for arch in [Arch::Sm60, Arch::Sm61, Arch::Sm62] {
        let ours = lowered("vmad.s32.s32.u32.po.sat d, a.h1, b.b3, -5;", arch);
        assert_eq!(ours.to_string(), "MOV32I R5, 0xfffffffb; VMAD.S16.U8.PO.SAT R0, R2.H1, R3.B3, R5");
        for (ptx, factor, words) in [
            ("vmad.s32.s32.s32 d, a, b, c;", WordFactor::Both, "a and b are 32-bit operands"),
            ("vmad.s32.s32.s32 d, a, b.b0, c;", WordFactor::A, "a is a 32-bit operand"),
            ("vmad.s32.s32.s32 d, a.h1, b, c;", WordFactor::B, "b is a 32-bit operand"),
            ("vmad.s32.s32.s32 d, a.h1, 5, c;", WordFactor::B, "b is a 32-bit operand"),
            ("vmad.s32.s32.s32 d, 0, b.b0, c;", WordFactor::A, "a is a 32-bit operand"),
        ] {
            let error = lower(&instruction(ptx), arch, &Registers::default()).unwrap_err();
            assert_eq!(error, LowerError::NotVmad { arch, factor }, "{ptx}");
            assert_eq!(error.divergence(), Some(&D3P), "{ptx}");
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
    assert_eq!(load.encode(), 0x0108_0000_0007_f006);
    assert_eq!(Mov32i::decode(load.encode()), Some(load));
    // Guarded, or another instruction.
    for word in [0x0108_0000_0000_f006, 0x5f07_036060570000] {
        assert_eq!(Mov32i::decode(word), None);
    }
}
