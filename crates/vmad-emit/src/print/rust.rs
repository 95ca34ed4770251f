//! Rust.

use super::{
    File, Options,
    infix::{Infix, Text, body, cast_operand, hexadecimal},
};
use crate::{function::Function, lower::Integers};

struct Rust;

impl Infix for Rust {
    fn constant(&self, bits: u32, number: u128) -> String {
        format!("{}_{}", hexadecimal(number), type_of(bits))
    }

    fn declare(&self, bits: u32, name: &str, expression: &str) -> String {
        format!("let {name}: {} = {expression};", type_of(bits))
    }

    /// The parentheses end the type: `<` after it would begin its parameters.
    fn signed(&self, bits: u32, x: &str) -> String {
        format!("({} as i{bits})", cast_operand(x))
    }

    fn unsigned(&self, bits: u32, x: &str) -> String {
        format!("({x}) as {}", type_of(bits))
    }

    fn resize(&self, from: u32, to: u32, is_signed: bool, x: &str) -> String {
        let (x, to) = (cast_operand(x), type_of(to));
        if is_signed { format!("{x} as i{from} as i64 as {to}") } else { format!("{x} as {to}") }
    }

    fn method(&self, operator: &str) -> Option<&'static str> {
        Some(match operator {
            "+" => "wrapping_add",
            "-" => "wrapping_sub",
            _ => "wrapping_mul",
        })
    }

    fn choose(&self, flag: &str, x: &str, y: &str) -> Option<Text> {
        let other = if y.starts_with("if ") { y.to_owned() } else { format!("{{ {y} }}") };
        Some(Text { text: format!("if {flag} {{ {x} }} else {other}"), is_atom: false })
    }

    fn inversion(&self) -> &'static str {
        "!"
    }

    fn conversions_are_atoms(&self) -> bool {
        false
    }
}

const fn type_of(bits: u32) -> &'static str {
    match bits {
        1 => "bool",
        32 => "u32",
        _ => "u64",
    }
}

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new("//");
    for function in functions {
        let lowered = function.lowered(integers);
        let body = body(&Rust, &lowered);
        file.comment(&function.comment);
        let parameters = function.declared("word: u64", |name| format!("{name}: u32"));
        let result = if function.is_flag { "bool" } else { "u32" };
        file.line("#[allow(clippy::all, clippy::pedantic)]");
        file.line(&format!("pub const fn {}({}) -> {result} {{", function.name, parameters.join(", ")));
        let unused = function.unused(&lowered);
        for parameter in &function.parameters {
            let name = parameter.name();
            match name {
                _ if unused.contains(&name) => file.line(&format!("    let _ = {name};")),
                "word_low" => file.line("    let word_low = word as u32;"),
                "word_high" => file.line("    let word_high = (word >> 32) as u32;"),
                _ => {}
            }
        }
        for statement in body.statements {
            file.line(&format!("    {statement}"));
        }
        file.line(&format!("    {}\n}}", body.result));
    }
    file.text
}
