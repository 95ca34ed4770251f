//! The functions of a module.

use std::collections::BTreeSet;

use super::{
    body::Body,
    tokens::{Token, Tokens},
};
use crate::syntax::Span;

/// A function that has a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: FunctionKind,
    /// The body, with its braces.
    pub body: Span,
    /// The functions of the module that it names, each once: those that it may call.
    pub calls: BTreeSet<String>,
}

/// The kind of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionKind {
    /// `.entry`: a kernel.
    Entry,
    /// `.func`: any other function.
    Function,
}

/// The functions of a text that have a complete body. Time is linear in the length of the text.
pub(super) fn functions(text: &str) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    // The kind of the function whose body follows, and its name: the first identifier outside of parentheses.
    let mut header: Option<(FunctionKind, Option<&str>)> = None;
    let mut parentheses = 0_usize;
    let mut body: Vec<Token<'_>> = Vec::new();
    let mut depth = 0_usize;
    for token in Tokens::new(text) {
        match token.text {
            "{" => {
                if depth == 0 {
                    body.clear();
                }
                depth += 1;
                body.push(token);
            }
            "}" => {
                depth = depth.saturating_sub(1);
                body.push(token);
                if depth == 0
                    && let Some((kind, Some(name))) = header.take()
                {
                    functions.extend(function(text, name, kind, &body));
                }
            }
            _ if depth > 0 => body.push(token),
            ".entry" => (header, parentheses) = (Some((FunctionKind::Entry, None)), 0),
            ".func" => (header, parentheses) = (Some((FunctionKind::Function, None)), 0),
            ";" => header = None,
            "(" => parentheses += 1,
            ")" => parentheses = parentheses.saturating_sub(1),
            name if parentheses == 0 && token.is_identifier() => {
                if let Some((_, first)) = &mut header {
                    first.get_or_insert(name);
                }
            }
            _ => {}
        }
    }
    let names: BTreeSet<String> = functions.iter().map(|function| function.name.clone()).collect();
    for function in &mut functions {
        function.calls.retain(|name| names.contains(name));
    }
    functions
}

/// A function with a body of tokens. Its calls are all names that the body does not declare.
fn function(text: &str, name: &str, kind: FunctionKind, body: &[Token<'_>]) -> Option<Function> {
    let [first, inner @ .., last] = body else { return None };
    let names = Body::of_tokens(text, inner).names.into_iter();
    let calls = names.filter(|name| name.declared.is_none()).map(|name| name.text.to_owned()).collect();
    let body = Span { start: first.at, end: last.end() };
    Some(Function { name: name.to_owned(), kind, body, calls })
}
