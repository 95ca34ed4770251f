//! `vmad` (PTX ISA, section 9.7.18.1.3) and float `mad` (9.7.3.7) apart from their operands.

use super::modifiers::{Rounding, Source, Type};

/// `.scale` of `vmad` (line 260).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scale {
    /// No scaling written.
    Pass,
    /// `.shr7`
    Shr7,
    /// `.shr15`
    Shr15,
}

impl Scale {
    /// All three, in the PTX ISA's order.
    pub const ALL: [Self; 3] = [Self::Pass, Self::Shr7, Self::Shr15];

    /// The number of bits shifted out: 0, 7 or 15.
    pub const fn amount(self) -> u32 {
        match self {
            Self::Pass => 0,
            Self::Shr7 => 7,
            Self::Shr15 => 15,
        }
    }
}

/// A factor of the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Factor {
    /// The first source operand.
    A,
    /// The second source operand.
    B,
}

/// The negations and `.po` of a `vmad`: the eight legal combinations of sixteen (lines 267 to 270).
///
/// "Negated" means a minus sign on the operand. A negative immediate has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Accumulate {
    /// `(a*b) + c`; `cancelled`: `-a, -b`, which negates nothing.
    Sum {
        /// Both factors carry a minus sign.
        cancelled: bool,
    },
    /// `(a*b) + c + 1`. The PTX ISA has no negated operand here; `ptxas` accepts `-a, -b`.
    PlusOne {
        /// Both factors carry a minus sign.
        cancelled: bool,
    },
    /// `(a*b) - c`
    MinusC {
        /// Both factors carry a minus sign.
        cancelled: bool,
    },
    /// `-(a*b) + c`
    MinusProduct {
        /// The factor that carries the minus sign.
        by: Factor,
    },
}

impl Accumulate {
    /// All eight.
    pub const ALL: [Self; 8] = [
        Self::Sum { cancelled: false },
        Self::Sum { cancelled: true },
        Self::MinusC { cancelled: false },
        Self::MinusC { cancelled: true },
        Self::MinusProduct { by: Factor::A },
        Self::MinusProduct { by: Factor::B },
        Self::PlusOne { cancelled: false },
        Self::PlusOne { cancelled: true },
    ];

    /// The PTX ISA's `a.negate`.
    pub const fn a_negate(self) -> bool {
        self.cancelled() || matches!(self, Self::MinusProduct { by: Factor::A })
    }

    /// The PTX ISA's `b.negate`.
    pub const fn b_negate(self) -> bool {
        self.cancelled() || matches!(self, Self::MinusProduct { by: Factor::B })
    }

    /// The PTX ISA's `c.negate`.
    pub const fn c_negate(self) -> bool {
        matches!(self, Self::MinusC { .. })
    }

    /// The PTX ISA's `.po`.
    pub const fn po(self) -> bool {
        matches!(self, Self::PlusOne { .. })
    }

    const fn cancelled(self) -> bool {
        match self {
            Self::Sum { cancelled } | Self::PlusOne { cancelled } | Self::MinusC { cancelled } => cancelled,
            Self::MinusProduct { .. } => false,
        }
    }
}

/// `vmad` (section 9.7.18.1.3). It has no second operation and no merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MultiplyAdd {
    /// `.dtype`: without effect in the default reading.
    pub dtype: Type,
    /// `.atype` and `.asel`
    pub a: Source,
    /// `.btype` and `.bsel`
    pub b: Source,
    /// `.sat`
    pub sat: bool,
    /// `.shr7`, `.shr15` or neither
    pub scale: Scale,
    /// Negations and `.po`
    pub accumulate: Accumulate,
}

/// `mad.f32` or `mad.f64`. Only `.f32` has `.ftz` and `.sat` (lines 521 to 523).
///
/// The target and the PTX version decide whether the rounding modifier can be omitted: see
/// [`legality`](mod@crate::legality).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatMad {
    /// `mad{.rnd}{.ftz}{.sat}.f32`
    F32 {
        /// The rounding modifier, if written.
        rnd: Option<Rounding>,
        /// `.ftz`: subnormal inputs and results become zero of the same sign.
        ftz: bool,
        /// `.sat`: the result is clamped to [0.0, 1.0].
        sat: bool,
    },
    /// `mad{.rnd}.f64`
    F64 {
        /// The rounding modifier, if written.
        rnd: Option<Rounding>,
    },
}
