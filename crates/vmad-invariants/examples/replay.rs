//! Replays an input of a fuzz target: `cargo run -p vmad-invariants --example replay -- fuzz/artifacts/TARGET/FILE` prints the
//! sample, and panics if the invariant fails.

use std::{env, error::Error, fs, path::PathBuf};

use vmad_invariants::Invariant;

fn main() -> Result<(), Box<dyn Error>> {
    let path = PathBuf::from(env::args_os().nth(1).ok_or("expected a file: fuzz/artifacts/TARGET/FILE")?);
    let folder = path.parent().and_then(|folder| folder.file_name()?.to_str()).unwrap_or_default();
    let target =
        Invariant::named(folder).ok_or_else(|| format!("{folder:?}, the folder, is not a fuzz target"))?;
    let bytes = fs::read(&path)?;
    println!("{}: {}", target.name, target.statement);
    for (name, value) in target.describe(&bytes)? {
        println!("  {name:<14} {}", value.escape_debug());
    }
    target.check(&bytes)?;
    println!("the invariant holds");
    Ok(())
}
