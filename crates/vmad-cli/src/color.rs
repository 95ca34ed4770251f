//! When output is coloured: `--color`, `NO_COLOR`, `CLICOLOR_FORCE`, a terminal.

use std::ffi::OsString;

use clap::{ColorChoice, ValueEnum};

/// What `--color` says among the arguments of a command line that has not been read yet: its help and its errors follow
/// it too. Where it is not a choice, reading the command line says so.
pub(crate) fn asked_for(arguments: &[OsString]) -> ColorChoice {
    let texts: Vec<_> = arguments.iter().map(|argument| argument.to_str().unwrap_or_default()).collect();
    let options = texts.split(|&text| text == "--").next().unwrap_or_default();
    let joined = options.iter().filter_map(|text| text.strip_prefix("--color="));
    let apart = options.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    let choice = joined.chain(apart).last().and_then(|choice| ColorChoice::from_str(choice, true).ok());
    choice.unwrap_or(ColorChoice::Auto)
}
