//! The `vmad` command: disassembles, assembles, executes and traces NVIDIA's SASS video instructions, and checks and
//! executes the PTX instructions that compile to them.
//!
//! The binary is a call of [`run`].
//!
//! Exit codes: 0 success, 1 a finding (an illegal instruction in a file, a failed check), 2 bad input.
//!
//! Without the feature `all-commands` it has the commands of words: `decode`, `explain`, `fields`, `asm`, `exec`, `trace`,
//! `vectors` and `completions`. Half of the crates are not compiled then.
#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "all-commands"), allow(dead_code, reason = "the other commands use it"))]

mod asm;
mod bounded_read;
#[cfg(feature = "all-commands")]
mod check;
mod cli;
mod completions;
mod decode;
#[cfg(feature = "all-commands")]
mod emit;
mod exec;
mod execution;
mod explain;
mod failure;
mod fields;
mod filters;
mod inputs;
mod json;
mod line_buffer;
mod number;
#[cfg(feature = "all-commands")]
mod observe;
mod output;
#[cfg(feature = "all-commands")]
mod progress;
#[cfg(feature = "all-commands")]
mod prove;
#[cfg(feature = "all-commands")]
mod ptx;
mod rows;
#[cfg(feature = "all-commands")]
mod solving;
mod stderr;
mod stdin_lines;
#[cfg(feature = "all-commands")]
mod sweep;
mod trace;
mod vectors;
mod wide;

/// The Rust code of the tours, as documentation tests.
#[cfg(doctest)]
mod tours {
    #[doc = include_str!("../../../docs/src/tours/emulator.md")]
    struct Emulator;
    #[doc = include_str!("../../../docs/src/tours/compiler.md")]
    struct Compiler;
}

use std::{ffi::OsString, io::Write};

use clap::{ColorChoice, CommandFactory, FromArgMatches, ValueEnum};
use failure::Failure;
use vmad_files::words as source;
use vmad_message::{count, excerpt, printable, suggest, wrap};

/// Parses arguments, the first of which is the name of the program, runs the command and reports what failed. Returns the
/// exit code.
pub fn run(arguments: &[OsString]) -> u8 {
    let color = asked_color(arguments);
    colorchoice_clap::Color { color }.write_global();
    let command = cli::with_help(cli::Cli::command()).color(color);
    let parsed = command.try_get_matches_from(arguments);
    let cli = match parsed.and_then(|matches| cli::Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(mut said) => {
            suggest_nested(&mut said);
            return said_instead(&said);
        }
    };
    let mut out = output::Out::standard();
    let verdict = cli.command.run(&mut out).and_then(|verdict| {
        out.flush()?;
        Ok(verdict)
    });
    let verdict = verdict.unwrap_or_else(|failure| {
        // The output before the failure is valid, so it is written first. A second error is ignored.
        let _ = out.flush();
        failure.report()
    });
    verdict.exit_code()
}

/// The last `--color` of an unparsed command line: help and errors of arguments obey it too. The parser reports an
/// invalid choice.
fn asked_color(arguments: &[OsString]) -> ColorChoice {
    let texts: Vec<_> = arguments.iter().map(|argument| argument.to_str().unwrap_or_default()).collect();
    let options = texts.split(|&text| text == "--").next().unwrap_or_default();
    let joined = options.iter().filter_map(|text| text.strip_prefix("--color="));
    let apart = options.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    let choice = joined.chain(apart).last().and_then(|choice| ColorChoice::from_str(choice, true).ok());
    choice.unwrap_or(ColorChoice::Auto)
}

/// Other names of commands.
const OTHER_NAMES: [(&str, &str); 8] = [
    ("encode", "asm"),
    ("assemble", "asm"),
    ("disassemble", "decode"),
    ("disasm", "decode"),
    ("dis", "decode"),
    ("execute", "exec"),
    ("run", "exec"),
    ("validate", "check"),
];

/// Adds the command that an unknown command means, or that has it as its own: `lower` is `ptx lower`.
fn suggest_nested(said: &mut clap::Error) {
    use clap::error::{ContextKind, ContextValue};
    let Some(ContextValue::String(unknown)) = said.get(ContextKind::InvalidSubcommand) else { return };
    let command = cli::Cli::command();
    let nested = command.get_subcommands().filter(|outer| outer.find_subcommand(unknown).is_some());
    let nested = nested.map(|outer| format!("{} {unknown}", outer.get_name()));
    let other =
        OTHER_NAMES.iter().filter(|(name, _)| name == unknown).map(|(_, command)| (*command).to_owned());
    let found: Vec<_> = nested.chain(other).collect();
    if !found.is_empty() {
        said.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(found));
    }
    #[cfg(not(feature = "all-commands"))]
    said.insert(
        ContextKind::Suggested,
        ContextValue::StyledStrs(vec!["this vmad was built without the feature all-commands".into()]),
    );
}

/// Prints the help, the version, or an error of the arguments.
fn said_instead(said: &clap::Error) -> u8 {
    let exit_code = u8::try_from(said.exit_code()).unwrap_or(1);
    if said.use_stderr() {
        stderr::say(said.render().ansi().to_string().trim_end());
        return exit_code;
    }
    said.print().map_or_else(|error| Failure::from(error).report().exit_code(), |()| exit_code)
}
