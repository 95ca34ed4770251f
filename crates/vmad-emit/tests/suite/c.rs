//! C99 and C++17 with gcc and clang, warnings as errors.

use vmad_emit::{Language, Options};

use crate::tool::{Prepared, cases, has, run, write};

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

fn check(test: &str, compiler: &str, longs: bool) {
    let program = compiler.split(' ').next().unwrap_or_default();
    if !has(test, program) {
        return;
    }
    let prepared = Prepared::new();
    prepared.check(&output(&prepared, compiler, longs, str::to_owned));
}

/// The driver's output for a changed text.
fn output(prepared: &Prepared, compiler: &str, longs: bool, change: impl Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    let text = Language::C.print(&prepared.functions, Options { longs: Some(longs), ..Options::default() });
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

#[test]
fn gcc() {
    check("gcc", "gcc -std=c99 -pedantic -O1 -fsanitize=undefined -fno-sanitize-recover", true);
}

#[test]
fn gcc_without_64_bits() {
    check("gcc_without_64_bits", "gcc -std=c99 -pedantic -O0", false);
}

#[test]
fn clang() {
    check("clang", "clang -std=c99 -pedantic -O1", true);
}

#[test]
fn cpp() {
    check("cpp", "g++ -std=c++17 -pedantic -Wold-style-cast -O0 -x c++", true);
}

#[test]
fn every_word() {
    if has("c::every_word", "gcc") {
        let prepared = Prepared::of_every_word(1);
        prepared.check(&output(&prepared, "gcc -std=c99 -pedantic -O1", true, str::to_owned));
    }
}

#[test]
fn a_broken_printer_is_found() {
    if !has("c::a_broken_printer_is_found", "gcc") {
        return;
    }
    let prepared = Prepared::of_every_word(97);
    for [right, wrong] in [[" >> 7)", " >> 8)"], [" + ", " - "], ["0x80000000u", "0x80000001u"]] {
        let output = output(&prepared, "gcc -std=c99 -O0", true, |text| text.replace(right, wrong));
        Prepared::check_broken(&output);
    }
}
