//! Float `mad` apart from its operands (PTX ISA, section 9.7.3.7).

use crate::mad::Rounding;

/// `mad.f32` or `mad.f64`. Only `.f32` has `.ftz` and `.sat` (lines 521 to 523).
///
/// The target and the PTX version decide whether the rounding modifier can be omitted: see
/// [`legality`](mod@crate::legality).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", deny_unknown_fields))]
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
