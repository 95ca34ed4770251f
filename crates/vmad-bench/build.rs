//! Records the compiler's version for the table, and emits the functions that are measured.

use std::{env, fs, path::PathBuf, process::Command};

use vmad_emit::{Language, Options, every_word};

fn main() {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let answer = Command::new(rustc).arg("--version").output();
    let version = answer.ok().and_then(|answer| String::from_utf8(answer.stdout).ok());
    println!(
        "cargo::rustc-env=RUSTC_VERSION={}",
        version.as_deref().unwrap_or("rustc, version unknown").trim()
    );
    let folder: PathBuf = env::var_os("OUT_DIR").unwrap_or_default().into();
    for (name, longs) in [("emitted.rs", true), ("emitted_words.rs", false)] {
        let text = Language::Rust.print(&every_word(), Options { longs: Some(longs), ..Options::default() });
        fs::write(folder.join(name), text).expect("cargo's folder is writable");
    }
}
