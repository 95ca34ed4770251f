//! Standard error.

use std::{
    fmt::Display,
    io::{IsTerminal, Write},
};

use crate::printable::Styled;

/// Prints a message on standard error. One that cannot be written is dropped: the verdict is the exit code.
pub(crate) fn say(message: impl Display) {
    let message = message.to_string();
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    let _ = writeln!(anstream::stderr(), "{}", Styled(&message));
}

/// Whether standard error is a terminal.
#[expect(clippy::disallowed_methods, reason = "nothing is written")]
pub(crate) fn is_terminal() -> bool {
    std::io::stderr().is_terminal()
}

/// Replaces the present line of a terminal; an empty text clears it.
#[expect(clippy::disallowed_methods, reason = "the text is the command's own")]
pub(crate) fn replace_line(line: &str) {
    /// To the first column, and clear to the end of the line.
    const CLEAR: &str = "\r\x1b[K";
    // Ignored: an error of standard error is not one of the work.
    let _ = write!(std::io::stderr(), "{CLEAR}{line}");
}
