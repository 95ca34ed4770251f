//! "No overflow of the tmp variable will occur", and none of shr.
//!
//! tmp is linear in each of A, B and C, so that its extremes lie at corners of the three ranges. Oracle: those corners
//! computed on 128-bit integers, where nothing can overflow, and the bounds that `vmad_unit::vmad` documents.

use std::collections::BTreeSet;

use vmad_unit::{AnyBits, Operand, Operation, Psign, Sign, Width, vmad::Mode};

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
fn corner_ports(mode: Mode) -> Vec<[u32; 3]> {
    let mut corners = Vec::new();
    for a in ends(mode.a.selector.width(), mode.a.sign) {
        for b in ends(mode.b.selector.width(), mode.b.sign) {
            for c in ends(Width::Word, mode.intermediate_sign()) {
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

/// The smallest tmp, as `add_with_psign` documents it.
const SMALLEST: i128 = -((1 << 64) - (1 << 33) + 1) - (1 << 31);
/// The largest.
const LARGEST: i128 = (1 << 64) - (1 << 32) + 1;

/// Which operations attain a bound, or leave 64 bits of the final sign: why the guard bits are there. (Everywhere, one
/// guard bit would do.)
#[test]
fn the_documented_range_of_tmp_is_attained_and_not_left() {
    let [mut at_smallest, mut at_largest, mut leave] = [const { BTreeSet::new() }; 3];
    for mode in Mode::all() {
        for [a, b, c] in corner_ports(mode) {
            let trace = Operation::Vmad(mode).trace(a, b, c);
            let place = format!("{mode:?} {a:#x} {b:#x} {c:#x}");
            let [a, b, c, tmp, shr] = ["A extended", "B extended", "C extended", "tmp", "shr"]
                .map(|name| trace.value(name).unwrap_or_else(|| panic!("{name}")));
            let sum = match mode.psign {
                Psign::Add => a * b + c,
                Psign::SubtractC => a * b - c,
                Psign::NegateProduct => c - a * b,
                Psign::PlusOne => a * b + c + 1,
            };
            assert_eq!((tmp, shr), (sum, sum >> mode.scale.count()), "{place}");
            for (name, number) in [("tmp", tmp), ("shr", shr)] {
                let wire = trace.wire(name).expect(name);
                assert_eq!(guard_bits(wire.bits), [number < 0; 2], "each guard bit is the sign of {name}");
            }
            assert!((SMALLEST..=LARGEST).contains(&tmp), "{place}: {tmp}");
            let fits = match mode.final_sign() {
                Sign::Unsigned => u64::try_from(tmp).is_ok(),
                Sign::Signed => i64::try_from(tmp).is_ok(),
            };
            let operation = (mode.a.format().name(), mode.b.format().name(), mode.psign);
            for (set, is_in) in
                [(&mut at_smallest, tmp == SMALLEST), (&mut at_largest, tmp == LARGEST), (&mut leave, !fits)]
            {
                if is_in {
                    set.insert(operation);
                }
            }
        }
    }
    let of = |psigns: &[Psign]| psigns.iter().map(|psign| ("U32", "U32", *psign)).collect::<BTreeSet<_>>();
    assert_eq!(at_smallest, of(&[Psign::NegateProduct]), "only -(U32*U32)+S32 reaches the smallest tmp");
    assert_eq!(at_largest, of(&[Psign::PlusOne]), "only U32*U32+U32+1 reaches the largest tmp");
    assert_eq!(leave, of(&[Psign::SubtractC, Psign::NegateProduct]));
}
