//! Sets of operands with a minus sign.

/// The operands with a minus sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Minus(u8);

impl Minus {
    /// No operand.
    pub(crate) const NONE: Self = Self(0);
    /// Only A.
    pub(crate) const A: Self = Self(1);
    /// Only B.
    pub(crate) const B: Self = Self(2);
    /// Only C.
    pub(crate) const C: Self = Self(4);

    /// The operands of both sets.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets have an operand in common.
    #[inline]
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}
