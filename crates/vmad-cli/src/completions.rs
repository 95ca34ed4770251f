//! `vmad completions`: completion scripts for shells.

use std::io::Write;

use clap::{Arg, Command, builder::PossibleValuesParser};
use clap_complete::{Shell, generate};
use vmad_sass::Arch;
use vmad_unit::Format;

use crate::{
    failure::{Exit, Failure},
    output::Out,
};

/// Print a shell's completion script
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad completions bash > ~/.local/share/bash-completion/completions/vmad
  vmad completions zsh > ~/.zfunc/_vmad
  vmad completions fish > ~/.config/fish/completions/vmad.fish

The folder must exist: `mkdir -p` creates it. zsh searches the folders of its fpath.")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// `whole` is the command line of `vmad`.
pub(crate) fn run(args: &Args, whole: Command, out: &mut Out) -> Result<Exit, Failure> {
    // Written to memory first, because `generate` panics if it cannot write.
    let mut script = Vec::new();
    generate(args.shell, &mut with_values(whole), "vmad", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Fine)
}

/// Adds the values of options to a command. (Their parsers accept more spellings.)
fn with_values(command: Command) -> Command {
    command.mut_args(with_values_of).mut_subcommands(with_values)
}

fn with_values_of(arg: Arg) -> Arg {
    let values: Vec<String> = match arg.get_id().as_str() {
        "arch" => Arch::ALL.map(|arch| arch.to_string()).into(),
        "a" | "b" => Format::ALL.map(|format| format.name().to_owned()).into(),
        #[cfg(feature = "all-commands")]
        "part" => vmad_sweep::Part::ALL.map(|part| part.name().to_owned()).into(),
        #[cfg(feature = "all-commands")]
        "reading" => crate::ptx::readings::names().collect(),
        _ => return arg,
    };
    arg.value_parser(PossibleValuesParser::new(values))
}
