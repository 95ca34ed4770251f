//! The functions of a module: their names, where their bodies are, and which of their registers hold a constant.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    body, constants,
    tokens::{Token, tokens},
    uses,
};
use crate::{
    ast::{Integer, Register},
    syntax::Span,
};

/// A function that has a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// What kind it is.
    pub kind: FunctionKind,
    /// The body, with its braces.
    pub body: Span,
    /// The registers that statements read and that hold a constant there, by the places of the statements' opcodes.
    pub constants: BTreeMap<usize, Vec<(Register, Integer)>>,
    /// The `vmad`s whose result nothing uses, by the places of their opcodes.
    pub unused: BTreeSet<usize>,
    /// Whether it jumps back anywhere.
    pub has_loop: bool,
    /// The functions of the module that it names, each once: those that it may call.
    pub calls: BTreeSet<String>,
}

impl Function {
    /// The constant that a register holds where the instruction at a place reads it.
    pub fn constant(&self, instruction: Span, register: &Register) -> Option<Integer> {
        let mut read = self.constants.range(instruction.start..instruction.end).flat_map(|(_, read)| read);
        read.find(|(name, _)| name == register).map(|(_, value)| *value)
    }

    /// Whether the result of the `vmad` at a place may be used.
    pub fn uses(&self, instruction: Span) -> bool {
        self.unused.range(instruction.start..instruction.end).next().is_none()
    }
}

/// What a function is called by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionKind {
    /// `.entry`: a kernel.
    Entry,
    /// `.func`: other functions.
    Function,
}

/// What stands before a body.
struct Header<'t> {
    kind: FunctionKind,
    name: Option<&'t str>,
    parentheses: usize,
}

impl<'t> Header<'t> {
    fn read(&mut self, token: Token<'t>) {
        match token.text {
            "(" => self.parentheses += 1,
            ")" => self.parentheses = self.parentheses.saturating_sub(1),
            _ if !token.is_identifier() => {}
            text if self.parentheses == 0 && self.name.is_none() => self.name = Some(text),
            _ => {}
        }
    }
}

/// Finds the functions of a text. Declarations without a body are passed over, and so is what never ends.
pub(super) fn functions(text: &str) -> Vec<Function> {
    let mut functions = Vec::new();
    let mut header: Option<Header<'_>> = None;
    let mut body: Vec<Token<'_>> = Vec::new();
    let mut depth = 0_usize;
    for token in tokens(text) {
        match token.text {
            ".entry" if depth == 0 => header = Some(Header::of(FunctionKind::Entry)),
            ".func" if depth == 0 => header = Some(Header::of(FunctionKind::Function)),
            ";" if depth == 0 => header = None,
            "{" => {
                depth += 1;
                if depth == 1 {
                    body.clear();
                }
                body.push(token);
            }
            "}" => {
                depth = depth.saturating_sub(1);
                body.push(token);
                if depth == 0
                    && let Some(Header { kind, name: Some(name), .. }) = header.take()
                    && let [first, inner @ .., last] = body.as_slice()
                {
                    let statements = body::statements(text, inner);
                    functions.push(Function {
                        name: name.to_owned(),
                        kind,
                        body: Span { start: first.at, end: last.end() },
                        constants: constants::of(text, &statements),
                        unused: uses::unused(&statements),
                        has_loop: uses::has_loop(&statements),
                        calls: identifiers(inner),
                    });
                }
            }
            _ if depth == 0 => {
                if let Some(header) = &mut header {
                    header.read(token);
                }
            }
            _ => body.push(token),
        }
    }
    let names: BTreeSet<String> = functions.iter().map(|function| function.name.clone()).collect();
    for function in &mut functions {
        function.calls.retain(|name| names.contains(name));
    }
    functions
}

fn identifiers(body: &[Token<'_>]) -> BTreeSet<String> {
    body.iter().filter(|token| token.is_identifier()).map(|token| token.text.to_owned()).collect()
}

impl Header<'_> {
    const fn of(kind: FunctionKind) -> Self {
        Self { kind, name: None, parentheses: 0 }
    }
}
