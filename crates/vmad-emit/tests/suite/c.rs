//! C99 and C++17 with gcc and clang, warnings as errors.

use vmad_emit::{Language, Options};

use crate::tool::{Prepared, Target, cases, has, run, write};

/// Reads vectors and counts the differences.
pub(crate) const DRIVER: &str = r#"
#include <stdio.h>
int main(void)
{
    uint32_t v[7];
    unsigned long total = 0, differences = 0;
    FILE *file = fopen("vectors", "rb");
    if (!file) return 2;
    while (fread(v, 4, 7, file) == 7) {
        const uint32_t d = call(v[0], v[1], v[2], v[3], (uint64_t)v[5] << 32 | v[4]);
        total++;
        if (d != v[6] && differences++ == 0)
            printf("f%u(%08x, %08x, %08x) = %08x, expected %08x, \n",
                (unsigned)v[0], (unsigned)v[1], (unsigned)v[2], (unsigned)v[3], (unsigned)d, (unsigned)v[6]);
    }
    printf("%lu cases, %lu differences\n", total, differences);
    return 0;
}
"#;

/// The driver is C; the emitted file must disable the warning itself.
const OLD_CASTS: &str = "#ifdef __cplusplus\n#pragma GCC diagnostic ignored \"-Wold-style-cast\"\n#endif\n";

/// The driver's output for a changed text.
fn output(
    compiler: &str,
    prepared: &Prepared,
    options: Options<'_>,
    change: &dyn Fn(&str) -> String,
) -> String {
    let folder = prepared.folder.path();
    let text = Language::C.print(&prepared.functions, options);
    let call = format!(
        "static uint32_t call(uint32_t f, uint32_t a, uint32_t b, uint32_t c, uint64_t word)\n{{\nswitch (f) {{\n{}default: return 0;\n}}\n}}\n",
        cases(&prepared.functions, "word", [""; 2])
    );
    write(&folder.join("emitted.h"), &change(&text));
    // A file of several functions can be included twice.
    let includes = "#include \"emitted.h\"\n".repeat(2);
    write(&folder.join("test.c"), &format!("{includes}{OLD_CASTS}{call}{DRIVER}"));
    run(folder, &format!("{compiler} -Wall -Wextra -Wconversion -Werror -o test test.c"));
    run(folder, "./test")
}

const GCC: Target = Target {
    name: "C",
    programs: &["gcc"],
    needs_vulkan: false,
    output: |prepared, options, change| {
        let sanitized = "gcc -std=c99 -pedantic -O1 -fsanitize=undefined -fno-sanitize-recover";
        output(sanitized, prepared, options, change)
    },
    longs: &[true, false],
    broken: &[[" >> 7)", " >> 8)"], [" + ", " - "], ["0x80000000u", "0x80000001u"]],
};

#[test]
fn gcc() {
    GCC.check();
    if GCC.is_here() {
        let prepared = Prepared::of_every_word(1);
        let compiler = "gcc -std=c99 -pedantic -O1";
        prepared.check(&output(compiler, &prepared, Options::default(), &str::to_owned));
    }
}

#[test]
fn other_compilers() {
    for compiler in ["clang -std=c99 -pedantic -O1", "g++ -std=c++17 -pedantic -Wold-style-cast -O0 -x c++"] {
        if has("C", compiler.split(' ').next().unwrap_or_default()) {
            let prepared = Prepared::new();
            prepared.check(&output(compiler, &prepared, Options::default(), &str::to_owned));
        }
    }
}
