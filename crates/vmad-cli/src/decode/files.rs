//! Words from files.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs::File,
    io::{self, Cursor, Read, Seek, SeekFrom},
};

use vmad_files::{
    cubin::{self, CodeSection, Cubin, CubinError, ELF_MAGIC},
    fatbin::{FatbinError, Image, ImageKind, images},
    inline_asm::is_ptx,
    listing::{Listed, dump, listing},
    phase::{PlacedCode, skip_header},
    text::{self, with_line_feeds, without_mark},
};
use vmad_sass::{AnyArch, Arch};

use super::{origin::CodeOrigin, printer::Printer};
use crate::{
    bounded_read, failure::Failure, number::unsigned, printable::Printable, source::halves, stderr::say,
    stdin_lines, suggest::hint, wide::any_arch,
};

/// How files are read.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Read files as raw code, like `nvdisasm --binary`: bundles of a control word and three instructions (on Kepler, seven)
    #[arg(long)]
    raw: bool,

    /// Start a raw file at this byte: a number in decimal, or in hexadecimal with 0x
    #[arg(long, value_name = "BYTES", value_parser = bytes, requires = "raw", default_value = "0")]
    offset: u64,

    /// Read only so many bytes of a raw file
    #[arg(long, value_name = "BYTES", value_parser = bytes, requires = "raw")]
    length: Option<u64>,

    /// Read only this kernel of a cubin; repeat the option for several
    #[arg(long = "kernel", value_name = "NAME", conflicts_with = "raw")]
    pub(super) kernels: Vec<String>,

    /// The architecture: it gives the layout of the words and the style of the text, sm_35 to sm_62, and from sm_70 on for words of 128 bits [default: that of the cubin, or sm_50]
    #[arg(long, value_parser = any_arch)]
    arch: Option<AnyArch>,
}

impl Options {
    /// Whether standard input is raw code.
    pub(super) const fn is_raw(&self) -> bool {
        self.raw
    }

    /// The architecture of code that names none.
    pub(super) fn default_arch(&self) -> AnyArch {
        self.arch.unwrap_or(AnyArch::Narrow(Arch::Sm50))
    }
}

/// A number of bytes: decimal, or hexadecimal with `0x`.
fn bytes(text: &str) -> Result<u64, String> {
    unsigned(text).ok_or_else(|| "expected a number of bytes, decimal, or hexadecimal with 0x".to_owned())
}

