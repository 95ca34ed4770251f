//! Functions with branches: what C, C# and Rust have in common.

use std::collections::HashSet;

use super::infix::{Infix, body, body_with};
use crate::{
    function::{
        Function, Parameter,
        branches::{Case, Routine},
    },
    lower::{Integers, lower, lower_number},
};

/// A language with infix operators and branches.
pub(super) trait Branching: Infix {
    /// The return statement of 0, unless a flag of the word is set.
    fn guard(&self, flag: &str) -> String {
        format!("if (!{flag}(word)) return 0;")
    }
    /// The start of the choice between cases.
    fn select(&self, number: &str) -> String {
        format!("switch ({number}) {{")
    }
    /// The start of a case.
    fn case(&self, numbers: &[u64]) -> String {
        let labels: Vec<_> = numbers.iter().map(|number| format!("case {number}:")).collect();
        format!("{} {{", labels.join(" "))
    }
    /// The start of the case of all other numbers.
    fn other(&self) -> &'static str {
        "default: {"
    }
}

/// What a file with functions has, in order.
pub(super) enum Item<'f> {
    Expression(&'f Function),
    /// With the lines of its comment.
    Branches(&'f Routine, Vec<String>),
}

/// The functions, and those that they call before them, each once.
pub(super) fn items(functions: &[Function], integers: Integers) -> Vec<Item<'_>> {
    let mut defined = HashSet::new();
    let mut items = Vec::new();
    for function in functions {
        let branches = function.branches.as_ref().filter(|_| integers == Integers::Longs);
        for called in branches.map_or_else(|| std::slice::from_ref(function), |it| &it.functions) {
            if defined.insert(&called.name) {
                items.push(Item::Expression(called));
            }
        }
        for routine in branches.map_or_else(Default::default, |it| it.routines.as_slice()) {
            if defined.insert(&routine.name) {
                let is_last = routine.name == function.name;
                let comment = if is_last { function.comment.clone() } else { vec![routine.comment.clone()] };
                items.push(Item::Branches(routine, comment));
            }
        }
    }
    items
}

/// The parameters of a routine: bits and name.
pub(super) fn parameters(routine: &Routine) -> Vec<(u32, &'static str)> {
    let declared = |parameter: &Parameter| match parameter {
        Parameter::WordLow => Some((64, "word")),
        Parameter::WordHigh => None,
        Parameter::Tmp => Some((64, "tmp")),
        it => Some((32, it.name())),
    };
    routine.parameters.iter().filter_map(declared).collect()
}

/// The lines of a routine.
pub(super) fn lines(language: &impl Branching, routine: &Routine) -> Vec<String> {
    let mut lines: Vec<_> = routine.guard.iter().map(|flag| language.guard(flag)).collect();
    for (name, function, ports) in &routine.variables {
        let ports: Vec<_> = ports.iter().map(|port| port.name()).collect();
        lines.push(language.declare(32, name, &format!("{function}(word, {})", ports.join(", "))));
    }
    let c = if routine.variables.is_empty() { "c" } else { "z" };
    // The cases have variables of their own.
    let selector = body_with(language, &lower(&routine.graph, routine.selector, Integers::Longs), 's');
    lines.extend(selector.statements);
    lines.push(language.select(&selector.result));
    for (index, (numbers, case)) in routine.cases.iter().enumerate() {
        let is_last = index + 1 == routine.cases.len();
        let start = if is_last { language.other().to_owned() } else { language.case(numbers) };
        let (statements, result) = match case {
            Case::Result(term) => {
                let body = body(language, &lower(&routine.graph, *term, Integers::Longs));
                (body.statements, body.result)
            }
            Case::Finish(term, function) => {
                let body = body(language, &lower_number(&routine.graph, *term));
                (body.statements, format!("{function}(word, {}, {c})", body.result))
            }
            Case::Call(function) => {
                let call = function.as_ref().map(|function| format!("{function}(word, a, b, c)"));
                (Vec::new(), call.unwrap_or_else(|| "0".to_owned()))
            }
        };
        if statements.is_empty() {
            lines.push(format!("{start} return {result}; }}"));
        } else {
            lines.push(start);
            lines.extend(statements.iter().map(|statement| format!("    {statement}")));
            lines.extend([format!("    return {result};"), "}".to_owned()]);
        }
    }
    lines.push("}".to_owned());
    lines
}
