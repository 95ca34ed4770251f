//! Rust.

use super::{
    File, Options,
    branches::{Branching, Item, items, lines, parameters},
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

impl Branching for Rust {
    fn guard(&self, flag: &str) -> String {
        format!("if !{flag}(word) {{ return 0; }}")
    }

    fn select(&self, number: &str) -> String {
        format!("match {number} {{")
    }

    fn case(&self, numbers: &[u64]) -> String {
        let numbers: Vec<_> = numbers.iter().map(u64::to_string).collect();
        format!("{} => {{", numbers.join(" | "))
    }

    fn other(&self) -> &'static str {
        "_ => {"
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
    for item in items(functions, integers) {
        let (comment, signature, lines) = match item {
            Item::Expression(function) => {
                let lowered = function.lowered(integers);
                let body = body(&Rust, &lowered);
                let parameters = function.declared("word: u64", |name| format!("{name}: u32"));
                let result = if function.is_flag { "bool" } else { "u32" };
                let signature = format!("{}({}) -> {result}", function.name, parameters.join(", "));
                let unused = function.unused(&lowered).into_iter();
                let mut lines: Vec<_> = unused.map(|name| format!("let _ = {name};")).collect();
                lines.extend(body.statements);
                lines.push(body.result);
                (function.comment.clone(), signature, lines)
            }
            Item::Branches(routine, comment) => {
                let parameters: Vec<_> = parameters(routine)
                    .iter()
                    .map(|(bits, name)| format!("{name}: {}", type_of(*bits)))
                    .collect();
                let signature = format!("{}({}) -> u32", routine.name, parameters.join(", "));
                (comment, signature, lines(&Rust, routine))
            }
        };
        file.comment(&comment);
        file.line("#[allow(clippy::all, clippy::pedantic)]");
        file.line(&format!("pub const fn {signature} {{"));
        for (half, value) in HALVES {
            if lines.iter().any(|line| line.contains(half)) {
                file.line(&format!("    let {half} = {value};"));
            }
        }
        for line in lines {
            file.line(&format!("    {line}"));
        }
        file.line("}");
    }
    file.text
}

/// The halves of the word, and their values.
const HALVES: [(&str, &str); 2] = [("word_low", "word as u32"), ("word_high", "(word >> 32) as u32")];
