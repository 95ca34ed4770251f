//! What of `VMAD` PTX can spell: every setting of the unit there and back, and, as exact sets, what no `vmad` becomes.
//!
//! The oracle is not here: that the lowering is ptxas's is `lowering.rs`'s matter. These are the counts over all of it.

use std::collections::BTreeSet;

use vmad_map::{case::Case, meaning::spelling::spellings};
use vmad_ptx::{
    ast::{Accumulate, Factor, MultiplyAdd, Operation, Scale, Select, Source, Type},
    syntax::parse_one,
};
use vmad_ptxas::{
    lowering::{LowerError, Lowered, Registers, lower},
    spelling::instruction,
    versions::Generation,
};
use vmad_sass::{Arch, Instruction, SourceB};
use vmad_unit::{Operand, Operation as Unit, Selector, Sign, vmad::Mode};

const MAXWELL: [Arch; 3] = [Arch::Sm50, Arch::Sm52, Arch::Sm53];
const PASCAL: [Arch; 3] = [Arch::Sm60, Arch::Sm61, Arch::Sm62];

/// What a case becomes; [`None`] if PTX cannot write it: a constant with a selector or a minus sign.
fn lowered(
    operation: MultiplyAdd,
    constants: [Option<u32>; 3],
    arch: Arch,
) -> Option<Result<Lowered, LowerError>> {
    let instruction = Case::of_operation(Operation::MultiplyAdd(operation), constants)?.instruction()?;
    Some(lower(&instruction, arch, &Registers::default()))
}

fn case(operation: MultiplyAdd) -> Case {
    Case::of_operation(Operation::MultiplyAdd(operation), [None; 3]).expect("a vmad")
}

fn mode_of(instruction: &Instruction) -> Mode {
    let Some(Unit::Vmad(mode)) = instruction.operation() else { panic!("{instruction}") };
    mode
}

fn spelled(mode: Mode) -> impl Iterator<Item = MultiplyAdd> {
    spellings(mode).into_iter().map(|operation| {
        let Operation::MultiplyAdd(vmad) = operation else { panic!("{operation:?}") };
        vmad
    })
}

/// Every `vmad` of registers that the types can hold, put together without the spellings.
fn every_operation() -> BTreeSet<MultiplyAdd> {
    let selects = [None].into_iter().chain(Select::ALL.map(Some));
    let sources: Vec<Source> = selects.flat_map(|select| Type::ALL.map(|ty| Source { ty, select })).collect();
    let mut all = BTreeSet::new();
    for (&a, &b) in sources.iter().flat_map(|a| sources.iter().map(move |b| (a, b))) {
        for (dtype, scale) in Type::ALL.into_iter().flat_map(|dtype| Scale::ALL.map(|scale| (dtype, scale))) {
            for (sat, accumulate) in
                [false, true].into_iter().flat_map(|sat| Accumulate::ALL.map(|accumulate| (sat, accumulate)))
            {
                all.insert(MultiplyAdd { dtype, a, b, sat, scale, accumulate });
            }
        }
    }
    all
}

/// sm_50 to sm_53: each of the 4,704 settings has its four spellings, all of them become it and nothing else, and there
/// is no further `vmad` of registers.
#[test]
fn every_setting_comes_back_from_each_of_its_spellings() {
    let mut seen = BTreeSet::new();
    for mode in Mode::all() {
        for operation in spelled(mode) {
            for arch in MAXWELL {
                let word = instruction(mode).unwrap().encode();
                let expected = Lowered {
                    loads: vec![],
                    word,
                    permute: None,
                    arch,
                    versions: Generation::from(arch).versions(),
                    miscompiled: None,
                };
                assert_eq!(lowered(operation, [None; 3], arch), Some(Ok(expected)), "{operation:?}");
            }
            assert_eq!(instruction(mode).unwrap().operation(), Some(mode.into()));
            let written = case(operation).instruction().expect("registers can be written");
            let read = parse_one(&written.to_string()).map(|found| found.instruction);
            assert_eq!(read, Ok(written), "legal PTX");
            assert!(seen.insert(operation), "{operation:?} spells two settings");
        }
    }
    assert_eq!(seen.len(), 4 * 4704);
    assert_eq!(seen, every_operation());
}