/// Reads a file: raw with `--raw`, else a cubin, a file with fat binaries, or code as text.
pub(super) fn read(printer: &mut Printer<'_>, file: &OsStr, args: &Options) -> Result<(), Failure> {
    let path = &*file.to_string_lossy();
    let refuse = |error: io::Error| Failure::input(path, &error);
    let mut file = File::open(file).map_err(|error| {
        if let Some(failure) = Failure::not_a_file("an argument", path) {
            return failure;
        }
        let hint = if error.kind() == io::ErrorKind::NotFound {
            " (a word is 16 hexadecimal digits, or starts with 0x)"
        } else {
            ""
        };
        Failure::input(path, &format!("{error}{}{hint}", halves(path)))
    })?;
    if args.raw {
        file.seek(SeekFrom::Start(args.offset)).map_err(refuse)?;
        return raw(printer, file.take(args.length.unwrap_or(u64::MAX)), path, args);
    }
    let mut magic = Vec::new();
    Read::by_ref(&mut file).take(ELF_MAGIC.len() as u64).read_to_end(&mut magic).map_err(refuse)?;
    if magic.is_empty() {
        return Err(Failure::input(path, "the file is empty: expected a cubin (an ELF file)"));
    }
    if magic == ELF_MAGIC {
        match Cubin::read_any(&file) {
            Err(CubinError::Machine(_)) => {}
            Err(error) => return Err(Failure::input(path, &error)),
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
    let bytes = bounded_read::read_from(file, path, "program or listing")?;
    let images = images(&bytes);
    if !images.is_empty() {
        return fat_binaries(printer, images, path, args);
    }
    if magic == ELF_MAGIC {
        return Err(Failure::input(path, "not a cubin, and it contains no fat binary"));
    }
    text(printer, bytes, path, args)
}

/// The cubins of fat binaries. Those for architectures whose words are unknown are not read.
fn fat_binaries(
    printer: &mut Printer<'_>,
    images: Vec<Result<Image<'_>, FatbinError>>,
    path: &str,
    args: &Options,
) -> Result<(), Failure> {
    let mut cubins = Vec::new();
    let mut others = BTreeSet::new();
    for image in images {
        let image = image.map_err(|error| Failure::input(path, &error))?;
        let is_asked = |arch: AnyArch| args.arch.is_none_or(|asked| asked == arch);
        if image.kind != ImageKind::Cubin || !AnyArch::from_number(image.arch).is_ok_and(is_asked) {
            let what = if image.kind == ImageKind::Cubin { "" } else { " (no cubin)" };
            others.insert(format!("sm_{}{what}", image.arch));
            continue;
        }
        let bytes = image.contents().map_err(|error| Failure::input(path, &error))?;
        let name = format!("{path}, image at {:#x}", image.offset);
        let cubin =
            Cubin::read_any(Cursor::new(&*bytes)).map_err(|error| Failure::input(name.as_str(), &error))?;
        cubins.push((name, cubin, bytes));
    }
    if cubins.is_empty() {
        let others: Vec<_> = others.into_iter().collect();
        let asked = args
            .arch
            .map_or_else(|| "sm_35 to sm_62, or sm_70 to sm_121".to_owned(), |arch| arch.to_string());
        let message = format!("its fat binary has no cubin for {asked}: it has {}", others.join(", "));
        return Err(Failure::input(path, &message));
    }
    require_kernels(path, &kernels(cubins.iter().map(|(_, cubin, _)| cubin)), args)?;
    for (name, contents, bytes) in &cubins {
        cubin(printer, || Cursor::new(&**bytes), contents, name, args)?;
    }
    Ok(())
}

pub(super) fn code_text(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    let text = text::of_bytes(bytes);
    text.map(without_mark)
        .map(with_line_feeds)
        .map_err(|error| Failure::input(name, &format!("not a cubin, and {error}; --raw reads raw code")))
}

/// A listing, or a dump in hexadecimal.
fn text(printer: &mut Printer<'_>, bytes: Vec<u8>, path: &str, args: &Options) -> Result<(), Failure> {
    let text = code_text(path, bytes)?;
    if is_code(printer, &text, path, args)? {
        return Ok(());
    }
    let message = if is_ptx(&text) {
        "this is PTX, not machine code: `vmad ptx safe` and `vmad ptx check` read it"
    } else {
        "not a cubin: it is not an ELF file, fat binary, listing of nvdisasm or dump of xxd; --raw reads raw code, and words as text are read from standard input"
    };
    Err(Failure::input(path, message))
}

/// Takes a listing, or a dump in hexadecimal. Returns whether the text is one.
pub(super) fn is_code(
    printer: &mut Printer<'_>,
    text: &str,
    path: &str,
    args: &Options,
) -> Result<bool, Failure> {
    let functions = match listing(text, args.arch.and_then(|arch| arch.narrow().ok())) {
        Some(Ok(functions)) => functions,
        Some(Err(error)) => return Err(Failure::input(path, &error)),
        None => match dump(text) {
            Some(code) => return raw(printer, Cursor::new(code), path, args).map(|()| true),
            None => return Ok(false),
        },
    };
    let names: Vec<&str> = functions.iter().map(|function| function.name.as_str()).collect();
    require_kernels(path, &names, args)?;
    let mut arch = None;
    for (index, Listed { name, arch: listed, start, code }) in functions.iter().enumerate() {
        let section = CodeSection { name: format!(".text.{name}"), offset: 0, size: code.len() as u64 };
        if !args.kernels.is_empty() && !args.kernels.iter().any(|kernel| kernel == name) {
            continue;
        }
        let arch_of = listed.map(AnyArch::Narrow);
        let place =
            CodeOrigin { file: path, arch: arch_of, maker: None, section: Some(&section), address: *start };
        if index == 0 || arch != place.arch {
            printer.start_file(place)?;
            arch = place.arch;
        }
        printer.code(Cursor::new(code), place)?;
    }
    Ok(true)
}

pub(super) fn raw_standard_input(printer: &mut Printer<'_>, args: &Options) -> Result<(), Failure> {
    let mut input = io::stdin();
    // A pipe cannot seek.
    io::copy(&mut input.by_ref().take(args.offset), &mut io::sink())
        .map_err(|error| Failure::input(stdin_lines::NAME, &error))?;
    raw(printer, input.take(args.length.unwrap_or(u64::MAX)), stdin_lines::NAME, args)
}

/// A raw stream. Bytes before the code are skipped, with a note.
fn raw(printer: &mut Printer<'_>, reader: impl Read, name: &str, args: &Options) -> Result<(), Failure> {
    let place = CodeOrigin { file: name, arch: None, maker: None, section: None, address: 0 };
    let AnyArch::Narrow(arch) = args.default_arch() else { return printer.code(reader, place) };
    let code = skip_header(reader, arch.layout()).map_err(|error| Failure::input(name, &error))?;
    let PlacedCode { reader, skipped, swapped } = code;
    if let Some(group) = swapped {
        say(format_args!(
            "{}: few bundles of the file are code; more are if the bytes of each group of {group} are reversed",
            Printable(name)
        ));
    }
    if skipped > 0 {
        say(format_args!(
            "{}: the first {skipped:#x} bytes are not bundles: the code is taken to start after them",
            Printable(name)
        ));
    }
    printer.code(reader, place)
}

fn kernels<'c>(cubins: impl IntoIterator<Item = &'c Cubin<AnyArch>>) -> Vec<&'c str> {
    cubins.into_iter().flat_map(|cubin| &cubin.code).map(CodeSection::kernel).collect()
}

/// How many kernels of a file an error names.
const NAMED: usize = 10;

/// Refuses a `--kernel` that a file does not have.
fn require_kernels(path: &str, names: &[&str], args: &Options) -> Result<(), Failure> {
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
fn cubin<R: Read + Seek>(
    printer: &mut Printer<'_>,
    open: impl Fn() -> R,
    contents: &Cubin<AnyArch>,
    path: &str,
    args: &Options,
) -> Result<(), Failure> {
    let is_selected = |section: &&CodeSection| {
        args.kernels.is_empty() || args.kernels.iter().any(|name| name == section.kernel())
    };
    let place = CodeOrigin {
        file: path,
        arch: Some(contents.arch),
        maker: contents.maker.as_ref(),
        section: None,
        address: 0,
    };
    printer.start_file(place)?;
    for section in contents.code.iter().filter(is_selected) {
        let bundle = match contents.arch {
            AnyArch::Narrow(arch) => Some(arch.layout()),
            AnyArch::Wide(_) => None,
        };
        let code = cubin::code(open(), section, bundle).map_err(|error| Failure::input(path, &error))?;
        let place = CodeOrigin { section: Some(section), ..place };
        printer.code(code, place)?;
    }
    Ok(())
}
