//! Functions: what C, C# and Rust, which have branches, GLSL, HLSL and WGSL have in common.

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

/// A function as text.
pub(super) struct Printed {
    pub(super) comment: Vec<String>,
    pub(super) name: String,
    pub(super) parameters: String,
    pub(super) result: String,
    /// The names of the parameters that the result does not depend on.
    pub(super) unused: Vec<&'static str>,
    pub(super) statements: Vec<String>,
    /// The result as an expression; [`None`] if the statements return it.
    pub(super) returned: Option<String>,
}

impl Printed {
    /// The statements, with the return statement of languages that have one.
    pub(super) fn lines(self) -> impl Iterator<Item = String> {
        self.statements.into_iter().chain(self.returned.map(|result| format!("return {result};")))
    }
}

/// A word as one parameter, and as two.
const WORD: [(u32, &str); 1] = [(64, "word")];
pub(super) const HALVES: [(u32, &str); 2] = [(32, "word_low"), (32, "word_high")];

/// A function as one expression, with these parameters for the word.
pub(super) fn expression(
    language: &impl Infix,
    function: &Function,
    integers: Integers,
    word: &[(u32, &'static str)],
) -> Printed {
    let lowered = function.lowered(integers);
    let body = body(language, &lowered);
    Printed {
        comment: function.comment.clone(),
        name: function.name.clone(),
        parameters: parameters(language, &function.parameters, word),
        result: language.type_of(if function.is_flag { 1 } else { 32 }),
        unused: function.unused(&lowered),
        statements: body.statements,
        returned: Some(body.result),
    }
}

/// The functions, and those that they call before them, each once.
pub(super) fn functions(
    language: &impl Branching,
    functions: &[Function],
    integers: Integers,
) -> Vec<Printed> {
    let mut defined = HashSet::new();
    let mut printed = Vec::new();
    for function in functions {
        let branches = function.branches.as_ref().filter(|_| integers == Integers::Longs);
        for called in branches.map_or_else(|| std::slice::from_ref(function), |it| &it.functions) {
            if defined.insert(&called.name) {
                printed.push(expression(language, called, integers, &WORD));
            }
        }
        for routine in branches.map_or_else(Default::default, |it| it.routines.as_slice()) {
            if defined.insert(&routine.name) {
                let is_last = routine.name == function.name;
                let comment = if is_last { function.comment.clone() } else { vec![routine.comment.clone()] };
                printed.push(Printed {
                    comment,
                    name: routine.name.clone(),
                    parameters: parameters(language, &routine.parameters, &WORD),
                    result: language.type_of(32),
                    unused: Vec::new(),
                    statements: lines(language, routine),
                    returned: None,
                });
            }
        }
    }
    printed
}

/// The declarations of the parameters.
fn parameters(language: &impl Infix, parameters: &[Parameter], word: &[(u32, &'static str)]) -> String {
    let declared = parameters.iter().flat_map(|parameter| match parameter {
        Parameter::WordLow => word.to_vec(),
        Parameter::WordHigh => Vec::new(),
        Parameter::Tmp => vec![(64, "tmp")],
        it => vec![(32, it.name())],
    });
    declared.map(|(bits, name)| language.parameter_of(bits, name)).collect::<Vec<_>>().join(", ")
}

/// The lines of a routine.
fn lines(language: &impl Branching, routine: &Routine) -> Vec<String> {
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
