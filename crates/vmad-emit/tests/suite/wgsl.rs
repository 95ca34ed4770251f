//! WGSL, validated and translated to SPIR-V by naga, on lavapipe.

use vmad_emit::{Language, Options};

use crate::{
    tool::{Prepared, Target, cases, has, run, write},
    vulkan,
};

/// The driver's output for a changed text.
fn output(prepared: &Prepared, options: Options<'_>, change: &dyn Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    let text = change(&Language::Wgsl.print(&prepared.functions, options)) + UNSIGNED;
    let calls = cases(&prepared.functions, "word_low, word_high", ["u32(", ")"]);
    let calls = calls.replace(": return", "u: { d =").replace(";\n", "; }\n");
    let shader = format!(
        "@group(0) @binding(0) var<storage, read_write> v: array<u32>;
@group(0) @binding(1) var<storage, read_write> r: array<u32>;
{text}
fn call(f: u32, a: u32, b: u32, c: u32, word_low: u32, word_high: u32) -> u32 {{
    var d = 0u;
    switch f {{
{calls}    default: {{}}
    }}
    return d;
}}
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
    let i = id.x;
    if i < arrayLength(&r) {{
        r[i] = call(v[7u * i], v[7u * i + 1u], v[7u * i + 2u], v[7u * i + 3u], v[7u * i + 4u], v[7u * i + 5u]);
    }}
}}
"
    );
    write(&folder.join("test.wgsl"), &shader);
    run(folder, "naga test.wgsl test.spv");
    vulkan::run(folder)
}

/// A number without its sign, for a broken text.
const UNSIGNED: &str = "fn unsigned(x: u32) -> i32 { return i32(x & 0x7fffffffu); }\n";

/// WGSL takes a variable amount modulo 32: an amount of 32 must not reach a shift.
#[test]
fn vulkan() {
    let target = Target {
        name: "WGSL",
        programs: &["naga"],
        needs_vulkan: true,
        output,
        longs: &[false],
        broken: &[["bitcast<i32>", "unsigned"], ["0x1fu", "0x3fu"]],
    };
    target.check();
}

/// WGSL refuses a constant amount of 32 or more.
#[test]
fn a_large_constant_amount_is_refused() {
    if has("wgsl::a_large_constant_amount_is_refused", "naga") {
        let folder = tempfile::tempdir().expect("a temporary folder");
        write(&folder.path().join("test.wgsl"), "fn f(a: u32) -> u32 { return a << 32u; }");
        let naga = std::process::Command::new("naga").arg("test.wgsl").current_dir(folder.path()).output();
        assert!(!naga.expect("naga starts").status.success());
    }
}
