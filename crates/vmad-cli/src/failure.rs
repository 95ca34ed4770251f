//! The end of a command: a verdict, or a failure with its place and message.

use std::{fmt::Display, io, ops::Range, path::Path};

use annotate_snippets::{Group, Level, Renderer};
use vmad_ptx::{
    sequence::Sequence,
    syntax::{SyntaxError, parse_one},
};
use vmad_sass::text::TextError;
use vmad_unit::Kind;

use crate::{
    excerpt::{Excerpt, Place},
    printable::shortened,
    source::{halves, hexadecimal, is_word},
    stderr::say,
};

/// What is wrong with an input that has no text.
pub(crate) const EMPTY: &str = "it is empty: nothing is read";

/// The result of a command that ran to its end. Of several, the largest is that of the whole: a finding stays one, even if
/// other parts are not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// All that was asked about was read, compared, and right: exit code 0.
    #[default]
    Fine,
    /// Malformed, not read, assumed or undecided: exit code 2.
    BadInput,
    /// An error in well-formed input, or a failed check: exit code 1.
    Finding,
}

impl Exit {
    pub(crate) const fn exit_code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Finding => 1,
            Self::BadInput => 2,
        }
    }
}

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of standard output has gone (`| head`): the command stops without an error.
    ClosedPipe,
    /// Standard output could not be written.
    Output(io::Error),
    Input {
        /// The file, the line or the argument.
        place: Place,
        /// The error, and the legal choices.
        message: String,
    },
    /// A text that does not parse, shown with the place of the error.
    Text(Box<Excerpt>),
}

impl From<io::Error> for Failure {
    /// An error of standard output. Errors of inputs have a place, and are made by [`Failure::input`].
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::ClosedPipe } else { Self::Output(error) }
    }
}

impl Failure {
    pub(crate) fn input(place: impl Into<Place>, message: &(impl Display + ?Sized)) -> Self {
        Self::Input { place: place.into(), message: shortened(&message.to_string()) }
    }

    /// An error in a part of a text.
    pub(crate) fn piece(
        place: impl Into<Place>,
        text: &str,
        span: Range<usize>,
        message: &(impl Display + ?Sized),
    ) -> Self {
        Self::Text(Box::new(Excerpt::new(place.into(), text, span, message)))
    }

    /// SASS text that does not parse.
    pub(crate) fn text(place: impl Into<Place>, text: &str, error: &TextError) -> Self {
        if let Some(message) = not_sass(text) {
            return Self::piece(place, text, first_word(text), message);
        }
        let excerpt = Excerpt::new(place.into(), text, error.span.start..error.span.end, error);
        Self::Text(Box::new(excerpt.suggesting(&error.legal_names)))
    }

    /// PTX text that does not parse.
    pub(crate) fn ptx(place: impl Into<Place>, text: &str, error: &SyntaxError) -> Self {
        if is_sass(text) || is_word(text.trim_end_matches(';')) {
            let message = "this is SASS: `vmad exec` executes it, `vmad explain` gives its PTX";
            return Self::piece(place, text, first_word(text), message);
        }
        let excerpt = Excerpt::new(place.into(), text, error.span.start..error.span.end, &error.kind);
        Self::Text(Box::new(excerpt.suggesting(&error.kind.legal_names())))
    }

    /// An instruction where a file is expected.
    pub(crate) fn not_a_file(place: impl Into<Place>, text: &str) -> Option<Self> {
        let message = if is_sass(text) {
            "this is assembly text: `vmad asm` gives its word, `vmad explain` describes it"
        } else {
            not_sass(text)?
        };
        Some(Self::piece(place, text, first_word(text), message))
    }

    /// Prints the error to standard error. Returns the exit code.
    pub(crate) fn report(&self) -> Exit {
        if matches!(self, Self::ClosedPipe) {
            return Exit::Fine;
        }
        say(self.render());
        Exit::BadInput
    }

    /// The error of an input and the legal choices, without its place.
    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            Self::ClosedPipe | Self::Output(_) => None,
            Self::Input { message, .. } => Some(message),
            Self::Text(excerpt) => Some(excerpt.message()),
        }
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

/// What a text is that is expected to be SASS.
fn not_sass(text: &str) -> Option<&'static str> {
    // The last semicolon can be missing.
    let code = format!("{};", text.trim_end().trim_end_matches(';'));
    if Sequence::parse(&code).is_ok_and(|code| !code.steps().is_empty()) || parse_one(&code).is_ok() {
        Some("this is PTX: `vmad ptx exec` executes it, `vmad ptx lower` gives its word")
    } else if Path::new(text).is_file() {
        Some(
            "this is a file: `vmad decode` reads cubins and listings, the commands of `vmad ptx` PTX and sources",
        )
    } else if is_word(text) {
        Some("this is a word: `vmad decode` gives its text")
    } else if hexadecimal(text).is_some() && halves(text).is_empty() {
        Some(
            "this is no word: a word is 16 hexadecimal digits, or starts with 0x; WORD CONTROL is one argument",
        )
    } else if Kind::from_name(&text.to_ascii_uppercase()).is_some() {
        Some("this is a mnemonic without operands: `vmad fields MNEMONIC` lists the fields of its words")
    } else {
        None
    }
}

fn is_sass(text: &str) -> bool {
    vmad_sass::assemble(text.trim_end_matches(';')).is_ok()
}

fn first_word(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    let length = text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
    start..start + length
}
