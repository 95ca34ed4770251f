//! From `VMAD` back to PTX. Oracle: the lowering, which answers as ptxas does; and for the rows that differ, their own
//! models.

use vmad_map::{
    case::Case,
    domain::Domain,
    meaning::{self, NotInPtx},
    rows,
};
use vmad_observe::vectors::Filter;
use vmad_ptx::{ast::Body, syntax::parse_one};
use vmad_ptxas::{
    differing::{Differing, differing},
    lifting::{lift, registers},
    lowering::lower,
    spelling,
};

use vmad_sass::{Arch, Instruction, Parts, Ports, SourceB, SourceC, assemble, dispatch::Dispatch, isa::B};
use vmad_unit::{
    Guard, Kind, Operand, Operation, Predicate, Psign, Register, Saturate, Scale, Selector, vmad::Mode,
};

fn vmad(text: &str) -> Instruction {
    assemble(text).expect("it assembles").instruction
}

/// `R0, R2, R3, R4` in a mode.
fn plain(mode: Mode) -> Instruction {
    spelling::instruction(mode).unwrap()
}

fn with_immediate(mode: Mode, value: u16) -> Instruction {
    let mode = Mode { b: Operand { selector: Selector::H0, ..mode.b }, ..mode };
    Instruction::from_parts(&Parts { b: SourceB::Immediate(value), ..spelling::parts(mode.into()) }).unwrap()
}

/// A legal instruction, `RZ` and 0 often among its operands.
fn random(random: &mut fastrand::Rng) -> Instruction {
    loop {
        let mut word = random.u64(..) & !(0xff << 56) | 0x5f << 56;
        // Bits 35:31 of the register form are mostly zero, and CC too, as in what ptxas writes.
        let clear =
            |word: &mut u64, is_cleared: bool, bits: u64| *word &= if is_cleared { !bits } else { !0 };
        clear(&mut word, random.u8(..8) != 0, 1 << 47);
        let Ok(found) = Instruction::decode(word) else { continue };
        let is_register = found.form().b == B::Register;
        for low in [8, 39].into_iter().chain(is_register.then_some(20)) {
            if random.u8(..6) == 0 {
                word |= 0xff << low;
            }
        }
        let often = random.u8(..8) != 0;
        let ignored_or_immediate = if is_register { 0x1f << 31 } else { 0xffff << 20 };
        clear(&mut word, often == is_register, ignored_or_immediate);
        return Instruction::decode(word).unwrap();
    }
}

/// What is lifted computes the same, and lowers to the word alone if that is said. What is refused has what the reason
/// names.
#[test]
fn a_lifted_instruction_lowers_to_itself() {
    let mut rng = fastrand::Rng::with_seed(9);
    let (mut same, mut other) = (0, 0);
    for _ in 0..20_000 {
        let instruction = random(&mut rng);
        let arch = rng.choice(Arch::MAXWELL_AND_PASCAL).expect("six");
        match lift(&instruction, arch) {
            Ok(lifted) => {
                let text = lifted.ptx;
                let read = parse_one(&text).unwrap_or_else(|error| panic!("{text}: {error}")).instruction;
                let Body::Video(video) = &read.body else { panic!("{text}") };
                let case = Case::of_video(video).unwrap();
                let inputs = [(); 3].map(|()| rng.u32(..));
                // A part of RZ is a register of PTX, which holds 0.
                let Ports { a, b, c } = instruction.bind(Ports { a: inputs[0], b: inputs[1], c: inputs[2] });
                let unit = instruction.operation().unwrap().execute(a, b, c);
                assert_eq!(case.prepare()([a, b, c]), unit, "{instruction}: {text}");
                let code = lower(&read, arch, &registers(&instruction));
                let is_same = code
                    .is_ok_and(|code| code.words().eq([instruction.encode()]) && code.miscompiled.is_none());
                assert_eq!(lifted.other.is_none(), is_same, "{instruction}: {text}");
                *(if is_same { &mut same } else { &mut other }) += 1;
            }
            Err(NotInPtx::NeverExecuted) => {
                assert_eq!(instruction.encode() >> 16 & 0xf, 0xf, "{instruction}");
            }
            Err(reason) => {
                assert_eq!(reason, NotInPtx::Constant, "{instruction}");
                let Some(Operation::Vmad(mode)) = instruction.operation() else { panic!("{instruction}") };
                let [a, _, c] =
                    instruction.registers().map(|register| register.is_some_and(Register::is_zero));
                assert!(mode.psign != Psign::Add && (c || a), "{instruction}");
            }
        }
    }
    assert!(same > 3000 && other > 3000, "{same} {other}");
}

