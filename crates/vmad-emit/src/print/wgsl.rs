//! WGSL.

use super::{
    File, Options, branches,
    infix::{Infix, Text, hexadecimal},
};
use crate::{function::Function, lower::Integers};

struct Wgsl;

impl Infix for Wgsl {
    fn type_of(&self, bits: u32) -> String {
        if bits == 1 { "bool" } else { "u32" }.to_owned()
    }

    fn parameter_of(&self, bits: u32, name: &str) -> String {
        format!("{name}: {}", self.type_of(bits))
    }

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
        let it = branches::expression(&Wgsl, function, integers, &branches::HALVES);
        file.comment(&it.comment);
        file.block(&format!("fn {}({}) -> {} {{", it.name, it.parameters, it.result), it.lines());
    }
    file.text
}
