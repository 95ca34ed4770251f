//! Which names would have been legal where an unknown one stands.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use vmad_unit::{Predicate, Register};

use super::error::TextErrorKind;

impl TextErrorKind {
    /// Where the error is about an unknown name: every name that could stand there, spelt as in a text (suffixes with
    /// their dot). Empty for any other error.
    ///
    /// A tool that shows the error can look among them for what was meant: the text of [`TextError::span`] is the name
    /// that was written.
    ///
    /// [`TextError::span`]: super::TextError::span
    pub fn legal_names(&self) -> Vec<String> {
        match self {
            Self::Mnemonic { legal, .. } => legal.iter().map(ToString::to_string).collect(),
            Self::Suffix { suffixes, .. } => {
                suffixes.iter().flat_map(|group| group.suffixes.iter().cloned()).collect()
            }
            Self::MissingSuffix { names, .. } | Self::OperandSuffix { names, .. } => names.clone(),
            Self::Register(_) => {
                let numbers = (0..=Register::RZ.encoding()).map(Register::from_encoding);
                numbers.map(|register| register.to_string()).collect()
            }
            Self::Predicate(_) => {
                let numbers = (0..=Predicate::PT.encoding()).map(Predicate::from_encoding);
                numbers.map(|predicate| predicate.to_string()).collect()
            }
            Self::ControlPart { names, .. } => names.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        }
    }
}
