//! The constants of registers on the paths to a word.

use vmad_sass::assemble;
use vmad_unit::Register;
use vmad_validate::stream::{Code, Origin, RegisterValue};

const EXIT: u64 = 0xe300_0000_0007_000f;
const SYNC: u64 = 0xf0f8_0000_0007_000f;
const BRK: u64 = 0xe340_0000_0007_000f;

const CAL: u64 = 0xe260_0000_0007_0040;

/// `MOV32I` to `R6`.
fn load(value: u64) -> u64 {
    0x0100_0000_0007_f006 | value << 20
}

/// A word that jumps a number of words beyond the next.
fn jump(opcode: u64, words: i64) -> u64 {
    opcode << 48 | 0x7_000f | ((8 * words).cast_unsigned() & 0xff_ffff) << 20
}

fn bra(words: i64) -> u64 {
    jump(0xe240, words)
}

/// `@P0 BRA`.
fn bra_p0(words: i64) -> u64 {
    bra(words) & !0x7_0000
}

fn ssy(words: i64) -> u64 {
    jump(0xe290, words)
}

/// A word that reads `R6`.
fn reader() -> u64 {
    assemble("VMAD R3, R1, R6, R3").unwrap().instruction.encode()
}

/// The value of `R6` where the first reader reads it.
fn value(words: &[u64]) -> RegisterValue {
    let at = words.iter().position(|word| *word == reader()).unwrap();
    Code::of_words("dots", words).stream.value(at, Register::from_encoding(6))
}

#[test]
fn a_constant_is_known_if_all_paths_have_it() {
    const S2R: u64 = 0xf0c8_0000_0217_0006;
    let [several, caller, result] =
        [Origin::SeveralConstants, Origin::Caller, Origin::Instruction { address: 8, word: S2R }]
            .map(RegisterValue::Unknown);
    for (words, expected) in [
        // Not the word behind the target.
        (vec![load(5), bra(1), EXIT, load(6), reader()], RegisterValue::Constant(6)),
        (vec![load(5), bra_p0(1), load(6), reader()], several),
        (vec![load(5), bra_p0(1), load(5), reader()], RegisterValue::Constant(5)),
        // Loops from the first word.
        (
            vec![reader(), 0xeed4_2000_0007_0406, bra_p0(-3)],
            RegisterValue::Unknown(Origin::Instruction { address: 16, word: 0xeed4_2000_0007_0406 }),
        ),
        (vec![load(5), bra_p0(-2), reader()], RegisterValue::Constant(5)),
        (vec![ssy(3), load(5), SYNC, EXIT, reader()], RegisterValue::Constant(5)),
        (vec![ssy(3), load(5), BRK, EXIT, reader()], caller),
        (vec![bra_p0(1), load(5), reader()], caller),
        (vec![bra_p0(3), load(5), bra_p0(1), load(6), reader()], caller),
        // S2R R6, of which the address follows that of the first control word.
        (vec![S2R, reader()], result),
        (
            vec![bra_p0(1), S2R, reader()],
            RegisterValue::Unknown(Origin::Instruction { address: 16, word: S2R }),
        ),
        (vec![S2R, bra_p0(1), load(5), reader()], result),
    ] {
        assert_eq!(value(&words), expected, "{words:x?}");
    }
}

/// A million pairs of a kept address and a return, and 65,536 basic blocks.
#[test]
fn large_functions_are_followed() {
    let head = [load(5), reader()];
    let returns = |kept: usize| [&head[..], &vec![ssy(0); kept], &[BRK; 1024]].concat();
    assert_eq!(value(&returns(1024)), RegisterValue::Constant(5));
    assert_eq!(value(&returns(1025)), RegisterValue::Unknown(Origin::IndirectJump));
    let blocks = |count: usize| [&head[..], &vec![EXIT; count]].concat();
    assert_eq!(value(&blocks(1 << 16)), RegisterValue::Constant(5));
    assert_eq!(value(&blocks((1 << 16) + 1)), RegisterValue::Unknown(Origin::IndirectJump));
}

/// Twenty thousand jumps back to the first words: a test of the time more than of the result. Quadratic time is minutes.
#[test]
fn many_jumps_back_take_linear_time() {
    let back = |index: i64| [load(5) | (index as u64 % 250), reader(), bra_p0(-3 * index - 3)];
    let words: Vec<u64> = (0..20_000).flat_map(back).collect();
    let stream = Code::of_words("dots", &words).stream;
    assert_eq!(stream.value(1, Register::from_encoding(6)), RegisterValue::Constant(5));
}

/// Many paths on each of which every register has another value: a test of the memory, which is limited to half a million values.
#[test]
fn many_values_are_followed() {
    let followed = |calls: i64| {
        let mut words = vec![load(5), reader()];
        // S2R R7, R8 and so on; a branch to the second word of each pair below, which joins these with the results of its call.
        words.extend((7..=254).map(|register| 0xf0c8_0000_0217_0000 | register));
        words.extend((0..calls).map(|index| bra_p0(calls + index + 1)));
        words.push(EXIT);
        words.extend([CAL, EXIT].repeat(calls as usize));
        value(&words) == RegisterValue::Constant(5)
    };
    assert!(followed(2000));
    assert!(!followed(2200));
}
