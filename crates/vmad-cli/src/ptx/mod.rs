//! `vmad ptx`: the PTX level.

mod check;
mod early_clobber;
mod equal;
mod exec;
pub(crate) mod file;
mod inline_asm;
mod lower;
mod ordinary;
mod part;
pub(crate) mod readings;
mod rewrite;
mod safe;

use vmad_ptx::{
    ast::Instruction,
    legality::{PtxVersion, Target, legality},
};

use crate::{
    failure::{Exit, Failure},
    output::Out,
};

/// Check, execute, lower and compare PTX instructions
///
/// The instructions are vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vmad and vset; vadd, vsub, vavrg, vabsdiff, vmin,
/// vmax and vset with two or four lanes; mad.f32 and mad.f64. `equal` and `exec` also take the integer instructions.
/// The source is the PTX ISA; this model shares no code with `vmad exec`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx exec 'vmad.u32.u32.u32 d, a, b, -c;' a=1 b=2 c=3
  vmad ptx check kernel.ptx
  vmad ptx lower 'vmad.u32.u32.u32 d, a, b, -c;'")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Exec(exec::Args),
    Check(check::Args),
    Lower(lower::Args),
    Equal(equal::Args),
    Readings(readings::Args),
    Rewrite(Box<rewrite::Args>),
    Safe(safe::Args),
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    match &args.command {
        Command::Exec(args) => exec::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Lower(args) => lower::run(args, out),
        Command::Equal(args) => equal::run(args, out),
        Command::Readings(args) => readings::run(args, out),
        Command::Rewrite(args) => rewrite::run(args, out),
        Command::Safe(args) => safe::run(args, out),
    }
}

/// The target and the PTX version for which an instruction is checked.
#[derive(Clone, Copy, Debug)]
struct Rules {
    target: Target,
    version: PtxVersion,
}

impl Rules {
    const DEFAULT: Self = Self { target: Target::sm(50), version: PtxVersion::new(8, 0) };

    fn judge(self, instruction: &Instruction) -> Result<Vec<String>, String> {
        legality(instruction, self.target, self.version)
    }
}
