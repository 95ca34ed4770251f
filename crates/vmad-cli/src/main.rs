//! The `vmad` command.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    vmad_cli::run(&std::env::args_os().collect::<Vec<_>>()).into()
}
