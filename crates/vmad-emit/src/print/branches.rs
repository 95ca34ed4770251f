//! Functions: what C, C#, GLSL, HLSL, Rust and WGSL have in common.

use std::collections::HashSet;

use super::{
    File, fill,
    infix::body,
    syntax::{self, Syntax},
};
use crate::{
    function::{
        Function, Parameter,
        branches::{Case, Routine},
    },
    lower::{Integers, lower, lower_number},
};

/// The functions of a language, as texts with places in braces.
pub(super) struct Functions<'p> {
    pub(super) syntax: Syntax<'p>,
    /// The lines before the body, with `{type}`, `{name}` and `{parameters}`; and after it.
    pub(super) start: &'static str,
    pub(super) end: &'static str,
    pub(super) indent: &'static str,
    /// The text of an empty list of parameters.
    pub(super) no_parameters: &'static str,
    /// The parameters for the word: width and name.
    pub(super) word: &'static [(u32, &'static str)],
    /// Statements of each half of the word that is used.
    pub(super) halves: [&'static str; 2],
    /// The statement of a parameter `{x}` that the result does not depend on, if there must be one.
    pub(super) unused: &'static str,
    /// The last statement of a function that is an expression `{x}`.
    pub(super) returned: &'static str,
    pub(super) branches: Branches,
}

/// The branches of a language.
pub(super) struct Branches {
    /// The return statement of 0, unless the flag `{x}` of the word is set.
    pub(super) guard: &'static str,
    /// The start of the choice between cases by a number `{x}`.
    pub(super) select: &'static str,
    /// A number `{x}` of a case, what separates two, and what follows the last.
    pub(super) case: [&'static str; 3],
    /// The start of the case of all other numbers.
    pub(super) other: &'static str,
}

/// A word as one parameter, and as two.
pub(super) const WORD: &[(u32, &str)] = &[(64, "word")];
const HALVES: &[(u32, &str)] = &[(32, "word_low"), (32, "word_high")];

/// Functions without branches, as the shading languages have them.
pub(super) const COMMON: Functions<'_> = Functions {
    syntax: syntax::COMMON,
    start: "{type} {name}({parameters})\n{",
    end: "}",
    indent: "    ",
    no_parameters: "",
    word: HALVES,
    halves: [""; 2],
    unused: "",
    returned: "return {x};",
    branches: Branches {
        guard: "if (!{x}(word)) return 0;",
        select: "switch ({x}) {",
        case: ["case {x}:", " ", " {"],
        other: "default: {",
    },
};

impl Functions<'_> {
    /// Prints functions, and those that they call before them, each once.
    pub(super) fn print(&self, file: &mut File, functions: &[Function], integers: Integers) {
        let syntax = &self.syntax;
        let mut defined = HashSet::new();
        let has_branches = integers == Integers::Longs && self.word == WORD;
        for function in functions {
            let branches = function.branches.as_ref().filter(|_| has_branches);
            for it in branches.map_or_else(|| std::slice::from_ref(function), |it| &it.functions) {
                if defined.insert(&it.name) {
                    let lowered = it.lowered(integers);
                    let body = body(syntax, &lowered, "t");
                    let unused = it.unused(&lowered);
                    let unused = unused.iter().filter(|_| !self.unused.is_empty());
                    let mut lines: Vec<_> =
                        unused.map(|name| fill(self.unused, |_| Some((*name).to_owned()))).collect();
                    lines.extend(body.statements(syntax));
                    lines.push(fill(self.returned, |_| Some(body.result())));
                    let bits = if it.is_flag { 1 } else { 32 };
                    self.function(file, &it.comment, bits, &it.name, &it.parameters, &lines);
                }
            }
            for it in branches.map_or_else(Default::default, |it| it.routines.as_slice()) {
                if defined.insert(&it.name) {
                    let own = [it.comment.clone()];
                    let comment = if it.name == function.name { &function.comment[..] } else { &own };
                    self.function(file, comment, 32, &it.name, &it.parameters, &self.lines(it));
                }
            }
        }
    }

    fn function(
        &self,
        file: &mut File,
        comment: &[String],
        bits: u32,
        name: &str,
        parameters: &[Parameter],
        lines: &[String],
    ) {
        let declared = parameters.iter().flat_map(|parameter| match parameter {
            Parameter::WordLow => self.word.to_vec(),
            Parameter::WordHigh => Vec::new(),
            Parameter::Tmp => vec![(64, "tmp")],
            it => vec![(32, it.name())],
        });
        let declared: Vec<_> = declared.map(|(bits, name)| self.syntax.parameter_of(bits, name)).collect();
        file.comment(comment);
        file.line(&fill(self.start, |place| {
            Some(match place {
                "type" => self.syntax.type_of(bits),
                "name" => name.to_owned(),
                "parameters" if declared.is_empty() => self.no_parameters.to_owned(),
                "parameters" => declared.join(", "),
                _ => return None,
            })
        }));
        let names = ["word_low", "word_high"].into_iter().zip(self.halves);
        let halves =
            names.filter(|(name, text)| !text.is_empty() && lines.iter().any(|it| it.contains(name)));
        for line in halves.map(|(_, text)| text).chain(lines.iter().map(String::as_str)) {
            file.line(&format!("{}{line}", self.indent));
        }
        file.line(self.end);
    }

    fn lines(&self, routine: &Routine) -> Vec<String> {
        let Self { syntax, branches: Branches { guard, select, case: [number, or, then], other }, .. } = self;
        let with = |text, x: &str| fill(text, |place| (place == "x").then(|| x.to_owned()));
        let mut lines: Vec<_> = routine.guard.iter().map(|flag| with(guard, flag)).collect();
        for (name, function, ports) in &routine.variables {
            let ports: Vec<_> = ports.iter().map(|port| port.name()).collect();
            lines.push(syntax.declare(32, name, &format!("{function}(word, {})", ports.join(", "))));
        }
        let c = if routine.variables.is_empty() { "c" } else { "z" };
        // The cases have variables of their own.
        let selector = body(syntax, &lower(&routine.graph, routine.selector, Integers::Longs), "s");
        lines.extend(selector.statements(syntax));
        lines.push(with(select, &selector.result()));
        for (index, (numbers, case)) in routine.cases.iter().enumerate() {
            let start = if index + 1 == routine.cases.len() {
                (*other).to_owned()
            } else {
                let numbers: Vec<_> = numbers.iter().map(|it| with(number, &it.to_string())).collect();
                numbers.join(or) + then
            };
            let (statements, result) = match case {
                Case::Result(term) => {
                    let body = body(syntax, &lower(&routine.graph, *term, Integers::Longs), "t");
                    (body.statements(syntax), body.result())
                }
                Case::Finish(term, function) => {
                    let body = body(syntax, &lower_number(&routine.graph, *term), "t");
                    (body.statements(syntax), format!("{function}(word, {}, {c})", body.result()))
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
}
