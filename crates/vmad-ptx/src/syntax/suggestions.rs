//! The legal names in the place of an unknown one.

use super::error::Fault;
use crate::ast::{Comparison, Select};
use crate::names::OPCODES;

impl Fault {
    /// The legal names in the place of an unknown name, modifiers and selectors with their dot. Empty for any other fault.
    ///
    /// The unknown name is the text at [`SyntaxError::span`](super::SyntaxError::span).
    pub fn legal_names(&self) -> Vec<String> {
        match self {
            Self::UnknownInstruction(_) => OPCODES.map(str::to_owned).to_vec(),
            Self::IllegalModifier { instruction, legal, .. } => {
                let types: &[&str] =
                    if *instruction == "mad" { &[".f32", ".f64"] } else { &[".u32", ".s32"] };
                // The list for messages has words between the names.
                let listed = legal.split([' ', ',']).filter(|word| word.starts_with('.'));
                listed.chain(types.iter().copied()).map(str::to_owned).collect()
            }
            Self::ComparisonType(_) => Comparison::MANUAL.map(|cmp| format!(".{}", cmp.text())).to_vec(),
            Self::UnknownSelector(_) => Select::ALL.map(|select| format!(".{}", select.text())).to_vec(),
            _ => Vec::new(),
        }
    }
}
