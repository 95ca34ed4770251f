//! One execution at a time, with the setting at run time: `vmad_unit::execute` beside the same sum in 128-bit integers.

use vmad_unit::{Psign, Saturate, Sign, execute, vmad::Mode};

use super::executions;
use crate::Pair;

/// The number of settings and ports that both sides execute: a power of two.
const CASES: usize = 4096;

type Case = (Mode, [u32; 3]);

pub(super) fn pairs() -> Vec<Pair> {
    let pair = |name: &str, cases: fn() -> Vec<Case>| {
        Pair::new(name, move || {
            let subject = executions("vmad_unit::execute", execute, cases());
            Ok([subject, executions("i128", one_line, cases())])
        })
    };
    vec![
        pair("execute/one-setting", || cases(|_| 4703)),
        pair("execute/any-setting", || cases(|random| random.usize(..4704))),
    ]
}

/// Random ports, with the settings of [`Mode::all`] at the indices that `pick` returns.
fn cases(pick: fn(&mut fastrand::Rng) -> usize) -> Vec<Case> {
    let settings: Vec<Mode> = Mode::all().collect();
    let mut random = fastrand::Rng::with_seed(0x5f);
    let case = |_| (settings[pick(&mut random)], [(); 3].map(|()| random.u32(..)));
    (0..CASES).map(case).collect()
}

/// The computation in 128-bit integers, without the hardware's wires.
fn one_line(mode: Mode, a: u32, b: u32, c: u32) -> u32 {
    let number = |port: u32, low: u32, bits: u32, sign: Sign| {
        let field = (port >> low) << (32 - bits);
        match sign {
            Sign::Unsigned => i128::from(field >> (32 - bits)),
            Sign::Signed => i128::from(field as i32 >> (32 - bits)),
        }
    };
    let Mode { a: from_a, b: from_b, psign, scale, saturate } = mode;
    let of = |port, from: vmad_unit::Operand| {
        number(port, from.selector.low_bit(), from.selector.width().bits(), from.sign)
    };
    let unsigned = from_a.sign == Sign::Unsigned && from_b.sign == Sign::Unsigned;
    let c_sign = if unsigned && psign != Psign::NegateProduct { Sign::Unsigned } else { Sign::Signed };
    let (product, c) = (of(a, from_a) * of(b, from_b), number(c, 0, 32, c_sign));
    let tmp = match psign {
        Psign::Add => product + c,
        Psign::SubtractC => product - c,
        Psign::NegateProduct => c - product,
        Psign::PlusOne => product + c + 1,
    };
    let shr = tmp >> scale.count();
    let result = match (saturate, c_sign, psign) {
        (Saturate::Off, ..) => shr,
        (Saturate::On, Sign::Unsigned, Psign::Add | Psign::PlusOne) => shr.clamp(0, u32::MAX.into()),
        (Saturate::On, ..) => shr.clamp(i32::MIN.into(), i32::MAX.into()),
    };
    result as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peer_computes_what_the_subject_computes() {
        let mut random = fastrand::Rng::with_seed(1);
        for mode in Mode::all() {
            let [a, b, c] = [(); 3].map(|()| random.u32(..));
            assert_eq!(one_line(mode, a, b, c), execute(mode, a, b, c), "{mode:?} {a:#x} {b:#x} {c:#x}");
        }
    }
}
