//! Records the compiler's version for the table.

use std::{env, process::Command};

fn main() {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let answer = Command::new(rustc).arg("--version").output();
    let version = answer.ok().and_then(|answer| String::from_utf8(answer.stdout).ok());
    println!(
        "cargo::rustc-env=RUSTC_VERSION={}",
        version.as_deref().unwrap_or("rustc, version unknown").trim()
    );
}
