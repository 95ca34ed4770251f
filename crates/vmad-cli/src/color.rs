//! `--color` before the command line is parsed.

use std::ffi::OsString;

use clap::{ColorChoice, ValueEnum};

/// The last `--color` of an unparsed command line: help and errors of arguments obey it too. The parser reports an
/// invalid choice.
pub(crate) fn asked_for(arguments: &[OsString]) -> ColorChoice {
    let texts: Vec<_> = arguments.iter().map(|argument| argument.to_str().unwrap_or_default()).collect();
    let options = texts.split(|&text| text == "--").next().unwrap_or_default();
    let joined = options.iter().filter_map(|text| text.strip_prefix("--color="));
    let apart = options.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    let choice = joined.chain(apart).last().and_then(|choice| ColorChoice::from_str(choice, true).ok());
    choice.unwrap_or(ColorChoice::Auto)
}
