//! `sm1x::mad_f32` against `SoftFloat`'s arithmetic, put together as the manual's note for `sm_1x` says.

use vmad_ptx::mad::{f32, sm1x};

use crate::mad::cases;
use crate::mad::foreign::{softfloat_add_once, softfloat_add32, softfloat_mul32, softfloat_product};
use crate::mad::generate::{F32, triples};

/// The pattern without its sign.
fn magnitude(x: u32) -> u32 {
    x & 0x7fff_ffff
}

/// Sign-preserving zero for a subnormal number.
pub(crate) fn flush(x: u32) -> u32 {
    if x & 0x7f80_0000 == 0 { x & 0x8000_0000 } else { x }
}

/// `mul.f32`: rounded to 24 bits, then flushed if below 2^-126. `SoftFloat` rounds a subnormal product to
/// fewer than 24 bits, so whether it is below is read off the product scaled by 2^64.
fn multiply(a: u32, b: u32) -> u32 {
    let product = softfloat_mul32(a, b);
    if magnitude(product) > 0x0080_0000 || magnitude(a) == 0 || magnitude(b) == 0 {
        return product;
    }
    let (small, other) = if magnitude(a) < magnitude(b) { (a, b) } else { (b, a) };
    let scaled = softfloat_mul32(small + (64 << 23), other);
    let smallest_normal_scaled = (127 - 126 + 64) << 23;
    if magnitude(scaled) < smallest_normal_scaled { product & 0x8000_0000 } else { product }
}

/// The manual's note in `SoftFloat`'s arithmetic; the NaN is NVIDIA's.
fn oracle(a: u32, b: u32, c: u32) -> u32 {
    let [a, b, c] = [a, b, c].map(flush);
    let sum = if magnitude(c) == 0 {
        softfloat_add32(multiply(a, b), c)
    } else {
        let product = softfloat_product(a, b);
        // 52 bits of mantissa become 23.
        softfloat_add_once(product & !0x1fff_ffff, c)
    };
    if magnitude(sum) > 0x7f80_0000 { f32::NAN } else { flush(sum) }
}

fn assert_equal(a: u32, b: u32, c: u32) {
    let (model, other) = (sm1x::mad_f32(a, b, c, false), oracle(a, b, c));
    assert_eq!(model, other, "{a:08x} {b:08x} {c:08x}: {model:08x}, not {other:08x}");
}

#[test]
fn f32_is_softfloats_put_together() {
    for [a, b, c] in triples(F32, 21).take(cases()).map(|triple| triple.map(|x| x as u32)) {
        let zero = c & 0x8000_0000;
        for c in [c, zero] {
            assert_equal(a, b, c);
        }
    }
}

/// Products next to the smallest normal number, with `c` zero, tiny and just as large: factors whose
/// significands multiply to about a power of two, at every pair of exponents that brings them there.
#[test]
fn f32_is_softfloats_around_the_smallest_normal() {
    let significands = [
        // 2^24 - 1, which has 24 bits and stays below a power of two.
        (4095, 4097),
        (255, 65793),
        (0xff_ffff, 1),
        // 2^47 - 2 d^2, which rounds to 24 bits up to 2^47 for d = 1 and d = 1448, but not for d = 1449.
        ((1 << 23) + 1, (1 << 24) - 2),
        ((1 << 23) + 1448, (1 << 24) - 2896),
        ((1 << 23) + 1449, (1 << 24) - 2898),
        // A power of two, and just above and below one by more.
        (4096, 4096),
        (4095, 4098),
        (0xff_ffff, 0xff_ffff),
    ];
    let pack = |significand: u32, exponent: u32| {
        let shift = significand.leading_zeros() - 8;
        exponent << 23 | significand << shift & 0x7f_ffff
    };
    for (x, y) in significands {
        for ea in 1..=127 {
            for eb in (126 - ea.min(126)).max(1)..=(130 - ea).max(1) {
                let (a, b) = (pack(x, ea), pack(y, eb));
                for c in [0, 1, 0x007f_ffff, 0x0080_0000, 0x0080_0001, 0x0100_0000, 0x00ff_ffff] {
                    for signs in 0..4 {
                        assert_equal(a | (signs & 1) << 31, b, c | (signs & 2) << 30);
                    }
                }
            }
        }
    }
}
