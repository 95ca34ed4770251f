//! SystemVerilog: a combinational module for each function, or a package of functions.

use vmad_term::operation::Term;
use vmad_unit::record::Wire;

use super::{
    File, Language, Options,
    infix::{bodies, body},
    syntax::{COMMON, Syntax, atom, infix},
};
use crate::{
    function::Function,
    lower::{Integers, Lowered, lower_wires},
};

const SYNTAX: Syntax<'_> = Syntax {
    types: ["logic", "logic [{high}:0]", "logic [{high}:0]"],
    numbers: ["{bits}'h{digits}"; 2],
    truths: ["1'b0", "1'b1"],
    declare: "wire {type} {name} = {x};",
    halves: ["word[31:0]", "word[63:32]"],
    signed_numbers: [""; 2],
    signed: ["$signed({x:raw})"; 2],
    unsigned: atom("$unsigned({x:raw})"),
    shift_right_signed: infix("{x:signed} >>> {count}"),
    resize: atom("{bits}'({x:raw})"),
    sign_extend: [atom("{bits}'({x:signed})"); 2],
    // The width of an expression depends on its context.
    converts_names_only: true,
    ..COMMON
};

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
    let body = bodies(&SYNTAX, &graph, &results, "t");
    file.comment(&function.comment);
    file.line(&format!("module {} (", function.name));
    for port in function.declared("input logic [63:0] word", |name| format!("input logic [31:0] {name}")) {
        file.line(&format!("    {port},"));
    }
    let widths = wires.iter().map(|wire| (wire_name(wire.name), function.graph.bits(wire.bits)));
    let d = ("d".to_owned(), if function.is_flag { 1 } else { 32 });
    let outputs: Vec<_> = std::iter::once(d).chain(widths).collect();
    let declare = |(name, bits): &(String, u32)| format!("    output {}", SYNTAX.parameter_of(*bits, name));
    file.line(&format!("{}\n);", outputs.iter().map(declare).collect::<Vec<_>>().join(",\n")));
    for statement in body.statements(&SYNTAX) {
        file.line(&format!("    {statement}"));
    }
    for ((name, bits), (result, lowered)) in outputs.iter().zip(body.results.into_iter().zip(lowered)) {
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
    let body = body(&SYNTAX, &function.lowered(integers), "t");
    file.comment(&function.comment);
    let result = SYNTAX.type_of(if function.is_flag { 1 } else { 32 });
    let inputs = function.declared("input logic [63:0] word", |name| format!("input logic [31:0] {name}"));
    file.line(&format!("function automatic {result} {}({});", function.name, inputs.join(", ")));
    for (bits, name, _) in &body.named {
        file.line(&format!("    {};", SYNTAX.parameter_of(*bits, name)));
    }
    for (_, name, text) in &body.named {
        file.line(&format!("    {name} = {text};"));
    }
    file.line(&format!("    {} = {};\nendfunction", function.name, body.result()));
}
