//! The numbers that the semantics compute with.
//!
//! The semantics of the integer instructions are written once, over [`Domain`]. [`Integers`] executes them. They also
//! run on a solver's terms, for statements about all inputs. The types, selectors and modifiers of an instruction are
//! always known; only the values of registers can be terms.

use std::fmt::Debug;

/// Signed integers of 128 bits. Every operation wraps modulo 2^128.
///
/// No instruction has a value outside -2^127 to 2^127 - 1, except the product of two unsigned 64-bit numbers. Only the
/// bits of that product are used.
pub trait Domain {
    /// An integer.
    type Number: Copy + Debug;
    /// A condition.
    type Truth: Copy + Debug;

    /// The number `value`.
    fn constant(&self, value: i128) -> Self::Number;

    /// Bits `low + bits - 1` to `low` of `x`, as a signed or an unsigned number. `bits`: 1 to 64, `low`: 0 to 64.
    fn field(&self, x: Self::Number, low: u32, bits: u32, signed: bool) -> Self::Number;

    /// `x + y`
    fn add(&self, x: Self::Number, y: Self::Number) -> Self::Number;

    /// `x - y`
    fn subtract(&self, x: Self::Number, y: Self::Number) -> Self::Number;

    /// `x * y`
    fn multiply(&self, x: Self::Number, y: Self::Number) -> Self::Number;

    /// `x / y`, rounded down; `x` is from 0 to 2^64 - 1, `y` from 1.
    fn divide(&self, x: Self::Number, y: Self::Number) -> Self::Number;

    /// Every bit of `x` inverted: `-x - 1`.
    fn invert(&self, x: Self::Number) -> Self::Number;

    /// The bits that are set in both.
    fn and(&self, x: Self::Number, y: Self::Number) -> Self::Number;

    /// The bits that are set in exactly one.
    fn xor(&self, x: Self::Number, y: Self::Number) -> Self::Number;

    /// `x` times 2^`count`, for a count from 0 to 64.
    fn shift_left(&self, x: Self::Number, count: Self::Number) -> Self::Number;

    /// `x` divided by 2^`count` and rounded down, for a count from 0 to 64.
    fn shift_right(&self, x: Self::Number, count: Self::Number) -> Self::Number;

    /// `x < y`
    fn less(&self, x: Self::Number, y: Self::Number) -> Self::Truth;

    /// `x == y`
    fn equal(&self, x: Self::Number, y: Self::Number) -> Self::Truth;

    /// Whether `x` is false.
    fn not(&self, x: Self::Truth) -> Self::Truth;

    /// Whether both are true.
    fn both(&self, x: Self::Truth, y: Self::Truth) -> Self::Truth;

    /// `if condition { x } else { y }`
    fn choose(&self, condition: Self::Truth, x: Self::Number, y: Self::Number) -> Self::Number;

    /// Memory or a register that nothing changes: an unknown function of its name and of `x`, from 0 to 2^`bits` - 1.
    ///
    /// The default is one such function. A domain for statements about all such functions replaces it.
    fn opaque(&self, _name: &str, x: Self::Number, bits: u32) -> Self::Number {
        self.field(x, 0, bits, false)
    }

    /// Whether one of them is true.
    fn either(&self, x: Self::Truth, y: Self::Truth) -> Self::Truth {
        self.not(self.both(self.not(x), self.not(y)))
    }

    /// 1 or 0.
    fn one_if(&self, condition: Self::Truth) -> Self::Number {
        self.choose(condition, self.constant(1), self.constant(0))
    }

    /// The smaller number.
    fn min(&self, x: Self::Number, y: Self::Number) -> Self::Number {
        self.choose(self.less(y, x), y, x)
    }

    /// The larger number.
    fn max(&self, x: Self::Number, y: Self::Number) -> Self::Number {
        self.choose(self.less(x, y), y, x)
    }

    /// The absolute value.
    fn absolute(&self, x: Self::Number) -> Self::Number {
        let zero = self.constant(0);
        self.choose(self.less(x, zero), self.subtract(zero, x), x)
    }

    /// The nearest number of a signed or an unsigned type with `bits` bits, 1 to 64.
    fn clamp(&self, x: Self::Number, bits: u32, signed: bool) -> Self::Number {
        let (low, high) =
            if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
        self.max(self.constant(low), self.min(self.constant(high), x))
    }

    /// The bits that are set in one or both.
    fn or(&self, x: Self::Number, y: Self::Number) -> Self::Number {
        self.invert(self.and(self.invert(x), self.invert(y)))
    }
}

/// Declares a [`Domain`] of machine integers.
macro_rules! integers {
    ($(#[$doc:meta])* $visible:vis $name:ident, $integer:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        $visible struct $name;

        impl Domain for $name {
            type Number = $integer;
            type Truth = bool;

            #[inline]
            fn constant(&self, value: i128) -> $integer {
                value as $integer
            }

            #[inline]
            fn field(&self, x: $integer, low: u32, bits: u32, signed: bool) -> $integer {
                let part = (x >> low) as u64;
                let unused = 64 - bits;
                if signed {
                    ((part << unused).cast_signed() >> unused) as $integer
                } else {
                    (part << unused >> unused) as $integer
                }
            }

            #[inline]
            fn add(&self, x: $integer, y: $integer) -> $integer {
                x.wrapping_add(y)
            }

            #[inline]
            fn subtract(&self, x: $integer, y: $integer) -> $integer {
                x.wrapping_sub(y)
            }

            #[inline]
            fn multiply(&self, x: $integer, y: $integer) -> $integer {
                x.wrapping_mul(y)
            }

            #[inline]
            fn divide(&self, x: $integer, y: $integer) -> $integer {
                x.checked_div(y).unwrap_or(0)
            }

            #[inline]
            fn invert(&self, x: $integer) -> $integer {
                !x
            }

            #[inline]
            fn and(&self, x: $integer, y: $integer) -> $integer {
                x & y
            }

            #[inline]
            fn xor(&self, x: $integer, y: $integer) -> $integer {
                x ^ y
            }

            #[inline]
            fn shift_left(&self, x: $integer, count: $integer) -> $integer {
                x.wrapping_shl(count as u32)
            }

            #[inline]
            fn shift_right(&self, x: $integer, count: $integer) -> $integer {
                x.wrapping_shr(count as u32)
            }

            #[inline]
            fn less(&self, x: $integer, y: $integer) -> bool {
                x < y
            }

            #[inline]
            fn equal(&self, x: $integer, y: $integer) -> bool {
                x == y
            }

            #[inline]
            fn not(&self, x: bool) -> bool {
                !x
            }

            #[inline]
            fn both(&self, x: bool, y: bool) -> bool {
                x && y
            }

            /// A hash of the name and of `x`.
            fn opaque(&self, name: &str, x: $integer, bits: u32) -> $integer {
                let mixed = |state: u64, value: u64| {
                    let state = (state ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    state ^ (state >> 29)
                };
                let state = name.bytes().fold(0, |state, byte| mixed(state, byte.into()));
                self.field(mixed(mixed(state, x as u64), 1) as $integer, 0, bits, false)
            }

            #[inline]
            fn choose(&self, condition: bool, x: $integer, y: $integer) -> $integer {
                if condition { x } else { y }
            }
        }
    };
}

integers! {
    /// [`Domain`] of integers: execution.
    pub Integers, i128
}

integers! {
    /// The same modulo 2^64, where each number fits, and each count of a shift and `low` of a field is below 64.
    pub(crate) Integers64, i64
}
