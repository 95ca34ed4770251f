//! LLVM IR with llc, called from C.

use vmad_emit::{Language, Options};

use crate::{
    c::DRIVER,
    tool::{Prepared, Target, cases, run, write},
};

/// The driver's output for a changed text.
fn output(prepared: &Prepared, options: Options<'_>, change: &dyn Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    let text = Language::Llvm.print(&prepared.functions, options);
    write(&folder.join("emitted.ll"), &change(&text));
    let declarations: String = prepared
        .functions
        .iter()
        .map(|function| {
            let parameters = vec!["uint32_t"; function.parameters.len()].join(", ");
            let result = if function.is_flag { "_Bool" } else { "uint32_t" };
            format!(
                "{result} {}({});\n",
                function.name,
                if parameters.is_empty() { "void" } else { &parameters }
            )
        })
        .collect();
    let call = format!(
        "static uint32_t call(uint32_t f, uint32_t a, uint32_t b, uint32_t c, uint64_t word)\n{{\nswitch (f) {{\n{}default: return 0;\n}}\n}}\n",
        cases(&prepared.functions, "(uint32_t)word, (uint32_t)(word >> 32)", [""; 2])
    );
    write(&folder.join("test.c"), &format!("#include <stdint.h>\n{declarations}{call}{DRIVER}"));
    run(folder, "llc -O1 -relocation-model=pic -filetype=obj -o emitted.o emitted.ll");
    run(folder, "gcc -o test test.c emitted.o");
    run(folder, "./test")
}

#[test]
fn llc() {
    let target = Target {
        name: "LLVM IR",
        programs: &["llc", "gcc"],
        needs_vulkan: false,
        output,
        longs: &[true, false],
        broken: &[[" ashr ", " lshr "]],
    };
    target.check();
}
