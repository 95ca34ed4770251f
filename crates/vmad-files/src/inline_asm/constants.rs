//! The names that a source gives to constants. Its compiler knows their values, which are not evaluated here.

use std::collections::HashSet;

use vmad_ptx::syntax::Span;

use super::lex::{self, Lexed, Token};

/// The most tokens of a declaration that are read.
const MOST: usize = 256;

/// The words of C++ and CUDA that are in constant expressions.
const WORDS: [&str; 18] = [
    "bool",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "uchar",
    "ushort",
    "uint",
    "ulong",
    "const",
    "static_cast",
    "true",
    "false",
    "warpSize",
];

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

/// The names of constants.
#[derive(Debug, Default)]
pub(super) struct Constants<'s> {
    names: HashSet<&'s str>,
}

impl<'s> Constants<'s> {
    /// The constants of a source: template parameters, enumerators, variables with `constexpr`, types with `typedef`; and
    /// macros, types with `using` and variables with `const`, if their values are constant. Scopes are not regarded.
    pub(super) fn new(source: &'s str, tokens: &[Lexed], macros: &[Macro]) -> Self {
        let mut constants = Self::default();
        let mut with_values: Vec<(&str, &[Lexed])> = Vec::new();
        for &Macro { name, body } in macros {
            let first = tokens.partition_point(|(_, span)| span.start < body.start);
            let count = tokens[first..].partition_point(|(_, span)| span.start < body.end);
            with_values.push((name.of(source), &tokens[first..][..count.min(MOST)]));
        }
        for (at, (token, span)) in tokens.iter().enumerate() {
            let rest = &tokens[at + 1..][..MOST.min(tokens.len() - at - 1)];
            match span.of(source) {
                _ if *token != Token::Name => {}
                "template" => constants.names.extend(parameters(source, rest)),
                "enum" => constants.names.extend(enumerators(source, &tokens[at + 1..])),
                "constexpr" => {
                    constants.names.extend(variables(source, rest).into_iter().map(|(name, _)| name));
                }
                "typedef" => {
                    let names = rest.iter().take_while(|(_, span)| !matches!(span.of(source), ";" | "{"));
                    constants.names.extend(names.last().map(|(_, span)| span.of(source)));
                }
                "const" | "using" => with_values.extend(variables(source, rest)),
                _ => {}
            }
        }
        // A macro can name a later one.
        for (name, value) in [&*with_values, &*with_values].concat() {
            if constants.are_in(source, value) {
                constants.names.insert(name);
            }
        }
        constants
    }

    /// Whether an expression has no names but those of constants and types, and of functions that are called with
    /// constants.
    pub(super) fn has(&self, expression: &str) -> bool {
        self.are_in(expression, &lex::tokens(expression))
    }

    fn are_in(&self, source: &str, tokens: &[Lexed]) -> bool {
        let text = |at: usize| tokens.get(at).map_or("", |(_, span)| span.of(source));
        let mut at = 0;
        while let Some((token, span)) = tokens.get(at) {
            let name = span.of(source);
            at += 1;
            match token {
                Token::Open => return false,
                // The operand is not evaluated.
                Token::Name if matches!(name, "sizeof" | "alignof" | "decltype") => {
                    let mut depth = 0;
                    loop {
                        depth += i32::from(text(at) == "(") - i32::from(text(at) == ")");
                        at += 1;
                        if depth <= 0 || at >= tokens.len() {
                            break;
                        }
                    }
                }
                Token::Name => {
                    let is_called = text(at) == "(" && text(at + 1) != ")";
                    let is_scope = text(at) == ":" && text(at + 1) == ":";
                    let is_word = name.ends_with("_t") || WORDS.contains(&name);
                    if !(is_called || is_scope || is_word || self.names.contains(name)) {
                        return false;
                    }
                }
                Token::Text | Token::Character | Token::Number | Token::Mark => {}
            }
        }
        !tokens.is_empty()
    }
}

/// The parameters of a template.
fn parameters<'s>(source: &'s str, tokens: &[Lexed]) -> Vec<&'s str> {
    let (mut names, mut depth, mut last) = (Vec::new(), 0, None);
    for (token, span) in tokens {
        let text = span.of(source);
        depth += i32::from(matches!(text, "<" | "(")) - i32::from(matches!(text, ">" | ")"));
        match text {
            "," | "=" | ">" if depth <= 1 => names.extend(last.take()),
            _ if *token == Token::Name && depth == 1 => last = Some(text),
            _ => {}
        }
        if depth <= 0 {
            break;
        }
    }
    names
}

/// The names of an `enum`'s values.
fn enumerators<'s>(source: &'s str, tokens: &[Lexed]) -> Vec<&'s str> {
    let text = |(_, span): &Lexed| span.of(source);
    let head = tokens.iter().take(MOST).position(|token| matches!(text(token), "{" | ";" | "(" | ")"));
    let start = head.filter(|head| text(&tokens[*head]) == "{").unwrap_or(tokens.len());
    let pairs = tokens[start..].windows(2).take_while(|pair| !matches!(text(&pair[0]), "}" | ";" | "enum"));
    let names = pairs.filter(|pair| matches!(text(&pair[0]), "{" | ",") && pair[1].0 == Token::Name);
    names.map(|pair| text(&pair[1])).collect()
}

/// The variables of a declaration that have a value, and these values.
fn variables<'s, 't>(source: &'s str, tokens: &'t [Lexed]) -> Vec<(&'s str, &'t [Lexed])> {
    let (mut found, mut depth, mut name, mut start) = (Vec::new(), 0, None, None);
    for (at, (token, span)) in tokens.iter().enumerate() {
        let text = span.of(source);
        let is_end = matches!(text, ";" | ")" | "]" | "}");
        if depth == 0 {
            if is_end || text == "," {
                found.extend(name.take().zip(start.take()).map(|(name, start)| (name, &tokens[start..at])));
            }
            match (text, start) {
                _ if is_end => break,
                ("(", None) => break,
                ("=" | "{", None) => start = Some(at + 1),
                (_, None) if *token == Token::Name => name = Some(text),
                _ => {}
            }
        }
        depth += i32::from(matches!(text, "(" | "[" | "{")) - i32::from(matches!(text, ")" | "]" | "}"));
    }
    // A long value.
    found.extend(name.zip(start).map(|(name, start)| (name, &tokens[start..])));
    found
}
