//! Float `mad` apart from its operands (PTX ISA, section 9.7.3.7).

/// `.rnd`: the rounding modifiers (lines 571 to 583).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rnd {
    /// `.rn`: to nearest, ties to even.
    Rn,
    /// `.rz`: towards zero.
    Rz,
    /// `.rm`: towards negative infinity.
    Rm,
    /// `.rp`: towards positive infinity.
    Rp,
}

impl Rnd {
    /// All four, in the manual's order.
    pub const ALL: [Self; 4] = [Self::Rn, Self::Rz, Self::Rm, Self::Rp];
}

/// `mad.f32` or `mad.f64`. `.ftz` and `.sat` exist for `.f32` alone (lines 521 to 523), and so they do here.
///
/// No rounding modifier (`None`) is a matter of the target and the PTX version: see [`legality`](mod@crate::legality).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatMad {
    /// `mad{.rnd}{.ftz}{.sat}.f32`
    F32 {
        /// The rounding modifier, if written.
        rnd: Option<Rnd>,
        /// `.ftz`: subnormal inputs and results become zero of the same sign.
        ftz: bool,
        /// `.sat`: the result is clamped to [0.0, 1.0].
        sat: bool,
    },
    /// `mad{.rnd}.f64`
    F64 {
        /// The rounding modifier, if written.
        rnd: Option<Rnd>,
    },
}
