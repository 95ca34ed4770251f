//! WGSL.

use super::{
    File, Options,
    branches::{self, Functions},
    infix::{self, Syntax, atom},
};
use crate::{function::Function, lower::Integers};

const WGSL: Functions<'_> = Functions {
    syntax: Syntax {
        types: ["bool", "u32", ""],
        parameter: "{name}: {type}",
        declare: "let {name} = {x};",
        signed: ["bitcast<i32>({x:raw})", ""],
        shift_right_signed: atom("bitcast<u32>({x:signed} >> {count})"),
        counts: ["{x}u", "{x}"],
        choose: atom("select({z:raw}, {y:raw}, {x:raw})"),
        ..infix::COMMON
    },
    start: "fn {name}({parameters}) -> {type} {",
    ..branches::COMMON
};

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new("//");
    WGSL.print(&mut file, functions, integers);
    file.text
}
