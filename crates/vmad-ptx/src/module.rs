//! Finding the instructions of this crate in a whole PTX module.
//!
//! A module is not parsed: its directives, declarations and other instructions are passed over. What is read is
//! `.version`, `.target`, and every statement whose opcode is one of the nine or `mad` with a float type; and of its
//! functions their names, their places, and which of their registers hold a constant.

mod body;
mod constants;
mod functions;
mod tokens;
mod uses;

pub use functions::{Function, FunctionKind};

use crate::legality::{PtxVersion, Target};
use crate::names;
use crate::syntax::{Fault, Found, Span, SyntaxError, parse_prefix, space_len};

/// What a module has of interest here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// `.version`, if it is given and can be read.
    pub version: Option<PtxVersion>,
    /// The first architecture of `.target`, if it is given and can be read.
    pub target: Option<Target>,
    /// Every instruction of this crate's, in the order of the text, with spans into the text.
    pub statements: Vec<Result<Found, SyntaxError>>,
    /// The functions that have a body, in the order of the text.
    pub functions: Vec<Function>,
}

/// Finds `.version`, `.target`, and every video instruction and float `mad` in the text of a module.
///
/// Integer `mad`s are passed over like all other instructions. A text that is no PTX has none of it.
pub fn scan(text: &str) -> Module {
    let mut module = Module { functions: functions::functions(text), ..Module::default() };
    // Where the statement began whose guard has just been read.
    let mut guard: Option<usize> = None;
    let mut at = 0;
    while at < text.len() {
        at += space_len(&text[at..]);
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else { break };
        if first == '"' {
            at += string_len(rest);
        } else if first == '.' {
            at += directive(rest, &mut module);
        } else if first == '@' {
            guard = Some(at);
            at += 1;
        } else if let Some(len) = names::identifier_len(rest) {
            let start = guard.unwrap_or(at);
            if is_instruction(rest, len) {
                at = statement(text, start, &mut module);
                guard = None;
            } else {
                at += len;
            }
        } else {
            if matches!(first, ';' | '{' | '}') {
                guard = None;
            }
            at += first.len_utf8();
        }
    }
    module
}

/// Whether an opcode of this crate's stands here, with a modifier behind it.
fn is_instruction(rest: &str, len: usize) -> bool {
    let behind = &rest[len..];
    names::OPCODES.contains(&&rest[..len]) && behind[space_len(behind)..].starts_with('.')
}

/// Reads the statement at `start` and gives the place behind it.
fn statement(text: &str, start: usize, module: &mut Module) -> usize {
    let moved = |span: Span| Span { start: span.start + start, end: span.end + start };
    match parse_prefix(&text[start..]) {
        Ok(mut found) => {
            found.span = moved(found.span);
            for ignored in &mut found.ignored {
                ignored.span = moved(ignored.span);
            }
            let end = found.span.end;
            module.statements.push(Ok(found));
            end
        }
        Err(error) => {
            if !matches!(error.kind, Fault::IntegerMad(_)) {
                module.statements.push(Err(SyntaxError { span: moved(error.span), kind: error.kind }));
            }
            // Go on behind the statement, or behind what cannot be a part of it.
            text[start..].find([';', '{', '}']).map_or(text.len(), |end| start + end + 1)
        }
    }
}

/// Reads a directive's name and, of the two that matter, what follows; gives the length of what was read.
fn directive(rest: &str, module: &mut Module) -> usize {
    let name_len = 1 + rest[1..].find(|c| !names::is_identifier_char(c)).unwrap_or(rest.len() - 1);
    let behind = &rest[name_len..];
    let space = space_len(behind);
    let word = &behind[space..];
    let word_len = word.find(|c: char| !names::is_identifier_char(c) && c != '.').unwrap_or(word.len());
    match &rest[..name_len] {
        ".version" if module.version.is_none() => module.version = word[..word_len].parse().ok(),
        ".target" if module.target.is_none() => module.target = word[..word_len].parse().ok(),
        _ => return name_len,
    }
    name_len + space + word_len
}

/// The length of the string in double quotes that stands here.
fn string_len(rest: &str) -> usize {
    rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2)
}
