//! The code that builds IR, in C++, C# and Rust: the texts of each.

mod dialect;

use std::collections::HashMap;

use vmad_sass::isa::{self, Layout};
use vmad_term::{operation::Term, simplify::Simplified};

use dialect::{CPP, CSHARP, Dialect, RUST};

use super::{File, Language, Options, fill, infix::body};
use crate::{
    builder::{
        Builder, Program, Stage, Statement, is_flag,
        ops::{Argument, Call, Declared, OPERATIONS, Type, calls},
    },
    function::Function,
    lower::{Integers, Lowered},
};

impl Language {
    /// The text of a file that builds IR; [`None`] if there is none in this language.
    pub fn print_builder(self, builder: &Builder, options: Options<'_>) -> Option<String> {
        let dialect = match self {
            Self::C => &CPP,
            Self::CSharp => &CSHARP,
            Self::Rust => &RUST,
            _ => return None,
        };
        Some(dialect.print(builder, options))
    }
}

/// A name in the style of the language.
fn pascal(name: &str) -> String {
    let capital = |part: &str| part[..1].to_ascii_uppercase() + &part[1..];
    name.split('_').map(capital).collect()
}

/// The texts of the operations with a default, or without one.
fn operations(have_default: bool, text: impl Fn(&Declared) -> String) -> String {
    let operations = OPERATIONS.iter().filter(|operation| operation.has_default == have_default);
    operations.map(text).collect::<Vec<_>>().join("\n")
}

impl Dialect {
    fn print(&self, builder: &Builder, options: Options<'_>) -> String {
        let stages: String = builder.stages.iter().map(|stage| self.stage(stage)).collect();
        let text = fill(
            self.frame,
            &[
                ("operations", &operations(false, |operation| self.declared(operation))),
                ("defaults", &operations(true, |operation| self.with_default(operation))),
                ("integers", &operations(false, |operation| self.computed(operation))),
                ("legal", &self.legal(&builder.is_legal)),
                ("stages", &stages),
                ("programs", &self.programs(builder)),
                ("dispatch", &self.dispatch(builder)),
                ("namespace", &format!("{}video", options.prefix)),
                ("guard", &format!("{}VIDEO_BUILDER_HPP", options.prefix.to_ascii_uppercase())),
            ],
        );
        File::new("//").text + &text
    }

    fn name(&self, name: &str) -> String {
        if self.is_pascal { pascal(name) } else { name.to_owned() }
    }

    /// The signature of an operation, with names for the types of words and flags.
    fn signature(&self, text: &str, operation: &Declared, [word, flag]: [&str; 2]) -> String {
        let of = |of| match of {
            Type::Word => word.to_owned(),
            Type::Flag => flag.to_owned(),
            Type::Number => self.functions.syntax.type_of(32),
            Type::Truth => self.functions.syntax.type_of(1),
        };
        let parameters = self.parameters(operation.parameters.iter().map(|&(name, is)| (name, of(is))));
        let (result, name) = (of(operation.result), self.name(operation.name));
        fill(text, &[("result", &result), ("name", &name), ("parameters", &parameters)])
    }

