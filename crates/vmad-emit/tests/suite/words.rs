//! The instructions and inputs of the tests.

use fastrand::Rng;
use vmad_emit::{Function, Parameter};
use vmad_sass::{Instruction, Vmad, isa, vmad::Ports};
use vmad_xcheck::invariants::{wide, wide_any};

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
            let instruction = Instruction::decode(word).ok().filter(|it| it.operation().is_some());
            if let Some(instruction) = instruction {
                all.push(instruction);
                found += 1;
            }
        }
    }
    all
}

/// Words at which something changes.
pub(crate) const CORNERS: [u32; 12] = [
    0,
    1,
    0xffff_ffff,
    0x7fff_ffff,
    0x8000_0000,
    0x7fff,
    0x8000,
    0xffff,
    0x8080_8080,
    0x7f7f_7f7f,
    0x0020_0021,
    0xffff_8000,
];

/// A register: a corner half of the time.
pub(crate) fn register(rng: &mut Rng) -> u32 {
    if rng.bool() { CORNERS[rng.usize(..CORNERS.len())] } else { rng.u32(..) }
}

/// The arguments of a function for the values of the three ports.
pub(crate) fn arguments(function: &Function, Ports { a, b, c }: Ports) -> Vec<u32> {
    let value = |parameter: &Parameter| match parameter {
        Parameter::A => a,
        Parameter::B => b,
        Parameter::C => c,
        Parameter::WordLow | Parameter::WordHigh => panic!("an instruction has no word"),
    };
    function.parameters.iter().map(value).collect()
}

/// The result by arithmetic in 128 bits, which shares no code with the datapath.
pub(crate) fn expected(instruction: &Instruction, ports: Ports) -> u32 {
    let ports = instruction.feed(ports);
    match Vmad::decode(instruction.encode()) {
        Ok(vmad) => wide(&vmad, ports),
        Err(_) => wide_any(&instruction.operation().expect("a known computation"), ports),
    }
}

/// A word with the opcode of an instruction; many are not legal.
pub(crate) fn word(rng: &mut Rng) -> u64 {
    let form = {
        let forms = isa::INSTRUCTIONS[rng.usize(..isa::INSTRUCTIONS.len())];
        &forms[rng.usize(..forms.len())]
    };
    rng.u64(..) & !form.opcode.mask | form.opcode.bits
}

/// What a function that takes any word gives.
pub(crate) fn expected_of_word(function: &Function, word: u64, ports: Ports) -> u32 {
    let instruction = Instruction::decode(word).ok().filter(|it| it.operation().is_some());
    let is_vmad = function.name.starts_with("vmad");
    match instruction.filter(|it| !is_vmad || it.mnemonic() == "VMAD") {
        legal if function.is_flag => legal.is_some().into(),
        Some(instruction) => expected(&instruction, ports),
        None => 0,
    }
}
