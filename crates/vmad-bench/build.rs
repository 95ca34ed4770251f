//! Emits the functions that are measured.

use std::{env, fs, path::PathBuf};

use vmad_emit::{Language, Options, every_word};

fn main() {
    let folder: PathBuf = env::var_os("OUT_DIR").unwrap_or_default().into();
    for (name, longs) in [("emitted.rs", true), ("emitted_words.rs", false)] {
        let text = Language::Rust.print(&every_word(), Options { longs: Some(longs), ..Options::default() });
        fs::write(folder.join(name), text).expect("cargo's folder is writable");
    }
}
