//! Words from files.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, Read, Seek},
};

use super::{
    Args,
    printer::{Origin, Printer},
};
use crate::{
    cubin::{self, Cubin, CubinError, ELF_MAGIC},
    failure::Failure,
    source::{SourceError, raw_slots},
};

/// Reads a file: raw if the arguments say so, else a cubin.
pub(super) fn read(printer: &mut Printer<'_>, file: &OsStr, args: &Args) -> Result<(), Failure> {
    let path = &*file.to_string_lossy();
    let refuse = |error: io::Error| Failure::input(path, &error);
    let mut file = File::open(file).map_err(|error| {
        let hint = if error.kind() == io::ErrorKind::NotFound {
            " (a word is 16 hexadecimal digits, or starts with 0x)"
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
pub(super) fn raw(printer: &mut Printer<'_>, reader: impl Read, name: &str) -> Result<(), Failure> {
    let mut started = false;
    let mut print = |slot| {
        if !std::mem::replace(&mut started, true) {
            printer.start_file(name, None).map_err(Failure::from)?;
        }
        printer.slot(None, slot)
    };
    raw_slots(reader, |slot| print(slot).map_err(Stop::Output)).map_err(|stop| stop.at(name))?;
    printer.end_file();
    Ok(())
}

/// A cubin.
fn cubin<'f>(printer: &mut Printer<'_>, file: &'f File, path: &str, args: &Args) -> Result<(), Failure>
where
    &'f File: Read + Seek,
{
    let contents = Cubin::read(file).map_err(|error| Failure::input(path, &error))?;
    if let Some(asked) = args.arch
        && asked != contents.arch
    {
        let message = format!("the file is for {}, not {asked}: leave --arch out", contents.arch);
        return Err(Failure::input(path, &message));
    }
    printer.start_file(path, Some(contents.arch))?;
    for section in &contents.code {
        printer.start_section(section)?;
        cubin::slots(file, section, |slot| printer.slot(Some(section), slot).map_err(Stop::Output))
            .map_err(|stop| stop.at(path))?;
        printer.end_section()?;
    }
    printer.end_file();
    Ok(())
}

/// Why reading stopped: the input's fault, or the output's.
enum Stop {
    Input(String),
    Output(Failure),
}

impl Stop {
    fn at(self, place: &str) -> Failure {
        match self {
            Self::Input(message) => Failure::input(place, &message),
            Self::Output(failure) => failure,
        }
    }
}

impl From<SourceError> for Stop {
    fn from(error: SourceError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<CubinError> for Stop {
    fn from(error: CubinError) -> Self {
        Self::Input(error.to_string())
    }
}

impl Printer<'_> {
    /// One instruction of a file.
    fn slot(
        &mut self,
        section: Option<&cubin::CodeSection>,
        slot: vmad_sass::stream::Slot,
    ) -> Result<(), Failure> {
        let origin = Origin::File { section, address: slot.address };
        self.word(origin, slot.word, Some(slot.control))
    }
}
