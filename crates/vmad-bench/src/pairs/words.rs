//! Decoding, encoding, printing and scanning words, beside the minimum work of such a loop on memory.

use std::hint::black_box;

use vmad_sass::{
    Arch, Destination, Instruction, Parts, SourceB, SourceC, disassemble,
    isa::{INSTRUCTIONS, VMAD},
    schedule::{ControlField, ControlWord},
    stream::Bundle,
    text::{Line, Piece},
};

use crate::{Pair, Side};

/// Far more than the caches hold: 64 MiB of words.
const FAR: usize = 8 << 20;
/// Too many for the branch predictor to remember, and few enough for a short turn.
const MANY: usize = 1 << 19;
/// The number of words that `vmad decode` takes at once: they and their text stay in the second-level cache.
const NEAR: usize = 6144;

pub(super) fn pairs() -> Vec<Pair> {
    let decoded = |name: &str, words: fn(usize) -> Vec<u64>, decode: fn(&[u64])| {
        Pair::new(format!("decode/{name}"), move || Ok(beside_sum(words(MANY), decode)))
    };
    let printed = |name: &str, words: fn(usize) -> Vec<u64>| {
        Pair::new(format!("print/{name}"), move || Ok(print(words)))
    };
    vec![
        decoded("legal", legal, decode),
        decoded("mixed", mixed, decode),
        decoded("family", family, decode),
        decoded("registers", legal, registers),
        decoded("operation", legal, operations),
        decoded("operation-family", family, operations),
        Pair::new("encode", || Ok(encode())),
        printed("legal", legal),
        printed("family", family),
        Pair::new("scan", || Ok(scan(&foreign(FAR)))),
    ]
}

/// Stores each instruction and each error, as a caller does that tests which it is.
fn decode(words: &[u64]) {
    for &word in words {
        match Instruction::decode(word) {
            Ok(instruction) => _ = black_box(instruction),
            Err(error) => _ = black_box(error),
        }
    }
}

/// Reads the registers of the destination and of three sources.
fn registers(words: &[u64]) {
    let registers = |&word| {
        let instruction = Instruction::decode(word).ok()?;
        let d = match instruction.destination() {
            Destination::Register { register, .. } => register.encoding(),
            Destination::Predicates([first, _]) => first.encoding(),
        };
        let b = match instruction.b() {
            SourceB::Register(register) => register.encoding().into(),
            SourceB::Immediate(value) => value,
        };
        let c = match instruction.c() {
            SourceC::Register(register) => register.encoding(),
            SourceC::Predicate(predicate) => predicate.encoding(),
        };
        let small = [d, instruction.a().encoding(), c].map(u32::from);
        Some(small.into_iter().fold(u32::from(b), u32::wrapping_add))
    };
    black_box(words.iter().filter_map(registers).fold(0, u32::wrapping_add));
}

/// Stores each operation.
fn operations(words: &[u64]) {
    for &word in words {
        black_box(Instruction::decode(word).ok().and_then(|instruction| instruction.operation()));
    }
}

/// `Instruction::decode` beside the sum of the same words: each is read once.
fn beside_sum(words: Vec<u64>, decode: fn(&[u64])) -> [Side; 2] {
    let mine = words.clone();
    let units = words.len();
    [Side::new("Instruction::decode", units, move || decode(black_box(&mine))), sum(units, words)]
}

fn sum(units: usize, words: Vec<u64>) -> Side {
    Side::new("sum", units, move || {
        black_box(black_box(&words).iter().fold(0_u64, |sum, &word| sum.wrapping_add(word)));
    })
}

/// Looks for a `VMAD` where there is none, as `vmad decode` does, beside the sum of the same bytes.
///
/// SSE2 has no comparison of 64 bits: the search takes 4.0 instructions for a word, the sum 1.9 (callgrind). Where memory is
/// faster than the search, the ratio is 0.6.
fn scan(words: &[u64]) -> [Side; 2] {
    let bundles = bundles(words);
    let (units, words) = (3 * bundles.len(), bundles.as_flattened().as_chunks().0);
    let words = words.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
    let subject = Side::new("Bundle::any_has_opcode", units, move || {
        for stretch in black_box(&bundles).chunks(32) {
            black_box(Bundle::any_has_opcode(stretch, VMAD));
        }
    });
    [subject, sum(units, words)]
}

