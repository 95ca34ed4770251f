//! Fat binaries, libraries and programs: each cubin is compared with its PTX.

use std::{
    borrow::Cow,
    fs::File,
    io::{Cursor, Seek, SeekFrom, Write},
    path::Path,
};

use serde::Serialize;
use vmad_files::{
    cubin::{Cubin, CubinError, DebugInfo},
    fatbin::{Image, Kind, images},
};
use vmad_ptx::module::scan;
use vmad_sass::{Arch, isa::Layout};

use super::{Asked, compare, worst};
use crate::{
    bounded_read::FileKind,
    count::count,
    failure::{Failure, Verdict},
    output::Out,
    printable::Printable,
    ptx::file,
};

/// A cubin that is not compared with its PTX.
#[derive(Debug, thiserror::Error)]
#[error("code of {0} is not compared with PTX: `vmad decode` lists it")]
pub(super) struct NotCompared(pub(super) Arch);

/// The bytes of a file that is no cubin and has fat binaries; [`None`] for any other file.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    let name = path.to_string_lossy();
    let refuse = |error: std::io::Error| Failure::input(&*name, &error);
    let mut file = File::open(path).map_err(refuse)?;
    if !matches!(Cubin::read(&file), Err(CubinError::NotElf | CubinError::Machine(_))) {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(0)).map_err(refuse)?;
    let bytes = FileKind::PROGRAM.read_from(file, &name)?;
    Ok((!images(&bytes).is_empty()).then_some(bytes))
}

/// A PTX text with its name and the names of its functions.
struct Ptx {
    name: String,
    text: String,
    functions: Vec<String>,
}

impl Ptx {
    fn new(name: String, text: String) -> Self {
        let functions = scan(&text).functions.into_iter().map(|function| function.name).collect();
        Self { name, text, functions }
    }

    /// The number of its functions that a cubin has.
    fn shared(&self, cubin: &Cubin) -> usize {
        cubin.code.iter().filter(|section| self.functions.iter().any(|name| name == section.kernel())).count()
    }
}

#[derive(Serialize)]
struct Heading<'n> {
    image: &'n str,
}

/// Compares each cubin of a program with the given PTX, the PTX that it embeds, or that image of PTX which has most of
/// its kernels. A cubin without PTX is counted.
pub(super) fn run(
    asked: &Asked<'_>,
    ptx: Option<&Path>,
    path: &str,
    bytes: &[u8],
    out: &mut Out,
) -> Result<Verdict, Failure> {
    let found: Result<Vec<Image<'_>>, _> = images(bytes).into_iter().collect();
    let found = found.map_err(|error| Failure::input(path, &error))?;
    let name = |image: &Image<'_>| format!("{path}, image at {:#x}", image.offset);
    let mut texts = Vec::new();
    match ptx {
        Some(path) => texts.push(Ptx::new(path.to_string_lossy().into_owned(), file::read(path)?)),
        None => {
            for image in found.iter().filter(|image| image.kind == Kind::Ptx) {
                let bytes = contents(image, path)?;
                let text = String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned();
                texts.push(Ptx::new(name(image), text));
            }
        }
    }
    let (mut verdicts, mut without, mut kepler) = (Vec::new(), 0_usize, None);
    for image in found.iter().filter(|image| image.kind == Kind::Cubin) {
        let arch = Arch::from_number(image.arch).ok();
        if let Some(arch) = arch.filter(|arch| arch.layout() == Layout::Kepler) {
            kepler = Some(arch);
            continue;
        }
        let (name, bytes) = (name(image), contents(image, path)?);
        let Some((ptx, text)) = text_of(ptx.is_none(), &name, &bytes, &texts) else {
            without += 1;
            continue;
        };
        if asked.json {
            out.json(&Heading { image: &name })?;
        } else {
            let heading = out.palette().heading;
            writeln!(out, "{heading}{}{heading:#}", Printable(&name))?;
        }
        verdicts.push(compare(asked, (ptx, &text), (&name, Cursor::new(&*bytes)), out)?);
    }
    if let (true, 0, Some(arch)) = (verdicts.is_empty(), without, kepler) {
        return Err(Failure::input(path, &NotCompared(arch)));
    }
    if verdicts.is_empty() {
        let message =
            format!("none of its {} has PTX here: name the PTX file too, before it", count(without, "cubin"));
        return Err(Failure::input(path, &message));
    }
    if let (false, Some(arch)) = (asked.json, kepler) {
        writeln!(out, "not checked: {}", NotCompared(arch))?;
    }
    if without > 0 && !asked.json {
        writeln!(out, "not checked: {} without PTX", count(without, "cubin"))?;
    }
    Ok(worst(verdicts))
}

/// The contents of an image.
fn contents<'f>(image: &Image<'f>, path: &str) -> Result<Cow<'f, [u8]>, Failure> {
    image.contents().map_err(|error| Failure::input(path, &error))
}

/// The PTX of a cubin, with its name.
fn text_of<'t>(
    is_embedded: bool,
    name: &'t str,
    bytes: &[u8],
    texts: &'t [Ptx],
) -> Option<(&'t str, Cow<'t, str>)> {
    let cubin = Cubin::read(Cursor::new(bytes));
    if is_embedded
        && let Ok(debug) = DebugInfo::read(Cursor::new(bytes))
        && let Some(text) = debug.ptx().next()
    {
        return Some((name, Cow::Owned(text.to_owned())));
    }
    let ptx = match (&cubin, texts) {
        // The kernels of another architecture are not read.
        (Err(CubinError::Arch(_)), [only]) => Some(only),
        (Ok(cubin), texts) => {
            texts.iter().filter(|ptx| ptx.shared(cubin) > 0).max_by_key(|ptx| ptx.shared(cubin))
        }
        _ => None,
    };
    ptx.map(|ptx| (ptx.name.as_str(), Cow::Borrowed(ptx.text.as_str())))
}
