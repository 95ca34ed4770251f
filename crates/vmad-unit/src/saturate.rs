//! Saturation.

use crate::{
    encoded::encoded,
    logic::Logic,
    record::{Record, Stage},
    sign::Sign,
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

encoded! { Saturate: every Off On }

/// `RANGE_MIN` and `RANGE_MAX`: the range of a number of some bits and a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest value: 0 or -2^(bits - 1).
    pub min: i128,
    /// The largest value: 2^bits - 1 or 2^(bits - 1) - 1.
    pub max: i128,
}

impl Range {
    /// The range of a number of `bits` bits, 1 to 126.
    #[inline]
    pub const fn of(sign: Sign, bits: u32) -> Self {
        match sign {
            Sign::Unsigned => Self { min: 0, max: (1 << bits) - 1 },
            Sign::Signed => Self { min: -(1 << (bits - 1)), max: (1 << (bits - 1)) - 1 },
        }
    }
}

/// Clamps a value to a range if the instruction saturates. The second result is the effect of the clamp; it is unknown
/// for a solver's terms.
///
/// The comparisons are recorded whether the instruction saturates or not. `conditions` are their notes.
#[inline(always)]
pub fn clamp<L: Logic, const W: u32>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    saturate: Saturate,
    Range { min, max }: Range,
    value: &L::Bits<W>,
    conditions: [&'static str; 2],
) -> (L::Bits<W>, &'static str) {
    let (min, max) = (logic.constant(min), logic.constant(max));
    record.wire(logic, (Stage::Saturate, "min"), &min, Sign::Signed, "");
    record.wire(logic, (Stage::Saturate, "max"), &max, Sign::Signed, "");
    let below = logic.less(value, &min);
    record.flag(logic, (Stage::Saturate, "below"), &below, conditions[0]);
    let above = logic.less(&max, value);
    record.flag(logic, (Stage::Saturate, "above"), &above, conditions[1]);
    let note = match (saturate, logic.known(&below), logic.known(&above)) {
        (Saturate::Off, ..) => "",
        (_, Some(true), _) => "SAT: to min",
        (_, _, Some(true)) => "SAT: to max",
        (_, Some(_), _) => "SAT: inside",
        (_, None, _) => "SAT",
    };
    let clamped = match saturate {
        Saturate::Off => value.clone(),
        Saturate::On => logic.choose(&below, &min, &logic.choose(&above, &max, value)),
    };
    (clamped, note)
}

/// "`result[31:0] = .SAT ? CLAMP(shr, RANGE_MAX, RANGE_MIN) : shr[31:0]`", the range being that of the final sign.
#[inline(always)]
pub fn saturate<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    saturate: Saturate,
    final_sign: Sign,
    shr: &L::Bits<66>,
) -> L::Bits<32> {
    let conditions = ["shr < min", "shr > max"];
    let (value, note) = clamp(logic, record, saturate, Range::of(final_sign, 32), shr, conditions);
    let result = logic.field(&value, 0);
    let note = if saturate == Saturate::Off { "shr[31:0]" } else { note };
    record.wire(logic, (Stage::Saturate, "result"), &result, final_sign, note);
    result
}
