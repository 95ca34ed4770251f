//! `vmad check --fuzz-repro`: what an input of a fuzz target is, and whether its invariant holds of it.

use std::{
    fmt::Write as _,
    fs,
    io::Write,
    panic::{self, AssertUnwindSafe},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use serde::Serialize;

use crate::{
    failure::{Failure, Verdict},
    fuzz::{Held, Target},
    output::{Out, Printable},
};

/// What there is to say.
#[derive(Serialize)]
struct Account {
    target: &'static str,
    invariant: &'static str,
    bytes: usize,
    input: Vec<Piece<'static>>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
}

/// A part of the structured input.
#[derive(Serialize)]
struct Piece<'a> {
    name: &'a str,
    value: String,
}

pub(super) fn run(file: &Path, name: Option<&str>, json: bool, out: &mut Out) -> Result<Verdict, Failure> {
    let shown = &*file.to_string_lossy();
    let target = target(file, name)?;
    let bytes = fs::read(file).map_err(|error| Failure::input(shown, &error))?;
    let told = caught(|| target.tell(&bytes));
    let held = caught(|| target.hold(&bytes));
    let (verdict, failed) = match &held {
        Ok(Held::Holds) => ("holds", None),
        Ok(Held::NoCase(_)) => ("no case", None),
        Err(failed) => ("fails", Some(failed)),
    };
    let lines: Vec<(&'static str, String)> = match told {
        Ok(Ok(told)) => told,
        Ok(Err(error)) => vec![("no case", error.to_string())],
        Err(failed) => vec![("not told", failed.message)],
    };
    if json {
        let input = lines.into_iter().map(|(name, value)| Piece { name, value }).collect();
        let (message, place) = failed.map_or((None, None), |it| (Some(it.message.clone()), it.place.clone()));
        let (target, invariant, bytes) = (target.name(), target.says(), bytes.len());
        out.json(&Account { target, invariant, bytes, input, verdict, message, place })?;
    } else {
        let (heading, wrong) = (out.palette().heading, out.palette().wrong);
        writeln!(out, "{heading}{}{heading:#}", target.name())?;
        writeln!(out, "{}", wrapped(target.says()))?;
        writeln!(out, "{heading}{} bytes{heading:#}", bytes.len())?;
        writeln!(out, "{}", dump(&bytes))?;
        writeln!(out, "{heading}as input{heading:#}")?;
        for (name, value) in lines {
            writeln!(out, "  {name:<14} {}", Printable(&value))?;
        }
        match failed {
            None => writeln!(out, "{heading}the invariant{heading:#}: {verdict}")?,
            Some(Failed { message, place }) => {
                writeln!(out, "{wrong}the invariant fails{wrong:#}")?;
                message.lines().try_for_each(|line| writeln!(out, "  {}", Printable(line)))?;
                if let Some(place) = place {
                    writeln!(out, "  at {place}")?;
                }
            }
        }
    }
    Ok(if failed.is_some() { Verdict::Finding } else { Verdict::Fine })
}

/// The target that is asked for, or the one that the file's folder is called by.
fn target(file: &Path, name: Option<&str>) -> Result<Target, Failure> {
    let folder = || file.parent()?.file_name()?.to_str();
    let (place, name) = match name {
        Some(name) => ("--target".to_owned(), name),
        None => (file.display().to_string(), folder().unwrap_or_default()),
    };
    Target::named(name).ok_or_else(|| {
        let mut message = if place == "--target" {
            format!("{name:?} is no fuzz target: legal are")
        } else {
            "its folder is not called by a fuzz target: give --target, one of".to_owned()
        };
        for target in Target::all() {
            let _ = write!(message, "\n  {}", target.name());
        }
        Failure::input(place, &message)
    })
}

/// A panic: what it says, and where.
struct Failed {
    message: String,
    place: Option<String>,
}

/// Runs something that panics if it fails, and says nothing meanwhile.
fn caught<T>(run: impl FnOnce() -> T) -> Result<T, Failed> {
    let place: Arc<Mutex<Option<String>>> = Arc::default();
    let note = Arc::clone(&place);
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let place = info.location().map(|location| format!("{}:{}", location.file(), location.line()));
        *note.lock().unwrap_or_else(PoisonError::into_inner) = place;
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    panic::set_hook(before);
    result.map_err(|payload| {
        let text = payload.downcast_ref::<String>().cloned();
        let message = text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        let place = place.lock().unwrap_or_else(PoisonError::into_inner).take();
        Failed { message: message.unwrap_or_else(|| "it panics without a word".to_owned()), place }
    })
}

/// A sentence in lines of at most 78 characters, indented.
fn wrapped(text: &str) -> String {
    let mut wrapped = String::from(" ");
    let mut width = 1;
    for word in text.split(' ') {
        if width + 1 + word.len() > 78 {
            wrapped.push_str("\n ");
            width = 1;
        }
        wrapped.push(' ');
        wrapped.push_str(word);
        width += 1 + word.len();
    }
    wrapped
}

/// The first bytes, 16 a line.
fn dump(bytes: &[u8]) -> String {
    /// More are seldom looked at.
    const SHOWN: usize = 128;
    let mut dump = String::new();
    for (index, line) in bytes.chunks(16).take(SHOWN / 16).enumerate() {
        let separator = if index == 0 { "" } else { "\n" };
        let _ = write!(dump, "{separator}  {:04x} ", 16 * index);
        for byte in line {
            let _ = write!(dump, " {byte:02x}");
        }
    }
    if bytes.len() > SHOWN {
        let _ = write!(dump, "\n  and {} more", bytes.len() - SHOWN);
    }
    dump
}
