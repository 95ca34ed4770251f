//! SystemVerilog: a combinational module for each function, or a package of functions.

use std::cell::RefCell;

use vmad_term::operation::Term;
use vmad_unit::record::Wire;

use super::{
    File, Language, Options,
    infix::{Infix, bodies, body},
};
use crate::{
    function::Function,
    lower::{Integers, Lowered, lower_wires},
};

struct SystemVerilog {
    /// The declarations of a function, which come before its statements; [`None`] in a module.
    declarations: Option<RefCell<Vec<String>>>,
}

impl Infix for SystemVerilog {
    fn parameter(&self, name: &'static str) -> &'static str {
        match name {
            "word_low" => "word[31:0]",
            "word_high" => "word[63:32]",
            port => port,
        }
    }

    fn type_of(&self, bits: u32) -> String {
        if bits == 1 { "logic".to_owned() } else { format!("logic [{}:0]", bits - 1) }
    }

    fn constant(&self, bits: u32, number: u128) -> String {
        format!("{bits}'h{number:x}")
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "1'b1" } else { "1'b0" }
    }

    fn declare(&self, bits: u32, name: &str, expression: &str) -> String {
        let declaration = self.parameter_of(bits, name);
        let Some(declarations) = &self.declarations else {
            return format!("wire {declaration} = {expression};");
        };
        declarations.borrow_mut().push(format!("{declaration};"));
        format!("{name} = {expression};")
    }

    fn signed(&self, _: u32, x: &str) -> String {
        format!("$signed({x})")
    }

    fn unsigned(&self, _: u32, x: &str) -> String {
        format!("$unsigned({x})")
    }

    fn resize(&self, _: u32, to: u32, is_signed: bool, x: &str) -> String {
        if is_signed { format!("{to}'($signed({x}))") } else { format!("{to}'({x})") }
    }

    fn signed_shift(&self) -> &'static str {
        ">>>"
    }

    /// The width of an expression depends on its context, so that only names are converted.
    fn converts_names_only(&self) -> bool {
        true
    }
}

pub(super) fn print(
    functions: &[Function],
    integers: Integers,
    Options { package, wires, .. }: Options<'_>,
) -> String {
    let mut file = File::new("//");
    file.line("/* verilator lint_off UNUSEDSIGNAL */");
    if let Some(name) = package {
        file.line(&format!("package {name};"));
        for it in functions {
            function(&mut file, it, integers);
        }
        file.line("endpackage\n\n/* verilator lint_on UNUSEDSIGNAL */");
        return file.text;
    }
    for function in functions {
        module(&mut file, function, integers, if wires { &function.wires } else { &[] });
    }
    file.line("\n/* verilator lint_on UNUSEDSIGNAL */");
    file.text
}

/// A module, with some wires as outputs.
fn module(file: &mut File, function: &Function, integers: Integers, wires: &[Wire<Term>]) {
    let (graph, results) = if wires.is_empty() {
        let Lowered { graph, result } = function.lowered(integers);
        (graph, vec![result])
    } else {
        let terms: Vec<_> = wires.iter().map(|wire| wire.bits).collect();
        lower_wires(&function.graph, function.result, &terms)
    };
    let lowered: Vec<_> = results.iter().map(|&result| graph.bits(result)).collect();
    let language = SystemVerilog { declarations: None };
    let (statements, results) = bodies(&language, &graph, &results, 't');
    file.comment(&function.comment);
    file.line(&format!("module {} (", function.name));
    for port in function.declared("input logic [63:0] word", |name| format!("input logic [31:0] {name}")) {
        file.line(&format!("    {port},"));
    }
    let widths = wires.iter().map(|wire| (wire_name(wire.name), function.graph.bits(wire.bits)));
    let d = ("d".to_owned(), if function.is_flag { 1 } else { 32 });
    let outputs: Vec<_> = std::iter::once(d).chain(widths).collect();
    let declare = |(name, bits): &(String, u32)| format!("    output {}", language.parameter_of(*bits, name));
    file.line(&format!("{}\n);", outputs.iter().map(declare).collect::<Vec<_>>().join(",\n")));
    for statement in statements {
        file.line(&format!("    {statement}"));
    }
    for ((name, bits), (result, lowered)) in outputs.iter().zip(results.into_iter().zip(lowered)) {
        let value = if *bits == lowered { result } else { format!("{bits}'({result})") };
        file.line(&format!("    assign {name} = {value};"));
    }
    file.line("endmodule");
}

/// The name of a wire as an output: `a_extended`. A name that is taken or reserved gets a suffix: `final_wire`.
fn wire_name(wire: &str) -> String {
    let name = wire.to_ascii_lowercase().replace(' ', "_");
    let is_taken = matches!(name.as_str(), "a" | "b" | "c" | "d");
    if is_taken || Language::SystemVerilog.is_reserved(&name) { format!("{name}_wire") } else { name }
}

/// A function of a package.
fn function(file: &mut File, function: &Function, integers: Integers) {
    let language = SystemVerilog { declarations: Some(RefCell::default()) };
    let lowered = function.lowered(integers);
    let body = body(&language, &lowered);
    file.comment(&function.comment);
    let result = language.type_of(if function.is_flag { 1 } else { 32 });
    let inputs = function.declared("input logic [63:0] word", |name| format!("input logic [31:0] {name}"));
    file.line(&format!("function automatic {result} {}({});", function.name, inputs.join(", ")));
    for line in language.declarations.unwrap_or_default().take().into_iter().chain(body.statements) {
        file.line(&format!("    {line}"));
    }
    file.line(&format!("    {} = {};\nendfunction", function.name, body.result));
}
