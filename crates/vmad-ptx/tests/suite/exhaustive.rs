//! Pairs of bytes (all 2^16 with `VMAD_LONG=1`) through every byte-selecting mode of the nine, and corners through every
//! mode there is, against the second implementation in `reference.rs`.

use vmad_ptx::{
    ast::{Body, Operation, Select},
    reading::Reading,
    syntax::parse_one,
    video::evaluate,
};

use crate::reference::reference;

const CORNERS: [u32; 16] = [
    0, 1, 2, 31, 32, 33, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0x80000001,
    0xffffffff,
];
/// The bytes of a register that are not selected: a leak of any of them shows.
const NOISE: u32 = 0x9a5c_e137;

/// Lists of words, one of each list in an opcode; `T` is a type.
const ARITHMETIC: &[&str] = &["vadd vsub vabsdiff vmin vmax", "T", "T", "T", "_ .sat"];
const SHIFTS: &[&str] = &["vshl vshr", "T", "T", ".u32", "_ .sat", ".clamp .wrap"];
const SETS: &[&str] = &["vset", "T", "T", ".eq .ne .lt .le .gt .ge .lo .ls .hi .hs"];

const BYTES: [&str; 4] = [".b0", ".b1", ".b2", ".b3"];
const SELECTS: [&str; 7] = ["", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"];

/// The second operation and the operands, with `A` and `B` for those with a selector.
const PLAIN: [&str; 1] = [" d, A, B;"];
const TAILS: [&str; 11] = [
    " d, A, B;",
    " d, A, B, c;",
    ".add d, A, B, c;",
    ".min d, A, B, c;",
    ".max d, A, B, c;",
    " d.b0, A, B, c;",
    " d.b1, A, B, c;",
    " d.b2, A, B, c;",
    " d.b3, A, B, c;",
    " d.h0, A, B, c;",
    " d.h1, A, B, c;",
];
const SUMS: [&str; 8] = [
    " d, A, B, c;",
    " d, -A, -B, c;",
    " d, A, B, -c;",
    " d, -A, -B, -c;",
    " d, -A, B, c;",
    " d, A, -B, c;",
    ".po d, A, B, c;",
    ".po d, -A, -B, c;",
];

/// Every legal operation of an opcode with some selectors.
fn operations(opcode: &[&str], tails: &[&str], selects: &[&str]) -> Vec<Operation> {
    let mut texts = vec![String::new()];
    for list in opcode {
        let words = list.replace('T', ".u32 .s32");
        let words: Vec<_> = words.split(' ').map(|word| word.trim_start_matches('_')).collect();
        texts = texts.iter().flat_map(|text| words.iter().map(move |word| format!("{text}{word}"))).collect();
    }
    let mut all = Vec::new();
    for (text, tail) in texts.iter().flat_map(|text| tails.iter().map(move |tail| (text, tail))) {
        for (a, b) in selects.iter().flat_map(|a| selects.iter().map(move |b| (a, b))) {
            let operands = tail.replace('A', &format!("a{a}")).replace('B', &format!("b{b}"));
            let Ok(found) = parse_one(&format!("{text}{operands}")) else { continue };
            let Body::Video(video) = found.instruction.body else { panic!("{text}{operands}") };
            all.push(*video.operation());
        }
    }
    all
}

/// `vmad` with one dtype, which does not count: `.u32` without, `.s32` with saturation.
fn multiply_adds(selects: &[&str]) -> Vec<Operation> {
    let of = |dtype, sat| operations(&["vmad", dtype, "T", "T", sat, "_ .shr7 .shr15"], &SUMS, selects);
    [of(".u32", "_"), of(".s32", ".sat")].concat()
}

/// The register with a byte in its place and noise around it.
fn place(byte: u32, select: Option<Select>) -> u32 {
    let lsb = select.map_or(0, Select::lsb);
    (NOISE & !(0xff << lsb)) | (byte << lsb)
}

/// Pairs of bytes through one operation; `c` walks through the corners. The short form takes every 16th pair, so that
/// every byte occurs on both sides.
fn pairs_of_bytes(operation: &Operation) {
    let [asel, bsel] = operation.sources().map_or([None; 2], |sources| sources.map(|source| source.select));
    let step = vmad_testing::step(16);
    for a_byte in 0..256 {
        let a = place(a_byte, asel);
        for b_byte in (a_byte % step as u32..256).step_by(step) {
            let b = place(b_byte, bsel);
            let c = CORNERS[((a_byte + 5 * b_byte) % 16) as usize];
            let ours = evaluate(operation, a, b, c, &Reading::DEFAULT);
            let expected = reference(operation, a, b, c);
            assert_eq!(ours, expected, "{operation:?} with {a:#x}, {b:#x}, {c:#x}");
        }
    }
}

/// Every type, byte selector and modifier with the plainest tail; every tail with one selector of each kind.
fn all_byte_modes(opcode: &[&str], modes: usize) {
    let all = [operations(opcode, &PLAIN, &BYTES), operations(opcode, &TAILS, &[".b2"])].concat();
    assert_eq!(all.len(), modes, "the number of modes that are swept");
    all.iter().for_each(pairs_of_bytes);
}

#[test]
fn bytes_through_vadd_vsub_vabsdiff_vmin_vmax() {
    all_byte_modes(ARITHMETIC, 5 * 4 * 16 * 4 + 5 * 4 * 4 * 11);
}

#[test]
fn bytes_through_vshl_vshr() {
    all_byte_modes(SHIFTS, 2 * 2 * 16 * 8 + 2 * 2 * 8 * 11);
}

#[test]
fn bytes_through_vset() {
    all_byte_modes(SETS, 16 * (4 * 6 + 2 * 4) + (4 * 6 + 2 * 4) * 11);
}

#[test]
fn bytes_through_vmad() {
    let all = multiply_adds(&BYTES);
    assert_eq!(all.len(), 4 * 16 * 8 * 3 * 2);
    all.iter().for_each(pairs_of_bytes);
}

/// Corners of a, b and c through every mode of every instruction.
#[test]
fn corners_through_every_mode() {
    let of = |opcode| operations(opcode, &TAILS, &SELECTS);
    let all = [of(ARITHMETIC), of(SHIFTS), of(SETS), multiply_adds(&SELECTS)].concat();
    let (mut state, mut count) = (1u32, 0usize);
    for operation in &all {
        for _ in 0..64 {
            // Corners with a little noise: the low bits of a linear congruence choose, the high bits disturb.
            let mut corner = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let noise = if state & 0x300 == 0 { (state >> 27).wrapping_sub(16) } else { 0 };
                CORNERS[(state >> 16) as usize % 16].wrapping_add(noise)
            };
            let (a, b, c) = (corner(), corner(), corner());
            let ours = evaluate(operation, a, b, c, &Reading::DEFAULT);
            assert_eq!(ours, reference(operation, a, b, c), "{operation:?} with {a:#x}, {b:#x}, {c:#x}");
            count += 1;
        }
    }
    assert!(count > 2_000_000, "{count} cases");
}
