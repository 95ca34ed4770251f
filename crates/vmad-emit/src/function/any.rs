//! Functions of instructions in words of 64 and of 128 bits.

use std::{collections::HashMap, fmt};

use vmad_sass::{
    Instruction,
    schedule::ControlField,
    wide::{WideInstruction, WideParts, WideSource},
};
use vmad_unit::{Predicate, Register};

use super::{Function, default_name, instruction, of_operation, title};

/// An instruction in a word of 64 or of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyInstruction {
    /// Of 64 bits.
    Narrow(Instruction),
    /// Of 128 bits: sm_70 and later.
    Wide(WideInstruction),
}

impl AnyInstruction {
    /// The mnemonic: `VMAD`.
    pub fn mnemonic(&self) -> &'static str {
        match self {
            Self::Narrow(it) => it.mnemonic(),
            Self::Wide(it) => it.mode().kind().name(),
        }
    }

    /// The function of [`instruction`]; of a word of 128 bits, with a parameter for each port that reads a register or
    /// memory.
    pub fn function(&self, name: Option<&str>) -> Option<Function> {
        match self {
            Self::Narrow(it) => instruction(it, name),
            Self::Wide(it) => {
                let parts = it.parts();
                let constants = [WideSource::Register(parts.a), parts.b, parts.c].map(WideSource::fixed);
                let name = name.map_or_else(|| self.default_name(), str::to_owned);
                let mut comment = vec![self.title()];
                comment.extend(it.formula());
                comment.extend(self.unknown());
                Some(of_operation(it.operation(), constants, name, comment))
            }
        }
    }

    fn default_name(&self) -> String {
        match self {
            Self::Narrow(it) => default_name(&it.to_string()),
            Self::Wide(it) => {
                let parts = it.parts();
                // A port that is not fixed has no part in the name.
                let register = |source: WideSource| match source.fixed() {
                    Some(_) => source,
                    None => WideSource::Register(Register::from_encoding(0)),
                };
                let named = WideParts {
                    predicate: Predicate::PT,
                    b: register(parts.b),
                    c: register(parts.c),
                    control: ControlField::IDLE,
                    ..parts
                };
                let named = WideInstruction::from_parts(it.arch(), &named).unwrap_or(*it);
                format!("wide_{}", default_name(&named.to_string()))
            }
        }
    }

    /// What no source says about the instruction, and its title does not tell.
    fn unknown(&self) -> Vec<String> {
        match self {
            Self::Narrow(_) => Vec::new(),
            Self::Wide(it) => it.unknown(),
        }
    }

    fn title(&self) -> String {
        match self {
            Self::Narrow(it) => title(it),
            Self::Wide(it) => format!("{it} ({}, 0x{:032x})", it.arch(), it.encode()),
        }
    }
}

impl fmt::Display for AnyInstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Narrow(it) => it.fmt(f),
            Self::Wide(it) => it.fmt(f),
        }
    }
}

/// The functions of some instructions, each with the first of its instructions. Instructions that differ only in
/// registers, guard or destination share one, and its comment names them all.
///
/// `name` replaces the default name; it serves only one function.
///
/// # Errors
/// The first instruction that has no function.
pub fn functions<'i>(
    instructions: &'i [AnyInstruction],
    name: Option<&str>,
) -> Result<Vec<(&'i AnyInstruction, Function)>, &'i AnyInstruction> {
    let mut functions: Vec<(&AnyInstruction, Function)> = Vec::new();
    let mut places = HashMap::new();
    for word in instructions {
        if let Some(&place) = places.get(&word.default_name()) {
            let (_, function): &mut (_, Function) = &mut functions[place];
            let unknown = word.unknown().into_iter().filter(|line| !function.comment.contains(line));
            let lines: Vec<_> = [format!("Also {}", word.title())].into_iter().chain(unknown).collect();
            function.comment.extend(lines);
        } else {
            places.insert(word.default_name(), functions.len());
            functions.push((word, word.function(name).ok_or(word)?));
        }
    }
    Ok(functions)
}
