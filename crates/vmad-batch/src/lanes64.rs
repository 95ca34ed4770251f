//! A word by a word or by a part, in lanes of 64 bits: a vector of the even lanes and one of the odd ones.
//!
//! AVX-512 multiplies the lower halves of such lanes, both signed or both unsigned, and narrows lanes to 32 bits with a
//! clamp. [`Pairs::serve`] selects the forms for which this takes fewer instructions than sums in 32-bit lanes
//! (`arithmetic.rs`, `split16.rs`): mostly with a clamp, an unsigned part or a signed word, but not for an unsigned
//! word by a signed part. Two words of different sign are extended and multiplied in full.

use core::{
    arch::x86_64::{
        __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_castsi256_si512, _mm512_cvtsepi64_epi32,
        _mm512_cvtusepi64_epi32, _mm512_mask_blend_epi32, _mm512_maskz_mul_epi32, _mm512_mul_epi32,
        _mm512_mul_epu32, _mm512_mullo_epi64, _mm512_permutex2var_epi32, _mm512_set1_epi32,
        _mm512_set1_epi64, _mm512_setr_epi32, _mm512_shuffle_epi32, _mm512_sllv_epi32, _mm512_sllv_epi64,
        _mm512_srav_epi32, _mm512_srav_epi64, _mm512_srlv_epi64, _mm512_sub_epi64, _mm512_ternarylogic_epi64,
        _mm512_xor_si512,
    },
    hint::black_box,
};

use fearless_simd::Avx512;

use crate::{
    avx512::{LANES, load, shuffled, store},
    form::{Counts, Form},
    vectors::operations,
};
use vmad_unit::{Psign, Sign, Width};

/// Moves the odd lanes to the even ones: `[1, 1, 3, 3]`.
const ODD: i32 = 0b11_11_01_01;
/// The odd lanes of 32 bits.
const ODD_LANES: u16 = 0xaaaa;
/// `!(x & y)` of x, y and y.
const NOT_AND: i32 = 0b0111_1111;
const LOW_HALF: u64 = u32::MAX as u64;

