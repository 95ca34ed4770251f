//! What a command comes to: a verdict, or a failure that says what is wrong and where.

use std::{
    fmt::Display,
    io::{self, Write},
    ops::Range,
    process::ExitCode,
};

use annotate_snippets::{Group, Level, Renderer};
use vmad_ptx::syntax::SyntaxError;
use vmad_sass::text::TextError;

use crate::excerpt::{Excerpt, Place};

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
        place: Place,
        /// What is wrong, and what would be legal.
        message: String,
    },
    /// A text that does not parse, shown with the place in it.
    Text(Box<Excerpt>),
}

impl From<io::Error> for Failure {
    /// An error of standard output: every input's errors are given their place where they come up.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::ClosedPipe } else { Self::Output(error) }
    }
}

impl Failure {
    /// Bad input at a place.
    pub(crate) fn input(place: impl Into<Place>, message: &(impl Display + ?Sized)) -> Self {
        Self::Input { place: place.into(), message: message.to_string() }
    }

    /// A piece of a text that is wrong.
    pub(crate) fn piece(
        place: impl Into<Place>,
        text: &str,
        span: Range<usize>,
        message: &(impl Display + ?Sized),
    ) -> Self {
        Self::Text(Box::new(Excerpt::new(place.into(), text, span, message)))
    }

    /// A text of SASS that does not parse.
    pub(crate) fn text(place: impl Into<Place>, text: &str, error: &TextError) -> Self {
        let excerpt = Excerpt::new(place.into(), text, error.span.start..error.span.end, &error.kind);
        Self::Text(Box::new(excerpt.suggesting(&error.kind.legal_names())))
    }

    /// A text of PTX that does not parse.
    pub(crate) fn ptx(place: impl Into<Place>, text: &str, error: &SyntaxError) -> Self {
        let excerpt = Excerpt::new(place.into(), text, error.span.start..error.span.end, &error.kind);
        Self::Text(Box::new(excerpt.suggesting(&error.kind.legal_names())))
    }

    /// Says what failed on standard error, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        if matches!(self, Self::ClosedPipe) {
            return Verdict::Fine.into();
        }
        // Standard error may be closed: there is nobody to tell then.
        let _ = writeln!(anstream::stderr(), "{}", self.render());
        Verdict::BadInput.into()
    }

    fn render(&self) -> String {
        let title =
            |title: &str| Renderer::styled().render(&[Group::with_title(Level::ERROR.primary_title(title))]);
        match self {
            Self::ClosedPipe => String::new(),
            Self::Output(error) => title(&format!("cannot write standard output: {error}")),
            Self::Input { place, message } => title(&format!("{place}: {message}")),
            Self::Text(excerpt) => excerpt.render(Level::ERROR, false),
        }
    }
}
