//! `vmad man`: manual pages.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Command;
use clap_mangen::Man;
use roff::{Roff, roman};

use crate::{
    atomic_write::AtomicFile,
    failure::{Failure, Verdict},
    output::Out,
    suggest,
};

/// Print a manual page, or write all pages into a folder
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad man | man -l -
  vmad man ptx exec > vmad-ptx-exec.1
  vmad man --dir ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// The command of the page: decode, or ptx exec [default: vmad itself]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,

    /// Write the page of every command into this folder; it is created if necessary
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

/// `whole` is the command line of `vmad`.
pub(crate) fn run(args: &Args, whole: Command, out: &mut Out) -> Result<Verdict, Failure> {
    let mut root = whole.disable_help_subcommand(true);
    root.build();
    if let Some(folder) = &args.dir {
        let refuse = |error| Failure::input(folder.display().to_string(), &error);
        fs::create_dir_all(folder).map_err(refuse)?;
        write_all(&root, folder)?;
    } else {
        out.write_all(&page(named(&root, &args.command)?)?)?;
    }
    Ok(Verdict::Fine)
}

fn named<'c>(root: &'c Command, names: &[String]) -> Result<&'c Command, Failure> {
    names.iter().try_fold(root, |command, name| {
        command.find_subcommand(name).ok_or_else(|| {
            let known: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
            let expected = match known.as_slice() {
                [] => format!("{} has no commands of its own", command.get_name()),
                known => suggest::expected(name, known),
            };
            Failure::input(format!("no command {name:?}"), &expected)
        })
    })
}

/// Writes the pages of a command and of its subcommands into a folder.
fn write_all(command: &Command, folder: &Path) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let path = folder.join(format!("{name}.1"));
    let page = page(command)?;
    AtomicFile::create(&path)?.write(&page)?;
    command.get_subcommands().try_for_each(|below| write_all(below, folder))
}

/// The columns of an 80-column terminal, without the indentation of a page.
const COLUMNS: usize = 72;

/// The page of a command. Notes after the options keep the lines of examples and tables; prose is wrapped.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let man = Man::new(command.clone()).source(format!("vmad {}", env!("CARGO_PKG_VERSION")));
    man.render_title(&mut page)?;
    // No hyphenation of options and names, and single blanks between words.
    Roff::new().control("nh", []).control("ad", ["l"]).to_writer(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(notes) = command.get_after_long_help().or(command.get_after_help()) {
        let mut roff = Roff::new();
        roff.control("SH", ["NOTES"]).control("nf", []);
        for line in notes.to_string().lines() {
            // Indented lines are examples and tables.
            let columns = if line.starts_with(' ') { usize::MAX } else { COLUMNS };
            for line in textwrap::wrap(line, columns) {
                roff.text([roman(line)]);
            }
        }
        roff.control("fi", []);
        roff.to_writer(&mut page)?;
    }
    Ok(page)
}
