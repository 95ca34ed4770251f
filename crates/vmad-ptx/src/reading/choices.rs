//! The choices of a reading: one list gives the types, the names and the fields.

/// A choice for one ambiguity, by name.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The name of the ambiguity: the field of [`Reading`], with hyphens.
    pub name: &'static str,
    /// The name of the choice.
    pub value: &'static str,
    apply: fn(Reading) -> Reading,
}

impl Choice {
    /// The reading with this choice.
    pub fn apply(&self, reading: Reading) -> Reading {
        (self.apply)(reading)
    }
}

/// Declares each ambiguity: its type, its field of [`Reading`] and its name, then its choices and their names.
macro_rules! choices {
    ($($(#[$about:meta])* $type:ident $field:ident $name:literal {
        $($(#[$meaning:meta])* $value:ident $spelling:literal,)+
    })+) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $type {
                $($(#[$meaning])* $value,)+
            }
        )+

        /// A reading of the PTX ISA: one choice for each ambiguity.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Reading {
            $(#[doc = concat!("See [`", stringify!($type), "`].")] pub $field: $type,)+
        }

        impl Reading {
            /// This reading with each choice of another that is not the default.
            #[must_use]
            pub fn with(self, other: &Self) -> Self {
                let default = Self::DEFAULT;
                Self {
                    $($field: if other.$field == default.$field { self.$field } else { other.$field },)+
                }
            }

            /// Every choice, by name. [`Reading::from_str`](std::str::FromStr) also accepts `default`, `prose` and
            /// `literal`.
            pub const fn choices() -> &'static [Choice] {
                &[$($(Choice {
                    name: $name,
                    value: $spelling,
                    apply: |reading| Reading { $field: $type::$value, ..reading },
                },)+)+]
            }
        }
    };
}

choices! {
    /// The input of a second operation (D5; lines 36, 42, 60, 64 and 80 to 82).
    Intermediate intermediate "intermediate" {
        /// The lower 32 bits, read as `dtype`: what a Maxwell does.
        Cut32 "cut32",
        /// The `.s33` that `optSaturate` is declared to return (line 64): the lower 33 bits, sign-extended.
        S33 "s33",
        /// The whole result of the primary operation: "apply a second operation to the intermediate result" (line 42).
        Whole "whole",
    }

    /// The extension of `c` for the second operation (lines 80 and 364 against line 82).
    ThirdOperand third_operand "third-operand" {
        /// By `dtype`, and for `vset` with zeros: the prose, and what a Maxwell does.
        ByDtype "by-dtype",
        /// By the parameter type of `optSecOp`, `.s33` for any `dtype`: the sign bit of `c` is extended.
        Signed "signed",
    }

    /// The value of `d`, which is assigned twice (lines 156 and 157, 226 and 227, 374 and 375).
    Assignment assignment "assignment" {
        /// The result of the second operation or of the merge, whichever the instruction has: the prose (line 40).
        OneOfBoth "one-of-both",
        /// The second assignment, whose input is `tmp` and not the `d` of the first: a second operation has no effect.
        LastWins "last-wins",
    }

    /// The width of the result of `vshl` before saturation (lines 36, 60 and 64 against lines 204 and 221).
    ShiftLeft shift_left "shift-left" {
        /// "A signed 34-bit result": higher bits are lost before the clamp, and bit 33 is the sign.
        S34 "s34",
        /// Up to 65 bits: a value out of range is clamped.
        Whole "whole",
    }

    /// The bits that `vshr` shifts in (line 209 against line 60).
    ShiftFill shift_fill "shift-fill" {
        /// The sign of the 33-bit input, so of `atype`: the pseudo-code, and "signed shift" as the shift of a signed
        /// value.
        ByAtype "by-atype",
        /// Bit 31 if `dtype` is signed, else zeros: "the sign of the intermediate result depends on dtype".
        ByDtype "by-dtype",
    }

    /// The comparisons `.lo .ls .hi .hs` of `vset`, which the PTX ISA does not list.
    Lower lower "lower" {
        /// As in `setp`: lower, lower or same, higher, higher or same.
        ByName "by-name",
        /// `.lt` for all four: the code that `ptxas` 12.9 emits.
        AllLess "all-less",
    }

    /// The negation of an unsigned `c` in `vmad` (D1; lines 271 to 280 against lines 310 and 312).
    MinusC minus_c "minus-c" {
        /// `c` has the sign of the intermediate result: `(u32 * u32) - u32`, the third line of the table.
        SignOfIntermediate "sign-of-intermediate",
        /// `c = ~c` on 32 bits, then `sext32(c)` because the final result is signed: bit 31 of `c` becomes a sign.
        SignOfFinal "sign-of-final",
    }

    /// The effect of `& 0xffffffffffffffff` on the scaled result of `vmad` (lines 315 and 316), and the width of `tmp`
    /// (D2; lines 305 and 313).
    Mask mask "mask" {
        /// None: the result is sign-extended if the final result is signed (line 292), and fits.
        None "none",
        /// It cuts the shifted result to 64 bits, which are signed if the final result is. A shifted result fits.
        ByFinalSign "by-final-sign",
        /// It makes the shifted result a number from 0 to 2^64 - 1, as the expression says: `S32_MIN` cannot occur.
        Unsigned "unsigned",
        /// `tmp` is cut to 64 bits before the shift. The pseudo-code has `tmp[127:0]`; an emulator does this (D2).
        TmpFirst "tmp-first",
    }

    /// The result of `vmad` without `.scale`, to which the pseudo-code assigns nothing (lines 314 to 317).
    Pass pass "pass" {
        /// `result = tmp`, without the mask of the other two cases.
        Whole "whole",
        /// `result = tmp & 0xffffffffffffffff`, like the other two cases.
        LikeTheOthers "like-the-others",
    }

    /// The range of `vmad.sat` (line 294 against line 62).
    VmadRange vmad_range "vmad-range" {
        /// The range of the final sign: the prose and pseudo-code of `vmad`.
        FinalSign "final-sign",
        /// The range of `dtype`: the general section on video instructions.
        Dtype "dtype",
    }
}
