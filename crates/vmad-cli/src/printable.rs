//! Foreign text on the terminal.

use std::fmt::{self, Write as _};

/// Text from a file, or a name: characters that a terminal obeys or does not show are escaped.
pub(crate) struct Printable<'t>(pub(crate) &'t str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| {
            if character.is_control() || is_format(character) {
                write!(f, "{}", character.escape_default())
            } else {
                f.write_char(character)
            }
        })
    }
}

/// Whether a character changes the direction, the breaks or the joins of the text around it, and has no shape.
const fn is_format(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The longest word of a message.
const LONGEST: usize = 300;

/// The longest path that Linux opens.
const LONGEST_PATH: usize = 4096;

/// A message in which words of over 300 characters, copied from the input, are cut to 60.
pub(crate) fn shortened(message: &str) -> String {
    cut(message, LONGEST)
}

/// The name of a file, whole; a longer one than any file's is cut to 60 characters.
pub(crate) fn file_name(name: &str) -> String {
    cut(name, LONGEST_PATH)
}

fn cut(message: &str, longest: usize) -> String {
    let word = |word: &str| match word.char_indices().nth(longest) {
        Some(_) => word.chars().take(60).chain("...".chars()).collect(),
        None => word.to_owned(),
    };
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Printable, file_name, shortened};

    #[test]
    fn no_character_reaches_the_terminal_as_a_command() {
        // An escape sequence, a C1 control, a bidi override, an isolate, a line separator.
        for character in
            ['\x1b', '\x07', '\u{9b}', '\u{202e}', '\u{2066}', '\u{2028}', '\u{200b}', '\u{feff}']
        {
            let printed = Printable(&format!("a{character}b")).to_string();
            assert_eq!(printed, format!("a{}b", character.escape_default()));
        }
        assert_eq!(Printable("größe_µ 核").to_string(), "größe_µ 核");
    }

    #[test]
    fn only_long_words_are_cut() {
        let long = "ä".repeat(301);
        assert_eq!(
            shortened(&format!("no '{long}': legal are a, b")),
            format!("no '{}... legal are a, b", "ä".repeat(59))
        );
        let path = "ä".repeat(300);
        assert_eq!(shortened(&format!("{path}:  x")), format!("{}...  x", "ä".repeat(60)));
        assert_eq!(shortened(&path), path);
        let path = "ä".repeat(4096);
        assert_eq!(file_name(&path), path);
        assert_eq!(file_name(&format!("{path}/")), format!("{}...", "ä".repeat(60)));
    }
}
