//! Words from files.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs::File,
    io::{self, Cursor, Read, Seek, SeekFrom},
};

use vmad_files::{
    cubin::{self, CodeSection, Cubin, CubinError, ELF_MAGIC, Later},
    fatbin::{FatbinError, Image, Kind, images},
    listing::{Listed, dump, listing},
    phase::skip_header,
};
use vmad_sass::Arch;

use super::{
    Args,
    printer::{Place, Printer, Stop},
};
use crate::{
    bounded_read::FileKind, failure::Failure, printable::Printable, source::halves, stderr::say,
    suggest::hint,
};

/// Reads a file: raw with `--raw`, else a cubin, a file with fat binaries, or code as text.
pub(super) fn read(printer: &mut Printer<'_>, file: &OsStr, args: &Args) -> Result<(), Failure> {
    let path = &*file.to_string_lossy();
    let refuse = |error: io::Error| Failure::input(path, &error);
    let mut file = File::open(file).map_err(|error| {
        let hint = if error.kind() == io::ErrorKind::NotFound {
            " (a word is 16 hexadecimal digits, or starts with 0x; a word with its control field is a line of standard input)"
        } else {
            ""
        };
        Failure::input(path, &format!("{error}{}{hint}", halves(path)))
    })?;
    if args.raw {
        file.seek(SeekFrom::Start(args.offset)).map_err(refuse)?;
        return raw(printer, file.take(args.length.unwrap_or(u64::MAX)), path);
    }
    let mut magic = Vec::new();
    Read::by_ref(&mut file).take(ELF_MAGIC.len() as u64).read_to_end(&mut magic).map_err(refuse)?;
    if magic.is_empty() {
        return Err(Failure::input(path, "the file is empty: expected a cubin (an ELF file)"));
    }
    if magic == ELF_MAGIC {
        match Cubin::read(&file) {
            Err(CubinError::Machine(_)) => {}
            Err(error) => {
                let hint = Later::of(&error, &file).map(|later| format!("; {later}")).unwrap_or_default();
                return Err(Failure::input(path, &format!("{error}{hint}")));
            }
            Ok(contents) => {
                if let Some(asked) = args.arch
                    && asked != contents.arch
                {
                    let message = format!("the file is for {}, not {asked}: leave --arch out", contents.arch);
                    return Err(Failure::input(path, &message));
                }
                if contents.code.is_empty() {
                    return Err(Failure::input(path, &CubinError::NoCode));
                }
                require_kernels(path, &kernels([&contents]), args)?;
                return cubin(printer, || &file, &contents, path, args);
            }
        }
    }
    file.seek(SeekFrom::Start(0)).map_err(refuse)?;
    let bytes = FileKind::PROGRAM.read_from(file, path)?;
    let images = images(&bytes);
    if !images.is_empty() {
        return fat_binaries(printer, images, path, args);
    }
    if magic == ELF_MAGIC {
        return Err(Failure::input(path, "not a cubin, and it contains no fat binary"));
    }
    text(printer, &bytes, path, args)
}

/// The cubins of fat binaries. Those for architectures without 64-bit words are not read.
fn fat_binaries(
    printer: &mut Printer<'_>,
    images: Vec<Result<Image<'_>, FatbinError>>,
    path: &str,
    args: &Args,
) -> Result<(), Failure> {
    let mut cubins = Vec::new();
    let mut others = BTreeSet::new();
    for image in images {
        let image = image.map_err(|error| Failure::input(path, &error))?;
        let is_asked = |arch: Arch| args.arch.is_none_or(|asked| asked == arch);
        if image.kind != Kind::Cubin || !Arch::from_number(image.arch).is_ok_and(is_asked) {
            let what = if image.kind == Kind::Cubin { "" } else { " (no cubin)" };
            others.insert(format!("sm_{}{what}", image.arch));
            continue;
        }
        let bytes = image.contents().map_err(|error| Failure::input(path, &error))?;
        let name = format!("{path}, image at {:#x}", image.offset);
        let cubin =
            Cubin::read(Cursor::new(&*bytes)).map_err(|error| Failure::input(name.as_str(), &error))?;
        cubins.push((name, cubin, bytes));
    }
    if cubins.is_empty() {
        let others: Vec<_> = others.into_iter().collect();
        let asked = args.arch.map_or_else(|| "sm_35 to sm_62".to_owned(), |arch| arch.to_string());
        let message = format!("its fat binary has no cubin for {asked}: it has {}", others.join(", "));
        return Err(Failure::input(path, &message));
    }
    require_kernels(path, &kernels(cubins.iter().map(|(_, cubin, _)| cubin)), args)?;
    for (name, contents, bytes) in &cubins {
        cubin(printer, || Cursor::new(&**bytes), contents, name, args)?;
    }
    Ok(())
}

