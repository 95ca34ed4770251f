//! WGSL.

use super::{
    File, Options,
    infix::{Infix, Text, body, hexadecimal},
};
use crate::{function::Function, lower::Integers};

struct Wgsl;

impl Infix for Wgsl {
    fn constant(&self, _: u32, number: u128) -> String {
        format!("{}u", hexadecimal(number))
    }

    fn declare(&self, _: u32, name: &str, expression: &str) -> String {
        format!("let {name} = {expression};")
    }

    fn signed(&self, _: u32, x: &str) -> String {
        format!("bitcast<i32>({x})")
    }

    fn unsigned(&self, _: u32, x: &str) -> String {
        format!("bitcast<u32>({x})")
    }

    fn resize(&self, _: u32, _: u32, _: bool, x: &str) -> String {
        format!("u32({x})")
    }

    fn count(&self, count: u32) -> String {
        format!("{count}u")
    }

    fn choose(&self, flag: &str, x: &str, y: &str) -> Option<Text> {
        Some(Text { text: format!("select({y}, {x}, {flag})"), is_atom: true })
    }
}

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new("//");
    for function in functions {
        let body = body(&Wgsl, &function.lowered(integers));
        file.comment(&function.comment);
        let parameters =
            function.declared("word_low: u32, word_high: u32", |name| format!("{name}: u32")).join(", ");
        let result = if function.is_flag { "bool" } else { "u32" };
        file.line(&format!("fn {}({parameters}) -> {result} {{", function.name));
        for statement in body.statements {
            file.line(&format!("    {statement}"));
        }
        file.line(&format!("    return {};\n}}", body.result));
    }
    file.text
}
