//! Any word of the family, one at a time: the emitted Rust and C's entry beside a function written by hand.

use vmad_sass::{Instruction, Ports};

use super::{executions, words::family};
use crate::Pair;

/// The file that `vmad emit --lang rust --all` prints.
#[allow(dead_code, unreachable_pub, reason = "the file is for any program")]
mod emitted {
    include!(concat!(env!("OUT_DIR"), "/emitted.rs"));
}

/// The same with `--no-int64`.
#[allow(dead_code, unreachable_pub, reason = "the file is for any program")]
mod emitted_words {
    include!(concat!(env!("OUT_DIR"), "/emitted_words.rs"));
}

/// The number of words and ports that both sides execute.
const CASES: usize = 1 << 16;

type Execute = fn(u64, u32, u32, u32) -> u32;

pub(super) fn pairs() -> Vec<Pair> {
    let pair = |name: &'static str, subject: (&'static str, Execute), words: fn() -> Vec<u64>| {
        Pair::new(format!("dispatch/{name}"), move || {
            let side = |(name, execute): (&'static str, Execute)| executions(name, execute, cases(&words()));
            Ok([side(subject), side(("by hand", by_hand))])
        })
    };
    let emitted: (&'static str, Execute) = ("emitted", emitted::video_execute);
    let words: (&'static str, Execute) = ("emitted, 32 bits", emitted_words::video_execute);
    let decoded: (&'static str, Execute) = ("Instruction::decode", decoded);
    vec![
        pair("any-word", emitted, || family(CASES)),
        pair("any-word-32-bits", words, || family(CASES)),
        pair("one-word", emitted, || vec![family(1)[0]; CASES]),
        pair("decoded", decoded, || family(CASES)),
    ]
}

fn cases(words: &[u64]) -> Vec<(u64, [u32; 3])> {
    let mut random = fastrand::Rng::with_seed(0x5f);
    words.iter().map(|&word| (word, [(); 3].map(|()| random.u32(..)))).collect()
}

/// As the C library executes a word.
fn decoded(word: u64, a: u32, b: u32, c: u32) -> u32 {
    let Ok(instruction) = Instruction::decode(word) else { return 0 };
    let Some(operation) = instruction.operation() else { return 0 };
    let Ports { a, b, c } = instruction.bind(Ports { a, b, c });
    operation.execute(a, b, c)
}

/// The result of a word, 0 for an illegal one: written for speed on raw words, without the types of this project.
fn by_hand(word: u64, a: u32, b: u32, c: u32) -> u32 {
    compute(word, a, b, c).unwrap_or(0)
}

fn bits(word: u64, low: u32, count: u32) -> u32 {
    (word >> low) as u32 & ((1 << count) - 1)
}

/// The register, or 0 for RZ.
fn register(word: u64, low: u32, value: u32) -> u32 {
    if bits(word, low, 8) == 255 { 0 } else { value }
}

/// The part of a register that a selector names, extended.
fn part(value: u32, selector: u32, is_signed: bool) -> Option<i64> {
    // Where the part begins, and its width, a byte for each selector.
    const LOW: u64 = 0x0000_1000_1810_0800;
    const WIDTH: u64 = 0x0020_1010_0808_0808;
    if selector == 7 {
        return None;
    }
    let (low, width) = ((LOW >> (8 * selector)) as u32 & 0xff, (WIDTH >> (8 * selector)) as u32 & 0xff);
    let top = value << (32 - low - width);
    Some(if is_signed { i64::from(top as i32 >> (32 - width)) } else { i64::from(top >> (32 - width)) })
}

#[expect(clippy::many_single_char_names, reason = "the ports, and the numbers on them")]
fn compute(word: u64, a: u32, b: u32, c: u32) -> Option<u32> {
    let opcode = word >> 55;
    let (a, c_port) = (register(word, 8, a), c);
    let c = register(word, 39, c);
    if opcode == 0xa0 {
        return lanes(word, a, register(word, 20, b), c);
    }
    let is_shift = matches!(opcode, 0xac..=0xaf);
    let (a_signed, b_signed) = (bits(word, 48, 1) == 1, bits(word, 49, 1) == 1 && !is_shift);
    let x = || part(a, bits(word, 36, 3), a_signed);
    let y = || {
        if bits(word, 50, 1) == 1 {
            part(register(word, 20, b), bits(word, 28, 3), b_signed)
        } else {
            let immediate = bits(word, 20, 16);
            Some(if b_signed { i64::from(immediate as i16) } else { i64::from(immediate) })
        }
    };
    let tmp = match opcode {
        0x40..=0x47 => match bits(word, 56, 2) {
            0 => x()? + y()?,
            1 => x()? - y()?,
            2 => y()? - x()?,
            _ => x()? + y()? + 1,
        },
        0x74..=0x77 => {
            let (x, y) = (x()?, y()?);
            if bits(word, 56, 1) == 1 { x.max(y) } else { x.min(y) }
        }
        0x80..=0x83 => {
            let holds = holds(bits(word, 54, 3), x()?, y()?);
            return Some(second(bits(word, 51, 3), false, u32::from(holds), c));
        }
        0xa1 if bits(word, 51, 4) == 0xe => {
            let comparison = bits(word, 43, 2) | bits(word, 47, 1) << 2;
            let holds = holds(comparison, x()?, y()?);
            let source = (bits(word, 39, 3) == 7 || c_port & 1 == 1) != (bits(word, 42, 1) == 1);
            let join = |x: bool| match bits(word, 45, 2) {
                0 => Some(x & source),
                1 => Some(x | source),
                2 => Some(x ^ source),
                _ => None,
            };
            return Some(u32::from(join(holds)?) | u32::from(join(!holds)?) << 1);
        }
        0xa8 | 0xa9 => (x()? - y()?).abs(),
        0xac..=0xaf => {
            let (x, y) = (x()?, y()?);
            let amount = if bits(word, 49, 1) == 1 { y & 31 } else { y.min(32) };
            // 34 bits are kept.
            if opcode < 0xae { x >> amount } else { x << amount << 30 >> 30 }
        }
        0xbe | 0xbf => return product(word, x()?, y()?, c),
        _ => return None,
    };
    let (is_signed, secop) = (bits(word, 54, 1) == 1, bits(word, 51, 3));
    let tmp = if bits(word, 55, 1) == 1 {
        let width = [16, 16, 8, 8, 32, 32, 32, 32][secop as usize];
        let (min, max) =
            if is_signed { (-1_i64 << (width - 1), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) };
        tmp.clamp(min, max)
    } else {
        tmp
    };
    Some(second(secop, is_signed, tmp as u32, c))
}

fn holds(comparison: u32, x: i64, y: i64) -> bool {
    let order = 1 << (x.cmp(&y) as i8 + 1);
    comparison & order != 0
}

fn second(secop: u32, is_signed: bool, x: u32, c: u32) -> u32 {
    let is_less = if is_signed { (x as i32) < c as i32 } else { x < c };
    match secop {
        0 => c & 0xffff | x << 16,
        1 => c & 0xffff_0000 | x & 0xffff,
        2 => c & 0xffff_ff00 | x & 0xff,
        3 => c & 0xff00_ffff | (x & 0xff) << 16,
        4 => x.wrapping_add(c),
        5 if is_less => x,
        6 if !is_less => x,
        5 | 6 => c,
        _ => x,
    }
}

fn product(word: u64, x: i64, y: i64, c: u32) -> Option<u32> {
    let (psign, scale) = (bits(word, 53, 2), bits(word, 51, 2));
    let c_unsigned = bits(word, 48, 2) == 0 && psign != 2;
    let c = if c_unsigned { i64::from(c) } else { i64::from(c as i32) };
    let (product, c) = (i128::from(x) * i128::from(y), i128::from(c));
    let tmp = match psign {
        0 => product + c,
        1 => product - c,
        2 => c - product,
        _ => product + c + 1,
    };
    let shifted = match scale {
        0 => tmp,
        1 => tmp >> 7,
        2 => tmp >> 15,
        _ => return None,
    };
    Some(match (bits(word, 55, 1) == 1, c_unsigned && psign != 1) {
        (false, _) => shifted as u32,
        (true, true) => shifted.clamp(0, u32::MAX.into()) as u32,
        (true, false) => shifted.clamp(i32::MIN.into(), i32::MAX.into()) as u32,
    })
}

/// `VABSDIFF4`
fn lanes(word: u64, a: u32, b: u32, c: u32) -> Option<u32> {
    const A: [u32; 14] = [
        0x0000, 0x1111, 0x2222, 0x3333, 0x3210, 0x4321, 0x5432, 0x6543, 0x3201, 0x3012, 0x0213, 0x3120,
        0x1230, 0x2310,
    ];
    const B: [u32; 11] =
        [0x4444, 0x5555, 0x6666, 0x7777, 0x7654, 0x6543, 0x5432, 0x4321, 0x4567, 0x6745, 0x5476];
    // Lanes 0 to 3 are Z, W, X, Y in the order of the bits: X is lane 0.
    const LANE: [u32; 4] = [2, 3, 0, 1];
    let (from_a, from_b) = (A.get(bits(word, 32, 4) as usize)?, B.get(bits(word, 28, 4) as usize)?);
    let mask = bits(word, 36, 2) | bits(word, 51, 2) << 2;
    let reduction = bits(word, 53, 2);
    if mask == 0 || reduction > 1 {
        return None;
    }
    let both = u64::from(b) << 32 | u64::from(a);
    let byte = |select: u32, lane: u32, is_signed: bool| {
        let byte = (both >> (8 * (select >> (4 * lane) & 7))) as u8;
        if is_signed { i32::from(byte as i8) } else { i32::from(byte) }
    };
    let max = if bits(word, 38, 1) == 1 { 127 } else { 255 };
    let mut result = c;
    for lane in 0..4 {
        if mask >> LANE[lane as usize] & 1 == 0 {
            continue;
        }
        let difference =
            byte(*from_a, lane, bits(word, 48, 1) == 1) - byte(*from_b, lane, bits(word, 49, 1) == 1);
        let difference = difference.unsigned_abs();
        let difference = if bits(word, 50, 1) == 1 { difference.min(max) } else { difference };
        result = if reduction == 1 {
            result.wrapping_add(difference)
        } else {
            result & !(0xff << (8 * lane)) | (difference & 0xff) << (8 * lane)
        };
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_compute_what_the_unit_computes() {
        let mut random = fastrand::Rng::with_seed(7);
        for (word, [a, b, c]) in cases(&family(100_000)) {
            // Another field, often illegal.
            let word = if random.bool() { word } else { word ^ 7 << random.u32(..62) };
            let expected = decoded(word, a, b, c);
            assert_eq!(by_hand(word, a, b, c), expected, "{word:016x} {a:#x} {b:#x} {c:#x}");
            for execute in [emitted::video_execute, emitted_words::video_execute] {
                assert_eq!(execute(word, a, b, c), expected, "{word:016x} {a:#x} {b:#x} {c:#x}");
            }
        }
    }
}
