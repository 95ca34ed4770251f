//! The code that ptxas 12.9 emits for the other video instructions, executed beside the PTX.

use vmad_map::corners;
use vmad_ptx::{
    ast::{Body, Operand, Video},
    reading::Reading,
    syntax::parse_one,
    video::evaluate,
};
use vmad_sass::{Instruction, Mov32i};
use vmad_unit::{Register, State};

const ROWS: &str = include_str!("../data/ptxas-sm50-family.tsv");

/// One instruction of the emitted code.
enum Emitted {
    Load(Mov32i),
    Video(Instruction),
    /// `PRMT d, a, selectors, c`, which merges byte 1 or 3.
    Permute {
        d: Register,
        a: Register,
        selectors: u32,
        c: Register,
    },
}

fn emitted(text: &str) -> Emitted {
    let (text, word) = text.trim().rsplit_once(' ').expect("a text and a word");
    let word = u64::from_str_radix(word, 16).expect("a word");
    if let Some(load) = Mov32i::decode(word) {
        return Emitted::Load(load);
    }
    if let Ok(instruction) = Instruction::decode(word) {
        assert_eq!(instruction.to_string(), text);
        return Emitted::Video(instruction);
    }
    let parts: Vec<_> = text.split([' ', ',']).filter(|part| !part.is_empty()).collect();
    let ["PRMT", d, a, selectors, c] = parts[..] else { panic!("{text}") };
    let register = |name: &str| {
        let number = name.strip_prefix('R').and_then(|number| number.parse().ok());
        Register::from_encoding(number.expect("a register"))
    };
    let selectors = u32::from_str_radix(selectors.trim_start_matches("0x"), 16).expect("selectors");
    Emitted::Permute { d: register(d), a: register(a), selectors, c: register(c) }
}

/// Executes the code with the PTX registers `a`, `b` and `c` in the registers that it reads them from.
fn execute(code: &[Emitted], video: &Video, inputs: [u32; 3]) -> u32 {
    let mut state = State::default();
    let [from_a, from_b] = [video.a(), video.b()].map(|operand| matches!(operand, Operand::Register(_)));
    for part in code {
        let ports = match part {
            Emitted::Video(instruction) => {
                let [a, b, c] = instruction.registers();
                [a.filter(|_| from_a), b.filter(|_| from_b), c]
            }
            Emitted::Permute { a, .. } => [None, None, Some(*a)],
            Emitted::Load(_) => [None; 3],
        };
        for (register, value) in ports.into_iter().zip(inputs) {
            if let Some(register) = register {
                state.registers.write(register, value);
            }
        }
    }
    let mut destination = Register::RZ;
    for part in code {
        match part {
            Emitted::Load(load) => load.execute(&mut state),
            Emitted::Video(instruction) => {
                instruction.execute(&mut state).expect("it can be executed");
                destination = instruction.destination_register().expect("it has a destination");
            }
            Emitted::Permute { d, a, selectors, c } => {
                let [low, high] = [*a, *c].map(|register| u64::from(state.registers.read(register)));
                let bytes = (high << 32 | low).to_le_bytes();
                let chosen = [0, 4, 8, 12].map(|at| bytes[(selectors >> at & 7) as usize]);
                state.registers.write(*d, u32::from_le_bytes(chosen));
                destination = *d;
            }
        }
    }
    state.registers.read(destination)
}

/// The inputs with the instruction's constants.
fn fill(video: &Video, [a, b, c]: [u32; 3]) -> [u32; 3] {
    let constant = |operand: Option<&Operand<i64>>, input| match operand {
        Some(Operand::Immediate(value)) => *value as u32,
        _ => input,
    };
    [constant(Some(video.a()), a), constant(Some(video.b()), b), constant(video.c(), c)]
}

/// Whether `b` is a constant of D4: 16 bits by dtype's sign, which btype's sign extends to another number. `vset` has no
/// dtype.
fn is_d4(ptx: &str, video: &Video) -> bool {
    let Operand::Immediate(b) = video.b() else { return false };
    let types: Vec<_> = ptx.split('.').take(4).collect();
    match types[..] {
        ["vset", ..] => false,
        [_, "s32", _, btype] if btype.starts_with("u32") => (-0x8000..0).contains(&(*b as i32)),
        [_, "u32", _, btype] if btype.starts_with("s32") => (0x8000..0x1_0000).contains(&(*b as u32)),
        _ => false,
    }
}

/// The results are equal, except in rows of D4. The rows of D4 that are equal use only low bits of `b`: a shift amount, or
/// the result merged into a byte. For 10 rows of `vset` no code was recorded.
#[test]
fn words_that_ptxas_emits_compute_what_the_ptx_computes() {
    let mut random = fastrand::Rng::with_seed(0);
    let mut value = || if random.bool() { random.u32(..) } else { corners::WORDS[random.usize(..24)] };
    let (mut equal, mut different, mut low_bits, mut without_code) = (0, 0, 0, 0);
    for row in ROWS.lines().filter(|row| !row.starts_with('#')) {
        let mut columns = row.split('\t');
        let (Some(ptx), Some("ok"), Some(sass)) = (columns.next(), columns.next(), columns.next()) else {
            panic!("{row}")
        };
        if sass.is_empty() {
            without_code += 1;
            continue;
        }
        let found = parse_one(ptx).unwrap_or_else(|error| panic!("{ptx}: {error}"));
        let Body::Video(video) = &found.instruction.body else { panic!("{ptx}") };
        let code: Vec<_> = sass.split('|').map(emitted).collect();
        let differs = |inputs: &[u32; 3]| {
            let [a, b, c] = fill(video, *inputs);
            evaluate(video.operation(), a, b, c, &Reading::DEFAULT) != execute(&code, video, *inputs)
        };
        let found = (0..300).map(|_| [value(), value(), value()]).find(differs);
        match (found, is_d4(ptx, video)) {
            (None, false) => equal += 1,
            (Some(_), true) => different += 1,
            (None, true) => low_bits += 1,
            (Some(inputs), false) => panic!("{row} on {inputs:x?}"),
        }
    }
    assert_eq!((equal, different, low_bits, without_code), (862, 8, 7, 10));
}
