//! Words from files.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, Read},
};

use vmad_validate::cubin::{self, CodeSection, Cubin, ELF_MAGIC};

use super::{
    Args,
    printer::{Place, Printer, Stop},
};
use crate::{failure::Failure, suggest::hint};

/// Reads a file: raw with `--raw`, else a cubin.
pub(super) fn read(printer: &mut Printer<'_>, file: &OsStr, args: &Args) -> Result<(), Failure> {
    let path = &*file.to_string_lossy();
    let refuse = |error: io::Error| Failure::input(path, &error);
    let mut file = File::open(file).map_err(|error| {
        let hint = if error.kind() == io::ErrorKind::NotFound {
            " (a word is 16 hexadecimal digits, or starts with 0x; a word with its control field is a line of standard input)"
        } else {
            ""
        };
        Failure::input(path, &format!("{error}{hint}"))
    })?;
    if args.raw {
        return raw(printer, file, path);
    }
    let mut magic = Vec::new();
    file.by_ref().take(ELF_MAGIC.len() as u64).read_to_end(&mut magic).map_err(refuse)?;
    if magic.is_empty() {
        return Err(Failure::input(path, "the file is empty: expected a cubin (an ELF file)"));
    }
    if magic != ELF_MAGIC {
        return Err(Failure::input(
            path,
            "not a cubin: it does not start as an ELF file does; --raw reads raw code, and words as text are read from standard input",
        ));
    }
    cubin(printer, &file, path, args)
}

/// A raw stream.
pub(super) fn raw(printer: &mut Printer<'_>, reader: impl Read + Send, name: &str) -> Result<(), Failure> {
    let place = Place { file: name, arch: None, section: None };
    let read = printer.code(reader, place, printer.jobs(u64::MAX), |printer| printer.start_file(place));
    read.map_err(|stop| match stop {
        Stop::Input(error) => Failure::input(name, &error),
        Stop::Output(failure) => failure,
    })
}

/// A cubin.
fn cubin(printer: &mut Printer<'_>, file: &File, path: &str, args: &Args) -> Result<(), Failure> {
    let contents = Cubin::read(file).map_err(|error| Failure::input(path, &error))?;
    if let Some(asked) = args.arch
        && asked != contents.arch
    {
        let message = format!("the file is for {}, not {asked}: leave --arch out", contents.arch);
        return Err(Failure::input(path, &message));
    }
    let names: Vec<&str> = contents.code.iter().map(CodeSection::kernel).collect();
    if let Some(missing) = args.kernels.iter().find(|name| !names.contains(&name.as_str())) {
        let hint = hint(missing, &names).map(|hint| format!(": {hint}")).unwrap_or_default();
        return Err(Failure::input(path, &format!("it has no kernel {missing:?}{hint}")));
    }
    let is_selected = |section: &&CodeSection| {
        args.kernels.is_empty() || args.kernels.iter().any(|name| name == section.kernel())
    };
    let place = Place { file: path, arch: Some(contents.arch), section: None };
    printer.start_file(place)?;
    for section in contents.code.iter().filter(is_selected) {
        printer.start_section(section)?;
        let start = printer.counts();
        let code = cubin::code(file, section).map_err(|error| Failure::input(path, &error))?;
        let place = Place { section: Some(section), ..place };
        printer.code(code, place, printer.jobs(section.size), |_| Ok(())).map_err(|stop| match stop {
            Stop::Input(error) => Failure::input(path, &section.stream_error(error)),
            Stop::Output(failure) => failure,
        })?;
        printer.end_section(start)?;
    }
    Ok(())
}
