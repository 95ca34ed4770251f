//! The `vmad` command: reads, assembles, executes and traces NVIDIA's SASS `VMAD` instructions, and checks and
//! executes the PTX instructions that it serves.
//!
//! The binary is a call of [`run`]. What a test or a fuzzer wants to call alone is public: [`cubin`] reads ELF files,
//! [`source`] splits words and raw streams, [`chunks`] reads them in pieces.
//!
//! Exit codes: 0 fine, 1 a finding (an illegal instruction in a file, a check that fails), 2 bad input.
#![forbid(unsafe_code)]

pub mod chunks;
pub mod cubin;
pub mod source;

mod asm;
mod batch;
mod check;
mod cli;
mod decode;
mod exec;
mod failure;
mod json;
mod lines;
mod machine;
mod output;
mod page;
mod pipeline;
mod ptx;
mod trace;
mod vectors;

use std::{io::Write, process::ExitCode};

use clap::Parser;

/// Parses the process's arguments, runs the command and reports what failed.
pub fn run() -> ExitCode {
    let cli = cli::Cli::parse();
    let mut out = output::Out::standard();
    let verdict = cli.command.run(&mut out).and_then(|verdict| {
        out.flush()?;
        Ok(verdict)
    });
    match verdict {
        Ok(verdict) => verdict.into(),
        Err(failure) => {
            // What was printed before the failure is true: it goes out first, and if it cannot, the failure is what
            // there is to say.
            let _ = out.flush();
            failure.report()
        }
    }
}
