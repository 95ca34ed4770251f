//! The macros of a source.

use vmad_ptx::syntax::Span;

use super::lex::Lexed;

/// A `#define`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Macro {
    pub(super) name: Span,
    /// From the end of the name to the end of the line, or of the last line that continues it.
    pub(super) body: Span,
}

/// Every `#define` of a source.
pub(super) fn macros(source: &str, tokens: &[Lexed]) -> Vec<Macro> {
    let mut macros: Vec<Macro> = Vec::new();
    for window in tokens.windows(3) {
        let [mark, word, name] = [0, 1, 2].map(|at: usize| window[at].1);
        let is_behind = macros.last().is_none_or(|last| last.body.end <= mark.start);
        if is_behind && mark.of(source) == "#" && word.of(source) == "define" {
            let end = end_of_line(source, name.end);
            macros.push(Macro { name, body: Span { start: name.end, end } });
        }
    }
    macros
}

/// The end of a line with those that continue it.
fn end_of_line(source: &str, from: usize) -> usize {
    let mut end = from;
    for line in source[from..].split_inclusive('\n') {
        end += line.len();
        if !line.trim_end_matches(['\r', '\n']).ends_with('\\') {
            break;
        }
    }
    end
}