operations! { Avx512:
    splat(value: u64) -> __m512i = _mm512_set1_epi64(value as i64);
    not(x: __m512i) -> __m512i = _mm512_xor_si512(x, _mm512_set1_epi64(-1));
    not_and(x: __m512i, y: __m512i) -> __m512i = _mm512_ternarylogic_epi64::<NOT_AND>(x, y, y);
    and(x: __m512i, y: __m512i) -> __m512i = _mm512_and_si512(x, y);
    add(x: Pair, y: Pair) -> Pair = [_mm512_add_epi64(x[0], y[0]), _mm512_add_epi64(x[1], y[1])];
    subtract(x: Pair, y: Pair) -> Pair = [_mm512_sub_epi64(x[0], y[0]), _mm512_sub_epi64(x[1], y[1])];
    multiply(x: Pair, y: Pair) -> Pair = [_mm512_mullo_epi64(x[0], y[0]), _mm512_mullo_epi64(x[1], y[1])];
    multiply_low_signed(x: Pair, y: Pair) -> Pair = [_mm512_mul_epi32(x[0], y[0]), _mm512_mul_epi32(x[1], y[1])];
    multiply_low_unsigned(x: Pair, y: Pair) -> Pair = [_mm512_mul_epu32(x[0], y[0]), _mm512_mul_epu32(x[1], y[1])];
    even_times(all: u8, x: __m512i, y: __m512i) -> __m512i = _mm512_maskz_mul_epi32(all, x, y);
    as_they_stand(x: __m512i) -> Pair = [x, _mm512_shuffle_epi32::<ODD>(x)];
    field_signed(x: __m512i, low: u32, above: u32) -> __m512i = _mm512_srav_epi32(
        _mm512_sllv_epi32(x, _mm512_set1_epi32(above as i32)),
        _mm512_set1_epi32((low + above) as i32),
    );
    shift_left(x: __m512i, count: u32) -> __m512i = _mm512_sllv_epi64(x, _mm512_set1_epi64(count.into()));
    shift_right_zero(x: __m512i, count: u32) -> __m512i = _mm512_srlv_epi64(x, _mm512_set1_epi64(count.into()));
    shift_right_sign(x: __m512i, count: u32) -> __m512i = _mm512_srav_epi64(x, _mm512_set1_epi64(count.into()));
    clamped_signed(x: Pair, in_turn: __m512i) -> __m512i = _mm512_permutex2var_epi32(
        _mm512_castsi256_si512(_mm512_cvtsepi64_epi32(x[0])),
        in_turn,
        _mm512_castsi256_si512(_mm512_cvtsepi64_epi32(x[1])),
    );
    clamped_unsigned(x: Pair, in_turn: __m512i) -> __m512i = _mm512_permutex2var_epi32(
        _mm512_castsi256_si512(_mm512_cvtusepi64_epi32(x[0])),
        in_turn,
        _mm512_castsi256_si512(_mm512_cvtusepi64_epi32(x[1])),
    );
    joined(even: __m512i, odd: __m512i) -> __m512i = _mm512_mask_blend_epi32(ODD_LANES, even, odd);
    in_turn() -> __m512i = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/// The even and the odd lanes, in 64 bits each.
type Pair = [__m512i; 2];

/// Arithmetic on pairs.
///
/// The constants are hidden from the compiler. Otherwise it replaces a product with a constant by two shifts or moves
/// it out of another product, a difference from a complement by a sum of three, and one interleaving shuffle by two.
#[derive(Clone, Copy)]
pub(crate) struct Pairs {
    proof: Avx512,
    one: __m512i,
    all: u8,
    low_half: __m512i,
    in_turn: __m512i,
}

impl Pairs {
    #[inline(always)]
    pub(crate) fn new(proof: Avx512) -> Self {
        Self {
            proof,
            one: splat(proof, black_box(1)),
            all: black_box(u8::MAX),
            low_half: splat(proof, black_box(LOW_HALF)),
            in_turn: black_box(in_turn(proof)),
        }
    }

    /// Whether this module computes a form.
    pub(crate) const fn serve(form: Form) -> bool {
        match (form.b.width, form.a.sign, form.b.sign) {
            _ if !matches!(form.a.width, Width::Word) || !(form.shifts || form.saturates) => false,
            (Width::Word, Sign::Unsigned, Sign::Unsigned) => form.saturates && !form.needs_65_bits(),
            (Width::Word, ..) | (_, _, Sign::Unsigned) => true,
            (_, Sign::Signed, Sign::Signed) => form.saturates,
            (_, Sign::Unsigned, Sign::Signed) => false,
        }
    }

    /// Runs a form on slices of whole vectors.
    #[inline(always)]
    pub(crate) fn run<'p>(self, form: Form, counts: Counts, [a, b, c]: [&'p [u32]; 3], d: &mut [u32]) {
        // A load one register later has the odd lanes in the even positions, without arithmetic.
        let next = |port: &'p [u32]| port.get(1..).unwrap_or_default().as_chunks::<LANES>().0;
        let (a_next, c_next) = (next(a), next(c));
        let whole = |port: &'p [u32]| port.as_chunks::<LANES>().0;
        let mut vectors = whole(a).iter().zip(whole(b)).zip(whole(c)).zip(d.as_chunks_mut::<LANES>().0);
        for ((a_next, c_next), (((a, b), c), d)) in a_next.iter().zip(c_next).zip(vectors.by_ref()) {
            let a = [load(self.proof, a), load(self.proof, a_next)];
            let c = [load(self.proof, c), load(self.proof, c_next)];
            store(self.proof, self.lane(form, counts, a, load(self.proof, b), c), d);
        }
        if let Some((((a, b), c), d)) = vectors.next() {
            self.last(form, counts, [a, b, c], d);
        }
    }

    /// The last vector.
    #[inline(always)]
    fn last(self, form: Form, counts: Counts, [a, b, c]: [&[u32; LANES]; 3], d: &mut [u32; LANES]) {
        let a = as_they_stand(self.proof, load(self.proof, a));
        let c = as_they_stand(self.proof, load(self.proof, c));
        store(self.proof, self.lane(form, counts, a, load(self.proof, b), c), d);
    }

    /// One execution in each lane.
    #[inline(always)]
    fn lane(self, form: Form, counts: Counts, a: Pair, b: __m512i, c: Pair) -> __m512i {
        let product = self.product(form, counts, a, b);
        let tmp = match form.psign {
            Psign::Add => add(self.proof, product, self.addend(form, counts, c)),
            Psign::SubtractC => subtract(self.proof, product, self.subtrahend(form, counts, c)),
            Psign::NegateProduct => subtract(self.proof, self.addend(form, counts, c), product),
            // p + c + 1 = p - (-c - 1) = p - ~c, with ones above the complement of an unsigned C.
            Psign::PlusOne => subtract(self.proof, product, self.complement(form, counts, c)),
        };
        let scale = counts.scale + if form.lifts() { counts.lift } else { 0 };
        let [even, odd] = tmp;
        if !form.saturates {
            let even = self.shifted(form.final_sign(), even, scale);
            return joined(self.proof, even, shift_left(self.proof, odd, 32 - scale));
        }
        let shr = if form.shifts {
            [self.shifted(form.final_sign(), even, scale), self.shifted(form.final_sign(), odd, scale)]
        } else {
            tmp
        };
        match form.final_sign() {
            Sign::Unsigned => clamped_unsigned(self.proof, shr, self.in_turn),
            Sign::Signed => clamped_signed(self.proof, shr, self.in_turn),
        }
    }

    #[inline(always)]
    fn shifted(self, sign: Sign, x: __m512i, count: u32) -> __m512i {
        match sign {
            Sign::Unsigned => shift_right_zero(self.proof, x, count),
            Sign::Signed => shift_right_sign(self.proof, x, count),
        }
    }

    #[inline(always)]
    fn product(self, form: Form, counts: Counts, a: Pair, b: __m512i) -> Pair {
        match (form.a.sign, form.b.sign) {
            (Sign::Unsigned, Sign::Unsigned) => {
                multiply_low_unsigned(self.proof, a, self.factor(form, counts, b))
            }
            // An unsigned part is a positive signed number. (If two words differ in sign, A is unsigned.)
            (Sign::Signed, _) => multiply_low_signed(self.proof, a, self.factor(form, counts, b)),
            // No instruction multiplies low halves of different signs.
            (Sign::Unsigned, Sign::Signed) => {
                let a = self.extended(Sign::Unsigned, a[0], self.one, 32);
                multiply(self.proof, a, self.extended(Sign::Signed, b, self.one, 32))
            }
        }
    }

    /// B in the lower halves.
    #[inline(always)]
    fn factor(self, form: Form, counts: Counts, b: __m512i) -> Pair {
        let b = match (form.b.width, form.b.sign) {
            (Width::Word, _) => b,
            (_, Sign::Signed) if form.lifts() => {
                shuffled(self.proof, b, counts.bytes.rotate_left(counts.lift))
            }
            (_, Sign::Signed) => self.field(counts, b),
            (_, Sign::Unsigned) => shuffled(self.proof, b, counts.bytes),
        };
        as_they_stand(self.proof, b)
    }

    /// The field of B, signed, in lanes of 32 bits.
    #[inline(always)]
    fn field(self, counts: Counts, b: __m512i) -> __m512i {
        let [low, above] = counts.b;
        field_signed(self.proof, b, low, above)
    }

    /// Lanes of this sign, in 64 bits, times `factor` = 2^(32 - `count`). The bits below a signed odd lane are those of
    /// the even lane, a positive fraction.
    #[inline(always)]
    fn extended(self, sign: Sign, x: __m512i, factor: __m512i, count: u32) -> Pair {
        match sign {
            Sign::Unsigned => [and(self.proof, x, splat(self.proof, LOW_HALF)), self.shifted(sign, x, 32)],
            Sign::Signed => [even_times(self.proof, self.all, x, factor), self.shifted(sign, x, count)],
        }
    }

    /// C as an addend, or as the number from which the product is subtracted. It may have a fraction, which the shift
    /// removes.
    #[inline(always)]
    fn addend(self, form: Form, counts: Counts, [c, _]: Pair) -> Pair {
        if form.lifts() {
            self.extended(Sign::Signed, c, splat(self.proof, 1 << counts.lift), 32 - counts.lift)
        } else {
            self.extended(form.c_sign(), c, self.one, 32)
        }
    }

    /// C as the number that is subtracted: without a fraction.
    #[inline(always)]
    fn subtrahend(self, form: Form, counts: Counts, c: Pair) -> Pair {
        let [even, odd] = self.addend(form, counts, c);
        if form.lifts() {
            let whole = and(self.proof, c[0], splat(self.proof, !LOW_HALF));
            [even, shift_right_sign(self.proof, whole, 32 - counts.lift)]
        } else {
            [even, odd]
        }
    }

    /// The complement of C, which is subtracted, with ones above the complement of an unsigned C.
    #[inline(always)]
    fn complement(self, form: Form, counts: Counts, [even, odd]: Pair) -> Pair {
        match form.c_sign() {
            Sign::Unsigned => {
                [not_and(self.proof, even, self.low_half), not_and(self.proof, odd, self.low_half)]
            }
            Sign::Signed => self.subtrahend(form, counts, [not(self.proof, even), odd]),
        }
    }
}
