//! The places of PTX lines in CUDA source, and the names of kernels.

use std::{borrow::Cow, collections::HashMap, fmt};

use serde::Serialize;

use crate::printable::Printable;

/// The lines of CUDA source to which the `.loc` lines of a PTX text assign its lines.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The names of the files, by their numbers.
    files: HashMap<u32, String>,
    /// The lines of PTX with a `.loc`, ascending, each with the file and the line; [`None`] where a function starts.
    lines: Vec<(u32, Option<(u32, u32)>)>,
}

/// A line of CUDA source.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SourceLine {
    file: String,
    line: u32,
}

impl fmt::Display for SourceLine {
    /// `kernel.cu:12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.file.rsplit(['/', '\\']).next().unwrap_or_default();
        write!(f, "{}:{}", Printable(name), self.line)
    }
}

impl Places {
    pub(super) fn of(text: &str) -> Self {
        let mut places = Self::default();
        let is_read = |(_, line): &(u32, &str)| line.trim_start().starts_with(['.', '}']);
        for (number, line) in (1..).zip(text.lines()).filter(is_read) {
            let mut words = line.split_whitespace();
            let first = words.next();
            let mut next = || words.next().and_then(|word| word.trim_end_matches(',').parse().ok());
            match first {
                Some(".file") => {
                    let name = line.split('"').nth(1);
                    if let (Some(file), Some(name)) = (next(), name) {
                        places.files.insert(file, name.to_owned());
                    }
                }
                Some(".loc") => {
                    if let (Some(file), Some(line)) = (next(), next()) {
                        places.lines.push((number, Some((file, line))));
                    }
                }
                _ if line.starts_with('}') => places.lines.push((number, None)),
                _ => {}
            }
        }
        places
    }

    /// The place of a PTX line.
    pub(super) fn of_line(&self, line: u32) -> Option<SourceLine> {
        let behind = self.lines.partition_point(|(ptx, _)| *ptx <= line);
        let (file, line) = self.lines[..behind].last()?.1?;
        Some(SourceLine { file: self.files.get(&file)?.clone(), line })
    }
}

/// The name of a kernel or function as C++ source has it; the name itself, if it is not mangled.
pub(super) fn demangled(name: &str) -> Cow<'_, str> {
    let symbol = name.starts_with("_Z").then(|| cpp_demangle::Symbol::new(name).ok()).flatten();
    symbol.and_then(|symbol| symbol.demangle().ok()).map_or(Cow::Borrowed(name), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::{Places, demangled};

    #[test]
    fn a_line_has_the_place_of_the_last_loc_of_its_function() {
        let places = Places::of(
            ".file 1 \"/a b/k.cu\"\n.entry k() {\n.loc 1 7 3\nret;\n}\n.entry m() {\nret;\n.loc\t1 9 0\nret;\n}\n",
        );
        let at = |line: u32| places.of_line(line).map(|place| place.to_string());
        assert_eq!(
            [2, 3, 4, 7, 9].map(at),
            [None, Some("k.cu:7".into()), Some("k.cu:7".into()), None, Some("k.cu:9".into())]
        );
    }

    #[test]
    fn names_are_demangled_where_they_are_mangled() {
        assert_eq!(demangled("_Z4kernPij"), "kern(int*, unsigned int)");
        assert_eq!([demangled("kern"), demangled("_Z4ker")], ["kern", "_Z4ker"]);
    }
}
