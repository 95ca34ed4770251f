//! Lines of a PTX text, and whether two texts are the same program.

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
        let [before, behind] = [start, offset].map(|it| self.continued.partition_point(|at| *at < it));
        offset - start - (behind - before) + 1
    }
}

/// The first words of the lines that ptxas leaves empty in the text that it embeds: they describe the source, and the
/// data of debug sections.
const LEFT_OUT: [&str; 6] = [".loc", ".file", ".b8", ".b16", ".b32", ".b64"];

/// Whether two PTX texts have the same words in the same lines. ptxas embeds the text without its comments, and without
/// the parts that only a debugger uses.
pub fn same_lines(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(without_comments);
    let (mut one, mut other) = (one.lines(), other.lines());
    loop {
        match (one.next(), other.next()) {
            (None, None) => return true,
            // Lines at the end can be empty.
            (one, other) if characters(one).eq(characters(other)) => {}
            _ => return false,
        }
    }
}

/// A text without the comments, but with their newlines.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('/') {
        let (before, comment) = rest.split_at(start);
        plain.push_str(before);
        let end = if comment.starts_with("//") {
            comment.find('\n').unwrap_or(comment.len())
        } else if let Some(behind) = comment.strip_prefix("/*") {
            behind.find("*/").map_or(comment.len(), |end| end + 4)
        } else {
            plain.push('/');
            1
        };
        plain.extend(comment[..end].matches('\n'));
        rest = &comment[end..];
    }
    plain + rest
}

/// The characters of a line without white space; none for a line that is left out.
fn characters(line: Option<&str>) -> impl Iterator<Item = char> {
    let line = line.unwrap_or_default();
    let is_left_out = line.split_whitespace().next().is_some_and(|first| LEFT_OUT.contains(&first));
    let line = if is_left_out { "" } else { line };
    line.chars().filter(|it| !it.is_whitespace())
}
