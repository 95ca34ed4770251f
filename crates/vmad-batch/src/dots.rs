//! A word by a signed part, shifted and clamped, in dot products of 16-bit halves. This module has the settings for
//! which these need fewer instructions than 64-bit lanes (`lanes64.rs`, for a signed word) or two parts (`split16.rs`,
//! for an unsigned word).
//!
//! The AVX-512 instruction adds two products of signed halves to a 32-bit sum and clamps the sum to 32 bits. The
//! product of b and an unsigned half x needs two of these products: `-x b = (2^15 - 1 - x) b - (2^15 - 1) b`. It is
//! negative, so the kernel computes C - p, or the complement of tmp: ~C - p for p + C, C - p - 1 for p - C, and
//! ~C - p - 1 for p + C + 1. The shift and the clamp of a complement are the complement of the shifted, clamped number.

use core::arch::x86_64::{
    __m512i, _mm512_cmpge_epu32_mask, _mm512_dpwssds_epi32, _mm512_mask_srai_epi32, _mm512_or_si512,
    _mm512_set1_epi32, _mm512_shldv_epi32, _mm512_ternarylogic_epi32, _mm512_xor_si512,
};

use fearless_simd::Avx512;

use crate::{
    avx512::{
        MINUS_UPPER, UPPER, add, and, load, shift_left, shift_right_sign, shuffled, splat, store, subtract,
    },
    form::{Counts, Form},
    vectors::{map, operations},
};
use vmad_unit::{Psign, Sign, Width};

/// `(x & y) ^ z`
const AND_XOR: i32 = 0b0110_1010;

operations! { Avx512:
    or(x: __m512i, y: __m512i) -> __m512i = _mm512_or_si512(x, y);
    xor(x: __m512i, y: u32) -> __m512i = _mm512_xor_si512(x, _mm512_set1_epi32(y as i32));
    and_xor(x: __m512i, y: u32, z: u32) -> __m512i =
        _mm512_ternarylogic_epi32::<AND_XOR>(x, _mm512_set1_epi32(y as i32), _mm512_set1_epi32(z as i32));
    funnel_left(high: __m512i, low: __m512i, count: u32) -> __m512i =
        _mm512_shldv_epi32(high, low, _mm512_set1_epi32(count as i32));
    dot(sum: __m512i, x: __m512i, y: __m512i) -> __m512i = _mm512_dpwssds_epi32(sum, x, y);
    at_least(x: __m512i, y: __m512i) -> u16 = _mm512_cmpge_epu32_mask(x, y);
    sign_where(mask: u16, sign: __m512i, x: __m512i) -> __m512i = _mm512_mask_srai_epi32::<31>(x, mask, sign);
}

/// Arithmetic on 16-bit halves of lanes.
#[derive(Clone, Copy)]
pub(crate) struct Dots {
    proof: Avx512,
}

impl Dots {
    pub(crate) const fn new(proof: Avx512) -> Self {
        Self { proof }
    }

    /// Whether a form's settings with these counts are computed here.
    pub(crate) const fn serve(form: Form, counts: &Counts) -> bool {
        Self::serve_some(form) && (Self::doubles(counts) || matches!(form.a.sign, Sign::Unsigned))
    }

    /// Whether a form is computed here with some counts.
    pub(crate) const fn serve_some(form: Form) -> bool {
        form.shifts
            && form.saturates
            && matches!(form.a.width, Width::Word)
            && !matches!(form.b.width, Width::Word)
            && matches!(form.b.sign, Sign::Signed)
    }

    /// Whether the upper half of A contributes twice its value after the shift: for half-words shifted by 15, and for
    /// bytes shifted by 7, which are 8 bits higher in their half-word.
    const fn doubles(counts: &Counts) -> bool {
        counts.lift + counts.scale == 31
    }

    /// Runs a form over slices of whole vectors.
    #[inline(always)]
    pub(crate) fn run(self, form: Form, counts: Counts, ports: [&[u32]; 3], d: &mut [u32]) {
        if !Self::doubles(&counts) {
            self.sweep(
                ports,
                d,
                #[inline(always)]
                |a, b, c| self.shifted_by_7(form, counts, [a, b, c]),
            );
        } else if counts.scale == 15 {
            self.sweep(
                ports,
                d,
                #[inline(always)]
                |a, b, c| self.doubled(form, counts, [a, b, c], c),
            );
        } else {
            // The product of a byte is 8 bits higher: so is c0.
            self.sweep(
                ports,
                d,
                #[inline(always)]
                |a, b, c| self.doubled(form, counts, [a, b, c], shift_left(self.proof, c, 15 - counts.scale)),
            );
        }
    }

    #[inline(always)]
    fn sweep(
        self,
        ports: [&[u32]; 3],
        d: &mut [u32],
        lane: impl Fn(__m512i, __m512i, __m512i) -> __m512i + Copy,
    ) {
        map((self.proof, load, store), ports, d, lane);
    }

