//! The types of the registers of video instructions and float `mad`, as ptxas 12.9 takes them.

use std::fmt;

use super::{
    body::{Body, Statement},
    tokens::Tokens,
};
use crate::names::is_opcode;
use crate::syntax::Span;

/// The types of registers of video instructions.
const WORDS: &[&str] = &[".b32", ".u32", ".s32"];

/// A register in an instruction whose operands have other types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongType {
    /// The place of the register in the instruction.
    pub span: Span,
    /// The register.
    pub register: String,
    /// The type with which it is declared: `.b16`.
    pub declared: String,
    /// The types that are legal there.
    pub legal: &'static [&'static str],
}

impl fmt::Display for WrongType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { register, declared, legal, .. } = self;
        write!(f, "the register '{register}' is declared {declared}: legal here are {}", legal.join(" "))
    }
}

/// [`wrong_types_in`] the statements of a text without functions.
pub fn wrong_types_of_statements(text: &str) -> Vec<WrongType> {
    wrong_types_in(text, &Body::of_tokens(text, Tokens::new(text)))
}

/// The registers of video instructions and float `mad` in a body of a text that it declares with a type that ptxas refuses
/// there. The types of guards, of vectors, and of registers that the head of the function declares are not compared.
pub fn wrong_types_in(text: &str, body: &Body<'_>) -> Vec<WrongType> {
    let mut found = Vec::new();
    for statement in &body.statements {
        let Some(legal) = legal_types(statement) else { continue };
        let guard = statement.guard().map(|guard| guard.predicate);
        let operands = statement.writes().iter().chain(statement.reads());
        for register in operands.filter(|register| Some(**register) != guard) {
            let name = body.names[*register];
            let Some(declared) = name.declared.filter(|declared| !legal.contains(declared)) else { continue };
            if declared.starts_with(".v") {
                continue;
            }
            let span = statement.span();
            let end = text.get(..span.end).unwrap_or_default();
            let mut tokens = Tokens { at: span.start, ..Tokens::new(end) };
            let place = tokens.find(|token| token.text == name.text);
            found.push(WrongType {
                span: place.map_or(span, |token| token.span()),
                register: name.text.to_owned(),
                declared: declared.to_owned(),
                legal,
            });
        }
    }
    found
}

/// The types of the registers of an instruction; [`None`] if it is not one of this crate.
fn legal_types(statement: &Statement<'_>) -> Option<&'static [&'static str]> {
    let has = |ty: &str| Tokens::new(statement.text).any(|token| token.text == ty);
    match statement.opcode {
        "mad" if has(".f32") => Some(&[".b32", ".f32"]),
        "mad" if has(".f64") => Some(&[".b64", ".f64"]),
        "mad" => None,
        opcode => is_opcode(opcode).then_some(WORDS),
    }
}
