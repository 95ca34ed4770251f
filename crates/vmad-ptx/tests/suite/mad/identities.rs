//! What must hold between results, whoever computes them: the laws that tie the roundings together, and the
//! traces to the results.

use vmad_ptx::mad::Rounding::{NearestEven, TowardNegative, TowardPositive, TowardZero};
use vmad_ptx::mad::{Rounding, f32, f64};

use crate::mad::generate::{F32, F64, Triples};
use crate::mad::tally::{Tally, cases};

/// The results of one triple by rounding, as numbers in the order of the reals; none where it is a NaN.
fn ordered(sign: u64, result: impl Fn(Rounding) -> Option<u64>) -> Option<[i64; 4]> {
    let key = |x: u64| if x & sign == 0 { x as i64 } else { -((x & !sign) as i64) };
    let [nearest, zero, down, up] =
        [NearestEven, TowardZero, TowardNegative, TowardPositive].map(|r| result(r).map(key));
    Some([nearest?, zero?, down?, up?])
}

/// IEEE 754-2019, 4.3: the directed roundings enclose the sum as tightly as the format can; `.rn` is one of
/// them, `.rz` the one nearer to zero.
fn enclosed([nearest, zero, down, up]: [i64; 4]) -> bool {
    (down == up || down + 1 == up)
        && (nearest == down || nearest == up)
        && zero == if down.abs() < up.abs() { down } else { up }
}

#[test]
fn the_roundings_enclose_the_sum() {
    let mut tally = Tally::new("roundings enclose");
    for [a, b, c] in Triples::new(F32, 11).take(cases()).map(|triple| triple.map(|x| x as u32)) {
        let result = |r| Some(f32::mad(a, b, c, r, false, false)).filter(|&d| d != f32::NAN).map(u64::from);
        if let Some(results) = ordered(1 << 31, result) {
            tally.compare(enclosed(results), || format!("f32 {a:08x} {b:08x} {c:08x}: {results:x?}"));
        }
    }
    for [a, b, c] in Triples::new(F64, 12).take(cases()) {
        let is_number = |d: &u64| d & !(1 << 63) <= 0x7ff0_0000_0000_0000;
        if let Some(results) = ordered(1 << 63, |r| Some(f64::mad(a, b, c, r)).filter(is_number)) {
            tally.compare(enclosed(results), || format!("f64 {a:016x} {b:016x} {c:016x}: {results:x?}"));
        }
    }
    tally.finish();
}

/// `-(a * b + c)` rounded up is `a * b + c` rounded down, negated; and the factors may change places.
#[test]
fn signs_and_factors_may_be_exchanged() {
    const SIGN: u32 = 0x8000_0000;
    let mut tally = Tally::new("f32 signs and factors");
    for [a, b, c] in Triples::new(F32, 13).take(cases()).map(|triple| triple.map(|x| x as u32)) {
        let d = f32::mad(a, b, c, TowardNegative, false, false);
        let swapped = f32::mad(b, a, c, TowardNegative, false, false);
        let mirrored = f32::mad(a ^ SIGN, b, c ^ SIGN, TowardPositive, false, false);
        let equal = d == swapped && (d == f32::NAN && mirrored == f32::NAN || d == mirrored ^ SIGN);
        tally.compare(equal, || format!("{a:08x} {b:08x} {c:08x}: {d:08x} {swapped:08x} {mirrored:08x}"));
    }
    tally.finish();
}

/// A trace's fields are the instruction's answers with fewer modifiers.
#[test]
fn a_trace_ends_where_each_modifier_begins() {
    let mut tally = Tally::new("f32 traces");
    for [a, b, c] in Triples::new(F32, 14).take(cases()).map(|triple| triple.map(|x| x as u32)) {
        for rounding in Rounding::ALL {
            let t = f32::trace(a, b, c, rounding, true, true);
            let sum = f32::mad(t.a, t.b, t.c, rounding, false, false);
            let flushed = f32::mad(a, b, c, rounding, true, false);
            let result = f32::mad(a, b, c, rounding, true, true);
            tally.compare([t.sum, t.flushed, t.result] == [sum, flushed, result], || format!("{t:08x?}"));
        }
    }
    tally.finish();
}
