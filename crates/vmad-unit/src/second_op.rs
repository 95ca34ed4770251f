//! The last stages of the scalar family: saturation, and the second operation or the merge with C.
//!
//! PTX ISA, section 9.7.18.1: `optSaturate`, `optSecOp`, `optMerge`.

use crate::{
    encoded::encoded,
    logic::Logic,
    record::{Record, Stage},
    saturate::{Range, Saturate, clamp},
    sign::Sign,
};

/// The 3-bit field of the second operation: a merge of the result's low bits into C, an operation on both, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "SCREAMING_SNAKE_CASE")
)]
pub enum SecondOp {
    /// `.MRG_16H`: bits 31:16 of C are replaced.
    #[cfg_attr(feature = "serde", serde(rename = "MRG_16H"))]
    Mrg16H = 0,
    /// `.MRG_16L`: bits 15:0 of C are replaced.
    #[cfg_attr(feature = "serde", serde(rename = "MRG_16L"))]
    Mrg16L = 1,
    /// `.MRG_8B0`: bits 7:0 of C are replaced.
    #[cfg_attr(feature = "serde", serde(rename = "MRG_8B0"))]
    Mrg8B0 = 2,
    /// `.MRG_8B2`: bits 23:16 of C are replaced.
    #[cfg_attr(feature = "serde", serde(rename = "MRG_8B2"))]
    Mrg8B2 = 3,
    /// `.ACC`: the result plus C.
    Acc = 4,
    /// `.MIN`: the smaller of the result and C.
    Min = 5,
    /// `.MAX`: the larger of the result and C.
    Max = 6,
    /// No suffix: the result.
    None = 7,
}

encoded! {
    SecondOp: every Mrg16H "MRG_16H" Mrg16L "MRG_16L" Mrg8B0 "MRG_8B0" Mrg8B2 "MRG_8B2"
        Acc "ACC" Min "MIN" Max "MAX" None ""
}

impl SecondOp {
    /// The merge width: the number of bits of the result that are kept, 8, 16 or 32. Saturation clamps to this width.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Mrg16H | Self::Mrg16L => 16,
            Self::Mrg8B0 | Self::Mrg8B2 => 8,
            Self::Acc | Self::Min | Self::Max | Self::None => 32,
        }
    }
}

/// The stages after the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Output {
    /// The sign of the result and of C: `.UD` or `.SD`.
    pub sign: Sign,
    /// The clamp.
    pub saturate: Saturate,
    /// The second operation, or the merge.
    pub second: SecondOp,
}

impl Output {
    /// All 32: 2 signs x 2 saturate x 8 second operations.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        Sign::ALL.into_iter().flat_map(|sign| {
            Saturate::ALL.into_iter().flat_map(move |saturate| {
                SecondOp::ALL.into_iter().map(move |second| Self { sign, saturate, second })
            })
        })
    }
}

/// Saturates by the sign and the merge width, then applies the second operation.
#[inline(always)]
pub fn finish<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    output: Output,
    tmp: &L::Bits<34>,
    c: &L::Bits<32>,
) -> L::Bits<32> {
    let Output { sign, saturate, second } = output;
    record.sign(logic, (Stage::Saturate, "final"), sign);
    let range = Range::of(sign, second.bits());
    let (value, note) = clamp(logic, record, saturate, range, tmp, ["tmp < min", "tmp > max"]);
    record.wire(logic, (Stage::Saturate, "saturated"), &value, Sign::Signed, note);
    second_operation(logic, record, sign, second, &value, "saturated[31:0]", c)
}

/// The second operation, or the merge with C.
///
/// It takes the low 32 bits of the value: all published values of `VMNMX` on hardware agree with it, and not with the
/// 33 bits that the PTX ISA declares.
#[inline(always)]
pub fn second_operation<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    sign: Sign,
    second: SecondOp,
    value: &L::Bits<34>,
    cut_note: &'static str,
    c: &L::Bits<32>,
) -> L::Bits<32> {
    let cut = logic.field::<34, 32>(value, 0);
    record.wire(logic, (Stage::SecondOp, "cut"), &cut, sign, cut_note);
    record.wire(logic, (Stage::SecondOp, "C"), c, sign, "");
    let (result, note) = match second {
        SecondOp::Mrg16H => (merge::<L, 16>(logic, &cut, c, 16), "cut to C[31:16]"),
        SecondOp::Mrg16L => (merge::<L, 16>(logic, &cut, c, 0), "cut to C[15:0]"),
        SecondOp::Mrg8B0 => (merge::<L, 8>(logic, &cut, c, 0), "cut to C[7:0]"),
        SecondOp::Mrg8B2 => (merge::<L, 8>(logic, &cut, c, 16), "cut to C[23:16]"),
        SecondOp::Acc => (logic.add(&cut, c), "cut + C"),
        SecondOp::Min => (smaller(logic, sign, &cut, c, [&cut, c]), "min(cut, C)"),
        SecondOp::Max => (smaller(logic, sign, &cut, c, [c, &cut]), "max(cut, C)"),
        SecondOp::None => (cut, "cut"),
    };
    record.wire(logic, (Stage::SecondOp, "result"), &result, sign, note);
    result
}

/// C, in which the low `N` bits of `x` replace the bits from bit `low` on.
#[inline(always)]
fn merge<L: Logic, const N: u32>(logic: &L, x: &L::Bits<32>, c: &L::Bits<32>, low: u32) -> L::Bits<32> {
    let part = logic.shift_left(&logic.zero_extend(&logic.field::<32, N>(x, 0)), low);
    let above = logic.shift_left(&logic.shift_right_zero(c, low + N), low + N);
    let below = logic.shift_right_zero(&logic.shift_left(c, 32 - low), 32 - low);
    // The three have no bit in common.
    logic.add(&logic.add(&above, &part), &below)
}

/// The first of `choices` if `x < y` by the sign, else the second.
#[inline(always)]
fn smaller<L: Logic>(
    logic: &L,
    sign: Sign,
    x: &L::Bits<32>,
    y: &L::Bits<32>,
    choices: [&L::Bits<32>; 2],
) -> L::Bits<32> {
    let [x, y] = [x, y].map(|word| match sign {
        Sign::Unsigned => logic.zero_extend::<32, 33>(word),
        Sign::Signed => logic.sign_extend(word),
    });
    logic.choose(&logic.less(&x, &y), choices[0], choices[1])
}
