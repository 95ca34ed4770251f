//! Pairs of bytes (all 2^16 with `VMAD_LONG=1`) through every byte-selecting mode of the nine, and corners through every
//! mode there is, against the second implementation in `reference.rs`.

use crate::reference::reference;
use vmad_ptx::ast::{
    Accumulate, Arithmetic, ArithmeticOp, Comparison, MultiplyAdd, Operation, Scale, SecOp, Select, Set,
    Shift, ShiftMode, ShiftOp, Source, Tail, Type,
};
use vmad_ptx::reading::Reading;
use vmad_ptx::video::evaluate;

const BYTES: [Select; 4] = [Select::B0, Select::B1, Select::B2, Select::B3];
const CORNERS: [u32; 16] = [
    0, 1, 2, 31, 32, 33, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0x80000001,
    0xffffffff,
];
/// The bytes of a register that are not selected: a leak of any of them shows.
const NOISE: u32 = 0x9a5c_e137;

fn tails() -> Vec<Tail> {
    let mut tails = vec![Tail::None, Tail::Unused];
    tails.extend(SecOp::ALL.map(Tail::Second));
    tails.extend(Select::ALL.map(Tail::Merge));
    tails
}

fn sources(selects: &[Option<Select>]) -> Vec<Source> {
    let sources =
        Type::ALL.into_iter().flat_map(|ty| selects.iter().map(move |&select| Source { ty, select }));
    sources.collect()
}

/// Every operation of a family with the given selectors.
fn arithmetic(selects: &[Option<Select>], tails: &[Tail]) -> Vec<Operation> {
    let mut all = Vec::new();
    for op in ArithmeticOp::ALL {
        for (a, b) in pairs(selects) {
            for dtype in Type::ALL {
                for sat in [false, true] {
                    all.extend(
                        tails
                            .iter()
                            .map(|&tail| Operation::Arithmetic(Arithmetic { op, dtype, a, b, sat, tail })),
                    );
                }
            }
        }
    }
    all
}

fn shifts(selects: &[Option<Select>], tails: &[Tail]) -> Vec<Operation> {
    let mut all = Vec::new();
    for op in [ShiftOp::Left, ShiftOp::Right] {
        for a in sources(selects) {
            for &bsel in selects {
                for (dtype, sat, mode) in [Type::U32, Type::S32].into_iter().flat_map(|dtype| {
                    [false, true].into_iter().flat_map(move |sat| {
                        [ShiftMode::Clamp, ShiftMode::Wrap].into_iter().map(move |mode| (dtype, sat, mode))
                    })
                }) {
                    all.extend(
                        tails
                            .iter()
                            .map(|&tail| Operation::Shift(Shift { op, dtype, a, bsel, sat, mode, tail })),
                    );
                }
            }
        }
    }
    all
}

fn sets(selects: &[Option<Select>], tails: &[Tail]) -> Vec<Operation> {
    let mut all = Vec::new();
    for (a, b) in pairs(selects) {
        for cmp in Comparison::ALL {
            if b.ty == Type::U32 || !cmp.needs_unsigned_btype() {
                all.extend(tails.iter().map(|&tail| Operation::Set(Set { a, b, cmp, tail })));
            }
        }
    }
    all
}

fn multiply_adds(selects: &[Option<Select>]) -> Vec<Operation> {
    let mut all = Vec::new();
    for (a, b) in pairs(selects) {
        for accumulate in Accumulate::ALL {
            for scale in Scale::ALL {
                for (dtype, sat) in [(Type::U32, false), (Type::S32, true)] {
                    all.push(Operation::MultiplyAdd(MultiplyAdd { dtype, a, b, sat, scale, accumulate }));
                }
            }
        }
    }
    all
}

fn pairs(selects: &[Option<Select>]) -> Vec<(Source, Source)> {
    let sources = sources(selects);
    sources.iter().flat_map(|&a| sources.iter().map(move |&b| (a, b))).collect()
}

/// The register with a byte in its place and noise around it.
fn place(byte: u32, select: Option<Select>) -> u32 {
    let lsb = select.map_or(0, Select::lsb);
    (NOISE & !(0xff << lsb)) | (byte << lsb)
}

/// Pairs of bytes through one operation; `c` walks through the corners. The short form takes every 16th pair, so that
/// every byte occurs on both sides.
fn pairs_of_bytes(operation: &Operation) {
    let [asel, bsel] = operation.sources().map_or([None; 2], |sources| sources.map(|it| it.select));
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
fn all_byte_modes(operations: impl Fn(&[Option<Select>], &[Tail]) -> Vec<Operation>, least: usize) {
    let modes =
        operations(&BYTES.map(Some), &[Tail::None]).len() + operations(&[Some(Select::B2)], &tails()).len();
    operations(&BYTES.map(Some), &[Tail::None]).iter().for_each(pairs_of_bytes);
    operations(&[Some(Select::B2)], &tails()).iter().for_each(pairs_of_bytes);
    assert_eq!(modes, least, "the number of modes that were swept");
}

#[test]
fn bytes_through_vadd_vsub_vabsdiff_vmin_vmax() {
    all_byte_modes(arithmetic, 5 * 4 * 16 * 4 + 5 * 4 * 4 * 11);
}

#[test]
fn bytes_through_vshl_vshr() {
    all_byte_modes(shifts, 2 * 2 * 16 * 8 + 2 * 2 * 8 * 11);
}

#[test]
fn bytes_through_vset() {
    all_byte_modes(sets, 16 * (4 * 6 + 2 * 4) + (4 * 6 + 2 * 4) * 11);
}

#[test]
fn bytes_through_vmad() {
    let all = multiply_adds(&BYTES.map(Some));
    assert_eq!(all.len(), 4 * 16 * 8 * 3 * 2);
    all.iter().for_each(pairs_of_bytes);
}

/// Corners of a, b and c through every mode of every instruction.
#[test]
fn corners_through_every_mode() {
    let selects = [
        None,
        Some(Select::B0),
        Some(Select::B1),
        Some(Select::B2),
        Some(Select::B3),
        Some(Select::H0),
        Some(Select::H1),
    ];
    let mut all = arithmetic(&selects, &tails());
    all.extend(shifts(&selects, &tails()));
    all.extend(sets(&selects, &tails()));
    all.extend(multiply_adds(&selects));
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