    fn parameters(&self, parameters: impl Iterator<Item = (&'static str, String)>) -> String {
        let declare = |(name, of): (&str, String)| {
            fill(self.functions.syntax.parameter, &[("name", name), ("type", &of)])
        };
        parameters.map(declare).collect::<Vec<_>>().join(", ")
    }

    fn documented(&self, operation: &Declared, lines: &str) -> String {
        format!("{}\n{lines}", fill(self.doc, &[("x", &operation.meaning.replace('<', self.less))]))
    }

    fn declared(&self, operation: &Declared) -> String {
        self.documented(operation, &self.signature(self.required, operation, self.own_types))
    }

    fn with_default(&self, operation: &Declared) -> String {
        let (graph, result) = operation.value();
        let (calls, results) = calls(&graph, &[result], false);
        let [start, end] = self.default;
        let mut lines = vec![self.signature(start, operation, self.own_types)];
        lines.extend(calls.iter().map(|call| format!("        {}", self.call(call))));
        lines.push(format!("        {}", fill(self.results[0], &[("x", &results.concat())])));
        lines.push(end.to_owned());
        self.documented(operation, &lines.join("\n"))
    }

    fn computed(&self, operation: &Declared) -> String {
        let (graph, result) = operation.value();
        let body = body(&self.functions.syntax, &Lowered { graph, result }, "t");
        let mut statements = body.statements(&self.functions.syntax);
        statements.push(fill(self.functions.returned, &[("x", &body.result())]));
        let text = self.signature(self.computes, operation, self.integers);
        fill(&text, &[("x", &statements.join(" "))])
    }

    fn legal(&self, function: &Function) -> String {
        let mut file = File::empty("//");
        let function = Function { name: self.name(&function.name), ..function.clone() };
        self.functions.print(&mut file, &[function], Integers::Longs);
        file.text
    }

    /// The statement of a call.
    fn call(&self, Call { value, operation, arguments }: &Call) -> String {
        let syntax = &self.functions.syntax;
        let argument = |argument: &Argument| match argument {
            Argument::Value(name) => name.clone(),
            Argument::Number(number) => syntax.constant(32, (*number).into()),
            Argument::Truth(truth) => syntax.constant(1, u128::from(*truth)),
        };
        let arguments: Vec<_> = arguments.iter().map(argument).collect();
        self.value(value, &self.operation(operation, &arguments.join(", ")))
    }

    fn operation(&self, name: &str, arguments: &str) -> String {
        fill(self.call, &[("name", &self.name(name)), ("arguments", arguments)])
    }

    fn value(&self, name: &str, value: &str) -> String {
        fill(self.value, &[("name", name), ("x", value)])
    }

    /// A function with a case for each body.
    fn stage(&self, stage: &Stage) -> String {
        let syntax = &self.functions;
        let of = |name: &str| self.types[usize::from(is_flag(name))].to_owned();
        let mut lines = vec![String::new(), format!("// {}", stage.comment)];
        let parameters = self.parameters(stage.arguments.iter().map(|&name| (name, of(name))));
        let (result, name) = (self.result_type(stage.results), self.name(&stage.name));
        lines.push(fill(self.stage, &[("result", &result), ("name", &name), ("parameters", &parameters)]));
        lines.push(format!("    {}", fill(syntax.branches.select, &[("x", "number")])));
        for (number, body) in stage.bodies.iter().enumerate() {
            let [case, _, then] = syntax.branches.case;
            let is_last = number + 1 == stage.bodies.len();
            let start = fill(case, &[("x", &number.to_string())]) + then;
            lines.push(format!("    {}", if is_last { syntax.branches.other } else { &start }));
            let (calls, mut results) = calls(&body.graph, &body.results, true);
            lines.extend(calls.iter().map(|call| format!("        {}", self.call(call))));
            results.resize(stage.results.len(), results[0].clone());
            let text = self.results[usize::from(results.len() > 1)];
            lines.push(format!("        {}\n    }}", fill(text, &[("x", &results.join(", "))])));
        }
        lines.push("    }\n}\n".to_owned());
        lines.join("\n")
    }

    fn result_type(&self, results: &[&str]) -> String {
        let of = self.types[usize::from(is_flag(results[0]))].to_owned();
        if results.len() == 1 {
            return of;
        }
        fill(self.several, &[("type", &of), ("count", &results.len().to_string())])
    }

    fn programs(&self, builder: &Builder) -> String {
        let mut tables: HashMap<&[u16], String> = HashMap::new();
        let (mut text, mut functions) = (String::new(), String::new());
        for program in &builder.programs {
            let name = program.kind.name().to_ascii_lowercase();
            for statement in &program.statements {
                if let Statement::Entry { name: entry, entries, .. } = statement
                    && !tables.contains_key(entries.as_slice())
                {
                    let table = self.table_name(&format!("{name}_{entry}"));
                    text += &self.table(&table, entries);
                    tables.insert(entries, table);
                }
            }
            functions += &self.program(builder, program, &tables);
        }
        text + &functions
    }

    /// Constants of Rust have capital letters.
    fn table_name(&self, name: &str) -> String {
        if self.table.starts_with("const ") { name.to_ascii_uppercase() } else { self.name(name) }
    }

    fn table(&self, name: &str, entries: &[u16]) -> String {
        let lines = entries.chunks(36).map(|line| {
            let numbers: Vec<_> = line.iter().map(u16::to_string).collect();
            format!("\n    {},", numbers.join(", "))
        });
        let lines = lines.collect::<String>() + "\n";
        fill(self.table, &[("name", name), ("count", &entries.len().to_string()), ("x", &lines)]) + "\n"
    }

    /// The function of an instruction.
    fn program(&self, builder: &Builder, program: &Program, tables: &HashMap<&[u16], String>) -> String {
        let syntax = &self.functions.syntax;
        let name = program.kind.name();
        let mut lines = vec![String::new(), format!("// The result of a legal {name}.")];
        let lower = self.name(&name.to_ascii_lowercase());
        lines.push(fill(self.program, &[("name", &lower)]));
        let number = |name: &str, of: Term, lines: &mut Vec<String>| {
            let graph: Simplified = program.host.clone();
            let body = body(syntax, &Lowered { graph, result: of }, &format!("{name}_"));
            lines.extend(body.statements(syntax).iter().map(|line| format!("    {line}")));
            body.result()
        };
        // A value that is one of several results of a stage.
        let mut places: HashMap<&str, String> = HashMap::new();
        let mut last = "";
        for statement in &program.statements {
            let line = match statement {
                Statement::Number { name, expression } => {
                    let value = number(name, *expression, &mut lines);
                    syntax.declare(32, name, &value)
                }
                Statement::Entry { name, entries, index } => {
                    let index = number(name, *index, &mut lines);
                    let entry = fill(self.entry, &[("name", &tables[entries.as_slice()]), ("x", &index)]);
                    syntax.declare(32, name, &entry)
                }
                Statement::Constant { value, condition, number: constant } => {
                    let condition = number(&format!("{value}_if"), *condition, &mut lines);
                    let constant = number(&format!("{value}_is"), *constant, &mut lines);
                    let constant = self.operation("constant", &constant);
                    fill(self.replace, &[("condition", &condition), ("name", value), ("x", &constant)])
                }
                Statement::Stage { results, stage, case, arguments } => {
                    let place = |name: &&str| places.get(name).cloned().unwrap_or_else(|| (*name).to_owned());
                    let arguments: Vec<_> = arguments.iter().map(place).collect();
                    let call = format!(
                        "{}(ops, {case}, {})",
                        self.name(&builder.stages[*stage].name),
                        arguments.join(", ")
                    );
                    if results.len() > 1 {
                        places.extend(
                            results
                                .iter()
                                .enumerate()
                                .map(|(at, name)| (*name, format!("{}[{at}]", results[0]))),
                        );
                    }
                    last = results[0];
                    self.value(results[0], &call)
                }
            };
            lines.push(format!("    {line}"));
        }
        lines.push(format!("    {}\n{}\n", fill(self.functions.returned, &[("x", last)]), self.end));
        lines.join("\n")
    }

    fn dispatch(&self, builder: &Builder) -> String {
        let line = |program: &Program| {
            let opcode = isa::opcode(Layout::Maxwell.forms(program.kind));
            let [mask, bits] = [opcode.mask, opcode.bits].map(|bits| format!("{bits:x}"));
            let name = self.name(&program.kind.name().to_ascii_lowercase());
            fill(self.dispatch, &[("mask", &mask), ("bits", &bits), ("name", &name)])
        };
        builder.programs.iter().map(line).collect::<Vec<_>>().join("\n    ")
    }
}
