//! Readings by name: `literal`, `prose`, `shift-left=whole`, and lists of such.

use super::{
    Assignment, Intermediate, Lower, Mask, MinusC, Pass, Reading, ShiftFill, ShiftLeft, ThirdOperand,
    VmadRange,
};
use std::str::FromStr;

/// One way of reading one ambiguity, by name.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The ambiguity's name: the field of [`Reading`], with hyphens.
    pub name: &'static str,
    /// The reading's name.
    pub value: &'static str,
    apply: fn(Reading) -> Reading,
}

impl Choice {
    /// The reading with this one choice made so.
    pub fn apply(&self, reading: Reading) -> Reading {
        (self.apply)(reading)
    }
}

macro_rules! choices {
    ($($name:literal $field:ident { $($value:literal => $reading:expr),+ $(,)? })+) => {
        /// Every choice there is.
        const CHOICES: &[Choice] = &[$($(
            Choice { name: $name, value: $value, apply: |reading| Reading { $field: $reading, ..reading } },
        )+)+];
    };
}

choices! {
    "intermediate" intermediate {
        "cut32" => Intermediate::Cut32, "s33" => Intermediate::S33, "whole" => Intermediate::Whole,
    }
    "third-operand" third_operand { "by-dtype" => ThirdOperand::ByDtype, "signed" => ThirdOperand::Signed }
    "assignment" assignment { "one-of-both" => Assignment::OneOfBoth, "last-wins" => Assignment::LastWins }
    "shift-left" shift_left { "s34" => ShiftLeft::S34, "whole" => ShiftLeft::Whole }
    "shift-fill" shift_fill { "by-atype" => ShiftFill::ByAtype, "by-dtype" => ShiftFill::ByDtype }
    "lower" lower { "by-name" => Lower::ByName, "all-less" => Lower::AllLess }
    "minus-c" minus_c {
        "sign-of-intermediate" => MinusC::SignOfIntermediate, "sign-of-final" => MinusC::SignOfFinal,
    }
    "mask" mask { "none" => Mask::None, "by-final-sign" => Mask::ByFinalSign, "unsigned" => Mask::Unsigned, "tmp-first" => Mask::TmpFirst }
    "pass" pass { "whole" => Pass::Whole, "like-the-others" => Pass::LikeTheOthers }
    "vmad-range" vmad_range { "final-sign" => VmadRange::FinalSign, "dtype" => VmadRange::Dtype }
}

impl Reading {
    /// Every choice, by name: what [`Reading::from_str`] takes besides `default`, `prose` and `literal`.
    pub const fn choices() -> &'static [Choice] {
        CHOICES
    }
}

/// The name names no reading.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is not a reading: legal are default, prose, literal, {}", legal())]
pub struct UnknownReading {
    /// The name.
    pub found: String,
}

fn legal() -> String {
    let names = CHOICES.iter().map(|choice| format!("{}={}", choice.name, choice.value));
    names.collect::<Vec<_>>().join(", ")
}

/// A list of names with commas between them, each of which changes what those before it have set; it starts from the
/// default. `literal,shift-left=whole` is the literal reading but for one choice.
impl FromStr for Reading {
    type Err = UnknownReading;

    fn from_str(text: &str) -> Result<Self, UnknownReading> {
        text.split(',').map(str::trim).try_fold(Self::DEFAULT, |reading, name| match name {
            "default" => Ok(Self::DEFAULT),
            "prose" => Ok(Self::PROSE),
            "literal" => Ok(Self::LITERAL),
            _ => {
                let choice =
                    CHOICES.iter().find(|choice| name.split_once('=') == Some((choice.name, choice.value)));
                choice
                    .map(|choice| choice.apply(reading))
                    .ok_or_else(|| UnknownReading { found: name.to_owned() })
            }
        })
    }
}
