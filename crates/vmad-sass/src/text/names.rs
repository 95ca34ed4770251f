//! Which names would have been legal where an unknown one stands.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use vmad_unit::{Format, Predicate, Register, Scale};

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
            Self::Mnemonic(_) => alloc::vec!["VMAD".to_string()],
            Self::Suffix(_) => {
                let formats = Format::ALL.into_iter().map(Format::name);
                let scales = Scale::ALL.into_iter().map(Scale::name);
                formats.chain(["PO"]).chain(scales).chain(["SAT"]).map(dotted).collect()
            }
            Self::Register(_) => {
                let numbers = (0..=Register::RZ.encoding()).map(Register::from_encoding);
                numbers.map(|register| register.to_string()).collect()
            }
            Self::Predicate(_) => {
                let numbers = (0..=Predicate::PT.encoding()).map(Predicate::from_encoding);
                numbers.map(|predicate| predicate.to_string()).collect()
            }
            Self::OperandSuffix { names, .. } | Self::ControlPart { names, .. } => {
                names.iter().map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn dotted(name: &str) -> String {
    alloc::format!(".{name}")
}
