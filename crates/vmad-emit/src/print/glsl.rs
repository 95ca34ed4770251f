//! GLSL, and HLSL: with integers of 32 bits alone, the text is both.

use super::{
    File, Options, branches,
    infix::{Infix, hexadecimal},
};
use crate::{function::Function, lower::Integers};

struct Glsl<'p> {
    prefix: &'p str,
}

impl Infix for Glsl<'_> {
    fn type_of(&self, bits: u32) -> String {
        match bits {
            1 => "bool",
            32 => "uint",
            _ => "uint64_t",
        }
        .to_owned()
    }

    fn constant(&self, bits: u32, number: u128) -> String {
        format!("{}{}", hexadecimal(number), if bits > 32 { "ul" } else { "u" })
    }

    fn signed(&self, bits: u32, x: &str) -> String {
        format!("{}({x})", if bits > 32 { "int64_t" } else { "int" })
    }

    fn unsigned(&self, bits: u32, x: &str) -> String {
        format!("{}({x})", self.type_of(bits))
    }

    fn resize(&self, _: u32, to: u32, is_signed: bool, x: &str) -> String {
        if is_signed { format!("uint64_t(int64_t(int({x})))") } else { format!("{}({x})", self.type_of(to)) }
    }

    fn upper_half(&self, is_signed: bool, x: &str, y: &str) -> String {
        let name = if is_signed { "upper_half_signed" } else { "upper_half" };
        format!("{}{name}({x}, {y})", self.prefix)
    }
}

/// The upper halves of products: the built-in functions have out parameters.
const UPPER_HALVES: [(&str, &str); 2] = [
    (
        "upper_half",
        "(uint x, uint y)\n{\n    uint high, low;\n    umulExtended(x, y, high, low);\n    return high;\n}",
    ),
    (
        "upper_half_signed",
        "(uint x, uint y)\n{\n    int high, low;\n    imulExtended(int(x), int(y), high, low);\n    return uint(high);\n}",
    ),
];

pub(super) fn print(
    functions: &[Function],
    integers: Integers,
    Options { prefix, .. }: Options<'_>,
) -> String {
    let has_longs = integers == Integers::Longs;
    let mut code = File::empty("//");
    for function in functions {
        let it = branches::expression(&Glsl { prefix }, function, integers, &branches::HALVES);
        code.comment(&it.comment);
        code.block(&format!("{} {}({})\n{{", it.result, it.name, it.parameters), it.lines());
    }
    let mut file = File::new("//");
    if has_longs {
        file.line("// After #version: #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require");
    }
    for (name, text) in UPPER_HALVES {
        if code.text.contains(&format!("{prefix}{name}(")) {
            file.line(&format!("\nuint {prefix}{name}{text}"));
        }
    }
    file.text + &code.text
}
