//! The operations of the arithmetic, on vectors of 32-bit lanes.

/// Vectors of `u32` lanes, one lane or many.
///
/// All operations wrap modulo 2^32. Shift counts are the same for all lanes and at most 31.
pub(crate) trait Lanes: Copy {
    /// A vector.
    type V: Copy;
    /// A flag for each lane.
    type M: Copy;

    /// `value` in every lane.
    fn splat(self, value: u32) -> Self::V;
    /// `x + y`
    fn add(self, x: Self::V, y: Self::V) -> Self::V;
    /// `x - y`
    fn subtract(self, x: Self::V, y: Self::V) -> Self::V;
    /// `x & y`
    fn and(self, x: Self::V, y: Self::V) -> Self::V;
    /// `x ^ y`
    fn xor(self, x: Self::V, y: Self::V) -> Self::V;
    /// `x + (y >> 16)`, filled with the sign.
    #[inline(always)]
    fn add_upper(self, x: Self::V, y: Self::V) -> Self::V {
        self.add(x, self.shift_right_sign(y, 16))
    }
    /// `x - (y >> 16)`, filled with the sign.
    #[inline(always)]
    fn subtract_upper(self, x: Self::V, y: Self::V) -> Self::V {
        self.subtract(x, self.shift_right_sign(y, 16))
    }
    /// The low 32 bits of the product.
    fn multiply(self, x: Self::V, y: Self::V) -> Self::V;
    /// The product of two unsigned numbers.
    fn multiply_unsigned(self, x: Self::V, y: Self::V) -> Wide<Self::V>;
    /// The product of two signed numbers.
    fn multiply_signed(self, x: Self::V, y: Self::V) -> Wide<Self::V>;
    /// `x << count`
    fn shift_left(self, x: Self::V, count: u32) -> Self::V;
    /// `x >> count`, filled with zeros.
    fn shift_right_zero(self, x: Self::V, count: u32) -> Self::V;
    /// `x >> count`, filled with the sign.
    fn shift_right_sign(self, x: Self::V, count: u32) -> Self::V;
    /// The low 32 bits of `wide >> count`; `count` is at least 1.
    #[inline(always)]
    fn funnel(self, Wide { high, low }: Wide<Self::V>, count: u32) -> Self::V {
        self.add(self.shift_right_zero(low, count), self.shift_left(high, 32 - count))
    }
    /// `x < y`, both unsigned.
    fn below(self, x: Self::V, y: Self::V) -> Self::M;
    /// `x != y`
    fn differs(self, x: Self::V, y: Self::V) -> Self::M;
    /// Whether the highest bit is set.
    #[inline(always)]
    fn negative(self, x: Self::V) -> Self::M {
        self.below(self.splat(i32::MAX as u32), x)
    }
    /// All bits of a lane, if the mask has it.
    #[inline(always)]
    fn spread(self, mask: Self::M) -> Self::V {
        self.choose(mask, self.splat(u32::MAX), self.splat(0))
    }
    /// `if mask { x - y } else { x }`
    #[inline(always)]
    fn subtract_where(self, mask: Self::M, x: Self::V, y: Self::V) -> Self::V {
        self.subtract(x, self.and(self.spread(mask), y))
    }
    /// `if mask { x + 1 } else { x }`
    #[inline(always)]
    fn increment_where(self, mask: Self::M, x: Self::V) -> Self::V {
        self.subtract(x, self.spread(mask))
    }
    /// `if mask { x - 1 } else { x }`
    #[inline(always)]
    fn decrement_where(self, mask: Self::M, x: Self::V) -> Self::V {
        self.add(x, self.spread(mask))
    }
    /// `if mask { the end of the signed numbers on the side of sign } else { x }`
    #[inline(always)]
    fn end_where(self, mask: Self::M, sign: Self::V, x: Self::V) -> Self::V {
        let end = self.xor(self.shift_right_sign(sign, 31), self.splat(i32::MAX as u32));
        self.choose(mask, end, x)
    }
    /// `if mask { x } else { y }`
    fn choose(self, mask: Self::M, x: Self::V, y: Self::V) -> Self::V;

    /// `d[i] = lane(a[i], b[i], c[i])` for slices of one length, a multiple of the lanes.
    fn map(
        self,
        ports: [&[u32]; 3],
        d: &mut [u32],
        lane: impl Fn(Self::V, Self::V, Self::V) -> Self::V + Copy,
    );
}

/// 64-bit lanes as their halves.
#[derive(Clone, Copy)]
pub(crate) struct Wide<V> {
    /// Bits 63:32.
    pub(crate) high: V,
    /// Bits 31:0.
    pub(crate) low: V,
}
