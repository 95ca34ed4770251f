//! `vmad fuzz-repro`: replays a fuzz input.

use std::{
    fmt::Write as _,
    io::Write,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use vmad_invariants::{ALL, Invariant};

use crate::{
    bounded_read::FileKind,
    count::count,
    failure::{Failure, Verdict},
    output::Out,
    printable::Printable,
    wrap::wrap,
};

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
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let target = target(&args.file, args.target.as_deref())?;
    let bytes = FileKind::FUZZ_INPUT.read(&args.file)?;
    report(target, &bytes, out)
}

/// Prints the input, and whether the invariant holds.
fn report(target: Invariant, bytes: &[u8], out: &mut impl Write) -> Result<Verdict, Failure> {
    writeln!(out, "{}", target.name)?;
    writeln!(out, "{}", wrap(target.statement, "  ", "  "))?;
    writeln!(out, "{} as input", count(bytes.len(), "byte"))?;
    let input = match caught(|| target.describe(bytes)) {
        Ok(Ok(description)) => description,
        Ok(Err(error)) => vec![("no case", error.to_string())],
        Err((message, _)) => vec![("not described", message)],
    };
    for (name, value) in &input {
        writeln!(out, "  {name:<14} {}", Printable(value))?;
    }
    match caught(|| target.check(bytes)) {
        Ok(Ok(())) => writeln!(out, "the invariant: holds")?,
        Ok(Err(_)) => writeln!(out, "the invariant: no case")?,
        Err((message, place)) => {
            writeln!(out, "the invariant fails")?;
            message.lines().try_for_each(|line| writeln!(out, "  {}", Printable(line)))?;
            place.map_or(Ok(()), |place| writeln!(out, "  at {place}"))?;
            return Ok(Verdict::Finding);
        }
    }
    Ok(Verdict::Fine)
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

    use super::{Verdict, report};

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
        let mut text = Vec::new();
        let verdict = report(Invariant::of::<Never>(), &[1, 2], &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(verdict, Verdict::Finding);
        assert!(text.contains("2 bytes as input\n  length         2 bytes\n"), "{text}");
        assert!(text.contains("fails\n  2 bytes are too many\n  at "), "{text}");
        assert!(text.contains("src/fuzz_repro.rs:"), "{text}");
    }
}
