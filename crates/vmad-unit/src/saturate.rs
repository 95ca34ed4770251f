//! Saturation.

use crate::{
    logic::Logic,
    operand::Sign,
    trace::{Record, Stage},
};

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

/// The range of the final sign, to which the result is clamped.
#[inline]
pub const fn range(final_sign: Sign) -> Range {
    match final_sign {
        Sign::Unsigned => Range { min: 0, max: u32::MAX as i128 },
        Sign::Signed => Range { min: i32::MIN as i128, max: i32::MAX as i128 },
    }
}

/// "`result[31:0] = .SAT ? CLAMP(shr, RANGE_MAX, RANGE_MIN) : shr[31:0]`", with the range of the final sign.
///
/// The comparisons are computed also without `.SAT`.
#[inline(always)]
pub fn saturate<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    saturate: Saturate,
    final_sign: Sign,
    shr: &L::Bits<66>,
) -> L::Bits<32> {
    let Range { min, max } = range(final_sign);
    let (min, max) = (logic.constant::<66>(min), logic.constant::<66>(max));
    record.wire(logic, (Stage::Saturate, "min"), &min, Sign::Signed, "");
    record.wire(logic, (Stage::Saturate, "max"), &max, Sign::Signed, "");
    let below = logic.less(shr, &min);
    record.flag(logic, (Stage::Saturate, "below"), &below, "shr < min");
    let above = logic.less(&max, shr);
    record.flag(logic, (Stage::Saturate, "above"), &above, "shr > max");
    let value = match saturate {
        Saturate::Off => shr.clone(),
        Saturate::On => logic.choose(&below, &min, &logic.choose(&above, &max, shr)),
    };
    let result = logic.field(&value, 0);
    let note = match (saturate, logic.known(&below), logic.known(&above)) {
        (Saturate::Off, ..) => "shr[31:0]",
        (_, Some(true), _) => "SAT: to min",
        (_, _, Some(true)) => "SAT: to max",
        (_, Some(_), _) => "SAT: inside",
        (_, None, _) => "SAT",
    };
    record.wire(logic, (Stage::Saturate, "result"), &result, final_sign, note);
    result
}
