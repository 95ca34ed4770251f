//! How the manual is read where it is ambiguous or contradicts itself.
//!
//! [`Reading::DEFAULT`] is what hardware did where hardware was read; else what the prose and the table of operand
//! combinations support. [`Reading::LITERAL`] is the pseudo-code as it stands. Every choice can also be made on its own;
//! [`AMBIGUITIES`] lists them, each with an example on which its readings part.

mod ambiguities;
mod names;

pub use ambiguities::{AMBIGUITIES, Ambiguity, Basis};
pub use names::{Choice, UnknownReading};

/// What a second operation is given (design note D5; lines 36, 42, 60, 64 and 80 to 82).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Intermediate {
    /// The lower 32 bits, read as `dtype`: what a Maxwell does.
    Cut32,
    /// The `.s33` that `optSaturate` is declared to return (line 64): the lower 33 bits, sign-extended.
    S33,
    /// The whole result of the primary operation: "apply a second operation to the intermediate result" (line 42).
    Whole,
}

/// How `c` is extended for the second operation (lines 80 and 364 against line 82).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum ThirdOperand {
    /// By `dtype`, and for `vset` with zeros: the prose, and what a Maxwell does.
    ByDtype,
    /// As `optSecOp`'s parameter type has it, `.s33` whatever `dtype` is: `c`'s own sign bit is extended.
    Signed,
}

/// What `d` is when it is assigned twice (lines 156 and 157, 226 and 227, 374 and 375).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Assignment {
    /// The second operation's result, or the merge's, whichever was asked for: the prose (line 40).
    OneOfBoth,
    /// The second assignment's, whose input is `tmp` and not the `d` of the first: second operations come to nothing.
    LastWins,
}

/// How much of `vshl`'s result there is to saturate (lines 36, 60 and 64 against lines 204 and 221).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum ShiftLeft {
    /// "A signed 34-bit result": bits above the 34th are lost before the clamp, and bit 33 is the sign.
    S34,
    /// All of it, up to 65 bits: a value that leaves the range is clamped, however far it goes.
    Whole,
}

/// What fills `vshr` from the left (line 209 against line 60).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum ShiftFill {
    /// The sign of the 33-bit input, hence of `atype`: the pseudo-code, and "signed shift" read as a shift of a signed value.
    ByAtype,
    /// A sign if `dtype` is signed, zeros above bit 31 if not: "the sign of the intermediate result depends on dtype".
    ByDtype,
}

/// What `vset`'s `.lo .ls .hi .hs` compare, which the manual does not list (line 355).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Lower {
    /// What PTX's `setp` means by them: lower, lower or same, higher, higher or same.
    ByName,
    /// What `ptxas` 12.9 makes of all four: `.lt`.
    AllLess,
}

/// How `vmad` negates an unsigned `c` (design note D1; lines 271 to 280 against lines 310 and 312).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum MinusC {
    /// `c` has the sign of the intermediate result: `(u32 * u32) - u32`, the table's third line.
    SignOfIntermediate,
    /// `c = ~c` on 32 bits, then `sext32(c)` because the final result is signed: `c`'s bit 31 becomes a sign.
    SignOfFinal,
}

/// What `& 0xffffffffffffffff` does to `vmad`'s scaled result (lines 315 and 316), and whether `tmp` has 128 bits or 64
/// (design note D2; lines 305 and 313).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Mask {
    /// Nothing: the result is sign-extended if the final result is signed (line 292), and fits.
    None,
    /// It cuts the shifted result to 64 bits, which are signed if the final result is. A result that was shifted fits.
    ByFinalSign,
    /// It makes the shifted result a number from 0 to 2^64 - 1, which is what the expression says: `S32_MIN` is out of
    /// reach.
    Unsigned,
    /// `tmp` itself is cut to 64 bits before it is shifted. The pseudo-code does not say so (`tmp[127:0]`); an emulator
    /// does so, and D2 counts its modes.
    TmpFirst,
}

/// What `vmad` computes without `.scale`, where the pseudo-code assigns no `result` (lines 314 to 317).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Pass {
    /// `result = tmp`, without the mask of the other two cases.
    Whole,
    /// `result = tmp & 0xffffffffffffffff`, a third case after the model of the other two.
    LikeTheOthers,
}

/// Whose range `vmad.sat` clamps to (line 294 against line 62).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum VmadRange {
    /// The range of the final sign: `vmad`'s own prose and pseudo-code.
    FinalSign,
    /// The range of `dtype`: what the general section says of all video instructions.
    Dtype,
}

/// A reading of the manual: one choice for each ambiguity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub struct Reading {
    /// D5.
    pub intermediate: Intermediate,
    /// The sign of `c` in a second operation.
    pub third_operand: ThirdOperand,
    /// The two assignments to `d`.
    pub assignment: Assignment,
    /// The width of `vshl`'s result.
    pub shift_left: ShiftLeft,
    /// The fill of `vshr`.
    pub shift_fill: ShiftFill,
    /// `vset`'s comparisons that are not in the manual.
    pub lower: Lower,
    /// D1.
    pub minus_c: MinusC,
    /// D2.
    pub mask: Mask,
    /// `vmad` without `.scale`.
    pub pass: Pass,
    /// The range of `vmad.sat`.
    pub vmad_range: VmadRange,
}

impl Reading {
    /// Hardware where it was read, else prose and tables.
    pub const DEFAULT: Self = Self {
        intermediate: Intermediate::Cut32,
        third_operand: ThirdOperand::ByDtype,
        assignment: Assignment::OneOfBoth,
        shift_left: ShiftLeft::S34,
        shift_fill: ShiftFill::ByAtype,
        lower: Lower::ByName,
        minus_c: MinusC::SignOfIntermediate,
        mask: Mask::None,
        pass: Pass::Whole,
        vmad_range: VmadRange::FinalSign,
    };

    /// The prose alone, without the evidence of hardware: differs from the default in D5, where the prose hands the
    /// whole intermediate result to the second operation.
    pub const PROSE: Self = Self { intermediate: Intermediate::Whole, ..Self::DEFAULT };

    /// The pseudo-code as it stands, declared widths included.
    ///
    /// Two of its sentences cannot be meant and are left as in the default: `d`'s second assignment, which would undo
    /// every second operation, and the mask as an unsigned number. [`Assignment::LastWins`] and [`Mask::Unsigned`] are
    /// there for whoever wants them.
    pub const LITERAL: Self = Self {
        intermediate: Intermediate::S33,
        minus_c: MinusC::SignOfFinal,
        mask: Mask::ByFinalSign,
        pass: Pass::LikeTheOthers,
        ..Self::DEFAULT
    };
}

impl Default for Reading {
    fn default() -> Self {
        Self::DEFAULT
    }
}
