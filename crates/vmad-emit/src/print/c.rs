//! C99, which is C++ too.

use super::{
    File, Options,
    branches::{self, Functions, WORD},
    infix::{self, Syntax, atom},
};
use crate::{function::Function, lower::Integers};

const C: Functions<'_> = Functions {
    syntax: Syntax {
        types: ["bool", "uint32_t", "uint64_t"],
        numbers: ["{x}u", "UINT64_C({x})"],
        declare: "const {type} {name} = {x};",
        halves: ["(uint32_t)word", "(uint32_t)(word >> 32)"],
        signed: ["(int32_t){x:cast}", "(int64_t){x:cast}"],
        shift_right_signed: atom("({type})({x:signed} >> {count})"),
        resize: atom("({type}){x:cast}"),
        sign_extend: atom("({type})(int32_t){x:cast}"),
        ..infix::COMMON
    },
    start: "static inline {type} {name}({parameters})\n{",
    no_parameters: "void",
    word: WORD,
    unused: "(void){x};",
    ..branches::COMMON
};

pub(super) fn print(functions: &[Function], integers: Integers, _: Options<'_>) -> String {
    let mut file = File::new("//");
    file.line("// In C99 the conversion to a signed integer and its right shift are implementation-defined. This code needs two's");
    file.line("// complement and a shift that copies the sign: C++20 requires both, and all current compilers do both.");
    let guard = match functions {
        [first, _, ..] => Some(format!("{}_{}_H", first.name, functions.len()).to_ascii_uppercase()),
        _ => None,
    };
    if let Some(guard) = &guard {
        file.line(&format!("#ifndef {guard}\n#define {guard}"));
    }
    file.line("#include <stdbool.h>\n#include <stdint.h>");
    if guard.is_some() {
        file.line("#if defined(__cplusplus) && defined(__GNUC__)\n#pragma GCC diagnostic push");
        file.line("#pragma GCC diagnostic ignored \"-Wold-style-cast\"\n#endif");
    }
    C.print(&mut file, functions, integers);
    if guard.is_some() {
        file.line("\n#if defined(__cplusplus) && defined(__GNUC__)\n#pragma GCC diagnostic pop\n#endif");
        file.line("#endif");
    }
    file.text
}
