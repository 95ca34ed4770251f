//! Inputs that reveal wrong rules: results at the edges of the clamp, and for the instructions other than `VMAD` equal
//! operands, small shift amounts, and a C near the result.
//!
//! The search for inputs computes no results: a miss is a vector like any other.

use vmad_map::{corners, random::SplitMix64};
use vmad_sass::Ports;
use vmad_unit::{Operation, Psign, Sign, saturate::Range, vmad::Mode};

/// The ports with another A or B field, and sometimes another C.
pub(super) fn aim(rng: &mut SplitMix64, operation: &Operation, has_immediate: bool, ports: Ports) -> Ports {
    if let Operation::Vmad(mode) = operation {
        return aim_sum(rng, *mode, ports);
    }
    let Some([a, b]) = operation.operands() else { return ports };
    let (sign, bits) =
        operation.output().map_or((Sign::Signed, 32), |output| (output.sign, output.second.bits()));
    let Range { min, max } = Range::of(sign, bits);
    let edge = rng.choose(&[min - 1, min, max, max + 1]).unwrap_or_default();
    let (in_a, in_b) = (i128::from(a.value(ports.a)), i128::from(b.value(ports.b)));
    let fixed = if has_immediate { in_b } else { in_a };
    let amount = rng.below(40) as i128;
    let number = rng.choose(&[edge - fixed, fixed - edge, edge, fixed - 1, fixed, fixed + 1, amount, -fixed]);
    let number = number.unwrap_or_default();
    let Ports { a: mut port_a, b: mut port_b, mut c } = ports;
    let (operand, port) = if has_immediate { (a, &mut port_a) } else { (b, &mut port_b) };
    let [low, high] = corners::range(operand.format());
    if (low..=high).contains(&number) {
        *port = corners::register(operand.selector, number as u32, *port);
    }
    // The second operation compares the result with C: near a value that the result often has.
    if rng.once_in(2) {
        let step = rng.choose(&[-1, 0, 1]).unwrap_or_default();
        let near = rng.choose(&[in_a, number, edge, fixed + number, fixed - number, number - fixed]);
        c = (near.unwrap_or_default() + step) as u32;
    }
    Ports { a: port_a, b: port_b, c }
}

/// The ports of a `VMAD` changed as little as needed to bring tmp to an edge, the first or the last value whose shr is
/// an end of the clamp's range, or the value beyond it: C, then the A field, then the B field, which becomes an end of
/// its range. If the edge is out of reach, the ports do not change.
fn aim_sum(rng: &mut SplitMix64, mode: Mode, ports: Ports) -> Ports {
    let range = Range::of(mode.final_sign(), 32);
    let shr = if rng.once_in(2) { range.min } else { range.max + 1 };
    let edge = (shr << mode.scale.count()) - i128::from(rng.once_in(2));
    let (a, b) = (mode.a.value(ports.a).into(), mode.b.value(ports.b).into());
    // The A field whose product with b is nearest to the edge.
    let nearest = |b: i128| {
        let [low, high] = corners::range(mode.a.format());
        let product = if mode.psign == Psign::NegateProduct { -edge } else { edge };
        product.checked_div(b).map(|a| a.clamp(low, high))
    };
    let [low, high] = corners::range(mode.b.format());
    let shots = [b, low, high].map(|b| [Some((a, b)), nearest(b).map(|a| (a, b))]);
    let hit = shots.into_iter().flatten().flatten().find_map(|(a, b)| Some((a, b, c_of(mode, a * b, edge)?)));
    let Some((a, b, c)) = hit else { return ports };
    Ports {
        a: corners::register(mode.a.selector, a as u32, ports.a),
        b: corners::register(mode.b.selector, b as u32, ports.b),
        c,
    }
}

/// The C that brings tmp to the edge.
fn c_of(mode: Mode, product: i128, edge: i128) -> Option<u32> {
    let c = match mode.psign {
        Psign::Add => edge - product,
        Psign::PlusOne => edge - product - 1,
        Psign::SubtractC => product - edge,
        Psign::NegateProduct => edge + product,
    };
    match mode.intermediate_sign() {
        Sign::Unsigned => u32::try_from(c).ok(),
        Sign::Signed => i32::try_from(c).ok().map(i32::cast_unsigned),
    }
}
