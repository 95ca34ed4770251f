//! Replays an input of the fuzz target: `cargo run -p vmad-invariants --example replay -- INVARIANT FILE` prints the
//! sample, and panics if the invariant fails.

use std::{env, error::Error, fs};

use vmad_invariants::Invariant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [name, path] = &arguments[..] else { return Err("expected INVARIANT FILE".into()) };
    let invariant = Invariant::named(name).ok_or_else(|| format!("no invariant {name:?}"))?;
    let bytes = fs::read(path)?;
    println!("{}: {}", invariant.name, invariant.statement);
    println!("{}", invariant.describe(&bytes)?);
    invariant.check(&bytes)?;
    println!("the invariant holds");
    Ok(())
}
