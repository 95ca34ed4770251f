//! The command line.

use clap::{CommandFactory, Parser, Subcommand};
use vmad_unit::Kind;

use crate::{
    asm, completions, decode, exec, explain,
    failure::{Exit, Failure},
    fields,
    output::Out,
    trace, vectors,
};
#[cfg(feature = "all-commands")]
use crate::{check, emit, observe, prove, ptx, sweep};

/// What the command is.
const ABOUT: &str = "Disassembles, assembles, executes and traces NVIDIA's SASS video instructions (SPA 5.0: Maxwell and Pascal)";

#[derive(Debug, Parser)]
#[command(
    about = ABOUT,
    long_about = format!(
        "{ABOUT}.\n\nThe video instructions are the family: {}. All commands take the family, or its PTX.\n\n\
         VMAD multiplies a byte, a half-word or a word of each of two registers, and adds or subtracts a third \
         register. It shifts the exact sum right by 0, 7 or 15, and saturates it to 32 bits if .SAT is given.",
        Kind::NAMES.join(", ")
    ),
    name = "vmad",
    version,
    max_term_width = 80,
    // After the options of each command.
    mut_arg("color", |color| color.display_order(900).help("When to show colours")),
    after_help = "\
Examples:
  vmad decode 5f04020000370200
  vmad exec 'VMAD.U8.U8 R0, R2, R3, R4' R2=0x12 R3=0x34 R4=0x56
  vmad exec 'VMNMX.U8.S16.MX R0, R1.B2, -5, R3' R1=0x120000 R3=0
  vmad help ptx exec

Exit codes: 0 success, 1 a finding (an illegal instruction in a file, a failed \
check), 2 bad input.

A terminal shows colours, unless NO_COLOR is set. CLICOLOR_FORCE=1 shows them \
everywhere. --color overrides both."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) color: colorchoice_clap::Color,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Decode(decode::Args),
    Explain(explain::Args),
    Fields(fields::Args),
    Asm(asm::Args),
    Exec(exec::Args),
    Trace(trace::Args),
    #[cfg(feature = "all-commands")]
    Ptx(ptx::Args),
    #[cfg(feature = "all-commands")]
    Emit(Box<emit::Args>),
    Vectors(vectors::Args),
    #[cfg(feature = "all-commands")]
    Check(check::Args),
    #[cfg(feature = "all-commands")]
    Prove(prove::Args),
    #[cfg(feature = "all-commands")]
    Sweep(sweep::Args),
    #[cfg(feature = "all-commands")]
    Observe(observe::Args),
    Completions(completions::Args),
}

/// Gives `-h` the examples alone, without the explanations after them; `--help` has all. The help of a command is built
/// when the command is.
pub(crate) fn with_help(mut command: clap::Command) -> clap::Command {
    if command.get_name() == "vectors" {
        command = command.after_help(vectors::help());
    }
    if let Some(help) = command.get_after_help().map(ToString::to_string) {
        let examples = help.split("\n\n").next().unwrap_or_default().to_owned();
        command = command.after_help(examples).after_long_help(help);
    }
    command.mut_subcommands(|inner| inner.defer(with_help))
}

impl Command {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        match self {
            Self::Decode(args) => decode::run(args, out),
            Self::Explain(args) => explain::run(args, out),
            Self::Fields(args) => fields::run(args, out),
            Self::Asm(args) => asm::run(args, out),
            Self::Exec(args) => exec::run(args, out),
            Self::Trace(args) => trace::run(args, out),
            #[cfg(feature = "all-commands")]
            Self::Ptx(args) => ptx::run(args, out),
            #[cfg(feature = "all-commands")]
            Self::Emit(args) => emit::run(args, out),
            Self::Vectors(args) => vectors::run(args, out),
            #[cfg(feature = "all-commands")]
            Self::Check(args) => check::run(args, out),
            #[cfg(feature = "all-commands")]
            Self::Prove(args) => prove::run(args, out),
            #[cfg(feature = "all-commands")]
            Self::Sweep(args) => sweep::run(args, out),
            #[cfg(feature = "all-commands")]
            Self::Observe(args) => observe::run(args, out),
            Self::Completions(args) => completions::run(args, Cli::command(), out),
        }
    }
}
