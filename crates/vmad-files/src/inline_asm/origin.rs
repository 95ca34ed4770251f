//! The files and lines that preprocessed text comes from: `# 12 "kernel.cu"` or `#line 12 "kernel.cu"` is about the
//! next line.

use vmad_ptx::syntax::Span;

use crate::lines::LineIndex;

/// The lines of a source, which may be the output of a preprocessor.
#[derive(Clone, Debug)]
pub struct Origins {
    lines: LineIndex,
    marks: Vec<Mark>,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    /// The place after the mark.
    end: usize,
    /// The number of the next line.
    line: u32,
    /// The file that this mark names, or else the last mark before it that names one.
    file: Option<Span>,
}

impl Origins {
    /// The lines and marks of a text.
    pub fn new(text: &str) -> Self {
        let mut marks: Vec<Mark> = Vec::new();
        let mut end = 0;
        for line in text.split_inclusive('\n') {
            end += line.len();
            let Some((number, name)) = mark(line) else { continue };
            let start = name.map(|name| name.as_ptr().addr() - text.as_ptr().addr());
            let file = start.zip(name).map(|(start, name)| Span { start, end: start + name.len() });
            let file = file.or_else(|| marks.last().and_then(|last| last.file));
            marks.push(Mark { end, line: number, file });
        }
        Self { lines: LineIndex::new(text), marks }
    }

    /// The lines of a text that no preprocessor wrote: nothing in it is a mark.
    pub fn unmarked(text: &str) -> Self {
        Self { lines: LineIndex::new(text), marks: Vec::new() }
    }

    /// The files that marks name.
    pub fn files<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        self.marks.iter().filter_map(|mark| mark.file).map(|file| file.of(text))
    }

    /// The lines of the text itself.
    pub const fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// The file of a place of the text, if a mark names it, and the line there.
    pub fn of<'t>(&self, text: &'t str, place: usize) -> (Option<&'t str>, u32) {
        let line = self.lines.line(place);
        let before = self.marks.partition_point(|mark| mark.end <= place);
        match before.checked_sub(1).and_then(|last| self.marks.get(last)) {
            None => (None, line),
            Some(mark) => {
                let passed = line.saturating_sub(self.lines.line(mark.end));
                (mark.file.map(|file| file.of(text)), mark.line.saturating_add(passed))
            }
        }
    }
}

/// The line and the file of a mark. Only `#line` can be without a file.
fn mark(line: &str) -> Option<(u32, Option<&str>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let numbered = rest.strip_prefix("line").map(str::trim_start);
    let rest = numbered.unwrap_or(rest);
    let (number, rest) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
    let file = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    let file = file.map(|(name, _)| name);
    (numbered.is_some() || file.is_some()).then_some((number.parse().ok()?, file))
}
