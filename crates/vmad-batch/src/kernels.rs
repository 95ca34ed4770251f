//! The kernels: one for each class and level.

#[cfg(target_arch = "x86_64")]
use fearless_simd::Simd;

use crate::{
    arithmetic::{cut, field, narrow, product, sum, wide},
    class::{Counts, KernelClass},
    lanes::Lanes,
    level::{Instructions, Level},
    scalar::Scalar,
    split16::word_by_part,
};
#[cfg(target_arch = "x86_64")]
use crate::{avx2::Ymm, avx512::Zmm};
use vmad_unit::{Psign, vmad::Mode};

/// The kernel of a setting, selected once for all its runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    run: fn(Level, &mut Work<'_>),
    counts: Counts,
    /// Whether the kernel's A is the setting's B. Kernels exist only for pairs in which A is not before B in
    /// [`KernelClass::FACTORS`]; exchanging the factors does not change the product.
    exchanged: bool,
}

/// What a kernel works on: slices of one length, a multiple of [`VECTOR`].
///
/// It is passed to the kernel as one pointer. Passed by value, it is copied through two more calls in pieces that are
/// larger than its fields, and each such load waits for the stores of the fields.
struct Work<'p> {
    counts: &'p Counts,
    a: &'p [u32],
    b: &'p [u32],
    c: &'p [u32],
    d: &'p mut [u32],
}

impl<'p> Work<'p> {
    /// The parts. Called next to the loop, for the same reason.
    #[inline(always)]
    const fn parts(&mut self) -> (Counts, [&'p [u32]; 3], &mut [u32]) {
        (*self.counts, [self.a, self.b, self.c], self.d)
    }
}

impl Kernel {
    pub(crate) const fn of(mode: Mode) -> Self {
        let class = KernelClass::of(mode);
        macro_rules! kernel {
            ($($a:literal $b:literal),+) => {
                match class.places() {
                    $([$a, $b] => kernel!($a $b psign Add SubtractC NegateProduct PlusOne),)+
                    _ => {
                        let Self { run, counts, .. } =
                            Self::of(Mode { a: mode.b, b: mode.a, ..mode });
                        return Self { run, counts, exchanged: true };
                    }
                }
            };
            ($a:literal $b:literal psign $($psign:ident)+) => {
                match class.psign { $(Psign::$psign => kernel!($a $b $psign),)+ }
            };
            ($a:literal $b:literal $psign:ident) => {
                match (class.shifts, class.saturates) {
                    (false, false) => kernel!($a $b $psign false false),
                    (false, true) => kernel!($a $b $psign false true),
                    (true, false) => kernel!($a $b $psign true false),
                    (true, true) => kernel!($a $b $psign true true),
                }
            };
            ($a:literal $b:literal $psign:ident $shifts:literal $saturates:literal) => {
                Made::<$a, $b, { Psign::$psign as usize }, $shifts, $saturates>::run
            };
        }
        let run = kernel!(0 0, 1 0, 1 1, 2 0, 2 1, 2 2, 3 0, 3 1, 3 2, 3 3);
        Self { run, counts: Counts::of(mode), exchanged: false }
    }

    /// Runs the setting over slices of one length. The rest after the last whole vector is padded to a vector.
    #[inline]
    pub(crate) fn run(&self, level: Level, [a, b, c]: [&[u32]; 3], d: &mut [u32]) {
        let ((a, a_rest), (b, b_rest), (c, c_rest)) = (a.as_chunks(), b.as_chunks(), c.as_chunks());
        let (d, d_rest) = d.as_chunks_mut();
        self.run_vectors(level, [a, b, c], d);
        if !d_rest.is_empty() {
            let mut results = [[0; VECTOR]];
            let [a, b, c] = &[a_rest, b_rest, c_rest].map(padded);
            self.run_vectors(level, [a, b, c], &mut results);
            d_rest.iter_mut().zip(results.as_flattened()).for_each(|(d, result)| *d = *result);
        }
    }

    #[inline]
    fn run_vectors(&self, level: Level, [a, b, c]: [&[[u32; VECTOR]]; 3], d: &mut [[u32; VECTOR]]) {
        let Self { run, counts, exchanged } = self;
        let (a, b, c, d) = (a.as_flattened(), b.as_flattened(), c.as_flattened(), d.as_flattened_mut());
        if *exchanged {
            run(level, &mut Work { counts, a: b, b: a, c, d });
        } else {
            run(level, &mut Work { counts, a, b, c, d });
        }
    }
}

/// A multiple of the lanes of every level.
const VECTOR: usize = 16;

/// A vector that begins with the values, followed by zeros.
fn padded(values: &[u32]) -> [[u32; VECTOR]; 1] {
    let mut vector = [0; VECTOR];
    vector.iter_mut().zip(values).for_each(|(lane, value)| *lane = *value);
    [vector]
}

/// A class as a type, so that it is a constant in a kernel. A condition on it in a `const` block removes the other branch
/// before code generation: the many kernels compile quickly.
struct Made<const A: usize, const B: usize, const PSIGN: usize, const SHIFTS: bool, const SATURATES: bool>;

impl<const A: usize, const B: usize, const PSIGN: usize, const SHIFTS: bool, const SATURATES: bool>
    Made<A, B, PSIGN, SHIFTS, SATURATES>
{
    const CLASS: KernelClass = KernelClass {
        a: KernelClass::FACTORS[A],
        b: KernelClass::FACTORS[B],
        psign: Psign::ALL[PSIGN],
        shifts: SHIFTS,
        saturates: SATURATES,
    };

    /// The class's kernels.
    fn run(level: Level, work: &mut Work<'_>) {
        match level.0 {
            Instructions::Plain => Self::sweep(Scalar, work),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(proof) => proof.vectorize(
                #[inline(always)]
                || Self::sweep(Ymm::new(proof), work),
            ),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(proof) => proof.vectorize(
                #[inline(always)]
                || Self::sweep(Zmm::new(proof), work),
            ),
        }
    }

    #[inline(always)]
    fn sweep<L: Lanes>(l: L, work: &mut Work<'_>) {
        let (counts, ports, d) = work.parts();
        l.map(
            ports,
            d,
            #[inline(always)]
            |a, b, c| Self::lane(l, counts, [a, b, c]),
        );
    }

    /// One execution in every lane.
    #[inline(always)]
    fn lane<L: Lanes>(l: L, counts: Counts, [a, b, c]: [L::V; 3]) -> L::V {
        let class = Self::CLASS;
        let factor_a = field(l, class.a, counts.a, a);
        let factor_b = field(l, class.b, counts.b, b);
        if const { !SHIFTS && !SATURATES } {
            cut(l, class.psign, l.multiply(factor_a, factor_b), c)
        } else if const { Self::CLASS.splits() } {
            word_by_part(l, class, counts, [factor_a, factor_b], c)
        } else if const { Self::CLASS.is_narrow() } {
            narrow(l, class, counts, l.multiply(factor_a, factor_b), c)
        } else {
            wide(l, class, counts, sum(l, class, product(l, class, factor_a, factor_b), c))
        }
    }
}
