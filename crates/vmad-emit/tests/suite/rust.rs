//! Rust without std, in both editions, with warnings and clippy's lints as errors.

use vmad_emit::{Language, Options};

use crate::tool::{Prepared, Target, cases, has, run, write};

/// Reads vectors and counts the differences.
pub(crate) const DRIVER: &str = r#"
fn main() {
    let bytes = std::fs::read("vectors").unwrap();
    let numbers: Vec<u32> = bytes.chunks(4).map(|four| u32::from_le_bytes(four.try_into().unwrap())).collect();
    let (mut total, mut differences) = (0, 0);
    for v in numbers.chunks(7) {
        let d = call(v[0], v[1], v[2], v[3], u64::from(v[5]) << 32 | u64::from(v[4]));
        total += 1;
        if d != v[6] {
            if differences == 0 {
                println!("f{}({:08x}, {:08x}, {:08x}) = {d:08x}, expected {:08x}", v[0], v[1], v[2], v[3], v[6]);
            }
            differences += 1;
        }
    }
    println!("{total} cases, {differences} differences");
}
"#;

/// The driver's output for a changed text.
fn output(prepared: &Prepared, options: Options<'_>, change: &dyn Fn(&str) -> String) -> String {
    let folder = prepared.folder.path();
    let text = Language::Rust.print(&prepared.functions, options);
    write(&folder.join("emitted.rs"), &format!("#![no_std]\n{}", change(&text)));
    let calls = cases(&prepared.functions, "word", ["u32::from(", ")"]);
    let calls = calls.replace("case ", "").replace(": return", " =>").replace(";\n", ",\n");
    let call = format!(
        "use emitted::*;\nfn call(f: u32, a: u32, b: u32, c: u32, word: u64) -> u32 {{\nmatch f {{\n{calls}_ => 0,\n}}\n}}\n"
    );
    write(&folder.join("test.rs"), &format!("{call}{DRIVER}"));
    // Both editions, each with other integers.
    let edition = if options.longs == Some(true) { "2021" } else { "2024" };
    let edition = format!("--edition {edition} -D warnings");
    run(folder, &format!("rustc {edition} -C debug-assertions --crate-type rlib emitted.rs"));
    run(folder, &format!("rustc {edition} --extern emitted=libemitted.rlib test.rs"));
    run(folder, "./test")
}

#[test]
fn rustc() {
    let target = Target {
        name: "Rust",
        programs: &["rustc"],
        needs_vulkan: false,
        output,
        longs: &[true, false],
        broken: &[["wrapping_add", "wrapping_sub"], [" as i32) as ", " as u32) as "]],
    };
    target.check();
}

#[test]
fn clippy_finds_nothing() {
    if has("rust::clippy_finds_nothing", "clippy-driver") {
        let prepared = Prepared::new();
        let folder = prepared.folder.path();
        for (edition, longs) in [("2021", true), ("2024", true), ("2024", false)] {
            let options = Options { longs: Some(longs), ..Options::default() };
            let text = Language::Rust.print(&prepared.functions, options);
            write(&folder.join("emitted.rs"), &format!("#![no_std]\n{text}"));
            let lints = "-D warnings -D clippy::all -D clippy::pedantic --crate-type rlib --emit metadata";
            run(folder, &format!("clippy-driver --edition {edition} {lints} emitted.rs"));
        }
    }
}