/// Every instruction without a reason is lifted: the plainest one of each setting, and with each immediate's sign.
#[test]
fn every_setting_is_raised_for_sm_50() {
    for mode in Mode::all() {
        let plain = plain(mode);
        let is_made = |vmad: Instruction, arch| lift(&vmad, arch).unwrap().other.is_none();
        assert!(is_made(plain, Arch::Sm50), "{plain}");
        for value in [1, 0x7fff, 0x8000, 0xffff] {
            let vmad = with_immediate(mode, value);
            assert!(is_made(vmad, Arch::Sm53), "{vmad}");
        }
        let coupled = plain.dispatch() == Dispatch::Coupled;
        assert_eq!(is_made(plain, Arch::Sm61), coupled, "{plain}");
    }
}

/// The rows of a register instruction are those whose conditions name its mode, for every selector. The short
/// form takes every seventh mode.
#[test]
fn the_rows_of_registers_are_those_of_the_table() {
    let mut rows = std::collections::BTreeSet::new();
    for mode in Mode::all().filter(|mode| mode.a.selector != Selector::B2).step_by(vmad_testing::step(17)) {
        let guard = Guard { predicate: Predicate::PT, negated: true };
        let vmad = Instruction::from_parts(&Parts { guard, ..spelling::parts(mode.into()) }).unwrap();
        let found: Vec<_> = differing(&vmad).into_iter().map(|Differing { row, .. }| row.id).collect();
        let expected = rows::about(Kind::Vmad).filter(|row| match row.domain {
            Domain::ConstantA | Domain::ConstantB => false,
            Domain::Decoupled if vmad.dispatch() == Dispatch::Coupled => false,
            _ => Case::spellings(mode.into()).iter().any(|case| row.differs_in(case)),
        });
        assert_eq!(found, expected.map(|row| row.id).collect::<Vec<_>>(), "{vmad}");
        rows.extend(found);
    }
    assert_eq!(rows.len(), 7, "{rows:?}");
}

/// An example's instruction is legal PTX of the word's own mode, and the first result is the unit's.
#[test]
fn examples_compute_what_they_say() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut examples = 0;
    let wanted = vmad_testing::cases(300, 3000);
    while examples < wanted {
        let vmad = random(&mut rng);
        for Differing { row, case, example } in differing(&vmad) {
            let found = parse_one(&example.instruction).expect("it parses");
            assert!(matches!(found.instruction.body, Body::Video(_)), "{}", example.instruction);
            assert_ne!(example.results[0], example.results[1]);
            let ([a, b, c], results) = (example.inputs, example.results);
            let row = Differing { row, case, example };
            assert_eq!(row.results_on(&vmad, Ports { a, b, c }), results, "{vmad}: {row:?}");
            examples += 1;
        }
    }
}

