//! The project's own chores.

mod ptxas;

use clap::{Parser, Subcommand};
use std::error::Error;

/// The project's own chores.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Asks ptxas which PTX instructions it accepts and records its answers as test data.
    PtxasRecord(ptxas::Args),
}

fn main() -> Result<(), Box<dyn Error>> {
    match Cli::parse().command {
        Command::PtxasRecord(args) => ptxas::run(&args),
    }
}
