//! C#.

use super::{
    File, Options,
    branches::{self, Branching},
    infix::{Infix, cast_operand, hexadecimal},
};
use crate::{function::Function, lower::Integers};

struct CSharp;

impl Infix for CSharp {
    fn type_of(&self, bits: u32) -> String {
        match bits {
            1 => "bool",
            32 => "uint",
            _ => "ulong",
        }
        .to_owned()
    }

    fn parameter(&self, name: &'static str) -> &'static str {
        match name {
            "word_low" => "(uint)word",
            "word_high" => "(uint)(word >> 32)",
            port => port,
        }
    }

    fn constant(&self, bits: u32, number: u128) -> String {
        format!("{}{}", hexadecimal(number), if bits > 32 { "UL" } else { "u" })
    }

    fn signed(&self, bits: u32, x: &str) -> String {
        format!("({}){}", if bits > 32 { "long" } else { "int" }, cast_operand(x))
    }

    fn amount(&self, amount: &str) -> String {
        format!("(int){amount}")
    }

    fn resize(&self, _: u32, to: u32, is_signed: bool, x: &str) -> String {
        let x = cast_operand(x);
        if is_signed { format!("(ulong)(long)(int){x}") } else { format!("({}){x}", self.type_of(to)) }
    }
}

impl Branching for CSharp {}

pub(super) fn print(
    functions: &[Function],
    integers: Integers,
    Options { prefix, class, .. }: Options<'_>,
) -> String {
    let mut file = File::new("//");
    let class = class.map_or_else(|| format!("{prefix}VideoInstructions"), str::to_owned);
    file.line(&format!("\npublic static partial class {class}\n{{"));
    for (index, it) in branches::functions(&CSharp, functions, integers).into_iter().enumerate() {
        if index > 0 {
            file.line("");
        }
        for line in &it.comment {
            file.line(&format!("    // {line}"));
        }
        let (result, name, parameters) = (&it.result, &it.name, &it.parameters);
        let signature = format!("{result} {name}({parameters})");
        file.line(&format!("    public static {signature}\n    {{\n        unchecked\n        {{"));
        for line in it.lines() {
            file.line(&format!("            {line}"));
        }
        file.line("        }\n    }");
    }
    file.line("}");
    file.text
}
