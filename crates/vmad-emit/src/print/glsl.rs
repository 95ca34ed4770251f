//! GLSL, and HLSL: with integers of 32 bits alone, the text is both.

use super::{
    File, Options,
    branches::{self, Functions},
    infix::{self, Syntax},
};
use crate::{function::Function, lower::Integers};

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
    let syntax = Syntax { types: ["bool", "uint", "uint64_t"], prefix, ..infix::COMMON };
    let mut code = File::empty("//");
    Functions { syntax, ..branches::COMMON }.print(&mut code, functions, integers);
    let mut file = File::new("//");
    if integers == Integers::Longs {
        file.line("// After #version: #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require");
    }
    for (name, text) in UPPER_HALVES {
        if code.text.contains(&format!("{prefix}{name}(")) {
            file.line(&format!("\nuint {prefix}{name}{text}"));
        }
    }
    file.text + &code.text
}
