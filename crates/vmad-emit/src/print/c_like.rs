//! C, C#, GLSL, HLSL, Rust and WGSL: the texts of each.

use super::{
    File, Options,
    branches::{self, Branches, Functions, WORD},
    syntax::{self, Form, Syntax, atom, infix},
};
use crate::{function::Function, lower::Integers};

/// C99, which is C++ too.
const C: Functions<'_> = Functions {
    syntax: Syntax {
        types: ["bool", "uint32_t", "uint64_t"],
        numbers: ["{x}u", "UINT64_C({x})"],
        declare: "const {type} {name} = {x};",
        halves: ["(uint32_t)word", "(uint32_t)(word >> 32)"],
        signed: ["(int32_t){x}", "(int64_t){x}"],
        signed_numbers: ["{x}", "INT64_C({x})"],
        unsigned: atom("({type}){x}"),
        resize: atom("({type}){x}"),
        sign_extend: [atom("({type}){x:signed}"), atom("(int64_t){x:signed}")],
        ..syntax::COMMON
    },
    start: "static inline {type} {name}({parameters})\n{",
    no_parameters: "void",
    word: WORD,
    unused: "(void){x};",
    ..branches::COMMON
};

pub(super) fn c(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
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
    C.print(&mut file, functions, integers);
    if guard.is_some() {
        file.line("\n#if defined(__cplusplus) && defined(__GNUC__)\n#pragma GCC diagnostic pop\n#endif");
        file.line("#endif");
    }
    file.text
}

pub(super) const CSHARP: Functions<'_> = Functions {
    syntax: Syntax {
        numbers: ["{x}u", "{x}UL"],
        halves: ["(uint)word", "(uint)(word >> 32)"],
        signed: ["(int){x}", "(long){x}"],
        signed_numbers: ["{x}", "{x}L"],
        unsigned: atom("({type}){x}"),
        counts: ["{x}", "(int){x}"],
        resize: atom("({type}){x}"),
        sign_extend: [atom("({type}){x:signed}"), atom("(long){x:signed}")],
        built_in: &[
            atom("System.Math.Min({x:raw}, {y:raw})"),
            atom("System.Math.Max({x:raw}, {y:raw})"),
            atom("System.Math.Min({x:signed:raw}, {y:signed:raw})"),
            atom("System.Math.Max({x:signed:raw}, {y:signed:raw})"),
        ],
        ..syntax::COMMON
    },
    start: "public static {type} {name}({parameters})\n{\n    unchecked\n    {",
    end: "    }\n}",
    indent: "        ",
    word: WORD,
    ..branches::COMMON
};

pub(super) fn csharp(
    functions: &[Function],
    integers: Integers,
    Options { prefix, .. }: Options<'_>,
) -> String {
    let mut methods = File::empty("//");
    CSHARP.print(&mut methods, functions, integers);
    let mut file = File::new("//");
    file.line(&format!("\npublic static partial class {prefix}VideoInstructions\n{{"));
    for line in methods.text.trim_start().lines() {
        file.line(&if line.is_empty() { String::new() } else { format!("    {line}") });
    }
    file.line("}");
    file.text
}

pub(super) const RUST: Functions<'_> = Functions {
    syntax: Syntax {
        types: ["bool", "u32", "u64"],
        parameter: "{name}: {type}",
        numbers: ["{x}_{type}"; 2],
        declare: "let {name}: {type} = {x};",
        modular: [
            atom("{x}.wrapping_add({y:raw})"),
            atom("{x}.wrapping_sub({y:raw})"),
            atom("{x}.wrapping_mul({y:raw})"),
        ],
        inverted: atom("!{x}"),
        // The parentheses end the type: `<` after it would begin its parameters.
        signed: ["({x} as i32)", "({x} as i64)"],
        signed_numbers: ["{x}_i32", "{x}_i64"],
        unsigned: infix("{x} as {type}"),
        resize: infix("{x} as {type}"),
        sign_extend: [infix("{x:signed} as {type}"), atom("({x:signed} as i64)")],
        choose: infix("if {x:raw} { {y:raw} } else {block}"),
        ..syntax::COMMON
    },
    start: "#[allow(clippy::all, clippy::pedantic)]\npub const fn {name}({parameters}) -> {type} {",
    word: WORD,
    halves: ["let word_low = word as u32;", "let word_high = (word >> 32) as u32;"],
    unused: "let _ = {x};",
    returned: "{x}",
    branches: Branches {
        guard: "if !{x}(word) { return 0; }",
        select: "match {x} {",
        case: ["{x}", " | ", " => {"],
        other: "_ => {",
    },
    ..branches::COMMON
};

pub(super) fn rust(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new("//");
    RUST.print(&mut file, functions, integers);
    file.text
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

/// The built-in functions of GLSL. HLSL has the extremes.
const BUILT_IN: &[Form] = &[
    atom("min({x:raw}, {y:raw})"),
    atom("max({x:raw}, {y:raw})"),
    atom("min({x:signed:raw}, {y:signed:raw})"),
    atom("max({x:signed:raw}, {y:signed:raw})"),
    atom("bitfieldExtract({x:raw}, {low}, {width})"),
    atom("bitfieldExtract({x:signed:raw}, {low}, {width})"),
];

pub(super) fn glsl(functions: &[Function], integers: Integers, options: Options<'_>) -> String {
    shader(functions, integers, options, BUILT_IN)
}

pub(super) fn hlsl(functions: &[Function], integers: Integers, options: Options<'_>) -> String {
    shader(functions, integers, options, &BUILT_IN[..4])
}

/// GLSL, and HLSL: with integers of 32 bits alone, only the built-in functions differ.
fn shader(
    functions: &[Function],
    integers: Integers,
    Options { prefix, .. }: Options<'_>,
    built_in: &'static [Form],
) -> String {
    let syntax = Syntax { types: ["bool", "uint", "uint64_t"], prefix, built_in, ..syntax::COMMON };
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

const WGSL: Functions<'_> = Functions {
    syntax: Syntax {
        types: ["bool", "u32", ""],
        parameter: "{name}: {type}",
        declare: "let {name} = {x};",
        signed: ["bitcast<i32>({x:raw})", ""],
        signed_numbers: ["{x}i", ""],
        unsigned: atom("bitcast<u32>({x:raw})"),
        counts: ["{x}u", "{x}"],
        choose: atom("select({z:raw}, {y:raw}, {x:raw})"),
        built_in: &[
            atom("min({x:raw}, {y:raw})"),
            atom("max({x:raw}, {y:raw})"),
            atom("min({x:signed:raw}, {y:signed:raw})"),
            atom("max({x:signed:raw}, {y:signed:raw})"),
            atom("extractBits({x:raw}, {low}u, {width}u)"),
            atom("extractBits({x:signed:raw}, {low}u, {width}u)"),
        ],
        ..syntax::COMMON
    },
    start: "fn {name}({parameters}) -> {type} {",
    ..branches::COMMON
};

pub(super) fn wgsl(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new("//");
    WGSL.print(&mut file, functions, integers);
    file.text
}
