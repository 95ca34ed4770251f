//! `f32::mad` and `f64::mad` against Berkeley `SoftFloat`'s `f32_mulAdd` and `f64_mulAdd`.

use vmad_ptx::mad::{Rounding, f32, f64};

use crate::mad::foreign::{softfloat_mul_add32, softfloat_mul_add64};
use crate::mad::generate::{F32, F64, triples};
use crate::mad::{cases, sm1x::flush};

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

/// Compares with `SoftFloat` over the triples and all roundings.
fn sweep32(triples: impl Iterator<Item = [u32; 3]>) {
    for [a, b, c] in triples {
        for rounding in Rounding::ALL {
            let (model, other) =
                (f32::mad(a, b, c, rounding, false, false), softfloat_mul_add32(a, b, c, rounding));
            assert!(
                agree32(model, other),
                "mad.{}.f32 {a:08x} {b:08x} {c:08x}: {model:08x}, not {other:08x}",
                rounding.text()
            );
        }
    }
}

fn hostile32(seed: u64) -> impl Iterator<Item = [u32; 3]> {
    triples(F32, seed).take(cases()).map(|triple| triple.map(|x| x as u32))
}

#[test]
fn f32_is_softfloats() {
    sweep32(hostile32(1));
}

#[test]
fn f64_is_softfloats() {
    for [a, b, c] in triples(F64, 2).take(cases()) {
        for rounding in Rounding::ALL {
            let (model, other) = (f64::mad(a, b, c, rounding), softfloat_mul_add64(a, b, c, rounding));
            assert!(
                agree64(model, other),
                "mad.{}.f64 {a:016x} {b:016x} {c:016x}: {model:016x}, not {other:016x}",
                rounding.text()
            );
        }
    }
}

/// Every exponent of `a` with every exponent of `c`, significands at their corners.
#[test]
fn f32_is_softfloats_at_every_pair_of_exponents() {
    let corners = [(0, 0), (1, 0x7f_ffff), (0x7f_ffff, 1), (0x7f_ffff, 0)];
    let factors = [0x3f80_0000, 0x3f80_0001, 0xbf7f_ffff, 0x0080_0000];
    sweep32((0..0x1_0000).flat_map(move |exponents| {
        let (ea, ec) = (exponents >> 8 << 23, (exponents & 0xff) << 23);
        corners.into_iter().flat_map(move |(ma, mc)| factors.map(|b| [ea | ma, b, ec | mc]))
    }));
}

/// `.ftz` is `SoftFloat`'s result of flushed operands, flushed. A sum that is below the smallest normal number until it is
/// rounded is a normal number, and stays.
#[test]
fn ftz_flushes_operands_and_results() {
    for [a, b, c] in hostile32(5) {
        let [x, y, z] = [a, b, c].map(flush);
        for rounding in Rounding::ALL {
            let model = f32::mad(a, b, c, rounding, true, false);
            let other = flush(softfloat_mul_add32(x, y, z, rounding));
            assert!(
                agree32(model, other),
                "mad.{}.ftz.f32 {a:08x} {b:08x} {c:08x}: {model:08x}, not {other:08x}",
                rounding.text()
            );
        }
    }
}
