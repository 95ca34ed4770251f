//! C99, which is C++ too.

use super::{
    File, Options,
    branches::{self, Branching},
    infix::{Infix, cast_operand, hexadecimal},
};
use crate::{function::Function, lower::Integers};

struct C;

impl Infix for C {
    fn type_of(&self, bits: u32) -> String {
        match bits {
            1 => "bool",
            32 => "uint32_t",
            _ => "uint64_t",
        }
        .to_owned()
    }

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
        format!("const {} {name} = {expression};", self.type_of(bits))
    }

    fn signed(&self, bits: u32, x: &str) -> String {
        format!("(int{bits}_t){}", cast_operand(x))
    }

    fn resize(&self, from: u32, to: u32, is_signed: bool, x: &str) -> String {
        let x = cast_operand(x);
        let to = self.type_of(to);
        if is_signed { format!("({to})(int{from}_t){x}") } else { format!("({to}){x}") }
    }
}

impl Branching for C {}

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
    for it in branches::functions(&C, functions, integers) {
        file.comment(&it.comment);
        let parameters = if it.parameters.is_empty() { "void" } else { &it.parameters };
        let start = format!("static inline {} {}({parameters})\n{{", it.result, it.name);
        let unused: Vec<_> = it.unused.iter().map(|name| format!("(void){name};")).collect();
        file.block(&start, unused.into_iter().chain(it.lines()));
    }
    if guard.is_some() {
        file.line("\n#if defined(__cplusplus) && defined(__GNUC__)\n#pragma GCC diagnostic pop\n#endif");
        file.line("#endif");
    }
    file.text
}
