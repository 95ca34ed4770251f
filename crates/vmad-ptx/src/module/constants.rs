//! Registers that hold a constant where they are read.
//!
//! ptxas puts the constant into the instructions that read such a register, so that they are no longer what they are in
//! the text alone.

use std::collections::BTreeMap;

use super::{
    body::{Name, Statement},
    tokens::Token,
};
use crate::{
    ast::{Integer, Register},
    syntax::integer_constant,
};

/// What a register is set to.
#[derive(Clone, Copy)]
enum Written<'t> {
    /// A constant, by a `mov` that no guard can skip.
    Constant(Integer),
    /// What another register holds, by such a `mov`.
    Copy(Name<'t>),
    /// Otherwise.
    Otherwise,
}

/// The registers that statements read and that hold a constant there, by the places of the statements' opcodes.
///
/// That is known of a register that is written once in the function, by an unguarded `mov` of 32 bits of a constant or
/// of such a register; and of any other behind such a `mov`, up to the next label or the next write. Every other
/// instruction is taken to write whatever its first operand names, which is more than they do. What the body does not
/// declare is no constant: a caller or another function may write it.
pub(super) fn of(text: &str, statements: &[Statement<'_, '_>]) -> BTreeMap<usize, Vec<(Register, Integer)>> {
    let mut everywhere: BTreeMap<Name<'_>, Written<'_>> = BTreeMap::new();
    for statement in statements {
        let how = written(text, statement);
        for name in &statement.writes {
            everywhere.entry(*name).and_modify(|known| *known = Written::Otherwise).or_insert(how);
        }
    }
    let mut constants = BTreeMap::new();
    let mut here: BTreeMap<Name<'_>, Integer> = BTreeMap::new();
    for statement in statements {
        if !statement.labels.is_empty() {
            here.clear();
        }
        let value = |name: &Name<'_>| here.get(name).copied().or_else(|| followed(&everywhere, *name));
        let read: Vec<_> = statement
            .reads
            .iter()
            .filter_map(|name| Some((Register::new(name.1).ok()?, value(name)?)))
            .collect();
        let new = match written(text, statement) {
            Written::Constant(constant) => Some(constant),
            Written::Copy(source) => value(&source),
            Written::Otherwise => None,
        };
        for name in statement.writes.iter().filter(|(declaration, _)| declaration.is_some()) {
            match new {
                Some(new) => here.insert(*name, new),
                None => here.remove(name),
            };
        }
        if !read.is_empty() {
            constants.insert(statement.at(), read);
        }
    }
    constants
}

/// The constant of a register that is written once, through as many copies as there are.
fn followed<'t>(everywhere: &BTreeMap<Name<'t>, Written<'t>>, mut name: Name<'t>) -> Option<Integer> {
    // A ring of copies has no constant in it.
    for _ in 0..=everywhere.len() {
        name.0?;
        match everywhere.get(&name)? {
            Written::Constant(value) => return Some(*value),
            Written::Copy(source) => name = *source,
            Written::Otherwise => return None,
        }
    }
    None
}

/// What a statement sets its first operand to.
fn written<'t>(text: &str, statement: &Statement<'_, 't>) -> Written<'t> {
    let [opcode, ty, register, comma, first, ..] = statement.tokens else { return Written::Otherwise };
    let is_move = opcode.text == "mov" && matches!(ty.text, ".b32" | ".u32" | ".s32");
    if statement.guarded || !is_move || !register.is_identifier() || comma.text != "," {
        return Written::Otherwise;
    }
    let end = statement.tokens.last().map_or(first.end(), Token::end);
    match (text.get(first.at..end).and_then(integer_constant), statement.reads.as_slice()) {
        (Some(value), _) => Written::Constant(value),
        (None, [source]) if statement.tokens.len() == 5 => Written::Copy(*source),
        _ => Written::Otherwise,
    }
}
