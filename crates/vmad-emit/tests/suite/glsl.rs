//! GLSL on a Vulkan device: lavapipe, which runs on the processor.

use vmad_emit::{Language, Options};

use crate::{
    tool::{Prepared, Target, cases, run, write},
    vulkan,
};

/// The driver's output for a changed text.
fn output(prepared: &Prepared, options: Options<'_>, change: &dyn Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    let text = change(&Language::Glsl.print(&prepared.functions, options));
    let extension = match options.longs {
        Some(true) => "#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\n",
        _ => "",
    };
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
fn vulkan() {
    let target = Target {
        name: "GLSL",
        programs: &["glslangValidator"],
        needs_vulkan: true,
        output,
        longs: &[false, true],
        broken: &[["return high;", "return low;"]],
    };
    target.check();
}
