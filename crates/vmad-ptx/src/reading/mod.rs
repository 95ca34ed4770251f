//! Readings of the PTX ISA where it is ambiguous or contradicts itself.
//!
//! [`Reading::DEFAULT`] follows published results of hardware, or else the prose and the table of operand combinations.
//! [`Reading::LITERAL`] is the pseudo-code. [`Reading::choices`] are the single choices, and [`AMBIGUITIES`] has an
//! example for each on which its readings differ.

pub mod ambiguities;
mod choices;

pub use ambiguities::{AMBIGUITIES, Ambiguity};
pub use choices::{
    Assignment, Choice, Intermediate, Lower, Mask, MinusC, Pass, Reading, ShiftFill, ShiftLeft, ThirdOperand,
    VmadRange,
};

use std::fmt;
use std::str::FromStr;

impl Reading {
    /// Published results of hardware, or else prose and tables.
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

    /// The prose, without the evidence of hardware. It differs from the default in D5: the whole intermediate result is
    /// the input of the second operation.
    pub const PROSE: Self = Self { intermediate: Intermediate::Whole, ..Self::DEFAULT };

    /// The pseudo-code, with its declared widths.
    ///
    /// Two of its lines are mistakes, and are not followed: the second assignment to `d`, which would undo every second
    /// operation, and the mask as an unsigned number. [`Assignment::LastWins`] and [`Mask::Unsigned`] follow them.
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

/// The choices that are not the default's, as [`Reading::from_str`] reads them; `default` if there are none.
impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_chosen = |reading: Self, choice: &Choice| choice.apply(reading) == reading;
        let is_other = |choice: &&Choice| is_chosen(*self, choice) && !is_chosen(Self::DEFAULT, choice);
        let others = Self::choices().iter().filter(is_other);
        let names: Vec<_> = others.map(|choice| format!("{}={}", choice.name, choice.value)).collect();
        if names.is_empty() { f.write_str("default") } else { f.write_str(&names.join(",")) }
    }
}

/// The name is not a reading.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is not a reading: legal are default, prose, literal, {}", legal())]
pub struct UnknownReading {
    /// The name.
    pub found: String,
}

fn legal() -> String {
    let names = Reading::choices().iter().map(|choice| format!("{}={}", choice.name, choice.value));
    names.collect::<Vec<_>>().join(", ")
}

/// A list of names with commas between. It starts from the default, and each name changes the reading so far:
/// `literal,shift-left=whole` is the literal reading with one other choice.
impl FromStr for Reading {
    type Err = UnknownReading;

    fn from_str(text: &str) -> Result<Self, UnknownReading> {
        text.split(',').map(str::trim).try_fold(Self::DEFAULT, |reading, name| match name {
            "default" => Ok(Self::DEFAULT),
            "prose" => Ok(Self::PROSE),
            "literal" => Ok(Self::LITERAL),
            _ => {
                let mut choices = Self::choices().iter();
                let choice = choices.find(|choice| name.split_once('=') == Some((choice.name, choice.value)));
                let choice = choice.ok_or_else(|| UnknownReading { found: name.to_owned() })?;
                Ok(choice.apply(reading))
            }
        })
    }
}
