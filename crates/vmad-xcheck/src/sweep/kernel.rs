//! The inner loops.
//!
//! Each combination of signs, psign, scale and saturation has a copy of the loops in which they are constants, 96 in
//! all: the branches on them go, and what depends on A and B alone leaves the loop over C. What is compared is still
//! what `vmad_unit::execute` and `vmad_ptx::video::evaluate` say.

use std::hint::black_box;

use vmad_ptx::{reading::Reading, video::evaluate};
use vmad_unit::{Operand, Psign, Saturate, Scale, Sign, execute, vmad::Mode};

use super::spellings;

/// What one comparison saw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) c: u32,
    /// What the unit computes.
    pub(super) sass: u32,
    /// What PTX says, and in which of the four spellings.
    pub(super) ptx: u32,
    pub(super) spelling: usize,
}

/// What is compared with what.
pub(super) struct Case<'p> {
    pub(super) mode: Mode,
    pub(super) ports: &'p [Vec<u32>; 3],
    /// How many of the four spellings of PTX are asked: 1 or 4.
    pub(super) spellings: usize,
    pub(super) reading: &'p Reading,
}

/// Runs through all triples of ports and reports those on which the two differ.
pub(super) fn compare(case: &Case<'_>, found: &mut dyn FnMut(Seen)) {
    if *case.reading != Reading::DEFAULT || case.spellings > 1 {
        // Readings that differ somewhere are for looking at what a difference looks like; all four spellings are asked
        // of few ports.
        let [ports_a, ports_b, _] = case.ports;
        return ports_a.iter().for_each(|&a| ports_b.iter().for_each(|&b| row(case, a, b, found)));
    }
    macro_rules! by {
        ($value:expr, $kind:ident [$($variant:ident)+], $constant:ident => $body:expr) => {
            match $value { $($kind::$variant => { const $constant: $kind = $kind::$variant; $body })+ }
        };
    }
    let Mode { a, b, psign, scale, saturate } = case.mode;
    by!(psign, Psign [Add SubtractC NegateProduct PlusOne], PSIGN =>
        by!(scale, Scale [Pass Shr7 Shr15], SCALE =>
            by!(saturate, Saturate [Off On], SATURATE =>
                by!(a.sign, Sign [Unsigned Signed], A =>
                    by!(b.sign, Sign [Unsigned Signed], B =>
                        fixed::<{ PSIGN as usize }, { SCALE as usize }, { SATURATE as usize }, { A as usize }, { B as usize }>(case, found)
                    )
                )
            )
        )
    );
}

/// The loops with everything constant but the selectors. A variant's number is its place in its type's list.
#[inline(never)]
fn fixed<const PSIGN: usize, const SCALE: usize, const SATURATE: usize, const A: usize, const B: usize>(
    case: &Case<'_>,
    found: &mut dyn FnMut(Seen),
) {
    let mode = Mode {
        a: Operand { sign: Sign::ALL[A], ..case.mode.a },
        b: Operand { sign: Sign::ALL[B], ..case.mode.b },
        psign: Psign::ALL[PSIGN],
        scale: Scale::ALL[SCALE],
        saturate: Saturate::ALL[SATURATE],
    };
    let [first, ..] = spellings(mode);
    let [ports_a, ports_b, ports_c] = case.ports;
    let mut results = vec![0; ports_c.len()];
    for &a in ports_a {
        for &b in ports_b {
            for (result, &c) in results.iter_mut().zip(ports_c) {
                *result = execute(mode, a, b, c);
            }
            // A compiler that sees both models at once proves them equal in some settings, and compares nothing.
            let results = black_box(results.iter());
            let mut differ = false;
            for (&sass, &c) in results.zip(ports_c) {
                differ |= sass != evaluate(&first, a, b, c, &Reading::DEFAULT);
            }
            if differ {
                row(case, a, b, found);
            }
        }
    }
}

/// A row with a look at each comparison.
#[inline(never)]
fn row(case: &Case<'_>, a: u32, b: u32, found: &mut dyn FnMut(Seen)) {
    for &c in &case.ports[2] {
        let sass = execute(case.mode, a, b, c);
        for (spelling, operation) in spellings(case.mode).iter().enumerate().take(case.spellings) {
            let ptx = evaluate(operation, a, b, c, case.reading);
            if sass != ptx {
                found(Seen { a, b, c, sass, ptx, spelling });
                break;
            }
        }
    }
}
