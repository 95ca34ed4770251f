//! The likeness of a PTX instruction and a word.

use crate::outcome::{Incomparable, Outcome};

/// The part of a comparison's outcome that decides a pairing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Likeness {
    Equal,
    /// No difference was found, but the pair is doubtful; the verdict has the reason.
    Doubtful,
    None,
}

impl Likeness {
    /// That of an outcome, where the word can have a form of the PTX instruction or not.
    pub(crate) const fn of(outcome: &Outcome, can_be_form: bool) -> Self {
        match outcome {
            Outcome::Equal(_) => Self::Equal,
            Outcome::Incomparable(
                Incomparable::Doubtful { .. }
                | Incomparable::SelectorLost { .. }
                | Incomparable::Untied { .. }
                | Incomparable::Constant { .. },
            ) => Self::Doubtful,
            Outcome::Incomparable(Incomparable::Store) if can_be_form => Self::Doubtful,
            Outcome::Differs(_) | Outcome::Incomparable(_) => Self::None,
        }
    }
}
