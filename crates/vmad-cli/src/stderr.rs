//! Standard error.

use std::{fmt::Display, io::Write};

use crate::printable::Styled;

/// Prints a message on standard error. One that cannot be written is dropped: the verdict is the exit code.
pub(crate) fn say(message: impl Display) {
    let message = message.to_string();
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    let _ = writeln!(anstream::stderr(), "{}", Styled(&message));
}
