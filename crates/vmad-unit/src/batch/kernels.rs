//! The kernels: one for each form and level.

#[cfg(target_arch = "x86_64")]
use fearless_simd::Simd;

use super::{
    arithmetic::lane,
    form::{Counts, Form},
    lanes::Lanes,
    level::{Instructions, Level},
    scalar::Scalar,
};
use crate::control::{Control, Psign};

/// Runs a setting over slices of one length.
///
/// A factor's number is its place in [`Form::FACTORS`]. There are kernels where A's is at least B's: the product is the
/// same with the two exchanged.
pub(super) fn run(level: Level, control: Control, ports: [&[u32]; 3], d: &mut [u32]) {
    let (form, counts) = (Form::of(control), Counts::of(control));
    macro_rules! kernel {
        ($($a:literal $b:literal),+) => {
            match form.places() {
                $([$a, $b] => kernel!($a $b psign Add SubtractC NegateProduct PlusOne),)+
                _ => {
                    let [a, b, c] = ports;
                    run(level, Control { a: control.b, b: control.a, ..control }, [b, a, c], d);
                }
            }
        };
        ($a:literal $b:literal psign $($psign:ident)+) => {
            match form.psign { $(Psign::$psign => kernel!($a $b $psign),)+ }
        };
        ($a:literal $b:literal $psign:ident) => {
            match (form.shifts, form.saturates) {
                (false, false) => kernel!($a $b $psign false false),
                (false, true) => kernel!($a $b $psign false true),
                (true, false) => kernel!($a $b $psign true false),
                (true, true) => kernel!($a $b $psign true true),
            }
        };
        ($a:literal $b:literal $psign:ident $shifts:literal $saturates:literal) => {
            Made::<$a, $b, { Psign::$psign as usize }, $shifts, $saturates>::run(level, counts, ports, d)
        };
    }
    kernel!(0 0, 1 0, 1 1, 2 0, 2 1, 2 2, 3 0, 3 1, 3 2, 3 3);
}

/// A form as a type: what a kernel is made for must be a constant in it.
struct Made<const A: usize, const B: usize, const PSIGN: usize, const SHIFTS: bool, const SATURATES: bool>;

impl<const A: usize, const B: usize, const PSIGN: usize, const SHIFTS: bool, const SATURATES: bool>
    Made<A, B, PSIGN, SHIFTS, SATURATES>
{
    const FORM: Form = Form {
        a: Form::FACTORS[A],
        b: Form::FACTORS[B],
        psign: Psign::ALL[PSIGN],
        shifts: SHIFTS,
        saturates: SATURATES,
    };

    /// The form's kernels.
    #[inline(never)]
    fn run(level: Level, counts: Counts, ports: [&[u32]; 3], d: &mut [u32]) {
        match level.instructions() {
            Instructions::Plain => Self::sweep(Scalar, counts, ports, d),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(proof) => proof.vectorize(
                #[inline(always)]
                || Self::sweep(Scalar, counts, ports, d),
            ),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(proof) => proof.vectorize(
                #[inline(always)]
                || Self::sweep(super::avx512::Zmm::new(proof), counts, ports, d),
            ),
        }
    }

    #[inline(always)]
    fn sweep<L: Lanes>(l: L, counts: Counts, ports: [&[u32]; 3], d: &mut [u32]) {
        l.map(
            ports,
            d,
            #[inline(always)]
            move |a, b, c| lane(l, Self::FORM, counts, [a, b, c]),
        );
    }
}