/// `RZ` is 0, and a register used twice has one value.
#[test]
fn examples_hold_what_the_operands_can_hold() {
    let says = |text: &str, id| {
        let found = differing(&vmad(text)).into_iter().find(|differing| differing.row.id == id);
        found.map(|differing| differing.example.inputs)
    };
    assert_eq!(says("VMAD.U32.U32.SAT R1, RZ, RZ, -RZ", "D1"), None);
    assert_eq!(says("VMAD.U32.U32.SAT R1, R2, R3, -RZ", "D1"), None);
    assert_eq!(says("VMAD.U32.U32.SAT R1, R2, R3, -R4", "D1"), Some([0, 0, 0xffff_ffff]));
    assert_eq!(says("VMAD.S32.S16 R0, RZ, -5, RZ", "D4"), None);
    assert_eq!(says("VMAD.S32.S16 R0, R2, -5, RZ", "D4"), Some([1, 0xfffb, 0]));
    let mut rng = fastrand::Rng::with_seed(5);
    let mut examples = 0;
    let wanted = vmad_testing::cases(100, 1000);
    while examples < wanted {
        let mut vmad = random(&mut rng);
        if rng.bool() {
            let parts = vmad.parts().unwrap();
            vmad = Instruction::from_parts(&Parts { c: SourceC::Register(parts.a), ..parts }).unwrap();
        }
        let registers = vmad.registers();
        for Differing { example, .. } in differing(&vmad) {
            for (register, value) in registers.iter().zip(example.inputs) {
                assert!(*register != Some(Register::RZ) || value == 0, "{vmad}: {example:?}");
                for (other, its) in registers.iter().zip(example.inputs) {
                    assert!(register.is_none() || register != other || value == its, "{vmad}: {example:?}");
                }
            }
            examples += 1;
        }
    }
}

/// Numbers next to the immediate, or some amounts of a shift alone, show these rows.
#[test]
fn rows_that_few_inputs_show_are_said() {
    for (text, id) in [
        ("VSETP.EQ.U32.S16.XOR P4, P5, R135, -0x1a61, P5", "sign-of-a"),
        ("VSET.EQ.S16.U16.MIN R45, R55, 0x57e4, R196", "P4"),
        ("VSHL.UD.U8.U8.MAX R2, R146, R8.B3, R129", "P1"),
        ("VSHL.W.MAX R13, R18, 0x4897, R202", "D5"),
    ] {
        assert!(differing(&vmad(text)).iter().any(|differing| differing.row.id == id), "{text}: {id}");
    }
}

/// D4 is said of the immediates that ptxas makes by mistake, and of no others.
#[test]
fn d4_is_said_of_immediates_with_bit_15() {
    let operand = Operand { selector: Selector::Word, sign: vmad_unit::Sign::Unsigned };
    for sign in vmad_unit::Sign::ALL {
        for value in [0, 1, 0x7fff, 0x8000, 0xffff] {
            let mode = Mode {
                a: operand,
                b: Operand { selector: Selector::H0, sign },
                psign: Psign::Add,
                scale: Scale::Pass,
                saturate: Saturate::Off,
            };
            let vmad = with_immediate(mode, value);
            let says = differing(&vmad).iter().any(|differing| differing.row.id == "D4");
            assert_eq!(says, value >= 0x8000, "{vmad}");
        }
    }
}

/// The word that ptxas emits for the PTX of a word is that word, for every mode that is not inferred.
#[test]
fn words_of_the_family_come_back_from_their_ptx() {
    for (mnemonic, emitted) in
        [("VADD", 2304), ("VABSDIFF", 1152), ("VMNMX", 2304), ("VSET", 1728), ("VSHL", 1152), ("VSHR", 1152)]
    {
        let modes = Filter::of(Kind::from_name(mnemonic).unwrap()).with_form(B::Register).modes();
        let mut count = 0;
        for mode in &modes {
            let instruction = Instruction::decode(mode.number()).unwrap();
            let lifted = lift(&instruction, Arch::Sm50);
            assert_eq!(lifted.is_err(), meaning::ptx(&instruction.operation().unwrap()).is_err());
            count += usize::from(lifted.is_ok_and(|lifted| lifted.other.is_none()));
        }
        // Without a second operation the C register is not RZ, which ptxas writes.
        assert_eq!(count, emitted * 7 / 8, "{mnemonic}");
    }
}

/// A word, its PTX, and the word that ptxas makes of that if it is another one; or why there is none.
#[test]
fn words_have_their_ptx() {
    let mut different = Vec::new();
    for [text, ptx, other] in vmad_testing::rows(include_str!("../data/lifted.tsv")) {
        let found = match lift(&vmad(text), Arch::Sm50) {
            Ok(lifted) => (lifted.ptx, lifted.other.unwrap_or_else(|| "-".to_owned())),
            Err(reason) => (reason.to_string(), "-".to_owned()),
        };
        if found != (ptx.to_owned(), other.to_owned()) {
            different.push(format!("{text}: {found:?}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
