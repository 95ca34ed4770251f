//! Saturation.

use crate::{logic::Logic, operand::Sign};

/// Whether the shifted value is clamped to 32 bits (`.SAT`) or cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Saturate {
    /// The result is `shr[31:0]`.
    Off,
    /// The result is `CLAMP(shr, RANGE_MAX, RANGE_MIN)`.
    On,
}

impl Saturate {
    /// Both, off first.
    pub const ALL: [Self; 2] = [Self::Off, Self::On];
}

/// `RANGE_MIN` and `RANGE_MAX`: the 32-bit range of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest value: 0 or -2^31.
    pub min: i128,
    /// The largest value: 2^32 - 1 or 2^31 - 1.
    pub max: i128,
}

/// The range to which a result of the final sign is clamped.
#[inline]
pub const fn range(final_sign: Sign) -> Range {
    match final_sign {
        Sign::Unsigned => Range { min: 0, max: u32::MAX as i128 },
        Sign::Signed => Range { min: i32::MIN as i128, max: i32::MAX as i128 },
    }
}

/// The wires of the clamp. The comparisons are made whether the instruction saturates or not.
#[derive(Clone, Debug)]
pub struct SaturateWires<L: Logic> {
    /// `RANGE_MIN`.
    pub min: L::Bits<66>,
    /// `RANGE_MAX`.
    pub max: L::Bits<66>,
    /// `shr < RANGE_MIN`.
    pub below: L::Flag,
    /// `shr > RANGE_MAX`.
    pub above: L::Flag,
    /// `result[31:0]`.
    pub result: L::Bits<32>,
}

/// "`result[31:0] = .SAT ? CLAMP(shr, RANGE_MAX, RANGE_MIN) : shr[31:0]`", the range being that of the final sign.
#[inline]
pub fn saturate<L: Logic>(
    logic: &L,
    saturate: Saturate,
    final_sign: Sign,
    shr: &L::Bits<66>,
) -> SaturateWires<L> {
    let Range { min, max } = range(final_sign);
    let (min, max) = (logic.constant::<66>(min), logic.constant::<66>(max));
    let below = logic.less(shr, &min);
    let above = logic.less(&max, shr);
    let value = match saturate {
        Saturate::Off => shr.clone(),
        Saturate::On => logic.choose(&below, &min, &logic.choose(&above, &max, shr)),
    };
    let result = logic.field(&value, 0);
    SaturateWires { min, max, below, above, result }
}
