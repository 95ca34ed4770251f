//! The functions of a module.

use std::collections::{BTreeSet, HashSet};

use super::tokens::Tokens;
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
    let mut start = 0;
    // The names in each body.
    let mut named: Vec<HashSet<&str>> = Vec::new();
    let mut names: HashSet<&str> = HashSet::new();
    let mut depth = 0_usize;
    for token in Tokens::new(text) {
        match token.text {
            "{" => {
                if depth == 0 {
                    start = token.at;
                    names.clear();
                }
                depth += 1;
            }
            "}" => {
                let is_open = depth > 0;
                depth = depth.saturating_sub(1);
                if depth == 0
                    && let Some((kind, Some(name))) = header.take()
                    && is_open
                {
                    let body = Span { start, end: token.end() };
                    functions.push(Function { name: name.to_owned(), kind, body, calls: BTreeSet::new() });
                    named.push(std::mem::take(&mut names));
                }
            }
            name if depth > 0 => names.extend(token.is_identifier().then_some(name)),
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
    let own: HashSet<String> = functions.iter().map(|function| function.name.clone()).collect();
    for (function, names) in functions.iter_mut().zip(named) {
        function.calls = names.into_iter().filter(|name| own.contains(*name)).map(str::to_owned).collect();
    }
    functions
}