/// sm_60 to sm_62: the 3,456 coupled settings alone. The 1,248 that no PTX becomes there are those with a whole word
/// among the factors, because ptxas emulates them (D3p).
#[test]
fn from_sm60_on_no_spelling_becomes_a_setting_with_a_word() {
    for arch in PASCAL {
        let mut emulated = BTreeSet::new();
        for mode in Mode::all() {
            for operation in spelled(mode) {
                match lowered(operation, [None; 3], arch).expect("registers can be written") {
                    Ok(code) => {
                        assert_eq!((code.word, code.loads), (instruction(mode).unwrap().encode(), vec![]));
                    }
                    Err(error) => {
                        let word = |port: Operand| port.selector == Selector::Word;
                        let words = match (word(mode.a), word(mode.b)) {
                            (true, true) => "a and b are 32-bit operands",
                            (true, false) => "a is a 32-bit operand",
                            (_, _) => "b is a 32-bit operand",
                        };
                        assert_eq!(error, LowerError::NotVmad { arch, words }, "{operation:?}");
                        emulated.insert(mode);
                    }
                }
            }
        }
        let word = |mode: &Mode| [mode.a, mode.b].iter().any(|port| port.selector == Selector::Word);
        assert_eq!(emulated, Mode::all().filter(word).collect());
        assert_eq!(emulated.len(), 4704 - 12 * 12 * 24);
    }
}

/// The `vmad`s with a constant b that can be written: a constant has neither selector nor minus sign.
fn with_constant_b(a: Operand, sign: Sign) -> impl Iterator<Item = MultiplyAdd> {
    let b = Operand { selector: Selector::Word, sign };
    let negates_b = |vmad: &MultiplyAdd| {
        matches!(
            vmad.accumulate,
            Accumulate::MinusProduct { by: Factor::B }
                | Accumulate::Sum { cancelled: true }
                | Accumulate::MinusC { cancelled: true }
                | Accumulate::PlusOne { cancelled: true }
        )
    };
    Mode::all_of(a, b).flat_map(spelled).filter(move |vmad| !negates_b(vmad))
}

/// The setting and imm16 that a constant b becomes, and whether that is what the `vmad` means; [`None`] if it gets a
/// register.
fn imm16(operation: MultiplyAdd, constant: u32, arch: Arch) -> Option<(Mode, u16, bool)> {
    let result = lowered(operation, [None, Some(constant), None], arch).expect("a constant b can be written");
    let lowered = result.expect("sm_50 has every form");
    let vmad = Instruction::decode(lowered.word).expect("a VMAD");
    match vmad.b() {
        SourceB::Immediate(value) => {
            assert_eq!(value, constant as u16, "{operation:?}");
            Some((mode_of(&vmad), value, lowered.miscompiled.is_none()))
        }
        SourceB::Register(_) => None,
    }
}

/// Each of the 672 settings of the immediate form is reached by every imm16 of the corners but 0, which is `RZ`: with
/// its own meaning, and not by way of a miscompile alone.
#[test]
fn every_setting_takes_every_imm16_but_zero() {
    const CORNERS: [u16; 8] = [0, 1, 2, 0x7f, 0x7fff, 0x8000, 0x8001, 0xffff];
    let (mut reached, mut meant) = (BTreeSet::new(), BTreeSet::new());
    for (a, sign) in Operand::all().flat_map(|a| Sign::ALL.map(|sign| (a, sign))) {
        for operation in with_constant_b(a, sign) {
            for corner in CORNERS {
                for constant in [u32::from(corner), corner as i16 as u32] {
                    if let Some((mode, value, right)) = imm16(operation, constant, Arch::Sm50) {
                        reached.insert((mode, value));
                        if right {
                            meant.insert((mode, value));
                        }
                    }
                }
            }
        }
    }
    let halves = |mode: &Mode| mode.b.selector == Selector::H0;
    let nonzero = |mode| CORNERS.into_iter().filter(|&corner| corner != 0).map(move |corner| (mode, corner));
    let expected: BTreeSet<_> = Mode::all().filter(halves).flat_map(nonzero).collect();
    assert_eq!(expected.len(), 672 * 7);
    assert_eq!(reached, expected);
    assert_eq!(meant, expected);
}

/// sm_60 to sm_62: no constant factor becomes an imm16, because a constant is a word there; none of the 672 settings of
/// the immediate form is reached.
#[test]
fn from_sm60_on_no_constant_becomes_an_imm16() {
    for arch in PASCAL {
        for operation in
            Operand::all().flat_map(|a| Sign::ALL.into_iter().flat_map(move |sign| with_constant_b(a, sign)))
        {
            let result =
                lowered(operation, [None, Some(5), None], arch).expect("a constant b can be written");
            assert!(matches!(result, Err(LowerError::NotVmad { .. })), "{operation:?} on {arch}");
        }
    }
}
