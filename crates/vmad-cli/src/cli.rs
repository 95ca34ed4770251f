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

/// The commands: each with its arguments, and with what runs it.
macro_rules! commands {
    ($($(#[$when:meta])? $name:ident($args:ty) => $run:expr;)*) => {
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($(#[$when])? $name($args),)*
        }

        impl Command {
            pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
                match self {
                    $($(#[$when])? Self::$name(args) => $run(args, out),)*
                }
            }
        }
    };
}

commands! {
    Decode(decode::Args) => decode::run;
    Explain(explain::Args) => explain::run;
    Fields(fields::Args) => fields::run;
    Asm(asm::Args) => asm::run;
    Exec(exec::Args) => exec::run;
    Trace(trace::Args) => trace::run;
    #[cfg(feature = "all-commands")]
    Ptx(ptx::Args) => ptx::run;
    #[cfg(feature = "all-commands")]
    Emit(Box<emit::Args>) => emit::run;
    Vectors(vectors::Args) => vectors::run;
    #[cfg(feature = "all-commands")]
    Check(check::Args) => check::run;
    #[cfg(feature = "all-commands")]
    Prove(prove::Args) => prove::run;
    #[cfg(feature = "all-commands")]
    Sweep(sweep::Args) => sweep::run;
    #[cfg(feature = "all-commands")]
    Observe(observe::Args) => observe::run;
    Completions(completions::Args) => |args, out| completions::run(args, Cli::command(), out);
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
