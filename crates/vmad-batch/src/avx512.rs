//! Sixteen lanes at a time, with the masks, double shifts and 64-bit products of AVX-512.

use core::{
    arch::x86_64::{
        __m512i, _mm512_add_epi32, _mm512_and_si512, _mm512_cmplt_epu32_mask, _mm512_cmpneq_epu32_mask,
        _mm512_dpwssd_epi32, _mm512_mask_blend_epi32, _mm512_mask_shuffle_epi32, _mm512_mask_sub_epi32,
        _mm512_mask_xor_epi32, _mm512_movepi32_mask, _mm512_mul_epi32, _mm512_mul_epu32, _mm512_mullo_epi32,
        _mm512_set1_epi32, _mm512_shrdv_epi32, _mm512_sllv_epi32, _mm512_srai_epi32, _mm512_srav_epi32,
        _mm512_srli_epi64, _mm512_srlv_epi32, _mm512_sub_epi32, _mm512_xor_si512,
    },
    hint::black_box,
};

use fearless_simd::{Avx512, SimdBase, SimdInto, u32x16};

use crate::{
    lanes::{Lanes, Wide},
    vectors::{operations, shared_methods},
};

/// The number of lanes.
const LANES: usize = 16;

/// Moves the odd lanes to the even ones; the even ones stay: `[1, 1, 3, 3]`.
const ODD: i32 = 0b11_11_01_01;

/// The factors of a dot product that adds the upper half.
const UPPER: u32 = 0x0001_0000;
/// The factors of a dot product that subtracts the upper half.
const MINUS_UPPER: u32 = 0xffff_0000;

operations! { Avx512:
    splat(value: u32) -> __m512i = _mm512_set1_epi32(value as i32);
    add(x: __m512i, y: __m512i) -> __m512i = _mm512_add_epi32(x, y);
    subtract(x: __m512i, y: __m512i) -> __m512i = _mm512_sub_epi32(x, y);
    and(x: __m512i, y: __m512i) -> __m512i = _mm512_and_si512(x, y);
    xor(x: __m512i, y: __m512i) -> __m512i = _mm512_xor_si512(x, y);
    multiply(x: __m512i, y: __m512i) -> __m512i = _mm512_mullo_epi32(x, y);
    add_dot(sum: __m512i, x: __m512i, halves: u32) -> __m512i =
        _mm512_dpwssd_epi32(sum, x, _mm512_set1_epi32(halves as i32));
    products_unsigned(x: __m512i, y: __m512i) -> [__m512i; 2] = [
        _mm512_mul_epu32(x, y),
        _mm512_mul_epu32(_mm512_srli_epi64::<32>(x), _mm512_srli_epi64::<32>(y)),
    ];
    products_signed(x: __m512i, y: __m512i) -> [__m512i; 2] = [
        _mm512_mul_epi32(x, y),
        _mm512_mul_epi32(_mm512_srli_epi64::<32>(x), _mm512_srli_epi64::<32>(y)),
    ];
    highs(lanes: u16, even: __m512i, odd: __m512i) -> __m512i =
        _mm512_mask_shuffle_epi32::<ODD>(odd, lanes, even);
    shift_left(x: __m512i, count: u32) -> __m512i =
        _mm512_sllv_epi32(x, _mm512_set1_epi32(count as i32));
    shift_right_zero(x: __m512i, count: u32) -> __m512i =
        _mm512_srlv_epi32(x, _mm512_set1_epi32(count as i32));
    shift_right_sign(x: __m512i, count: u32) -> __m512i =
        _mm512_srav_epi32(x, _mm512_set1_epi32(count as i32));
    funnel(low: __m512i, high: __m512i, count: u32) -> __m512i =
        _mm512_shrdv_epi32(low, high, _mm512_set1_epi32(count as i32));
    below(x: __m512i, y: __m512i) -> u16 = _mm512_cmplt_epu32_mask(x, y);
    differs(x: __m512i, y: __m512i) -> u16 = _mm512_cmpneq_epu32_mask(x, y);
    negative(x: __m512i) -> u16 = _mm512_movepi32_mask(x);
    subtract_where(mask: u16, x: __m512i, y: __m512i) -> __m512i = _mm512_mask_sub_epi32(x, mask, x, y);
    end_where(mask: u16, sign: __m512i, greatest: __m512i, x: __m512i) -> __m512i =
        _mm512_mask_xor_epi32(x, mask, _mm512_srai_epi32::<31>(sign), greatest);
    choose(mask: u16, x: __m512i, y: __m512i) -> __m512i = _mm512_mask_blend_epi32(mask, y, x);
}

/// A vector is a `zmm` register, a mask a `k` register.
///
/// The constants are hidden from the compiler. Otherwise it replaces a masked subtraction of one by two instructions,
/// and a masked shuffle by a slower one.
#[derive(Clone, Copy)]
pub(crate) struct Zmm {
    proof: Avx512,
    one: __m512i,
    minus_one: __m512i,
    greatest: __m512i,
    even_lanes: u16,
}

impl Zmm {
    /// The lanes of a processor with AVX-512.
    #[inline(always)]
    pub(crate) fn new(proof: Avx512) -> Self {
        Self {
            proof,
            one: splat(proof, black_box(1)),
            minus_one: splat(proof, black_box(u32::MAX)),
            greatest: splat(proof, black_box(i32::MAX as u32)),
            even_lanes: black_box(0x5555),
        }
    }

    #[inline(always)]
    fn highs(self, even: __m512i, odd: __m512i) -> __m512i {
        highs(self.proof, self.even_lanes, even, odd)
    }
}

impl Lanes for Zmm {
    type V = __m512i;
    type M = u16;

    shared_methods!(__m512i, u16:
        below(x: __m512i, y: __m512i) -> u16;
        differs(x: __m512i, y: __m512i) -> u16;
        negative(x: __m512i) -> u16;
        subtract_where(mask: u16, x: __m512i, y: __m512i) -> __m512i;
    );

    #[inline(always)]
    fn add_upper(self, x: __m512i, y: __m512i) -> __m512i {
        add_dot(self.proof, x, y, UPPER)
    }

    #[inline(always)]
    fn subtract_upper(self, x: __m512i, y: __m512i) -> __m512i {
        add_dot(self.proof, x, y, MINUS_UPPER)
    }

    #[inline(always)]
    fn funnel(self, Wide { high, low }: Wide<__m512i>, count: u32) -> __m512i {
        funnel(self.proof, low, high, count)
    }

    #[inline(always)]
    fn increment_where(self, mask: u16, x: __m512i) -> __m512i {
        subtract_where(self.proof, mask, x, self.minus_one)
    }

    #[inline(always)]
    fn decrement_where(self, mask: u16, x: __m512i) -> __m512i {
        subtract_where(self.proof, mask, x, self.one)
    }

    #[inline(always)]
    fn end_where(self, mask: u16, sign: __m512i, x: __m512i) -> __m512i {
        end_where(self.proof, mask, sign, self.greatest, x)
    }
}

#[inline(always)]
fn load(proof: Avx512, lanes: &[u32; LANES]) -> __m512i {
    u32x16::from_slice(proof, lanes).into()
}

#[inline(always)]
fn store(proof: Avx512, result: __m512i, d: &mut [u32; LANES]) {
    let result: u32x16<Avx512> = result.simd_into(proof);
    result.store_slice(d);
}
