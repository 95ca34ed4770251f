//! Opcodes and modifiers that are names: one list gives the values, the spelling and the documentation.

/// Declares a type from its values and their spelling in PTX, without the dot of a modifier.
macro_rules! spelled {
    ($($(#[$about:meta])* $type:ident { $($value:ident $text:literal $meaning:literal),+ $(,)? })+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $type {$(
            #[doc = concat!("`", $text, "`: ", $meaning, ".")]
            $value,
        )+}

        impl $type {
            /// All values, in the PTX ISA's order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$value),+];

            /// The value's spelling in PTX, without a dot.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$value => $text),+ }
            }

            pub(crate) fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$value),)+ _ => None }
            }
        }
    )+};
}

spelled! {
    /// `.dtype`, `.atype` or `.btype`: the sign of a 32-bit operand (line 56).
    Type {
        U32 "u32" "unsigned",
        S32 "s32" "two's complement",
    }

    /// `.asel`, `.bsel` or `.dsel`: a byte or half-word of a 32-bit operand (line 57).
    Select {
        B0 "b0" "bits 7:0",
        B1 "b1" "bits 15:8",
        B2 "b2" "bits 23:16",
        B3 "b3" "bits 31:24",
        H0 "h0" "bits 15:0",
        H1 "h1" "bits 31:16",
    }

    /// `.secop`, the second operation (line 58).
    SecOp {
        Add "add" "the sum with `c`",
        Min "min" "the minimum with `c`",
        Max "max" "the maximum with `c`",
    }

    /// The five instructions of section 9.7.18.1.1.
    ArithmeticOp {
        Add "vadd" "the sum",
        Sub "vsub" "the difference",
        AbsDiff "vabsdiff" "the absolute difference",
        Min "vmin" "the minimum",
        Max "vmax" "the maximum",
    }

    /// The operation of each lane of a SIMD video instruction (section 9.7.18.2), without the number of lanes.
    LaneArithmetic {
        Add "vadd" "the sum",
        Sub "vsub" "the difference",
        Average "vavrg" "half of the sum",
        AbsDiff "vabsdiff" "the absolute difference",
        Min "vmin" "the minimum",
        Max "vmax" "the maximum",
    }

    /// The two instructions of section 9.7.18.1.2.
    ShiftOp {
        Left "vshl" "shift left",
        Right "vshr" "shift right",
    }

    /// `.mode` of a shift: the meaning of an amount above 31 (lines 218 and 219).
    ShiftMode {
        Clamp "clamp" "an amount above 32 shifts by 32",
        Wrap "wrap" "the low five bits of the amount count",
    }

    /// `.cmp` of `vset`, `setp` and `set`.
    ///
    /// The PTX ISA's list (line 355) has the first six. `ptxas` takes the four names of `setp` for unsigned comparisons
    /// too, if `btype` is `.u32` and the target is older than `sm_70`.
    /// [`Reading::lower`](crate::reading::Reading::lower) says what they compute.
    Comparison {
        Eq "eq" "equal",
        Ne "ne" "not equal",
        Lt "lt" "less",
        Le "le" "less or equal",
        Gt "gt" "greater",
        Ge "ge" "greater or equal",
        Lo "lo" "lower, unsigned",
        Ls "ls" "lower or same, unsigned",
        Hi "hi" "higher, unsigned",
        Hs "hs" "higher or same, unsigned",
    }

    /// `.rnd` of float `mad`.
    Rounding {
        NearestEven "rn" "\"mantissa LSB rounds to nearest even\"",
        TowardZero "rz" "\"mantissa LSB rounds towards zero\"",
        TowardNegative "rm" "\"mantissa LSB rounds towards negative infinity\"",
        TowardPositive "rp" "\"mantissa LSB rounds towards positive infinity\"",
    }
}

impl Type {
    /// The PTX ISA's `isSigned`.
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::S32)
    }
}

impl Select {
    /// The number of the lowest bit.
    pub const fn lsb(self) -> u32 {
        match self {
            Self::B0 | Self::H0 => 0,
            Self::B1 => 8,
            Self::B2 | Self::H1 => 16,
            Self::B3 => 24,
        }
    }

    /// The width: 8 or 16 bits.
    pub const fn width(self) -> u32 {
        match self {
            Self::B0 | Self::B1 | Self::B2 | Self::B3 => 8,
            Self::H0 | Self::H1 => 16,
        }
    }
}

/// The type of a source operand and the selected part of it, [`None`] for the whole word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Source {
    /// `.atype` or `.btype`.
    pub ty: Type,
    /// `.asel` or `.bsel`.
    pub select: Option<Select>,
}

impl Comparison {
    /// The six of the PTX ISA, in its order.
    pub const MANUAL: [Self; 6] = [Self::Eq, Self::Ne, Self::Lt, Self::Le, Self::Gt, Self::Ge];

    /// Whether it is an unsigned comparison, which needs an unsigned `btype`.
    pub const fn needs_unsigned_btype(self) -> bool {
        matches!(self, Self::Lo | Self::Ls | Self::Hi | Self::Hs)
    }
}
