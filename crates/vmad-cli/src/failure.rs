//! What a command comes to: a verdict, or a failure that says what is wrong and where.

use std::{
    fmt::{Display, Write as _},
    io,
    ops::Range,
    process::ExitCode,
};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use vmad_ptx::syntax::SyntaxError;
use vmad_sass::text::TextError;

/// How a command that ran to its end exits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// Nothing to say: exit code 0.
    #[default]
    Fine,
    /// The input was read and something is wrong in it: exit code 1.
    Finding,
    /// A part of the input could not be read as what it should be: exit code 2.
    BadInput,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Fine => Self::from(0),
            Verdict::Finding => Self::from(1),
            Verdict::BadInput => Self::from(2),
        }
    }
}

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nobody reads standard output any more (`| head`): the command stops, and nothing is wrong.
    ClosedPipe,
    /// Standard output could not be written.
    Output(io::Error),
    /// Bad input: where it is, and what is wrong with it.
    Input {
        /// A file, a line, an argument.
        place: String,
        /// What is wrong, and what would be legal.
        message: String,
    },
    /// A text that does not parse, shown with the place in it.
    Text {
        /// A line, an argument.
        place: String,
        /// The text.
        text: String,
        /// The bytes of the text at fault.
        span: Range<usize>,
        /// What is wrong with them.
        message: String,
    },
}

impl From<io::Error> for Failure {
    /// An error of standard output: every input's errors are given their place where they come up.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::ClosedPipe } else { Self::Output(error) }
    }
}

impl Failure {
    /// Bad input at a place.
    pub(crate) fn input(place: impl Into<String>, message: &(impl Display + ?Sized)) -> Self {
        Self::Input { place: place.into(), message: message.to_string() }
    }

    /// A text of SASS that does not parse.
    pub(crate) fn text(place: impl Into<String>, text: &str, error: &TextError) -> Self {
        let (span, message) = (error.span.start..error.span.end, error.to_string());
        Self::Text { place: place.into(), text: text.to_owned(), span, message }
    }

    /// A text of PTX that does not parse.
    pub(crate) fn ptx(place: impl Into<String>, text: &str, error: &SyntaxError) -> Self {
        let (span, message) = (error.span.start..error.span.end, error.kind.to_string());
        Self::Text { place: place.into(), text: text.to_owned(), span, message }
    }

    /// Says what failed on standard error, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        if matches!(self, Self::ClosedPipe) {
            return Verdict::Fine.into();
        }
        anstream::eprintln!("{}", self.render());
        Verdict::BadInput.into()
    }

    fn render(&self) -> String {
        let renderer = Renderer::styled();
        match self {
            Self::ClosedPipe => String::new(),
            Self::Output(error) => {
                let title = format!("cannot write standard output: {error}");
                renderer.render(&[Group::with_title(Level::ERROR.primary_title(&title))])
            }
            Self::Input { place, message } => {
                let title = format!("{place}: {message}");
                renderer.render(&[Group::with_title(Level::ERROR.primary_title(&title))])
            }
            Self::Text { place, text, span, message } => {
                let before = text.get(..span.start).unwrap_or(text);
                let title = format!("{place}, column {}: {message}", before.chars().count() + 1);
                let (text, span) = visible(text, span.clone());
                let snippet =
                    Snippet::source(&text).annotation(AnnotationKind::Primary.span(span).label("here"));
                renderer.render(&[Level::ERROR.primary_title(&title).element(snippet)])
            }
        }
    }
}

/// A text with its control characters escaped and its far ends cut off (`...` says so), and where the span went.
fn visible(text: &str, span: Range<usize>) -> (String, Range<usize>) {
    /// As much as one wants to see on either side of the place.
    const CONTEXT: usize = 60;
    let mut shown = String::new();
    if span.start > CONTEXT {
        shown.push_str("...");
    }
    let mut moved = 0..0;
    for (at, character) in text.char_indices() {
        if at == span.start {
            moved.start = shown.len();
        }
        if at + CONTEXT >= span.start && at <= span.end + CONTEXT {
            if character.is_control() {
                let _ = write!(shown, "{}", character.escape_default());
            } else {
                shown.push(character);
            }
        }
        if at + character.len_utf8() == span.end {
            moved.end = shown.len();
        }
    }
    if span.start >= text.len() {
        moved = shown.len()..shown.len();
    }
    if span.end + CONTEXT < text.len() {
        shown.push_str("...");
    }
    (shown, moved.start..moved.end.max(moved.start))
}