    /// `sum - al * b`
    #[inline(always)]
    fn less_low(self, sum: __m512i, a: __m512i, b: __m512i) -> __m512i {
        // (2^15 - 1 - al) b - (2^15 - 1) b
        dot(self.proof, sum, and_xor(self.proof, a, 0xffff, 0x8001_7fff), b)
    }

    /// The halves whose dot product with b's halves is `-ah * b`.
    #[inline(always)]
    fn minus_high(self, form: Form, a: __m512i) -> __m512i {
        match form.a.sign {
            // (2^15 - 1 - ah) b - (2^15 - 1) b
            Sign::Unsigned => and_xor(self.proof, a, 0xffff_0000, 0x7fff_8001),
            // ~ah b + b
            Sign::Signed => and_xor(self.proof, a, 0xffff_0000, 0xffff_0001),
        }
    }

    /// One execution in each lane. With h = 2^(15 - scale) b (b at the upper end of 16 bits), a = 2^16 ah + al and
    /// C = 2^scale c1 + c0:
    ///
    /// ```text
    /// (C - a * b) >> scale = c1 - 2 (ah * h) + ((2^(15 - scale) c0 - al * h) >> 15)
    /// ```
    ///
    /// `ah * h` is subtracted twice. The first subtraction leaves the range only if the second does, on the same side.
    /// The argument `c0` has 2^(15 - scale) c0 in its lower 15 bits, and arbitrary bits above.
    #[inline(always)]
    fn doubled(self, form: Form, counts: Counts, [a, b, c]: [__m512i; 3], c0: __m512i) -> __m512i {
        const LOW: u32 = 0x7fff;
        let b = shuffled(self.proof, b, counts.halves());
        let c0 = match form.psign {
            Psign::SubtractC | Psign::NegateProduct => and(self.proof, c0, splat(self.proof, LOW)),
            // 2^15 less than the bits of ~c, because ~c1 = -c1 - 1. For a byte the lowest 8 bits are ones: they are
            // below the lowest bit of each addend, and are shifted out.
            Psign::Add | Psign::PlusOne => and_xor(self.proof, c0, LOW, u32::MAX),
        };
        let low = self.less_low(self.one_less(form, 1 << (15 - counts.scale), c0), a, b);
        let low = shift_right_sign(self.proof, low, 15);
        let c1 = shift_right_sign(self.proof, c, counts.scale);
        let sum = match form.psign {
            Psign::SubtractC | Psign::NegateProduct => add(self.proof, low, c1),
            Psign::Add | Psign::PlusOne => subtract(self.proof, low, c1),
        };
        let high = self.minus_high(form, a);
        let sum = dot(self.proof, dot(self.proof, sum, high, b), high, b);
        if form.psign == Psign::NegateProduct { sum } else { xor(self.proof, sum, u32::MAX) }
    }

    /// One execution in each lane, for an unsigned A and a half-word B, shifted by 7. The sum is 2^16 high + low.
    ///
    /// C, shifted, is in range. So a sum that is out of range has the sign of the product, which is the sign of b. Half
    /// the range is added to `high`, so that one unsigned comparison detects both ends; the shift moves this addend to
    /// the highest bit.
    #[inline(always)]
    fn shifted_by_7(self, form: Form, counts: Counts, [a, b, c]: [__m512i; 3]) -> __m512i {
        const HIGH: u32 = 0xffff_0000;
        let half_range = 1 << (15 + counts.scale);
        let b = shuffled(self.proof, b, counts.halves());
        // The low half of C, or of ~C, minus 2^16, so that `low` fits in 32 bits; therefore 1 is added to the high half.
        let (c_low, [offset, upper]) = match form.psign {
            Psign::SubtractC | Psign::NegateProduct => {
                (or(self.proof, c, splat(self.proof, HIGH)), [half_range + 1, UPPER])
            }
            Psign::Add | Psign::PlusOne => {
                (and_xor(self.proof, c, !HIGH, u32::MAX), [half_range, MINUS_UPPER])
            }
        };
        // The sum is far from the ends of 32 bits: this instruction clamps nothing.
        let high = dot(self.proof, splat(self.proof, offset), c, splat(self.proof, upper));
        let low = self.less_low(self.one_less(form, 1, c_low), a, b);
        let high = dot(self.proof, high, self.minus_high(form, a), b);
        let high = dot(self.proof, high, low, splat(self.proof, UPPER));
        let below = shift_left(self.proof, low, 16);
        let sum = funnel_left(self.proof, high, below, 16 - counts.scale);
        let out = at_least(self.proof, high, splat(self.proof, 2 * half_range));
        let sum = sign_where(self.proof, out, b, sum);
        let least = 1 << 31;
        xor(self.proof, sum, if form.psign == Psign::NegateProduct { least } else { !least })
    }

    /// Subtracts 1 at the position of C, if the complement of tmp is C - p - 1 or ~C - p - 1.
    #[inline(always)]
    fn one_less(self, form: Form, one: u32, c: __m512i) -> __m512i {
        match form.psign {
            Psign::Add | Psign::NegateProduct => c,
            Psign::SubtractC | Psign::PlusOne => subtract(self.proof, c, splat(self.proof, one)),
        }
    }
}
