//! Inputs of the other instructions that reveal wrong rules: equal operands, results at the edges of the clamp, small shift
//! amounts, and a C near the result.

use vmad_sass::Ports;
use vmad_unit::{Operation, Sign, saturate::Range};

use super::SplitMix64;
use vmad_proof::corners;

/// The ports with another A or B field, and sometimes another C.
///
/// The search for inputs computes no results: a miss is a vector like any other.
pub(super) fn aim(rng: &mut SplitMix64, operation: &Operation, has_immediate: bool, ports: Ports) -> Ports {
    let Some([a, b]) = operation.operands() else { return ports };
    let (sign, bits) = operation.output().map_or((Sign::Signed, 32), |it| (it.sign, it.second.bits()));
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
