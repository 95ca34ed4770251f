//! Eight lanes at a time, with the 64-bit products and the blends of AVX2.

use core::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_and_si256, _mm256_blend_epi32, _mm256_blendv_ps, _mm256_castps_si256,
    _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, _mm256_mul_epi32, _mm256_mul_epu32,
    _mm256_mullo_epi32, _mm256_set1_epi32, _mm256_shuffle_epi32, _mm256_sllv_epi32, _mm256_srai_epi32,
    _mm256_srav_epi32, _mm256_srli_epi64, _mm256_srlv_epi32, _mm256_sub_epi32, _mm256_xor_si256,
};

use fearless_simd::{Avx2, SimdBase, SimdInto, u32x8};

use crate::{
    lanes::Lanes,
    vectors::{operations, shared_methods},
};

/// The number of lanes.
const LANES: usize = 8;

/// Moves the odd lanes to the even ones: `[1, 1, 3, 3]`.
const ODD: i32 = 0b11_11_01_01;
const ODD_LANES: i32 = 0b1010_1010;

operations! { Avx2:
    splat(value: u32) -> __m256i = _mm256_set1_epi32(value as i32);
    add(x: __m256i, y: __m256i) -> __m256i = _mm256_add_epi32(x, y);
    subtract(x: __m256i, y: __m256i) -> __m256i = _mm256_sub_epi32(x, y);
    and(x: __m256i, y: __m256i) -> __m256i = _mm256_and_si256(x, y);
    xor(x: __m256i, y: __m256i) -> __m256i = _mm256_xor_si256(x, y);
    multiply(x: __m256i, y: __m256i) -> __m256i = _mm256_mullo_epi32(x, y);
    products_unsigned(x: __m256i, y: __m256i) -> [__m256i; 2] = [
        _mm256_mul_epu32(x, y),
        _mm256_mul_epu32(_mm256_srli_epi64::<32>(x), _mm256_srli_epi64::<32>(y)),
    ];
    products_signed(x: __m256i, y: __m256i) -> [__m256i; 2] = [
        _mm256_mul_epi32(x, y),
        _mm256_mul_epi32(_mm256_srli_epi64::<32>(x), _mm256_srli_epi64::<32>(y)),
    ];
    highs(even: __m256i, odd: __m256i) -> __m256i =
        _mm256_blend_epi32::<ODD_LANES>(_mm256_shuffle_epi32::<ODD>(even), odd);
    shift_left(x: __m256i, count: u32) -> __m256i = _mm256_sllv_epi32(x, _mm256_set1_epi32(count as i32));
    shift_right_zero(x: __m256i, count: u32) -> __m256i = _mm256_srlv_epi32(x, _mm256_set1_epi32(count as i32));
    shift_right_sign(x: __m256i, count: u32) -> __m256i = _mm256_srav_epi32(x, _mm256_set1_epi32(count as i32));
    greater(x: __m256i, y: __m256i) -> __m256i = _mm256_cmpgt_epi32(x, y);
    equal(x: __m256i, y: __m256i) -> __m256i = _mm256_cmpeq_epi32(x, y);
    spread(x: __m256i) -> __m256i = _mm256_srai_epi32::<31>(x);
    choose(mask: __m256i, x: __m256i, y: __m256i) -> __m256i = _mm256_castps_si256(_mm256_blendv_ps(
        _mm256_castsi256_ps(y),
        _mm256_castsi256_ps(x),
        _mm256_castsi256_ps(mask),
    ));
}

/// A vector and a mask are `ymm` registers. The highest bit of a lane is the mask.
#[derive(Clone, Copy)]
pub(crate) struct Ymm {
    proof: Avx2,
}

impl Ymm {
    /// The lanes of a processor with AVX2.
    #[inline(always)]
    pub(crate) const fn new(proof: Avx2) -> Self {
        Self { proof }
    }

    #[inline(always)]
    fn highs(self, even: __m256i, odd: __m256i) -> __m256i {
        highs(self.proof, even, odd)
    }
}

impl Lanes for Ymm {
    type V = __m256i;
    type M = __m256i;

    shared_methods!(__m256i, __m256i: spread(mask: __m256i) -> __m256i;);

    #[inline(always)]
    fn below(self, x: __m256i, y: __m256i) -> __m256i {
        // AVX2 compares signed numbers only. The highest bit is added, not inverted: the compiler merges this addition
        // with an earlier one, as in a comparison with half a range.
        let least = self.splat(1 << 31);
        greater(self.proof, self.add(y, least), self.add(x, least))
    }

    #[inline(always)]
    fn differs(self, x: __m256i, y: __m256i) -> __m256i {
        self.xor(equal(self.proof, x, y), self.splat(u32::MAX))
    }

    #[inline(always)]
    fn negative(self, x: __m256i) -> __m256i {
        x
    }
}

#[inline(always)]
fn load(proof: Avx2, lanes: &[u32; LANES]) -> __m256i {
    u32x8::from_slice(proof, lanes).into()
}

#[inline(always)]
fn store(proof: Avx2, result: __m256i, d: &mut [u32; LANES]) {
    let result: u32x8<Avx2> = result.simd_into(proof);
    result.store_slice(d);
}
