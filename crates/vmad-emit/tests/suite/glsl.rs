//! GLSL on a Vulkan device: lavapipe, which runs on the processor.

use vmad_emit::{Language, Options};

use crate::{
    tool::{Prepared, cases, has, run, write},
    vulkan,
};

fn check(test: &str, longs: bool) {
    if has(test, "glslangValidator") && vulkan::is_here(test) {
        let prepared = Prepared::new();
        prepared.check(&output(&prepared, longs, str::to_owned));
    }
}

/// The driver's output for a changed text.
fn output(prepared: &Prepared, longs: bool, change: impl Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    let text = change(
        &Language::Glsl.print(&prepared.functions, Options { longs: Some(longs), ..Options::default() }),
    );
    let extension =
        if longs { "#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\n" } else { "" };
    let shader = format!(
        "#version 450
{extension}layout(local_size_x = 64) in;
layout(binding = 0) buffer Vectors {{ uint v[]; }};
layout(binding = 1) buffer Results {{ uint r[]; }};
{text}
uint call(uint f, uint a, uint b, uint c, uint word_low, uint word_high)
{{
    uint d = 0;
    switch (f) {{
{}    }}
    return d;
}}
void main()
{{
    uint i = gl_GlobalInvocationID.x;
    if (i < r.length()) r[i] = call(v[7 * i], v[7 * i + 1], v[7 * i + 2], v[7 * i + 3], v[7 * i + 4], v[7 * i + 5]);
}}
",
        cases(&prepared.functions, "word_low, word_high", ["uint(", ")"]).replace("return", "d =").replace(";\n", "; break;\n")
    );
    write(&folder.join("test.comp"), &shader);
    run(folder, "glslangValidator -V --target-env vulkan1.1 -o test.spv test.comp");
    vulkan::run(folder)
}

#[test]
fn a_broken_printer_is_found() {
    const TEST: &str = "glsl::a_broken_printer_is_found";
    if has(TEST, "glslangValidator") && vulkan::is_here(TEST) {
        let prepared = Prepared::of_every_word(97);
        Prepared::check_broken(&output(&prepared, false, |text| text.replace("return high;", "return low;")));
    }
}

#[test]
fn vulkan() {
    check("glsl::vulkan", false);
}

#[test]
fn vulkan_with_64_bits() {
    check("glsl::vulkan_with_64_bits", true);
}
