//! Registers of a function that hold a constant.
//!
//! ptxas puts the constant into the instructions that read such a register, so that they are no longer what they are in
//! the text alone.

use std::collections::BTreeMap;

use super::tokens::Token;
use crate::{
    ast::{Integer, Register},
    syntax::integer_constant,
};

/// How a register is written, in the whole of a function.
#[derive(Clone, Copy)]
enum Written {
    /// Once, by a `mov` of a constant that no guard can skip.
    Constant(Integer),
    /// Otherwise, or more than once.
    Otherwise,
}

/// The registers that are written once, by an unguarded `mov` of 32 bits of a constant.
///
/// Every other instruction is taken to write whatever its first operand names, which is more than they do. A name that
/// is declared twice, in blocks of their own, or that is a parameter, is no constant.
pub(super) fn of(text: &str, body: &[Token<'_>], parameters: &[&str]) -> BTreeMap<Register, Integer> {
    let mut written: BTreeMap<&str, Written> =
        parameters.iter().map(|name| (*name, Written::Otherwise)).collect();
    let mut declared = Vec::new();
    for statement in statements(body) {
        if statement.first().is_some_and(|token| token.text == ".reg") {
            declared.extend(declarations(statement));
            continue;
        }
        let constant = constant_move(text, statement);
        for name in destinations(statement) {
            let how = constant.map_or(Written::Otherwise, Written::Constant);
            written.entry(name).and_modify(|known| *known = Written::Otherwise).or_insert(how);
        }
    }
    let constants = written.into_iter().filter_map(|(name, how)| match how {
        Written::Constant(value) => Some((name, value)),
        Written::Otherwise => None,
    });
    constants
        .filter(|(name, _)| declared.iter().filter(|declaration| declaration.declares(name)).count() < 2)
        .filter_map(|(name, value)| Some((Register::new(name).ok()?, value)))
        .collect()
}

/// Splits a body at semicolons, labels and the braces of blocks. (Those of vectors stand inside of a statement.)
fn statements<'b, 't>(body: &'b [Token<'t>]) -> impl Iterator<Item = &'b [Token<'t>]> {
    let mut rest = body;
    std::iter::from_fn(move || {
        loop {
            match rest {
                [] => return None,
                [first, behind @ ..] if matches!(first.text, ";" | "{" | "}") => rest = behind,
                [label, colon, behind @ ..] if colon.text == ":" && label.is_identifier() => rest = behind,
                _ => break,
            }
        }
        let end = rest.iter().position(|token| token.text == ";").unwrap_or(rest.len());
        let (statement, behind) = rest.split_at(end);
        rest = behind;
        Some(statement)
    })
}

/// A name in a `.reg` statement, or the names that start with it: `%r<10>` is `%r0` to `%r9`.
struct Declaration<'t> {
    name: &'t str,
    numbered: bool,
}

impl Declaration<'_> {
    fn declares(&self, name: &str) -> bool {
        match name.strip_prefix(self.name) {
            Some("") => !self.numbered,
            Some(rest) => self.numbered && rest.bytes().all(|digit| digit.is_ascii_digit()),
            None => false,
        }
    }
}

fn declarations<'t>(statement: &[Token<'t>]) -> Vec<Declaration<'t>> {
    let behind = statement.iter().skip(1).map(|token| token.text).chain([""]);
    let pairs = statement.iter().zip(behind).filter(|(token, _)| token.is_identifier());
    pairs.map(|(token, behind)| Declaration { name: token.text, numbered: behind == "<" }).collect()
}

/// The tokens of a statement behind its guard, and whether there is a guard.
fn unguarded<'b, 't>(statement: &'b [Token<'t>]) -> (&'b [Token<'t>], bool) {
    let texts: [&str; 2] = std::array::from_fn(|index| statement.get(index).map_or("", |it| it.text));
    match texts {
        ["@", "!"] => (statement.get(3..).unwrap_or_default(), true),
        ["@", _] => (statement.get(2..).unwrap_or_default(), true),
        _ => (statement, false),
    }
}

/// The constant, if the statement is an unguarded `mov` of one.
fn constant_move(text: &str, statement: &[Token<'_>]) -> Option<Integer> {
    let (tokens, false) = unguarded(statement) else { return None };
    let [opcode, ty, register, comma, first, ..] = tokens else { return None };
    let is_move = opcode.text == "mov" && matches!(ty.text, ".b32" | ".u32" | ".s32");
    if !is_move || !register.is_identifier() || comma.text != "," {
        return None;
    }
    integer_constant(text.get(first.at..tokens.last()?.end())?)
}

/// Every name in the first operand, which is what an instruction writes if it writes a register.
fn destinations<'b, 't>(statement: &'b [Token<'t>]) -> impl Iterator<Item = &'t str> + use<'b, 't> {
    let (tokens, _) = unguarded(statement);
    // The opcode is behind us: what is left of it are modifiers, which are no identifiers.
    let operands = tokens.get(1..).unwrap_or_default();
    let mut depth = 0_usize;
    let first = operands.iter().take_while(move |token| {
        match token.text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > 0 || token.text != ","
    });
    first.filter(|token| token.is_identifier()).map(|token| token.text)
}
