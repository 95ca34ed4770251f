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
/// without the parts that only a debugger uses. White space, and newlines at the end, are left out.
pub fn words(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    // Whether only white space and comments come before the rest in its line, and the newlines before the next word.
    let (mut rest, mut is_first, mut newlines) = (text, true, 0);
    while let Some(first) = rest.chars().next() {
        let line = || rest.find('\n').unwrap_or(rest.len());
        let skipped = match first {
            '.' if is_first && is_left_out(rest) => line(),
            '/' if rest.starts_with("//") => line(),
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            _ => rest.len() - rest.trim_start().len(),
        };
        let (before, behind) = rest.split_at(skipped);
        let found = before.matches('\n').count();
        newlines += found;
        is_first |= found > 0;
        if skipped > 0 {
            rest = behind;
            continue;
        }
        words.extend(std::iter::repeat_n('\n', std::mem::take(&mut newlines)));
        let is_end = |(at, c): &(usize, char)| *at > 0 && (*c == '/' || c.is_whitespace());
        let end = rest.char_indices().find(is_end).map_or(rest.len(), |(at, _)| at);
        words.push_str(&rest[..end]);
        (rest, is_first) = (&rest[end..], false);
    }
    words
}

/// Whether a text starts with a line that is left out, if it is the start of a line.
fn is_left_out(text: &str) -> bool {
    let is_word = |rest: &str| rest.chars().next().is_none_or(char::is_whitespace);
    LEFT_OUT.iter().any(|word| text.strip_prefix(word).is_some_and(is_word))
}
