//! Lines of a PTX text, and its words.

/// The line of each place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    /// The offset of each newline.
    newlines: Vec<usize>,
    /// The offset of each byte that is not the first of its character.
    continued: Vec<usize>,
}

impl LineIndex {
    /// The lines of a text.
    pub fn new(text: &str) -> Self {
        let continued = |text: &str| {
            text.bytes().enumerate().filter(|(_, byte)| byte & 0xc0 == 0x80).map(|(at, _)| at).collect()
        };
        Self {
            newlines: text.match_indices('\n').map(|(at, _)| at).collect(),
            continued: if text.is_ascii() { Vec::new() } else { continued(text) },
        }
    }

    /// The line of a byte offset, counted from 1.
    pub fn line(&self, offset: usize) -> u32 {
        self.newlines.partition_point(|newline| *newline < offset) as u32 + 1
    }

    /// The byte offset of the start of a line; 0 for one that is not in the text.
    pub fn start(&self, line: u32) -> usize {
        let before = (line as usize).checked_sub(2);
        before.and_then(|before| self.newlines.get(before)).map_or(0, |newline| newline + 1)
    }

    /// The column of a byte offset in its line, in characters, counted from 1.
    pub fn column(&self, offset: usize) -> usize {
        let start = self.start(self.line(offset));
        let [before, behind] = [start, offset].map(|place| self.continued.partition_point(|at| *at < place));
        offset - start - (behind - before) + 1
    }
}

/// The first words of the lines that ptxas leaves empty in the text that it embeds: they describe the source, and the
/// data of debug sections.
const LEFT_OUT: [&str; 6] = [".loc", ".file", ".b8", ".b16", ".b32", ".b64"];

/// The words of a PTX text in their lines: equal for a text and for that which ptxas embeds, without its comments and
/// without the parts that only a debugger uses.
pub fn words(text: &str) -> String {
    Words::of(text).collect()
}

/// The characters of a text without comments, white space, lines that are left out, and the newlines at its end.
struct Words<'t> {
    rest: &'t str,
    /// Whether only white space and comments come before the rest in its line.
    is_first: bool,
    /// Newlines that come before the next character.
    newlines: usize,
    next: Option<char>,
}

impl<'t> Words<'t> {
    const fn of(text: &'t str) -> Self {
        Self { rest: text, is_first: true, newlines: 0, next: None }
    }

    fn skip(&mut self, length: usize) {
        let (skipped, rest) = self.rest.split_at(length);
        let newlines = skipped.matches('\n').count();
        self.newlines += newlines;
        self.is_first |= newlines > 0;
        self.rest = rest;
    }

    /// Whether the rest starts with a line that is left out.
    fn is_left_out(&self) -> bool {
        let is_word = |rest: &str| rest.chars().next().is_none_or(char::is_whitespace);
        self.is_first && LEFT_OUT.iter().any(|word| self.rest.strip_prefix(word).is_some_and(is_word))
    }
}

impl Iterator for Words<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        loop {
            if self.next.is_some() {
                if self.newlines > 0 {
                    self.newlines -= 1;
                    return Some('\n');
                }
                return self.next.take();
            }
            let first = self.rest.chars().next()?;
            let line = || self.rest.find('\n').unwrap_or(self.rest.len());
            match first {
                '.' if self.is_left_out() => self.skip(line()),
                '/' if self.rest.starts_with("//") => self.skip(line()),
                '/' if self.rest.starts_with("/*") => {
                    self.skip(self.rest[2..].find("*/").map_or(self.rest.len(), |end| end + 4));
                }
                space if space.is_whitespace() => {
                    self.skip(self.rest.len() - self.rest.trim_start().len());
                }
                _ => {
                    self.rest = &self.rest[first.len_utf8()..];
                    self.next = Some(first);
                    self.is_first = false;
                }
            }
        }
    }
}
