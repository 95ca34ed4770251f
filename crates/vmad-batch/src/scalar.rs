//! One lane at a time, in loops that the compiler vectorizes.

use crate::lanes::{Lanes, Wide};

/// A lane is a `u32`.
#[derive(Clone, Copy)]
pub(crate) struct Scalar;

impl Lanes for Scalar {
    type V = u32;
    type M = bool;

    #[inline(always)]
    fn splat(self, value: u32) -> u32 {
        value
    }

    #[inline(always)]
    fn add(self, x: u32, y: u32) -> u32 {
        x.wrapping_add(y)
    }

    #[inline(always)]
    fn subtract(self, x: u32, y: u32) -> u32 {
        x.wrapping_sub(y)
    }

    #[inline(always)]
    fn and(self, x: u32, y: u32) -> u32 {
        x & y
    }

    #[inline(always)]
    fn xor(self, x: u32, y: u32) -> u32 {
        x ^ y
    }

    #[inline(always)]
    fn multiply(self, x: u32, y: u32) -> u32 {
        x.wrapping_mul(y)
    }

    #[inline(always)]
    fn multiply_unsigned(self, x: u32, y: u32) -> Wide<u32> {
        let product = u64::from(x) * u64::from(y);
        Wide { high: (product >> 32) as u32, low: product as u32 }
    }

    #[inline(always)]
    fn multiply_signed(self, x: u32, y: u32) -> Wide<u32> {
        let product = i64::from(x as i32) * i64::from(y as i32);
        Wide { high: (product >> 32) as u32, low: product as u32 }
    }

    #[inline(always)]
    fn shift_left(self, x: u32, count: u32) -> u32 {
        x << (count & 31)
    }

    #[inline(always)]
    fn shift_right_zero(self, x: u32, count: u32) -> u32 {
        x >> (count & 31)
    }

    #[inline(always)]
    fn shift_right_sign(self, x: u32, count: u32) -> u32 {
        (x as i32 >> (count & 31)) as u32
    }

    #[inline(always)]
    fn below(self, x: u32, y: u32) -> bool {
        x < y
    }

    #[inline(always)]
    fn differs(self, x: u32, y: u32) -> bool {
        x != y
    }

    #[inline(always)]
    fn choose(self, mask: bool, x: u32, y: u32) -> u32 {
        if mask { x } else { y }
    }

    #[inline(always)]
    fn map(self, [a, b, c]: [&[u32]; 3], d: &mut [u32], lane: impl Fn(u32, u32, u32) -> u32 + Copy) {
        // The compiler sees equal lengths, and removes the checks in the loop.
        let count = d.len().min(a.len()).min(b.len()).min(c.len());
        let (a, b, c, d) = (&a[..count], &b[..count], &c[..count], &mut d[..count]);
        for i in 0..count {
            d[i] = lane(a[i], b[i], c[i]);
        }
    }
}
