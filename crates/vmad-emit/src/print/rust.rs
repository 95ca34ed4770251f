//! Rust.

use super::{
    File, Options,
    branches::{self, Branches, Functions, WORD},
    infix::{self, Syntax, atom, infix},
};
use crate::{function::Function, lower::Integers};

const RUST: Functions<'_> = Functions {
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
        signed: ["({x:cast} as i32)", "({x:cast} as i64)"],
        shift_right_signed: infix("({x:signed} >> {count}) as {type}"),
        resize: infix("{x:cast} as {type}"),
        sign_extend: infix("{x:cast} as i32 as i64 as {type}"),
        choose: infix("if {x:raw} { {y:raw} } else {block}"),
        ..infix::COMMON
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

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new("//");
    RUST.print(&mut file, functions, integers);
    file.text
}