/// Instructions to words, beside the copy of as many words.
fn encode() -> [Side; 2] {
    let words = legal(MANY);
    let instructions: Vec<Parts> =
        words.iter().filter_map(|&word| Instruction::decode(word).ok()?.parts()).collect();
    let mut encoded = words.clone();
    let subject = Side::new("Instruction::from_parts", MANY, move || {
        for (word, parts) in encoded.iter_mut().zip(black_box(&instructions)) {
            *word = Instruction::from_parts(parts).map_or(0, |instruction| instruction.encode());
        }
        black_box(&mut encoded);
    });
    [subject, copy("copy", MANY, words)]
}

fn copy<T: Copy + 'static>(name: &'static str, units: usize, from: Vec<T>) -> Side {
    let mut copied = from.clone();
    Side::new(name, units, move || {
        copied.copy_from_slice(black_box(&from));
        black_box(&mut copied);
    })
}

/// Words to lines of text, beside the copy of the lines.
fn print(words: fn(usize) -> Vec<u64>) -> [Side; 2] {
    let words = with_controls(&words(NEAR));
    let mut page = vec![0; (NEAR + 1) * Line::ROOM];
    let length = print_all(&words, &mut page);
    let text = page[..length].to_vec();
    let subject = Side::new("print", NEAR, move || {
        black_box(print_all(black_box(&words), &mut page));
    });
    [subject, copy("copy of the text", NEAR, text)]
}

/// Prints lines one after the other on a page with room for them; returns their length.
fn print_all(words: &[(u64, ControlField)], page: &mut [u8]) -> usize {
    let mut length = 0;
    for &(word, control) in words {
        let Some(room) = page[length..].first_chunk_mut() else { break };
        let mut line = Line::on(room);
        print_line(word, control, &mut line);
        length += line.as_bytes().len();
    }
    length
}

/// The words with control fields that are legal for every form and vary with the word.
fn with_controls(words: &[u64]) -> Vec<(u64, ControlField)> {
    let control = |word: u64| {
        let field = ControlField::IDLE.with_stall(word as u8).with_yield_flag(word >> 4 & 1 == 1);
        field.with_wait_mask((word >> 8) as u8)
    };
    words.iter().map(|&word| (word, control(word))).collect()
}

/// `WORD<TAB>CONTROL<TAB>TEXT`, as `vmad decode --format nvdisasm` prints it.
fn print_line(word: u64, control: ControlField, line: &mut Line<'_>) {
    line.push_hexadecimal(word, 16);
    line.push(&const { Piece::new("\t") });
    line.push_hexadecimal(control.bits().into(), 5);
    line.push(&const { Piece::new("\t") });
    if let Ok(text) = disassemble(word, control, Arch::Sm50) {
        text.print(line);
    }
    line.push(&const { Piece::new("\n") });
}

/// Bundles with the words after idle control words.
fn bundles(words: &[u64]) -> Vec<[u8; Bundle::BYTES]> {
    let control = ControlWord { fields: [ControlField::IDLE; 3], top: false };
    let (triples, _) = words.as_chunks();
    triples.iter().map(|&words| Bundle { control, words }.to_bytes()).collect()
}

/// Random legal `VMAD`s.
fn legal(count: usize) -> Vec<u64> {
    vmads().filter(|&word| Instruction::decode(word).is_ok()).take(count).collect()
}

/// Random legal words of all instructions, in an unpredictable order.
pub(super) fn family(count: usize) -> Vec<u64> {
    let mut random = fastrand::Rng::with_seed(0x9a);
    let forms: Vec<_> = INSTRUCTIONS.into_iter().flatten().collect();
    let words = std::iter::repeat_with(|| {
        let opcode = forms[random.usize(..forms.len())].opcode;
        random.u64(..) & !opcode.mask | opcode.bits
    });
    words.filter(|&word| Instruction::decode(word).is_ok()).take(count).collect()
}

/// Legal and illegal `VMAD`s, and other words, in an unpredictable order.
fn mixed(count: usize) -> Vec<u64> {
    let mut random = fastrand::Rng::with_seed(0x3a);
    vmads().map(|word| if random.bool() { word } else { word ^ random.u64(..) << 56 }).take(count).collect()
}

/// Words that are not a `VMAD`.
fn foreign(count: usize) -> Vec<u64> {
    vmads().map(|word| word ^ 1 << 63).take(count).collect()
}

/// Random words with the opcode of `VMAD`.
fn vmads() -> impl Iterator<Item = u64> {
    let mut random = fastrand::Rng::with_seed(0x5f);
    std::iter::repeat_with(move || random.u64(..) & !VMAD.mask | VMAD.bits)
}
