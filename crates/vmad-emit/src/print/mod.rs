//! The languages.

mod c;
mod infix;

use crate::function::Function;

/// A language that functions are printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// C99, which is C++ too.
    C,
}

/// What the code may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Whether it may use integers of 64 bits; without a choice, what is usual for the language.
    pub longs: Option<bool>,
}

impl Options {
    const fn has_longs(self, usual: bool) -> bool {
        match self.longs {
            Some(longs) => longs,
            None => usual,
        }
    }
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 1] = [Self::C];

    /// The name of the option: `c`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::C => "c",
        }
    }

    /// What it is, in a few words.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::C => "C99, also C++",
        }
    }

    /// The functions as one text, with a header.
    pub fn print(self, functions: &[Function], options: Options) -> String {
        match self {
            Self::C => c::print(functions, options),
        }
    }
}

/// The text of a file.
struct File {
    text: String,
    /// What starts a comment.
    mark: &'static str,
}

impl File {
    /// With the header that every file has.
    fn new(mark: &'static str) -> Self {
        let mut file = Self { text: String::new(), mark };
        file.line(&format!(
            "{mark} Written by vmad {}. MIT OR Apache-2.0. Free to paste.",
            env!("CARGO_PKG_VERSION")
        ));
        file
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A blank line and a comment.
    fn comment(&mut self, lines: &[String]) {
        self.text.push('\n');
        for line in lines {
            self.line(&format!("{} {line}", self.mark));
        }
    }
}
