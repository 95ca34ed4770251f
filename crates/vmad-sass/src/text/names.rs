//! The legal names in place of an unknown name.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use vmad_unit::{Predicate, Register};

use super::error::TextErrorKind;

impl TextErrorKind {
    /// For an unknown name: every legal name, as in a text (suffixes with their dot). Empty for other errors.
    ///
    /// A tool can suggest the most similar name; the unknown name is the text of [`TextError::span`].
    ///
    /// [`TextError::span`]: super::TextError::span
    pub fn legal_names(&self) -> Vec<String> {
        match self {
            Self::Mnemonic { legal, .. } => legal.iter().map(ToString::to_string).collect(),
            Self::Suffix { suffixes, .. } => {
                let mut names = Vec::new();
                for name in suffixes.iter().flat_map(|group| &group.suffixes) {
                    // Both operands can have most formats.
                    if !names.contains(name) {
                        names.push(name.clone());
                    }
                }
                names
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
