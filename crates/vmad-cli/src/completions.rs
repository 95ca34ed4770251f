//! `vmad completions`: what makes a shell complete the commands and options.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::{
    cli::Cli,
    failure::{Failure, Verdict},
    output::Out,
};

/// Print a shell's completion script
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad completions bash > ~/.local/share/bash-completion/completions/vmad
  vmad completions zsh > ~/.zfunc/_vmad
  vmad completions fish > ~/.config/fish/completions/vmad.fish")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    // The script is made in memory: its maker panics where it cannot write.
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "vmad", &mut script);
    out.write_all(&script)?;
    Ok(Verdict::Fine)
}
