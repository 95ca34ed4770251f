//! The instructions and inputs of the tests.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use vmad_emit::Function;
use vmad_invariants::wide;
use vmad_sass::{
    Instruction, Ports,
    isa::{self, Field, Form, Group},
};

use vmad_observe::vectors::Filter;

/// `VMAD R0, R1, R2, R3` with the fields of each of the 864 modes; the selectors vary with the mode.
pub(crate) fn vmads() -> Vec<Instruction> {
    let mut words = Vec::new();
    for mode in 0..864 {
        let [psign, scale, sat, a, b] = digits(mode, [4, 3, 2, 6, 6]);
        let select = |format: u64| match format / 2 {
            0 => mode / 7 % 4,
            1 => 4 + mode / 5 % 2,
            _ => 6,
        };
        let operands = select(a) << 36 | (a % 2) << 48 | select(b) << 28 | (b % 2) << 49;
        let registers = 0x5f04_0000_0000_0000 | 7 << 16 | 1 << 8 | 2 << 20 | 3 << 39;
        words.push(registers | operands | scale << 51 | psign << 53 | sat << 55);
    }
    words.into_iter().map(|word| Instruction::decode(word).expect("legal")).collect()
}

/// The digits of a number in bases, the lowest first.
fn digits<const N: usize>(mut number: u64, bases: [u64; N]) -> [u64; N] {
    bases.map(|base| {
        let digit = number % base;
        number /= base;
        digit
    })
}

/// Random legal words of the whole family that have a computation, as many of each instruction.
pub(crate) fn family(each: usize, rng: &mut Rng) -> Vec<Instruction> {
    let mut all = Vec::new();
    for forms in isa::INSTRUCTIONS {
        let mut found = 0;
        while found < each {
            let form = &forms[rng.usize(..forms.len())];
            let word = rng.u64(..) & !form.opcode.mask | form.opcode.bits;
            let instruction =
                Instruction::decode(word).ok().filter(|instruction| instruction.operation().is_some());
            if let Some(instruction) = instruction {
                all.push(instruction);
                found += 1;
            }
        }
    }
    all
}

/// Corner cases: the ends of ranges and their neighbours.
pub(crate) const CORNERS: [u32; 12] = [
    0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0x7fff, 0x8000, 0xffff, 0x80808080, 0x7f7f7f7f, 0x00200021,
    0xffff8000,
];

/// A register: often a corner, or an amount about that of a shift's bits.
pub(crate) fn register(rng: &mut Rng) -> u32 {
    match rng.u8(..8) {
        0..=3 => CORNERS[rng.usize(..CORNERS.len())],
        4 => rng.u32(..80),
        _ => rng.u32(..),
    }
}

/// The register of a parameter.
pub(crate) fn port(name: &str, ports: Ports) -> u32 {
    match name {
        "a" => ports.a,
        "b" => ports.b,
        "c" => ports.c,
        other => panic!("{other} is no port"),
    }
}

/// The result by arithmetic in 128 bits, which shares no code with the datapath.
pub(crate) fn expected(instruction: &Instruction, ports: Ports) -> u32 {
    let ports = instruction.bind(ports);
    wide(&instruction.operation().expect("a known computation"), ports).expect("a second implementation")
}

/// A word with the opcode of an instruction; many are not legal.
pub(crate) fn word(rng: &mut Rng) -> u64 {
    let form = {
        let forms = isa::INSTRUCTIONS[rng.usize(..isa::INSTRUCTIONS.len())];
        &forms[rng.usize(..forms.len())]
    };
    rng.u64(..) & !form.opcode.mask | form.opcode.bits
}

/// The fields that decide what a word computes, other than registers and immediates.
fn varied(form: &'static Form) -> impl Iterator<Item = &'static Field> {
    let names = ["A select", "B select", "A signed", "B signed", "Ps not"];
    form.fields
        .iter()
        .filter(move |field| field.group() == Group::Mode || names.contains(&field.name()))
        .filter(|field| field.fixed().is_none())
}

/// Every value of the modifiers, the
/// selectors, the signs and the mask, legal or not. Registers, immediates and bits without an effect are random.
pub(crate) fn every_word(rng: &mut Rng) -> Vec<u64> {
    let mut words = Vec::new();
    for form in isa::INSTRUCTIONS.into_iter().flatten() {
        let parts = varied(form).flat_map(Field::parts);
        let bits: Vec<u32> = parts.flat_map(|part| part.low..part.low + part.width).collect();
        let registers: Vec<_> = ["Ra", "Rb", "Rc"].into_iter().filter_map(|name| form.field(name)).collect();
        for number in 0..1_u64 << bits.len() {
            let mut word = rng.u64(..) & !form.opcode.mask | form.opcode.bits;
            for (index, bit) in bits.iter().enumerate() {
                word = word & !(1 << bit) | (number >> index & 1) << bit;
            }
            for register in &registers {
                if rng.u8(..8) == 0 {
                    word = register.with(word, 255);
                }
            }
            words.push(word);
        }
    }
    words
}

#[test]
fn every_word_has_every_mode() {
    let words = every_word(&mut Rng::with_seed(9));
    let mut modes = HashMap::new();
    for form in isa::INSTRUCTIONS.into_iter().flatten() {
        let mask = varied(form).fold(form.opcode.mask, |mask, field| mask | field.mask());
        let of_form = words.iter().filter(|&&word| word & form.opcode.mask == form.opcode.bits);
        let found: HashSet<_> = of_form.map(|word| word & mask).collect();
        for mode in Filter::of(form.kind).modes().into_iter().filter(|mode| mode.form == form) {
            assert!(mode.words().iter().all(|word| found.contains(&(word & mask))), "{mode:?}");
            *modes.entry(form.kind.name()).or_insert(0) += 1;
        }
    }
    assert_eq!(modes["VMAD"], 1152);
    assert_eq!(modes.len(), isa::INSTRUCTIONS.len());
}

/// The result of a function that takes any word.
pub(crate) fn expected_of_word(function: &Function, word: u64, ports: Ports) -> u32 {
    let instruction = Instruction::decode(word).ok().filter(|instruction| instruction.operation().is_some());
    let (of, _) = function.name.split_once('_').expect("the name of an instruction, or video");
    match instruction.filter(|instruction| of == "video" || instruction.mnemonic().eq_ignore_ascii_case(of)) {
        legal if function.is_flag => legal.is_some().into(),
        Some(instruction) => expected(&instruction, ports),
        None => 0,
    }
}
