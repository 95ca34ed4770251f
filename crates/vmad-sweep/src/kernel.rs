//! The inner loops.
//!
//! Those of `VMAD` with the default reading are specialised: each combination of signs, psign, scale and saturation has
//! its own copy of the loops, 96 in all. In a copy they are constants: no branch depends on them, and the loop over C
//! computes only what depends on C. The comparison is still between `vmad_unit::execute` and `vmad_ptx::video::evaluate`.

use std::hint::black_box;

use vmad_map::meaning::{expected, spelling::spellings};
use vmad_ptx::{ast::Operation as Ptx, reading::Reading, video::evaluate};

use vmad_unit::{Operand, Operation, Psign, Saturate, Scale, Sign, execute, vmad::Mode};

/// A mode, its inputs, and the PTX that specifies it.
pub(super) struct Job<'p> {
    pub(super) operation: Operation,
    /// The spellings that are evaluated.
    pub(super) ptx: &'p [Ptx],
    /// The values of the ports, all triples of which are compared.
    pub(super) ports: &'p [Vec<u32>; 3],
    pub(super) reading: &'p Reading,
}

/// The inputs on which the two sides differ.
pub(super) struct Disagreement {
    pub(super) inputs: [u32; 3],
    /// The results of the unit and of PTX.
    pub(super) results: [u32; 2],
    pub(super) ptx: Ptx,
}

impl Job<'_> {
    /// Compares all triples of ports and reports those on which the two sides differ.
    pub(super) fn compare(&self, report: &mut dyn FnMut(Disagreement)) {
        let [ports_a, ports_b, _] = self.ports;
        match self.operation {
            Operation::Vmad(mode)
                if *self.reading == Reading::DEFAULT && *self.ptx == spellings(mode)[..1] =>
            {
                self.specialised(mode, report);
            }
            _ => ports_a.iter().for_each(|&a| ports_b.iter().for_each(|&b| self.row(a, b, report))),
        }
    }

    fn specialised(&self, Mode { a, b, psign, scale, saturate }: Mode, report: &mut dyn FnMut(Disagreement)) {
        macro_rules! by {
            ($value:expr, $kind:ident [$($variant:ident)+], $constant:ident => $body:expr) => {
                match $value { $($kind::$variant => { const $constant: usize = $kind::$variant as usize; $body })+ }
            };
        }
        by!(psign, Psign [Add SubtractC NegateProduct PlusOne], PSIGN =>
            by!(scale, Scale [Pass Shr7 Shr15], SCALE =>
                by!(saturate, Saturate [Off On], SATURATE =>
                    by!(a.sign, Sign [Unsigned Signed], A =>
                        by!(b.sign, Sign [Unsigned Signed], B =>
                            self.fixed::<PSIGN, SCALE, SATURATE, A, B>([a, b], report)
                        )
                    )
                )
            )
        );
    }

    /// The loops of a `VMAD` in the default reading, with everything constant except the selectors. A number is an index
    /// into its type's list.
    #[inline(never)]
    fn fixed<
        const PSIGN: usize,
        const SCALE: usize,
        const SATURATE: usize,
        const A: usize,
        const B: usize,
    >(
        &self,
        [a, b]: [Operand; 2],
        report: &mut dyn FnMut(Disagreement),
    ) {
        let mode = Mode {
            a: Operand { sign: Sign::ALL[A], ..a },
            b: Operand { sign: Sign::ALL[B], ..b },
            psign: Psign::ALL[PSIGN],
            scale: Scale::ALL[SCALE],
            saturate: Saturate::ALL[SATURATE],
        };
        let [first, ..] = spellings(mode);
        let [ports_a, ports_b, ports_c] = self.ports;
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
                    differ |= sass != evaluate(&first, a, b, c, &Reading::DEFAULT);
                }
                if differ {
                    self.row(a, b, report);
                }
            }
        }
    }

    /// All values of C, each comparison checked and reported.
    #[inline(never)]
    fn row(&self, a: u32, b: u32, report: &mut dyn FnMut(Disagreement)) {
        for &c in &self.ports[2] {
            let inputs = [a, b, c];
            let sass = self.operation.execute(a, b, c);
            let result = |ptx: &Ptx| (*ptx, expected(&self.operation, ptx, inputs, self.reading));
            if let Some((ptx, result)) = self.ptx.iter().map(result).find(|(_, result)| *result != sass) {
                report(Disagreement { inputs, results: [sass, result], ptx });
            }
        }
    }
}
