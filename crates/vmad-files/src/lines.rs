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
pub fn words(text: &str) -> Vec<u8> {
    let mut words = Vec::with_capacity(text.len());
    // Whether only white space and comments come before the rest in its line, and the newlines before the next word.
    let (mut rest, mut is_first, mut newlines) = (text.as_bytes(), true, 0);
    while let [first, behind @ ..] = rest {
        let line = || rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let skipped = match first {
            b'\n' => {
                (newlines, is_first) = (newlines + 1, true);
                1
            }
            b'.' if is_first && is_left_out(rest) => line(),
            b'/' if behind.starts_with(b"/") => line(),
            b'/' if behind.starts_with(b"*") => {
                let end = rest[2..].windows(2).position(|end| end == b"*/").map_or(rest.len(), |end| end + 4);
                let found = rest[..end].split(|byte| *byte == b'\n').count() - 1;
                (newlines, is_first) = (newlines + found, is_first || found > 0);
                end
            }
            _ if is_white(*first) => 1,
            _ => {
                let end = behind.iter().position(|byte| matches!(byte, b'/' | b'\n'));
                let end = end.map_or(rest.len(), |end| end + 1);
                words.resize(words.len() + std::mem::take(&mut newlines), b'\n');
                rest[..end].split(|byte| is_white(*byte)).for_each(|word| words.extend_from_slice(word));
                is_first = false;
                end
            }
        };
        rest = &rest[skipped..];
    }
    words
}

const fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Whether a text starts with a line that is left out, if it is the start of a line.
fn is_left_out(text: &[u8]) -> bool {
    let is_word = |rest: &[u8]| rest.first().is_none_or(|byte| is_white(*byte));
    LEFT_OUT.iter().any(|word| text.strip_prefix(word.as_bytes()).is_some_and(is_word))
}
