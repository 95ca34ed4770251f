//! HLSL, translated to SPIR-V by glslangValidator, on lavapipe.

use vmad_emit::{Language, Options};

use crate::{
    tool::{Prepared, Target, cases, run, write},
    vulkan,
};

/// The driver's output for a changed text.
fn output(prepared: &Prepared, options: Options<'_>, change: &dyn Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    let text = change(&Language::Hlsl.print(&prepared.functions, options));
    let calls = cases(&prepared.functions, "word_low, word_high", ["uint(", ")"]);
    let shader = format!(
        "[[vk::binding(0)]] RWStructuredBuffer<uint> v;
[[vk::binding(1)]] RWStructuredBuffer<uint> r;
{text}
uint call(uint f, uint a, uint b, uint c, uint word_low, uint word_high)
{{
    switch (f) {{
{calls}    default: return 0;
    }}
}}
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{{
    uint count, stride;
    r.GetDimensions(count, stride);
    uint i = id.x;
    if (i < count) r[i] = call(v[7 * i], v[7 * i + 1], v[7 * i + 2], v[7 * i + 3], v[7 * i + 4], v[7 * i + 5]);
}}
"
    );
    write(&folder.join("test.hlsl"), &shader);
    run(folder, "glslangValidator -D -V -S comp -e main --target-env vulkan1.1 -o test.spv test.hlsl");
    vulkan::run(folder)
}

#[test]
fn vulkan() {
    let target = Target {
        name: "HLSL",
        programs: &["glslangValidator"],
        needs_vulkan: true,
        output,
        longs: &[false],
        broken: &[[" >> 16", " >> 15"]],
    };
    target.check();
}
