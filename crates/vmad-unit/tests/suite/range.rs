//! "No overflow of the tmp variable will occur", and none of shr.
//!
//! tmp is linear in each of A, B and C, so that its extremes lie at corners of the three ranges. Oracle: those corners
//! computed on 128-bit integers, where nothing can overflow, and the bounds that `vmad_unit::vmad` documents.

use std::collections::BTreeSet;

use vmad_unit::{AnyBits, Format, Operand, Operation, Psign, Sign, Width, vmad::Mode};

use crate::model::{Model, Numbers};

/// The port that holds the field in its place, ones and zeros in turn around it.
fn port(operand: Operand, field: u32) -> u32 {
    let mask = u32::MAX >> (32 - operand.selector.width().bits());
    let low = operand.selector.low_bit();
    0x5aa5_a55a & !(mask << low) | (field & mask) << low
}

/// The fields that read as the smallest and the largest number.
fn ends(width: Width, sign: Sign) -> [u32; 2] {
    let ones = u32::MAX >> (32 - width.bits());
    match sign {
        Sign::Unsigned => [0, ones],
        Sign::Signed => [1 << (width.bits() - 1), ones >> 1],
    }
}

/// The eight corners of a setting, as ports.
fn corner_ports(mode: Mode, c_sign: Sign) -> Vec<[u32; 3]> {
    let mut corners = Vec::new();
    for a in ends(mode.a.selector.width(), mode.a.sign) {
        for b in ends(mode.b.selector.width(), mode.b.sign) {
            for c in ends(Width::Word, c_sign) {
                corners.push([port(mode.a, a), port(mode.b, b), c]);
            }
        }
    }
    corners
}

/// Bits 64 and 65 through the bit view.
fn guard_bits(wire: AnyBits) -> [bool; 2] {
    let bits = wire.bits();
    [bits[64], bits[65]]
}

#[test]
fn the_extremes_of_tmp_and_shr_are_held_exactly() {
    for mode in Mode::all() {
        let model = Model::of(mode);
        for [a, b, c] in corner_ports(mode, model.c_sign) {
            let Numbers { tmp, shr, .. } = model.numbers(a, b, c);
            let trace = Operation::Vmad(mode).trace(a, b, c);
            assert_eq!(trace.value("tmp"), Some(tmp), "tmp of {mode:?} {a:#x} {b:#x} {c:#x}");
            assert_eq!(trace.value("shr"), Some(shr), "shr of {mode:?} {a:#x} {b:#x} {c:#x}");
            for (name, number) in [("tmp", tmp), ("shr", shr)] {
                let wire = trace.wire(name).expect(name);
                assert_eq!(guard_bits(wire.bits), [number < 0; 2], "each guard bit is the sign of {name}");
            }
            if model.final_sign == Sign::Unsigned {
                assert!(tmp >= 0, "an unsigned tmp is negative: {mode:?} {a:#x} {b:#x} {c:#x}");
            }
        }
    }
}

/// The smallest tmp, as `add_with_psign` documents it.
const SMALLEST: i128 = -((1 << 64) - (1 << 33) + 1) - (1 << 31);
/// The largest.
const LARGEST: i128 = (1 << 64) - (1 << 32) + 1;

/// The settings that attain a bound, with the numbers that do.
type Attained = BTreeSet<(&'static str, &'static str, Psign, [i128; 3])>;

#[test]
fn the_documented_range_of_tmp_is_attained_and_not_left() {
    let (mut at_smallest, mut at_largest) = (Attained::new(), Attained::new());
    for mode in Mode::all() {
        let model = Model::of(mode);
        for [a, b, c] in corner_ports(mode, model.c_sign) {
            let Numbers { a, b, c, tmp, .. } = model.numbers(a, b, c);
            assert!((SMALLEST..=LARGEST).contains(&tmp), "{mode:?}: {tmp}");
            let formats = (mode.a.format().name(), mode.b.format().name());
            let who = (formats.0, formats.1, mode.psign, [a, b, c]);
            if tmp == SMALLEST {
                at_smallest.insert(who);
            }
            if tmp == LARGEST {
                at_largest.insert(who);
            }
        }
    }
    let ones = 0xffff_ffff;
    let u32 = Format::U32.name();
    let negated = (u32, u32, Psign::NegateProduct, [ones, ones, -0x8000_0000]);
    let plus_one = (u32, u32, Psign::PlusOne, [ones; 3]);
    assert_eq!(at_smallest, Attained::from([negated]), "only -(U32*U32)+S32 reaches the smallest tmp");
    assert_eq!(at_largest, Attained::from([plus_one]), "only U32*U32+U32+1 reaches the largest tmp");
}

/// Why the guard bits are there: where tmp leaves 64 bits of the final sign. (Everywhere, one guard bit would do.)
#[test]
fn only_two_operations_on_u32_leave_64_bits() {
    let mut leave = BTreeSet::new();
    for mode in Mode::all() {
        let model = Model::of(mode);
        for [a, b, c] in corner_ports(mode, model.c_sign) {
            let Numbers { tmp, .. } = model.numbers(a, b, c);
            let fits = match model.final_sign {
                Sign::Unsigned => u64::try_from(tmp).is_ok(),
                Sign::Signed => i64::try_from(tmp).is_ok(),
            };
            if !fits {
                leave.insert((mode.a.format().name(), mode.b.format().name(), mode.psign));
            }
        }
    }
    assert_eq!(
        leave,
        BTreeSet::from([("U32", "U32", Psign::SubtractC), ("U32", "U32", Psign::NegateProduct)])
    );
}
