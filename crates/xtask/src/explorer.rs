//! The explorer page `docs/vmad-explorer.html`: one file with its style, its scripts and its library.

use std::{
    collections::BTreeSet,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, write::GzEncoder};

use crate::{
    tools::{run as run_command, sha256},
    workspace,
};

/// Builds the explorer page docs/vmad-explorer.html
///
/// The library is crates/vmad-web, compiled to WebAssembly: by the target wasm32-unknown-unknown of rustup, else by
/// Debian's packages rustc-web, cargo-web, rust-web-src, rust-web-llvm and lld-22.
#[derive(Debug, clap::Args)]
pub(crate) struct ExplorerArgs {
    /// Only check that the page was built from the present sources; exit code 1 if it is older
    #[arg(long)]
    check: bool,
}

const PAGE: &str = "docs/vmad-explorer.html";
/// The folder of the page's parts.
const PARTS: &str = "crates/vmad-web/page";
/// The scripts, in their order.
const SCRIPTS: [&str; 8] =
    ["machine.js", "html.js", "ruler.js", "menu.js", "operands.js", "panels.js", "compare.js", "main.js"];
/// The largest page, in bytes.
const LARGEST: usize = 2_000_000;
const TARGET: &str = "wasm32-unknown-unknown";
/// The packages with another compiler for it.
const DEBIAN: &str = "rustc-web, cargo-web, rust-web-src, rust-web-llvm and lld-22";

pub(crate) fn run(args: &ExplorerArgs) -> Result<bool> {
    let digest = digest()?;
    if args.check {
        let page = fs::read_to_string(workspace::at(PAGE)).with_context(|| PAGE.to_owned())?;
        let is_current = page.contains(&mark(&digest));
        if !is_current {
            println!("{PAGE} is older than its sources: run `cargo xtask explorer`");
        }
        return Ok(is_current);
    }
    let page = page(&digest)?;
    ensure!(page.len() <= LARGEST, "{PAGE} has {} bytes: legal are {LARGEST} at most", page.len());
    workspace::write(&workspace::at(PAGE), &page)?;
    println!("{} bytes", page.len());
    Ok(true)
}

/// The element with the digest of the sources of a page.
fn mark(digest: &str) -> String {
    format!("<meta name=\"sources\" content=\"{digest}\">")
}

/// The page, from its parts and its library.
fn page(digest: &str) -> Result<String> {
    let part = |name: &str| {
        let path = workspace::at(PARTS).join(name);
        fs::read_to_string(&path).with_context(|| workspace::shown(&path))
    };
    // As gzip, which every browser unpacks.
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&library()?)?;
    let script = SCRIPTS.into_iter().map(part).collect::<Result<Vec<_>>>()?.join("\n");
    let mut page = part("page.html")?;
    for (place, text) in [
        ("<meta name=\"sources\">", mark(digest)),
        ("/*{style}*/", part("style.css")?),
        ("/*{script}*/", script),
        ("{first}", vmad_web::first()),
        ("{wasm}", STANDARD.encode(packed.finish()?)),
    ] {
        ensure!(page.matches(place).count() == 1, "{PARTS}/page.html must have {place:?} once");
        page = page.replace(place, &text);
    }
    let size = format!("{} kB", page.len().div_ceil(1000));
    Ok(page.replace("{size}", &size))
}

/// Compiles the library, with the compiler on the path or with Debian's.
fn library() -> Result<Vec<u8>> {
    let folder = workspace::at("target/explorer");
    let has_target = has_target()?;
    let mut command = Command::new(if has_target { "cargo" } else { "/usr/bin/cargo" });
    command.args(["build", "--locked", "--release", "--package", "vmad-web", "--lib", "--target", TARGET]);
    command.arg("--target-dir").arg(&folder).current_dir(workspace::at(""));
    command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "s").env("CARGO_PROFILE_RELEASE_PANIC", "abort");
    if !has_target {
        command.args(["-Zbuild-std=std,panic_abort"]);
        command.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", "/usr/bin/rustc").env_remove("RUSTUP_TOOLCHAIN");
    }
    let status = command.status().with_context(|| {
        format!(
            "{} does not start; legal is rustup's target {TARGET}, or Debian's packages {DEBIAN}",
            command.get_program().display()
        )
    })?;
    ensure!(status.success(), "the library does not compile for {TARGET}");
    let file = folder.join(TARGET).join("release/vmad_web.wasm");
    fs::read(&file).with_context(|| workspace::shown(&file))
}

/// Whether the compiler on the path has a standard library for the target.
fn has_target() -> Result<bool> {
    let output = run_command(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    Ok(Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// The folders of the crates of the workspace of which the library is made.
fn crates() -> Result<Vec<PathBuf>> {
    let mut tree = Command::new("cargo");
    tree.args(["tree", "--locked", "--package", "vmad-web", "--edges", "normal"]);
    tree.args(["--prefix", "none", "--format", "{p}"]).current_dir(workspace::at(""));
    // A package in the workspace has its folder in parentheses.
    let packages = String::from_utf8(run_command(&mut tree)?.stdout)?;
    let folders = packages.lines().filter_map(|line| line.split_once(" (/")?.1.split(')').next());
    let folders: Vec<_> = folders.map(|folder| Path::new("/").join(folder)).collect();
    ensure!(!folders.is_empty(), "cargo tree names no crate of the workspace");
    Ok(folders)
}

/// The SHA-256 of the names and contents of all sources.
fn digest() -> Result<String> {
    let mut files = BTreeSet::new();
    for folder in crates()? {
        files.insert(folder.join("Cargo.toml"));
        files.extend(workspace::files(&folder.join("src"))?);
    }
    files.extend(workspace::files(&workspace::at(PARTS))?);
    let line = |file: &PathBuf| {
        let contents = fs::read(file).with_context(|| workspace::shown(file))?;
        Ok(format!("{} {}\n", workspace::shown(file), sha256(&contents)))
    };
    let list = files.iter().map(line).collect::<Result<String>>()?;
    Ok(sha256(list.as_bytes()))
}
