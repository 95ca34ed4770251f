//! Which names would have been legal where an unknown one stands.

use super::error::Fault;
use crate::ast::{Comparison, Select};
use crate::names::OPCODES;

impl Fault {
    /// Where the fault is an unknown name: every name that could stand there, spelt as in a text (modifiers and selectors
    /// with their dot). Empty for any other fault.
    ///
    /// A tool that shows the error can look among them for what was meant: the text of
    /// [`SyntaxError::span`](super::SyntaxError::span) is the name that was written.
    pub fn legal_names(&self) -> Vec<String> {
        match self {
            Self::UnknownInstruction(_) => OPCODES.map(str::to_owned).to_vec(),
            Self::IllegalModifier { instruction, legal, .. } => {
                let types: &[&str] =
                    if *instruction == "mad" { &[".f32", ".f64"] } else { &[".u32", ".s32"] };
                // The list for people has words between the names.
                let listed = legal.split([' ', ',']).filter(|word| word.starts_with('.'));
                listed.chain(types.iter().copied()).map(str::to_owned).collect()
            }
            Self::ComparisonType(_) => Comparison::MANUAL.map(|cmp| format!(".{}", cmp.text())).to_vec(),
            Self::UnknownSelector(_) => Select::ALL.map(|select| format!(".{}", select.text())).to_vec(),
            _ => Vec::new(),
        }
    }
}
