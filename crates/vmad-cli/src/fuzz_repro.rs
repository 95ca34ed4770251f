//! `vmad fuzz-repro`: replays a fuzz input.

use std::{
    fmt::Write as _,
    io::Write,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use serde::Serialize;
use vmad_invariants::{ALL, Checked, Invariant};

use crate::{
    bounded_read::FileKind,
    count::count,
    failure::{Failure, Verdict},
    output::Out,
    printable::Printable,
};

#[derive(Serialize)]
struct Account {
    target: &'static str,
    invariant: &'static str,
    bytes: usize,
    input: Vec<Piece>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
}

/// A part of the structured input.
#[derive(Serialize)]
struct Piece {
    name: &'static str,
    value: String,
}

/// Replay an input of a fuzz target: show it, and check the invariant
#[derive(Debug, clap::Args)]
#[command(hide = true)]
#[command(after_help = "\
Examples:
  vmad fuzz-repro fuzz/artifacts/control_word_round_trips/crash-0123

Exit codes: 0 success, 1 the invariant fails, 2 bad input.")]
pub(crate) struct Args {
    /// The input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The fuzz target [default: the name of the file's folder]
    #[arg(long, value_name = "NAME")]
    target: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let target = target(&args.file, args.target.as_deref())?;
    let bytes = FileKind::FUZZ_INPUT.read(&args.file)?;
    let account = Account::of(target, &bytes);
    if args.json {
        out.json(&account)?;
    } else {
        account.write(out)?;
    }
    Ok(if account.verdict == FAILS { Verdict::Finding } else { Verdict::Fine })
}

/// The verdict if the invariant does not hold.
const FAILS: &str = "fails";

impl Account {
    fn of(target: Invariant, bytes: &[u8]) -> Self {
        let lines = match caught(|| target.describe(bytes)) {
            Ok(Ok(description)) => description,
            Ok(Err(error)) => vec![("no case", error.to_string())],
            Err((message, _)) => vec![("not described", message)],
        };
        let (verdict, message, place) = match caught(|| target.check(bytes)) {
            Ok(Checked::Holds) => ("holds", None, None),
            Ok(Checked::NoCase(_)) => ("no case", None, None),
            Err((message, place)) => (FAILS, Some(message), place),
        };
        Self {
            target: target.name,
            invariant: target.statement,
            bytes: bytes.len(),
            input: lines.into_iter().map(|(name, value)| Piece { name, value }).collect(),
            verdict,
            message,
            place,
        }
    }

    fn write(&self, out: &mut Out) -> Result<(), Failure> {
        let (heading, wrong) = (out.palette().heading, out.palette().wrong);
        out.heading(self.target)?;
        out.paragraph(self.invariant, "  ", "  ")?;
        out.heading(format!("{} as input", count(self.bytes, "byte")))?;
        for Piece { name, value } in &self.input {
            writeln!(out, "  {name:<14} {}", Printable(value))?;
        }
        let Some(message) = &self.message else {
            return Ok(writeln!(out, "{heading}the invariant{heading:#}: {}", self.verdict)?);
        };
        writeln!(out, "{wrong}the invariant fails{wrong:#}")?;
        message.lines().try_for_each(|line| writeln!(out, "  {}", Printable(line)))?;
        if let Some(place) = &self.place {
            writeln!(out, "  at {place}")?;
        }
        Ok(())
    }
}

/// The target given, or the one with the name of the file's folder.
fn target(file: &Path, name: Option<&str>) -> Result<Invariant, Failure> {
    let folder = || file.parent()?.file_name()?.to_str();
    let (place, name) = match name {
        Some(name) => ("--target".to_owned(), name),
        None => (file.display().to_string(), folder().unwrap_or_default()),
    };
    Invariant::named(name).ok_or_else(|| {
        let mut message = if place == "--target" {
            format!("{name:?} is not a fuzz target: legal are")
        } else {
            "the folder's name is not a fuzz target: give --target, one of".to_owned()
        };
        for target in ALL {
            let _ = write!(message, "\n  {}", target.name);
        }
        Failure::input(place, &message)
    })
}

/// Runs a check that panics if it fails; the panic prints nothing. An error is the message and the place of the panic.
fn caught<T>(run: impl FnOnce() -> T) -> Result<T, (String, Option<String>)> {
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
        let message = message.unwrap_or_else(|| "the panic has no message".to_owned());
        (message, place.lock().unwrap_or_else(PoisonError::into_inner).take())
    })
}

#[cfg(test)]
mod tests {
    use arbitrary::{Result, Unstructured};
    use vmad_invariants::{Description, Invariant, Sample};

    use super::{Account, FAILS};

    /// A case whose invariant never holds.
    struct Never(usize);

    impl Sample for Never {
        const NAME: &'static str = "never";
        const STATEMENT: &'static str = "there are no bytes";
        fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
            Ok(Self(bytes.len()))
        }
        fn describe(&self) -> Description {
            vec![("length", format!("{} bytes", self.0))]
        }
        fn check(&self) {
            panic!("{} bytes are too many", self.0);
        }
    }

    #[test]
    fn a_failed_invariant_is_reported_with_its_place() {
        let account = Account::of(Invariant::of::<Never>(), &[1, 2]);
        assert_eq!((account.verdict, account.bytes), (FAILS, 2));
        assert_eq!(account.message.as_deref(), Some("2 bytes are too many"));
        assert!(account.place.is_some_and(|place| place.contains("src/fuzz_repro.rs:")));
        assert_eq!(account.input[0].value, "2 bytes");
    }
}
