//! `f32::mad` and `f64::mad` against Berkeley `SoftFloat`'s `f32_mulAdd` and `f64_mulAdd`, and against the
//! FMA of the machine that runs the tests.

use vmad_ptx::mad::{Rounding, f32, f64};

use crate::mad::foreign::{
    host_mul_add32, host_mul_add64, require_host_fma, softfloat_mul_add32, softfloat_mul_add64,
};
use crate::mad::generate::{F32, F64, Triples};
use crate::mad::tally::{Tally, cases};

/// Equal, or both NaN: which NaN is not the oracle's to say.
fn agree32(x: u32, y: u32) -> bool {
    let is_nan = |x: u32| x & 0x7fff_ffff > 0x7f80_0000;
    x == y || is_nan(x) && is_nan(y)
}

/// Equal, or both NaN: which NaN is not the oracle's to say.
fn agree64(x: u64, y: u64) -> bool {
    let is_nan = |x: u64| x & 0x7fff_ffff_ffff_ffff > 0x7ff0_0000_0000_0000;
    x == y || is_nan(x) && is_nan(y)
}

/// Runs `oracle` beside the model over the triples and all roundings.
fn sweep32(
    name: &'static str,
    triples: impl Iterator<Item = [u32; 3]>,
    oracle: impl Fn(u32, u32, u32, Rounding) -> u32,
) {
    let mut tally = Tally::new(name);
    for [a, b, c] in triples {
        for rounding in Rounding::ALL {
            let (model, other) = (f32::mad(a, b, c, rounding, false, false), oracle(a, b, c, rounding));
            tally.compare(agree32(model, other), || {
                format!("mad.{}.f32 {a:08x} {b:08x} {c:08x}: {model:08x}, not {other:08x}", rounding.text())
            });
        }
    }
    tally.finish();
}

/// Runs `oracle` beside the model over the triples and all roundings.
fn sweep64(name: &'static str, seed: u64, oracle: impl Fn(u64, u64, u64, Rounding) -> u64) {
    let mut tally = Tally::new(name);
    for [a, b, c] in Triples::new(F64, seed).take(cases()) {
        for rounding in Rounding::ALL {
            let (model, other) = (f64::mad(a, b, c, rounding), oracle(a, b, c, rounding));
            tally.compare(agree64(model, other), || {
                format!(
                    "mad.{}.f64 {a:016x} {b:016x} {c:016x}: {model:016x}, not {other:016x}",
                    rounding.text()
                )
            });
        }
    }
    tally.finish();
}

fn hostile32(seed: u64) -> impl Iterator<Item = [u32; 3]> {
    Triples::new(F32, seed).take(cases()).map(|triple| triple.map(|x| x as u32))
}

#[test]
fn f32_is_softfloats() {
    sweep32("f32 and SoftFloat", hostile32(1), |a, b, c, r| softfloat_mul_add32(a, b, c, r).0);
}

#[test]
fn f64_is_softfloats() {
    sweep64("f64 and SoftFloat", 2, |a, b, c, r| softfloat_mul_add64(a, b, c, r).0);
}

#[test]
fn f32_is_the_hosts() {
    require_host_fma();
    sweep32("f32 and the host's FMA", hostile32(3), |a, b, c, r| host_mul_add32(a, b, c, r, false));
}

#[test]
fn f64_is_the_hosts() {
    require_host_fma();
    sweep64("f64 and the host's FMA", 4, host_mul_add64);
}

/// Every exponent of `a` with every exponent of `c`, significands at their corners; `SoftFloat` answers.
#[test]
fn f32_is_softfloats_at_every_pair_of_exponents() {
    let corners = [(0, 0), (1, 0x7f_ffff), (0x7f_ffff, 1), (0x7f_ffff, 0)];
    let factors = [0x3f80_0000, 0x3f80_0001, 0xbf7f_ffff, 0x0080_0000];
    let triples = (0..0x1_0000).flat_map(move |exponents| {
        let (ea, ec) = (exponents >> 8 << 23, (exponents & 0xff) << 23);
        corners.into_iter().flat_map(move |(ma, mc)| factors.map(|b| [ea | ma, b, ec | mc]))
    });
    sweep32("f32 and SoftFloat at every pair of exponents", triples, |a, b, c, r| {
        softfloat_mul_add32(a, b, c, r).0
    });
}

/// `.ftz` beside the host's own flushing of operands and results. One thing is not settled between them: a
/// sum that is below the smallest normal number until it is rounded. The model rounds it as any other and
/// finds a normal number, not to be flushed; the host asks whether it would also be normal with 24 bits of
/// significand, and flushes it where not. No other difference is allowed.
#[test]
fn ftz_is_the_hosts_but_for_what_rounding_brings_up_to_the_smallest_normal() {
    require_host_fma();
    let mut tally = Tally::new("f32 .ftz and the host's flushing");
    let mut brought_up = 0;
    for [a, b, c] in hostile32(5) {
        for rounding in Rounding::ALL {
            let model = f32::mad(a, b, c, rounding, true, false);
            let host = host_mul_add32(a, b, c, rounding, true);
            let smallest_for_zero = model & 0x7fff_ffff == 0x0080_0000 && host == model & 0x8000_0000;
            brought_up += usize::from(smallest_for_zero);
            tally.compare(agree32(model, host) || smallest_for_zero, || {
                format!(
                    "mad.{}.ftz.f32 {a:08x} {b:08x} {c:08x}: {model:08x}, not {host:08x}",
                    rounding.text()
                )
            });
        }
    }
    println!("{brought_up} of them brought up to the smallest normal number by rounding");
    assert!(brought_up > 0, "the sweep never met the case that its name excepts");
    tally.finish();
}
