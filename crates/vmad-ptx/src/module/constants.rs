//! Registers that hold a constant.
//!
//! ptxas replaces such a register by its constant, so that the instruction that it emits is not the one in the text.

use std::collections::BTreeMap;

use super::{
    body::{Body, Register, Statement},
    ordinary,
    tokens::Token,
};
use crate::{
    ast::{self, Integer},
    names,
    syntax::integer_constant,
};

/// What a statement writes to its first operand.
#[derive(Clone, Copy)]
enum Written {
    /// A constant, by a `mov` without a guard.
    Constant(Integer),
    /// The value of another register, by such a `mov`.
    Copy(Register),
    /// Any other value.
    Unknown,
}

/// The registers that instructions of this crate and [`ordinary`] ones read and that hold a constant there, by the places
/// of the opcodes.
///
/// Two kinds of registers hold a known constant: one that the function writes once, by an unguarded `mov` of 32 bits of
/// a constant or of such a register; and one that such a `mov` writes, up to the next label or the next write. Any other
/// instruction is taken to write all registers of its first operand. A register that the body does not declare is
/// unknown: a caller or another function may write it.
pub(super) fn of(text: &str, body: &Body<'_, '_>) -> BTreeMap<usize, Vec<(ast::Register, Integer)>> {
    let written: Vec<Written> = body.statements.iter().map(|statement| written(text, statement)).collect();
    let everywhere = everywhere(body, &written);
    let mut constants = BTreeMap::new();
    // The constant of each register since the last label, with the number of labels before it.
    let mut here: Vec<Option<(usize, Integer)>> = vec![None; body.names.len()];
    let mut labels = 0;
    for (statement, written) in body.statements.iter().zip(written) {
        labels += statement.labels.len();
        let value = |register: Register| match here[register] {
            Some((at, value)) if at == labels => Some(value),
            _ => everywhere[register],
        };
        if names::OPCODES.contains(&statement.opcode()) || ordinary::OPCODES.contains(&statement.opcode()) {
            let read = statement.reads.iter().filter_map(|&register| {
                Some((ast::Register::new(body.names[register].0).ok()?, value(register)?))
            });
            let read: Vec<_> = read.collect();
            if !read.is_empty() {
                constants.insert(statement.at(), read);
            }
        }
        let new = match written {
            Written::Constant(constant) => Some(constant),
            Written::Copy(source) => value(source),
            Written::Unknown => None,
        };
        for &register in statement.writes.iter().filter(|register| body.names[**register].1) {
            here[register] = new.map(|new| (labels, new));
        }
    }
    constants
}

/// The constant of each register that is written once, through any number of copies.
fn everywhere(body: &Body<'_, '_>, written: &[Written]) -> Vec<Option<Integer>> {
    let mut once: Vec<Option<Written>> = vec![None; body.names.len()];
    for (statement, how) in body.statements.iter().zip(written) {
        for &register in &statement.writes {
            let known = &mut once[register];
            *known = Some(if known.is_some() { Written::Unknown } else { *how });
        }
    }
    let mut path = Vec::new();
    for first in 0..once.len() {
        let mut register = first;
        let value = loop {
            match once[register].filter(|_| body.names[register].1) {
                Some(Written::Constant(value)) => break Some(value),
                Some(Written::Copy(source)) => {
                    path.push(register);
                    // If the search finds it again, the copies form a ring.
                    once[register] = Some(Written::Unknown);
                    register = source;
                }
                Some(Written::Unknown) | None => break None,
            }
        };
        for copy in path.drain(..) {
            once[copy] = value.map(Written::Constant);
        }
    }
    let constant = |(how, (_, is_declared)): (Option<Written>, &(&str, bool))| match how {
        Some(Written::Constant(value)) if *is_declared => Some(value),
        _ => None,
    };
    once.into_iter().zip(&body.names).map(constant).collect()
}

/// What a statement writes to its first operand.
fn written(text: &str, statement: &Statement<'_, '_>) -> Written {
    let [opcode, ty, register, comma, first, ..] = statement.tokens else { return Written::Unknown };
    let is_move = opcode.text == "mov" && matches!(ty.text, ".b32" | ".u32" | ".s32");
    if statement.guarded || !is_move || !register.is_identifier() || comma.text != "," {
        return Written::Unknown;
    }
    let end = statement.tokens.last().map_or(first.end(), Token::end);
    match (text.get(first.at..end).and_then(integer_constant), statement.reads.as_slice()) {
        (Some(value), _) => Written::Constant(value),
        (None, [source]) if statement.tokens.len() == 5 => Written::Copy(*source),
        _ => Written::Unknown,
    }
}
