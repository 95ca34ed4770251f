//! Functions of instructions in words of 64 and of 128 bits.

use std::collections::HashMap;

use vmad_sass::{
    AnyInstruction,
    schedule::ControlField,
    wide::{WideInstruction, WideParts, WideSource},
};
use vmad_unit::{Predicate, Register};

use super::{Function, default_name, instruction, of_operation, title};

/// The function of [`instruction`]; of a word of 128 bits, with a parameter for each port that reads a register or memory.
pub fn function_of(any: &AnyInstruction, name: Option<&str>) -> Option<Function> {
    match any {
        AnyInstruction::Narrow(narrow) => instruction(narrow, name),
        AnyInstruction::Wide(wide) => {
            let name = name.map_or_else(|| name_of(any), str::to_owned);
            let mut comment = vec![title_of(any)];
            comment.extend(wide.formula());
            comment.extend(unknown(any));
            Some(of_operation(wide.operation(), any.fixed(), name, comment))
        }
    }
}

/// The default name.
fn name_of(any: &AnyInstruction) -> String {
    match any {
        AnyInstruction::Narrow(narrow) => default_name(&narrow.to_string()),
        AnyInstruction::Wide(wide) => {
            let parts = wide.parts();
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
            let named = WideInstruction::from_parts(wide.arch(), &named).unwrap_or(*wide);
            format!("wide_{}", default_name(&named.to_string()))
        }
    }
}

/// What no source says about the instruction, and its title does not tell.
fn unknown(any: &AnyInstruction) -> Vec<String> {
    match any {
        AnyInstruction::Narrow(_) => Vec::new(),
        AnyInstruction::Wide(wide) => wide.unknown(),
    }
}

fn title_of(any: &AnyInstruction) -> String {
    match any {
        AnyInstruction::Narrow(narrow) => title(narrow),
        AnyInstruction::Wide(wide) => format!("{wide} ({}, 0x{:032x})", wide.arch(), wide.encode()),
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
        if let Some(&place) = places.get(&name_of(word)) {
            let (_, function): &mut (_, Function) = &mut functions[place];
            let unknown = unknown(word).into_iter().filter(|line| !function.comment.contains(line));
            let lines: Vec<_> = [format!("Also {}", title_of(word))].into_iter().chain(unknown).collect();
            function.comment.extend(lines);
        } else {
            places.insert(name_of(word), functions.len());
            functions.push((word, function_of(word, name).ok_or(word)?));
        }
    }
    Ok(functions)
}
