//! C99, which is C++ too.

use super::{
    File, Options,
    branches::{Branching, Item, items, lines, parameters},
    infix::{Infix, body, cast_operand, hexadecimal},
};
use crate::{function::Function, lower::Integers};

struct C;

impl Infix for C {
    fn parameter(&self, name: &'static str) -> &'static str {
        match name {
            "word_low" => "(uint32_t)word",
            "word_high" => "(uint32_t)(word >> 32)",
            port => port,
        }
    }

    fn constant(&self, bits: u32, number: u128) -> String {
        let digits = hexadecimal(number);
        if bits > 32 { format!("UINT64_C({digits})") } else { format!("{digits}u") }
    }

    fn declare(&self, bits: u32, name: &str, expression: &str) -> String {
        format!("const {} {name} = {expression};", type_of(bits))
    }

    fn signed(&self, bits: u32, x: &str) -> String {
        format!("(int{bits}_t){}", cast_operand(x))
    }

    fn unsigned(&self, bits: u32, x: &str) -> String {
        format!("({})({x})", type_of(bits))
    }

    fn resize(&self, from: u32, to: u32, is_signed: bool, x: &str) -> String {
        let x = cast_operand(x);
        if is_signed { format!("({})(int{from}_t){x}", type_of(to)) } else { format!("({}){x}", type_of(to)) }
    }
}

impl Branching for C {}

const fn type_of(bits: u32) -> &'static str {
    match bits {
        1 => "bool",
        32 => "uint32_t",
        _ => "uint64_t",
    }
}

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new("//");
    file.line("// In C99 the conversion to a signed integer and its right shift are implementation-defined. This code needs two's");
    file.line("// complement and a shift that copies the sign: C++20 requires both, and all current compilers do both.");
    let guard = match functions {
        [first, _, ..] => Some(format!("{}_{}_H", first.name, functions.len()).to_ascii_uppercase()),
        _ => None,
    };
    if let Some(guard) = &guard {
        file.line(&format!("#ifndef {guard}\n#define {guard}"));
    }
    file.line("#include <stdbool.h>\n#include <stdint.h>");
    if guard.is_some() {
        file.line("#if defined(__cplusplus) && defined(__GNUC__)\n#pragma GCC diagnostic push");
        file.line("#pragma GCC diagnostic ignored \"-Wold-style-cast\"\n#endif");
    }
    for item in items(functions, integers) {
        match item {
            Item::Expression(function) => expression(&mut file, function, integers),
            Item::Branches(routine, comment) => {
                file.comment(&comment);
                let list: Vec<_> = parameters(routine)
                    .iter()
                    .map(|(bits, name)| format!("{} {name}", type_of(*bits)))
                    .collect();
                file.line(&format!("static inline uint32_t {}({})\n{{", routine.name, list.join(", ")));
                for line in lines(&C, routine) {
                    file.line(&format!("    {line}"));
                }
                file.line("}");
            }
        }
    }
    if guard.is_some() {
        file.line("\n#if defined(__cplusplus) && defined(__GNUC__)\n#pragma GCC diagnostic pop\n#endif");
        file.line("#endif");
    }
    file.text
}

fn expression(file: &mut File, function: &Function, integers: Integers) {
    let lowered = function.lowered(integers);
    let body = body(&C, &lowered);
    file.comment(&function.comment);
    let list = function.declared("uint64_t word", |name| format!("uint32_t {name}")).join(", ");
    let list = if list.is_empty() { "void" } else { &list };
    let result = if function.is_flag { "bool" } else { "uint32_t" };
    file.line(&format!("static inline {result} {}({list})\n{{", function.name));
    for name in function.unused(&lowered) {
        file.line(&format!("    (void){name};"));
    }
    for statement in body.statements {
        file.line(&format!("    {statement}"));
    }
    file.line(&format!("    return {};\n}}", body.result));
}
