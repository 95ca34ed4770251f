//! Rust.

use super::{
    File, Options,
    branches::{self, Branching},
    infix::{Infix, Text, cast_operand, hexadecimal},
};
use crate::{function::Function, lower::Integers};

struct Rust;

impl Infix for Rust {
    fn type_of(&self, bits: u32) -> String {
        match bits {
            1 => "bool",
            32 => "u32",
            _ => "u64",
        }
        .to_owned()
    }

    fn parameter_of(&self, bits: u32, name: &str) -> String {
        format!("{name}: {}", self.type_of(bits))
    }

    fn constant(&self, bits: u32, number: u128) -> String {
        format!("{}_{}", hexadecimal(number), self.type_of(bits))
    }

    fn declare(&self, bits: u32, name: &str, expression: &str) -> String {
        format!("let {name}: {} = {expression};", self.type_of(bits))
    }

    /// The parentheses end the type: `<` after it would begin its parameters.
    fn signed(&self, bits: u32, x: &str) -> String {
        format!("({} as i{bits})", cast_operand(x))
    }

    fn unsigned(&self, bits: u32, x: &str) -> String {
        format!("({x}) as {}", self.type_of(bits))
    }

    fn resize(&self, from: u32, to: u32, is_signed: bool, x: &str) -> String {
        let (x, to) = (cast_operand(x), self.type_of(to));
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

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new("//");
    for it in branches::functions(&Rust, functions, integers) {
        file.comment(&it.comment);
        file.line("#[allow(clippy::all, clippy::pedantic)]");
        let mut lines: Vec<_> = it.unused.iter().map(|name| format!("let _ = {name};")).collect();
        lines.extend(it.statements.into_iter().chain(it.returned));
        let halves = HALVES.into_iter().filter(|(half, _)| lines.iter().any(|line| line.contains(half)));
        let halves: Vec<_> = halves.map(|(half, value)| format!("let {half} = {value};")).collect();
        let start = format!("pub const fn {}({}) -> {} {{", it.name, it.parameters, it.result);
        file.block(&start, halves.into_iter().chain(lines));
    }
    file.text
}

/// The halves of the word, and their values.
const HALVES: [(&str, &str); 2] = [("word_low", "word as u32"), ("word_high", "(word >> 32) as u32")];
