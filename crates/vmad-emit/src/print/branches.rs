//! Functions: what C, C#, GLSL, HLSL, Rust and WGSL have in common.

use std::collections::HashSet;

use super::{
    File, fill,
    infix::{bodies, body},
    syntax::{self, Syntax},
};
use crate::{
    function::{
        Function, Parameter,
        branches::{Case, Routine},
    },
    limbs::WIDE,
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
        for function in functions {
            let branches = function.branches.as_ref().filter(|_| self.word == WORD);
            for own in branches.map_or_else(|| std::slice::from_ref(function), |branches| &branches.functions)
            {
                if defined.insert(&own.name) {
                    let body = body(syntax, &own.lowered(integers), "t");
                    let mut lines = body.statements(syntax);
                    lines.push(fill(self.returned, &[("x", &body.result())]));
                    let declared = self.declared(&own.parameters, integers);
                    let bits = if own.is_flag { 1 } else { 32 };
                    self.function(file, &own.comment, [&syntax.type_of(bits), &own.name], &declared, &lines);
                }
            }
            for routine in branches.map_or_else(Default::default, |branches| branches.routines.as_slice()) {
                if defined.insert(&routine.name) {
                    let own = [routine.comment.clone()];
                    let comment = if routine.name == function.name { &function.comment[..] } else { &own };
                    let declared = self.declared(&routine.parameters, integers);
                    let lines = self.lines(routine, integers);
                    self.function(file, comment, [&syntax.type_of(32), &routine.name], &declared, &lines);
                }
            }
        }
    }

    /// The widths and the names of parameters.
    fn declared(&self, parameters: &[Parameter], integers: Integers) -> Vec<(u32, &'static str)> {
        let limbs = &WIDE[..64 / integers.longest() as usize];
        let declared = parameters.iter().flat_map(|parameter| match parameter {
            Parameter::WordLow => self.word.to_vec(),
            Parameter::WordHigh => Vec::new(),
            Parameter::Tmp => limbs.iter().map(|name| (integers.longest(), *name)).collect(),
            port => vec![(32, port.name())],
        });
        declared.collect()
    }

    fn function(
        &self,
        file: &mut File,
        comment: &[String],
        [result, name]: [&str; 2],
        parameters: &[(u32, &str)],
        lines: &[String],
    ) {
        let declared: Vec<_> =
            parameters.iter().map(|&(bits, name)| self.syntax.parameter_of(bits, name)).collect();
        file.comment(comment);
        let declared = if declared.is_empty() { self.no_parameters.to_owned() } else { declared.join(", ") };
        file.line(&fill(self.start, &[("type", result), ("name", name), ("parameters", &declared)]));
        let mentions = |line: &str, name: &str| {
            line.split(|c: char| c != '_' && !c.is_alphanumeric()).any(|part| part == name)
        };
        let is_used = |name: &str| lines.iter().any(|line| mentions(line, name));
        let halves = ["word_low", "word_high"].into_iter().zip(self.halves);
        let halves =
            halves.filter(|(name, text)| !text.is_empty() && is_used(name)).map(|(_, text)| text.to_owned());
        let mut body: Vec<_> = halves.collect();
        let unused = parameters.iter().filter(|(_, name)| {
            !self.unused.is_empty() && !is_used(name) && !body.iter().any(|line| mentions(line, name))
        });
        let unused: Vec<_> = unused.map(|(_, name)| fill(self.unused, &[("x", name)])).collect();
        body.extend(unused);
        for line in body.iter().chain(lines) {
            file.line(&format!("{}{line}", self.indent));
        }
        file.line(self.end);
    }

    fn lines(&self, routine: &Routine, integers: Integers) -> Vec<String> {
        let Self { syntax, branches: Branches { guard, select, case: [number, or, then], other }, .. } = self;
        let with = |text, x: &str| fill(text, &[("x", x)]);
        let mut lines: Vec<_> = routine.guard.iter().map(|flag| with(guard, flag)).collect();
        for (name, function, ports) in &routine.variables {
            let ports: Vec<_> = ports.iter().map(|port| port.name()).collect();
            lines.push(syntax.declare(32, name, &format!("{function}(word, {})", ports.join(", "))));
        }
        let c = if routine.variables.is_empty() { "c" } else { "z" };
        // The cases have variables of their own.
        let selector = body(syntax, &lower(&routine.graph, routine.selector, integers), "s");
        lines.extend(selector.statements(syntax));
        lines.push(with(select, &selector.result()));
        for (index, (numbers, case)) in routine.cases.iter().enumerate() {
            let start = if index + 1 == routine.cases.len() {
                (*other).to_owned()
            } else {
                let numbers: Vec<_> = numbers.iter().map(|value| with(number, &value.to_string())).collect();
                numbers.join(or) + then
            };
            let (statements, result) = match case {
                Case::Result(term) => {
                    let body = body(syntax, &lower(&routine.graph, *term, integers), "t");
                    (body.statements(syntax), body.result())
                }
                Case::Finish(term, function) => {
                    let (graph, results) = lower_number(&routine.graph, *term, integers);
                    let body = bodies(syntax, &graph, &results, "t");
                    (body.statements(syntax), format!("{function}(word, {}, {c})", body.results.join(", ")))
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
