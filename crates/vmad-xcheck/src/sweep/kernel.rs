//! The inner loops.
//!
//! Those of `VMAD` are specialised: each combination of signs, psign, scale and saturation has its own copy of the loops,
//! 96 in all. In a copy they are constants: no branch depends on them, and the loop over C computes only what depends on
//! C. The comparison is still between `vmad_unit::execute` and `vmad_ptx::video::evaluate`.

use std::hint::black_box;

use vmad_ptx::{
    ast::Operation as PtxOperation,
    reading::{MinusC, Reading},
    video::evaluate,
};
use vmad_unit::{Format, Operand, Operation, Psign, Saturate, Scale, Sign, execute, vmad::Mode};

use super::spellings;
use vmad_proof::meaning::{expected, specified};

/// A mode, and the PTX that specifies it.
#[derive(Clone, Copy)]
pub(super) struct Ptx {
    operation: Operation,
    /// The `vset` for a `VSETP`.
    pub(super) ptx: PtxOperation,
}

impl Ptx {
    /// [`None`] if no PTX specifies it.
    pub(super) fn of(operation: &Operation) -> Option<Self> {
        specified(operation).map(|ptx| Self { operation: *operation, ptx })
    }

    /// The result that PTX specifies.
    pub(super) fn evaluate(&self, a: u32, b: u32, c: u32, reading: &Reading) -> u32 {
        expected(&self.operation, &self.ptx, [a, b, c], reading)
    }

    /// Compares all triples of ports with the unit.
    pub(super) fn compare(&self, ports: &[Vec<u32>; 3], reading: &Reading, found: &mut dyn FnMut(Found)) {
        let [ports_a, ports_b, ports_c] = ports;
        for (&a, &b) in ports_a.iter().flat_map(|a| ports_b.iter().map(move |b| (a, b))) {
            for &c in ports_c {
                let (sass, ptx) = (self.operation.execute(a, b, c), self.evaluate(a, b, c, reading));
                if sass != ptx {
                    found(Found { a, b, c, sass, ptx, spelling: 0 });
                }
            }
        }
    }
}

/// A comparison that differs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) c: u32,
    /// The unit's result.
    pub(super) sass: u32,
    /// PTX's result.
    pub(super) ptx: u32,
    /// Which of the four spellings of PTX.
    pub(super) spelling: usize,
}

/// The two sides and their inputs.
pub(super) struct Job<'p> {
    pub(super) mode: Mode,
    pub(super) ports: &'p [Vec<u32>; 3],
    /// How many of the four spellings of PTX are evaluated: 1 or 4.
    pub(super) spellings: usize,
    pub(super) reading: &'p Reading,
}

/// Compares all triples of ports and reports those on which the two sides differ.
pub(super) fn compare(job: &Job<'_>, found: &mut dyn FnMut(Found)) {
    // The fast loops have the default reading and one spelling.
    if *job.reading != Reading::DEFAULT || job.spellings > 1 {
        let [ports_a, ports_b, _] = job.ports;
        return ports_a.iter().for_each(|&a| ports_b.iter().for_each(|&b| row(job, a, b, found)));
    }
    macro_rules! by {
        ($value:expr, $kind:ident [$($variant:ident)+], $constant:ident => $body:expr) => {
            match $value { $($kind::$variant => { const $constant: $kind = $kind::$variant; $body })+ }
        };
    }
    let Mode { a, b, psign, scale, saturate } = job.mode;
    by!(psign, Psign [Add SubtractC NegateProduct PlusOne], PSIGN =>
        by!(scale, Scale [Pass Shr7 Shr15], SCALE =>
            by!(saturate, Saturate [Off On], SATURATE =>
                by!(a.sign, Sign [Unsigned Signed], A =>
                    by!(b.sign, Sign [Unsigned Signed], B =>
                        fixed::<DefaultReading, { PSIGN as usize }, { SCALE as usize }, { SATURATE as usize }, { A as usize }, { B as usize }>(job, found)
                    )
                )
            )
        )
    );
}

/// A reading as a type: a constant in a copy of the loops.
trait ConstReading {
    const READING: Reading;
}

/// The reading of all copies but [`in_another_reading`]'s.
struct DefaultReading;

impl ConstReading for DefaultReading {
    const READING: Reading = Reading::DEFAULT;
}

/// A reading that differs from the unit (D1).
struct SignOfFinal;

impl ConstReading for SignOfFinal {
    const READING: Reading = Reading { minus_c: MinusC::SignOfFinal, ..Reading::DEFAULT };
}

/// The inputs on which a mode differs from PTX in another reading: by the specialised loops, and by the plain one. The unit
/// and PTX are equal in the default reading, so this alone shows that the specialised loops find what differs.
#[doc(hidden)]
pub fn in_another_reading(ports: &[Vec<u32>; 3]) -> [Vec<[u32; 3]>; 2] {
    let word = Operand::first(Format::U32);
    let mode = Mode { a: word, b: word, psign: Psign::SubtractC, scale: Scale::Pass, saturate: Saturate::On };
    let job = Job { mode, ports, spellings: 1, reading: &SignOfFinal::READING };
    let (mut specialised, mut plain) = (Vec::new(), Vec::new());
    fixed::<SignOfFinal, 1, 0, 1, 0, 0>(&job, &mut |it| specialised.push([it.a, it.b, it.c]));
    compare(&job, &mut |it| plain.push([it.a, it.b, it.c]));
    [specialised, plain]
}

/// The loops with everything constant except the selectors. A number is an index into its type's list.
#[inline(never)]
fn fixed<
    R: ConstReading,
    const PSIGN: usize,
    const SCALE: usize,
    const SATURATE: usize,
    const A: usize,
    const B: usize,
>(
    job: &Job<'_>,
    found: &mut dyn FnMut(Found),
) {
    let mode = Mode {
        a: Operand { sign: Sign::ALL[A], ..job.mode.a },
        b: Operand { sign: Sign::ALL[B], ..job.mode.b },
        psign: Psign::ALL[PSIGN],
        scale: Scale::ALL[SCALE],
        saturate: Saturate::ALL[SATURATE],
    };
    let [first, ..] = spellings(mode);
    let [ports_a, ports_b, ports_c] = job.ports;
    let mut results = vec![0; ports_c.len()];
    for &a in ports_a {
        for &b in ports_b {
            for (result, &c) in results.iter_mut().zip(ports_c) {
                *result = execute(mode, a, b, c);
            }
            // Otherwise the compiler proves both models equal in some modes and removes the comparison.
            let results = black_box(results.iter());
            let mut differ = false;
            for (&sass, &c) in results.zip(ports_c) {
                differ |= sass != evaluate(&first, a, b, c, &R::READING);
            }
            if differ {
                row(job, a, b, found);
            }
        }
    }
}

/// All values of C, each comparison checked and reported.
#[inline(never)]
fn row(job: &Job<'_>, a: u32, b: u32, found: &mut dyn FnMut(Found)) {
    for &c in &job.ports[2] {
        let sass = execute(job.mode, a, b, c);
        for (spelling, operation) in spellings(job.mode).iter().enumerate().take(job.spellings) {
            let ptx = evaluate(operation, a, b, c, job.reading);
            if sass != ptx {
                found(Found { a, b, c, sass, ptx, spelling });
                break;
            }
        }
    }
}
