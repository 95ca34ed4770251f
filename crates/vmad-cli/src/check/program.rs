//! Fat binaries, libraries and programs: each cubin is compared with its PTX.

use std::{borrow::Cow, collections::HashMap, io::Write, path::Path};

use serde_json::json;
use vmad_files::{
    cubin::ELF_MAGIC,
    fatbin::{FatbinError, Image, ImageKind},
};

use super::{
    Args,
    cubin::{Cubin, Ptx},
};
use crate::{
    count::count,
    failure::{Exit, Failure},
    output::Out,
    printable::Printable,
    ptx::file,
};

/// The texts of a program with a function of each name.
struct Texts<'t> {
    texts: &'t [Ptx<'t>],
    of_function: HashMap<&'t str, Vec<usize>>,
}

impl<'t> Texts<'t> {
    fn new(texts: &'t [Ptx<'t>]) -> Self {
        let mut of_function: HashMap<_, Vec<usize>> = HashMap::new();
        for (place, ptx) in texts.iter().enumerate() {
            for function in &ptx.module.functions {
                of_function.entry(function.name.as_str()).or_default().push(place);
            }
        }
        Self { texts, of_function }
    }

    /// The text with most kernels of a cubin. Of those with the rarest one, the last 64 are compared: a kernel can be in
    /// every text.
    fn ptx_of(&self, cubin: &Cubin<'_>) -> Option<&'t Ptx<'t>> {
        const MOST: usize = 64;
        let kernels = cubin.kernels();
        let places = kernels.iter().filter_map(|kernel| self.of_function.get(kernel));
        let rarest = places.min_by_key(|places| places.len())?;
        let candidates = &rarest[rarest.len().saturating_sub(MOST)..];
        let shared = |place: &usize| {
            let has = |kernel: &&&str| {
                self.of_function.get(**kernel).is_some_and(|places| places.binary_search(place).is_ok())
            };
            kernels.iter().filter(has).count()
        };
        self.texts.get(candidates.iter().copied().max_by_key(shared)?)
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
) -> Result<Exit, Failure> {
    let found: Result<Vec<_>, _> = images.into_iter().collect();
    let found = found.map_err(|error| Failure::input(path, &error))?;
    let name = |image: &Image<'_>| format!("{path}, image at {:#x}", image.offset);
    let mut named = Vec::new();
    match ptx {
        Some(path) => named.push((path.to_string_lossy().into_owned(), file::read(path)?)),
        None => {
            for image in found.iter().filter(|image| image.kind == ImageKind::Ptx) {
                let bytes = contents(image, path)?;
                named.push((name(image), file::text(&name(image), bytes.into_owned())?));
            }
        }
    }
    let texts: Vec<Ptx<'_>> =
        named.iter().map(|(name, text)| Ptx::new(name, text)).collect::<Result<_, _>>()?;
    let texts = Texts::new(&texts);
    // Images that are not compared, and why.
    let (mut verdicts, mut skipped) = (Vec::new(), Vec::new());
    for image in &found {
        let name = name(image);
        let mut skip = |why: String| skipped.push((name.clone(), why));
        match image.kind {
            ImageKind::Ptx => continue,
            ImageKind::Cubin => {}
            ImageKind::Other(kind)
                if contents(image, path).is_ok_and(|bytes| bytes.starts_with(&ELF_MAGIC)) =>
            {
                let message = format!("an image of kind {kind} with a cubin, of which the kind is 2");
                return Err(Failure::input(name, &message));
            }
            ImageKind::Other(kind) => {
                skip(format!("an image of kind {kind} is neither PTX nor a cubin"));
                continue;
            }
        }
        let bytes = contents(image, path)?;
        let cubin = Cubin::read(&name, &bytes)?;
        let is_embedded = ptx.is_none() && cubin.has_ptx();
        let text = texts.ptx_of(&cubin).filter(|_| !is_embedded);
        if text.is_none() && !is_embedded {
            skip("the cubin has no PTX here".to_owned());
            continue;
        }
        if asked.json {
            out.json(&json!({ "image": name }))?;
        } else {
            out.heading(Printable(&name))?;
        }
        verdicts.push(match text {
            Some(ptx) => cubin.compare(asked, ptx, out)?,
            None => cubin.compare_embedded(asked, out)?,
        });
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
    // A given text can be that of some images only.
    let is_read = ptx.is_some() || skipped.is_empty();
    let read = if is_read { Exit::Fine } else { Exit::BadInput };
    Ok(verdicts.into_iter().fold(read, Exit::max))
}

fn contents<'f>(image: &Image<'f>, path: &str) -> Result<Cow<'f, [u8]>, Failure> {
    image.contents().map_err(|error| Failure::input(path, &error))
}
