//! Fat binaries, libraries and programs: each cubin is compared with its PTX.

use std::{
    borrow::Cow,
    collections::HashSet,
    io::{Cursor, Write},
    path::Path,
};

use serde_json::json;
use vmad_files::{
    cubin::{Cubin, CubinError, DebugInfo, ELF_MAGIC},
    fatbin::{FatbinError, Image, Kind},
};
use vmad_ptx::module::scan;

use super::{Args, compare};
use crate::{
    count::count,
    failure::{Failure, Verdict},
    output::Out,
    printable::Printable,
    ptx::file,
};

/// A PTX text with its name and the names of its functions.
struct Ptx {
    name: String,
    text: String,
    functions: HashSet<String>,
}

impl Ptx {
    fn new(name: String, text: String) -> Self {
        let functions = scan(&text).functions.into_iter().map(|function| function.name).collect();
        Self { name, text, functions }
    }

    /// The number of its functions that a cubin has.
    fn shared(&self, cubin: &Cubin) -> usize {
        cubin.code.iter().filter(|section| self.functions.contains(section.kernel())).count()
    }
}

/// Compares each cubin of a program with the given PTX, the PTX that it embeds, or that image of PTX which has most of
/// its kernels. A damaged image ends the comparison.
pub(super) fn run(
    asked: &Args,
    ptx: Option<&Path>,
    path: &str,
    images: Vec<Result<Image<'_>, FatbinError>>,
    out: &mut Out,
) -> Result<Verdict, Failure> {
    let found: Result<Vec<_>, _> = images.into_iter().collect();
    let found = found.map_err(|error| Failure::input(path, &error))?;
    let name = |image: &Image<'_>| format!("{path}, image at {:#x}", image.offset);
    let mut texts = Vec::new();
    match ptx {
        Some(path) => texts.push(Ptx::new(path.to_string_lossy().into_owned(), file::read(path)?)),
        None => {
            for image in found.iter().filter(|image| image.kind == Kind::Ptx) {
                let bytes = contents(image, path)?;
                texts.push(Ptx::new(name(image), file::text(&name(image), bytes.into_owned())?));
            }
        }
    }
    // Images that are not compared, and why.
    let (mut verdicts, mut skipped) = (Vec::new(), Vec::new());
    for image in &found {
        let name = name(image);
        let mut skip = |why: String| skipped.push((name.clone(), why));
        match image.kind {
            Kind::Ptx => continue,
            Kind::Cubin => {}
            Kind::Other(kind) if contents(image, path).is_ok_and(|it| it.starts_with(&ELF_MAGIC)) => {
                let message = format!("an image of kind {kind} with a cubin, of which the kind is 2");
                return Err(Failure::input(name, &message));
            }
            Kind::Other(kind) => {
                skip(format!("an image of kind {kind} is neither PTX nor a cubin"));
                continue;
            }
        }
        let bytes = contents(image, path)?;
        let cubin = match Cubin::read(Cursor::new(&*bytes)) {
            Ok(cubin) => Some(cubin),
            Err(CubinError::Arch { .. }) => None,
            Err(error) => return Err(Failure::input(name, &error)),
        };
        let text = text_of(ptx.is_none(), cubin.as_ref(), (&name, &bytes), &texts);
        let Some((ptx, text)) = text.map_err(|error| Failure::input(&*name, &error))? else {
            skip("the cubin has no PTX here".to_owned());
            continue;
        };
        if asked.json {
            out.json(&json!({ "image": name }))?;
        } else {
            out.heading(Printable(&name))?;
        }
        verdicts.push(compare(asked, (ptx, &text), (&name, &bytes), out)?);
    }
    if verdicts.is_empty() {
        let why = skipped.first().map_or("it has no cubin", |(_, why)| why.as_str());
        let message = format!(
            "none of its {} is compared: {why}; a PTX file can be named before it",
            count(found.len(), "image")
        );
        return Err(Failure::input(path, &message));
    }
    for (name, why) in &skipped {
        if asked.json {
            out.json(&json!({ "skipped": name, "why": why }))?;
        } else {
            writeln!(out, "not checked: {}: {why}", Printable(name))?;
        }
    }
    Ok(verdicts.into_iter().max().unwrap_or_default())
}

fn contents<'f>(image: &Image<'f>, path: &str) -> Result<Cow<'f, [u8]>, Failure> {
    image.contents().map_err(|error| Failure::input(path, &error))
}

/// The PTX of a cubin, with its name. The kernels of a cubin of another architecture are not read.
fn text_of<'t>(
    is_embedded: bool,
    cubin: Option<&Cubin>,
    (name, bytes): (&'t str, &[u8]),
    texts: &'t [Ptx],
) -> Result<Option<(&'t str, Cow<'t, str>)>, CubinError> {
    if is_embedded {
        let debug = DebugInfo::read(Cursor::new(bytes))?;
        if let Some(text) = debug.ptx().next() {
            return Ok(Some((name, Cow::Owned(text.to_owned()))));
        }
    }
    let ptx = match (cubin, texts) {
        (None, [only]) => Some(only),
        (None, _) => None,
        (Some(cubin), texts) => {
            texts.iter().filter(|ptx| ptx.shared(cubin) > 0).max_by_key(|ptx| ptx.shared(cubin))
        }
    };
    Ok(ptx.map(|ptx| (ptx.name.as_str(), Cow::Borrowed(ptx.text.as_str()))))
}
