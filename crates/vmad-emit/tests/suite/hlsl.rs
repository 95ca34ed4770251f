//! HLSL, translated to SPIR-V by glslangValidator, on lavapipe.

use vmad_emit::{Language, Options};

use crate::{
    tool::{Prepared, cases, has, run, write},
    vulkan,
};

fn is_here(test: &str) -> bool {
    has(test, "glslangValidator") && vulkan::is_here(test)
}

/// The driver's output for a changed text.
fn output(prepared: &Prepared, change: impl Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    let text = change(&Language::Hlsl.print(&prepared.functions, Options::default()));
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
    if is_here("hlsl::vulkan") {
        let prepared = Prepared::new();
        prepared.check(&output(&prepared, str::to_owned));
    }
}

#[test]
fn a_broken_printer_is_found() {
    if is_here("hlsl::a_broken_printer_is_found") {
        let prepared = Prepared::of_every_word(97);
        Prepared::check_broken(&output(&prepared, |text| text.replace(" >> 16", " >> 15")));
    }
}
