//! Differences that are known.

use std::fmt;

use vmad_ptx::reading::Reading;

use crate::{
    outcome::Differs,
    source::{Form, Given, Source},
};
use vmad_xcheck::interpretation::{INTERPRETATIONS, Id, Interpretation, Model};

/// What a difference falls under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Known {
    /// A row of the divergence map: its two models give the two results.
    Row(Id),
    /// D7: `b` is a part of a register that holds a constant, and ptxas put all of the constant's 16 bits into the imm16.
    /// It is no row of the map: one PTX instruction cannot express it.
    SelectorLost,
}

impl Known {
    /// What a difference falls under, if it is known.
    pub fn of(source: &Source, form: &Form, differs: &Differs, reading: &Reading) -> Option<Self> {
        let lost = source.lower_without_selector().is_some_and(|lost| lost.is(form));
        if lost && matches!(source.operands[1], Given::Known(..)) {
            return Some(Self::SelectorLost);
        }
        INTERPRETATIONS
            .into_iter()
            .find(|row| explains(row, source, differs, reading))
            .map(|row| Self::Row(row.id))
    }

    /// The cause that has a short name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|known| known.name() == name)
    }

    /// All causes.
    pub fn all() -> impl Iterator<Item = Self> {
        INTERPRETATIONS.into_iter().map(|row| Self::Row(row.id)).chain([Self::SelectorLost])
    }

    /// A short name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Row(id) => id.name(),
            Self::SelectorLost => "D7",
        }
    }

    /// What it is about.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Row(id) => id.interpretation().title,
            Self::SelectorLost => "b's selector is lost: the imm16 is the whole constant",
        }
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.name(), self.title())
    }
}

/// Whether a row says that its models part here, and they give the two results. What is emitted where there is no
/// `VMAD` explains no `VMAD`.
fn explains(row: &Interpretation, source: &Source, differs: &Differs, reading: &Reading) -> bool {
    let case = source.case();
    let is_side = |model: Model| match model {
        Model::Ptx(of) => of == *reading || of == Reading::DEFAULT,
        Model::Lowered(_) => true,
        Model::Unit | Model::Emulation => false,
    };
    if !row.models().into_iter().all(is_side) || !row.can_differ_on(&case, differs.inputs) {
        return false;
    }
    let [one, other] = row.models().map(|model| model.prepare(case).map(|model| model(differs.inputs)));
    let results = [Some(differs.ptx), Some(differs.sass)];
    [one, other] == results || [other, one] == results
}
