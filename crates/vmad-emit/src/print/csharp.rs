//! C#.

use super::{
    File, Options,
    branches::{self, Functions, WORD},
    infix::{self, Syntax, atom},
};
use crate::{function::Function, lower::Integers};

const CSHARP: Functions<'_> = Functions {
    syntax: Syntax {
        numbers: ["{x}u", "{x}UL"],
        halves: ["(uint)word", "(uint)(word >> 32)"],
        signed: ["(int){x:cast}", "(long){x:cast}"],
        shift_right_signed: atom("({type})({x:signed} >> {count})"),
        counts: ["{x}", "(int){x}"],
        resize: atom("({type}){x:cast}"),
        sign_extend: atom("(ulong)(long)(int){x:cast}"),
        ..infix::COMMON
    },
    start: "public static {type} {name}({parameters})\n{\n    unchecked\n    {",
    end: "    }\n}",
    indent: "        ",
    word: WORD,
    ..branches::COMMON
};

pub(super) fn print(
    functions: &[Function],
    integers: Integers,
    Options { prefix, class, .. }: Options<'_>,
) -> String {
    let mut methods = File::empty("//");
    CSHARP.print(&mut methods, functions, integers);
    let mut file = File::new("//");
    let class = class.map_or_else(|| format!("{prefix}VideoInstructions"), str::to_owned);
    file.line(&format!("\npublic static partial class {class}\n{{"));
    for line in methods.text.trim_start().lines() {
        file.line(&if line.is_empty() { String::new() } else { format!("    {line}") });
    }
    file.line("}");
    file.text
}
