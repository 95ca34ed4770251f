//! C#.

use super::{
    File, Options,
    branches::{Branching, Item, items, lines, parameters},
    infix::{Infix, body, cast_operand, hexadecimal},
};
use crate::{function::Function, lower::Integers};

struct CSharp;

impl Infix for CSharp {
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

    fn declare(&self, bits: u32, name: &str, expression: &str) -> String {
        format!("{} {name} = {expression};", type_of(bits))
    }

    fn signed(&self, bits: u32, x: &str) -> String {
        format!("({}){}", if bits > 32 { "long" } else { "int" }, cast_operand(x))
    }

    fn unsigned(&self, bits: u32, x: &str) -> String {
        format!("({})({x})", type_of(bits))
    }

    fn amount(&self, amount: &str) -> String {
        format!("(int){amount}")
    }

    fn resize(&self, _: u32, to: u32, is_signed: bool, x: &str) -> String {
        let x = cast_operand(x);
        if is_signed { format!("(ulong)(long)(int){x}") } else { format!("({}){x}", type_of(to)) }
    }
}

impl Branching for CSharp {}

const fn type_of(bits: u32) -> &'static str {
    match bits {
        1 => "bool",
        32 => "uint",
        _ => "ulong",
    }
}

pub(super) fn print(
    functions: &[Function],
    integers: Integers,
    Options { prefix, class, .. }: Options<'_>,
) -> String {
    let mut file = File::new("//");
    let class = class.map_or_else(|| format!("{prefix}VideoInstructions"), str::to_owned);
    file.line(&format!("\npublic static partial class {class}\n{{"));
    for (index, item) in items(functions, integers).into_iter().enumerate() {
        if index > 0 {
            file.line("");
        }
        let (comment, signature, lines) = match item {
            Item::Expression(function) => {
                let parameters = function.declared("ulong word", |name| format!("uint {name}")).join(", ");
                let result = if function.is_flag { "bool" } else { "uint" };
                let body = body(&CSharp, &function.lowered(integers));
                let mut lines = body.statements;
                lines.push(format!("return {};", body.result));
                (function.comment.clone(), format!("{result} {}({parameters})", function.name), lines)
            }
            Item::Branches(routine, comment) => {
                let parameters: Vec<_> = parameters(routine)
                    .iter()
                    .map(|(bits, name)| format!("{} {name}", type_of(*bits)))
                    .collect();
                let signature = format!("uint {}({})", routine.name, parameters.join(", "));
                (comment, signature, lines(&CSharp, routine))
            }
        };
        for line in comment {
            file.line(&format!("    // {line}"));
        }
        file.line(&format!("    public static {signature}\n    {{\n        unchecked\n        {{"));
        for line in lines {
            file.line(&format!("            {line}"));
        }
        file.line("        }\n    }");
    }
    file.line("}");
    file.text
}