/// A listing, or a dump in hexadecimal.
fn text(printer: &mut Printer<'_>, bytes: &[u8], path: &str, args: &Args) -> Result<(), Failure> {
    let text = str::from_utf8(bytes).unwrap_or_default();
    let functions = match listing(text) {
        Some(Ok(functions)) => functions,
        Some(Err(error)) => return Err(Failure::input(path, &error)),
        None => match dump(text) {
            Some(code) => return raw(printer, Cursor::new(code), path),
            None => {
                return Err(Failure::input(
                    path,
                    "not a cubin: it is not an ELF file, fat binary, listing of nvdisasm or dump of xxd; --raw reads raw code, and words as text are read from standard input",
                ));
            }
        },
    };
    let names: Vec<&str> = functions.iter().map(|function| function.name.as_str()).collect();
    require_kernels(path, &names, args)?;
    let mut arch = None;
    for (index, Listed { name, arch: listed, code }) in functions.iter().enumerate() {
        let section = CodeSection { name: format!(".text.{name}"), offset: 0, size: code.len() as u64 };
        if !args.kernels.is_empty() && !args.kernels.iter().any(|kernel| kernel == name) {
            continue;
        }
        let place = Place { file: path, arch: args.arch.or(*listed), maker: None, section: Some(&section) };
        if index == 0 || arch != place.arch {
            printer.start_file(place)?;
            arch = place.arch;
        }
        printer.start_section(&section)?;
        let start = printer.counts();
        printer.code(Cursor::new(code), place, printer.jobs(section.size), |_| Ok(())).map_err(|stop| {
            match stop {
                Stop::Input(error) => Failure::input(path, &error),
                Stop::Output(failure) => failure,
            }
        })?;
        printer.end_section(start)?;
    }
    Ok(())
}

/// A raw stream. Bytes before the code are skipped, with a note.
pub(super) fn raw(printer: &mut Printer<'_>, reader: impl Read + Send, name: &str) -> Result<(), Failure> {
    let layout = printer.default_arch().layout();
    let (reader, skipped) = skip_header(reader, layout).map_err(|error| Failure::input(name, &error))?;
    if skipped > 0 {
        say(format_args!(
            "{}: the first {skipped:#x} bytes are not bundles: the code is taken to start after them",
            Printable(name)
        ));
    }
    let place = Place { file: name, arch: None, maker: None, section: None };
    let read = printer.code(reader, place, printer.jobs(u64::MAX), |printer| printer.start_file(place));
    read.map_err(|stop| match stop {
        Stop::Input(error) => Failure::input(name, &error),
        Stop::Output(failure) => failure,
    })
}

/// The names of the kernels of cubins.
fn kernels<'c>(cubins: impl IntoIterator<Item = &'c Cubin>) -> Vec<&'c str> {
    cubins.into_iter().flat_map(|cubin| &cubin.code).map(CodeSection::kernel).collect()
}

/// How many kernels of a file an error names.
const NAMED: usize = 10;

/// Refuses a `--kernel` that a file does not have.
fn require_kernels(path: &str, names: &[&str], args: &Args) -> Result<(), Failure> {
    let Some(missing) = args.kernels.iter().find(|name| !names.contains(&name.as_str())) else {
        return Ok(());
    };
    let hint = hint(missing, names).map(|hint| format!("; {hint}")).unwrap_or_default();
    let (named, others) = names.split_at(names.len().min(NAMED));
    let named = match named {
        [] => "none".to_owned(),
        named => named.join(", "),
    };
    let others = match others.len() {
        0 => String::new(),
        others => format!(" and {others} more"),
    };
    Err(Failure::input(path, &format!("it has no kernel {missing:?}: it has {named}{others}{hint}")))
}

/// A cubin, which `open` opens.
fn cubin<R: Read + Seek + Send>(
    printer: &mut Printer<'_>,
    open: impl Fn() -> R,
    contents: &Cubin,
    path: &str,
    args: &Args,
) -> Result<(), Failure> {
    let is_selected = |section: &&CodeSection| {
        args.kernels.is_empty() || args.kernels.iter().any(|name| name == section.kernel())
    };
    let place =
        Place { file: path, arch: Some(contents.arch), maker: contents.maker.as_ref(), section: None };
    printer.start_file(place)?;
    for section in contents.code.iter().filter(is_selected) {
        printer.start_section(section)?;
        let start = printer.counts();
        let code = cubin::code(open(), section, contents.arch.layout())
            .map_err(|error| Failure::input(path, &error))?;
        let place = Place { section: Some(section), ..place };
        printer.code(code, place, printer.jobs(section.size), |_| Ok(())).map_err(|stop| match stop {
            Stop::Input(error) => Failure::input(path, &section.stream_error(error)),
            Stop::Output(failure) => failure,
        })?;
        printer.end_section(start)?;
    }
    Ok(())
}
