//! An asm statement in its parts: `asm volatile ("…" "…" : "=r"(d) : "r"(a), "n"(8) : "memory")`.

use vmad_ptx::syntax::Span;

use super::{
    Cause, Problem,
    lex::{Lexed, Token},
    macros::Macro,
    template::Placed,
};

#[derive(Debug)]
pub(super) struct Statement {
    /// From the keyword to the closing parenthesis.
    pub(super) span: Span,
    pub(super) template: Placed,
    /// The parts of the template that are not read.
    pub(super) gaps: Vec<Problem>,
    /// The operands, outputs first.
    pub(super) operands: Vec<Operand>,
    /// The string literals of the clobbers.
    pub(super) clobbers: Vec<Span>,
}

/// An operand: `[name] "constraint"(expression)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub(super) name: Option<Span>,
    /// The string literals of the constraint.
    pub(super) constraint: Span,
    pub(super) expression: Span,
}

/// The tokens of a source, with one of lookahead.
struct Reader<'s> {
    source: &'s str,
    tokens: Vec<Lexed>,
    at: usize,
}

/// Every asm statement of a source, and each keyword that a macro has without the rest of a statement.
pub(super) fn statements(
    source: &str,
    tokens: Vec<Lexed>,
    macros: &[Macro],
) -> Vec<Result<Statement, Problem>> {
    let last = tokens.last().copied();
    let mut reader = Reader { source, tokens, at: 0 };
    let mut found = Vec::new();
    let is_keyword = |name: Span| matches!(name.of(source), "asm" | "__asm__" | "__asm");
    while let Some((token, span)) = reader.next() {
        if token != Token::Name || !is_keyword(span) {
            continue;
        }
        if reader.opens() {
            found.push(reader.statement(span));
            continue;
        }
        let before = macros.partition_point(|definition| definition.body.start <= span.start);
        let last = before.checked_sub(1).map(|last| macros[last]);
        let of_macro = last.filter(|definition| span.start < definition.body.end);
        // With a macro of the same name, its uses are read.
        if let Some(Macro { name, .. }) = of_macro.filter(|definition| !is_keyword(definition.name)) {
            let message = format!(
                "a part of an asm statement in the macro '{}', whose uses are not read: --preprocess expands macros",
                name.of(source)
            );
            found.push(Err(Problem { span, message, cause: Cause::Unknown }));
        } else if let (Some((Token::Name, name)), Some((_, behind))) =
            (reader.peek(), reader.tokens.get(reader.at + 1))
            && behind.of(source) == "("
        {
            found.push(Err(reader.macro_name(name)));
        }
    }
    let is_open = |(token, span): &Lexed| {
        *token == Token::Open && (span.of(source).starts_with("/*") || span.of(source).contains("R\""))
    };
    // An open comment or string in a statement is already an error of the statement.
    if let Some((_, span)) = last.filter(is_open)
        && found.last().is_none_or(Result::is_ok)
    {
        let message = "a comment or a raw string without an end: the rest of the file is not read".to_owned();
        found.push(Err(Problem { span, message, cause: Cause::Illegal }));
    }
    found
}

impl Reader<'_> {
    fn peek(&self) -> Option<Lexed> {
        self.tokens.get(self.at).copied()
    }

    fn next(&mut self) -> Option<Lexed> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    fn text(&self) -> &str {
        self.peek().map_or("", |(_, span)| span.of(self.source))
    }

    /// Takes a mark if it is next.
    fn takes(&mut self, mark: &str) -> bool {
        let is_it = self.text() == mark;
        self.at += usize::from(is_it);
        is_it
    }

    /// Takes the qualifiers and the parenthesis of a statement.
    fn opens(&mut self) -> bool {
        while matches!(
            self.text(),
            "volatile" | "__volatile__" | "__volatile" | "inline" | "__inline__" | "goto"
        ) {
            self.at += 1;
        }
        self.takes("(")
    }

    /// Reads a statement after its opening parenthesis.
    fn statement(&mut self, keyword: Span) -> Result<Statement, Problem> {
        let mut gaps = Vec::new();
        let template = self.template(keyword, &mut gaps);
        let statement = template.and_then(|template| self.sections(keyword, template));
        match (statement, gaps.is_empty()) {
            (Ok(statement), _) => Ok(Statement { gaps, ..statement }),
            // A macro can have an operand or the end of the statement.
            (Err(_), false) => Err(gaps.remove(0)),
            (Err(problem), true) => Err(problem),
        }
    }

    /// Reads the operands and clobbers.
    fn sections(&mut self, keyword: Span, template: Placed) -> Result<Statement, Problem> {
        let (mut operands, mut clobbers) = (Vec::new(), Vec::new());
        for section in 0.. {
            if self.takes(")") {
                break;
            }
            if !self.takes(":") {
                return Err(self.unexpected(keyword, "a string literal, ':' or ')'"));
            }
            if section < 2 {
                self.operands(keyword, &mut operands)?;
                continue;
            }
            while !matches!(self.text(), "" | ":" | ")") {
                clobbers.extend(self.next().filter(|(token, _)| *token == Token::Text).map(|(_, span)| span));
            }
        }
        let end = self.tokens.get(self.at - 1).map_or(keyword.end, |(_, span)| span.end);
        Ok(Statement {
            span: Span { start: keyword.start, end },
            template,
            gaps: Vec::new(),
            operands,
            clobbers,
        })
    }

    /// Reads a template: one or more string literals and gaps.
    fn template(&mut self, keyword: Span, gaps: &mut Vec<Problem>) -> Result<Placed, Problem> {
        let (mut template, start) = (Placed::default(), self.at);
        loop {
            if let Some(line) = self.conditional() {
                let is_between = ends_statement(&template, true);
                let problem = self.depends_on(line);
                if !self.skip_conditional(is_between).ok_or_else(|| self.depends_on(line))? {
                    template.gap(line);
                }
                gaps.push(problem);
                continue;
            }
            match self.peek() {
                Some((Token::Text, span)) => {
                    self.at += 1;
                    template.literal(self.source, span);
                }
                Some((Token::Name, span)) => {
                    self.at += 1;
                    if self.text() == "(" {
                        self.parentheses(keyword)?;
                    }
                    template.gap(span);
                    gaps.push(self.macro_name(span));
                }
                Some((_, span)) if span.of(self.source) == "#" => {
                    self.at += 1;
                    let end = self.next().map_or(span.end, |(_, name)| name.end);
                    let (span, message) =
                        (Span { end, ..span }, "the parameter of a macro: only string literals are read");
                    template.gap(span);
                    gaps.push(Problem { span, message: message.to_owned(), cause: Cause::Unknown });
                }
                _ if self.at == start => {
                    return Err(self.unexpected(keyword, "a string literal"));
                }
                _ => return Ok(template),
            }
        }
    }

    /// The line of a preprocessor conditional that is next.
    fn conditional(&self) -> Option<Span> {
        const NAMES: [&str; 8] = ["if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif"];
        let (_, name) = self.tokens.get(self.at + 1).filter(|_| self.text() == "#")?;
        let (_, Span { start, .. }) = self.peek()?;
        let rest = self.source.get(start..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default().trim_end();
        NAMES.contains(&name.of(self.source)).then_some(Span { start, end: start + line.len() })
    }

    /// Skips a conditional to its `#endif`. Returns whether it starts, and each of its parts ends, between two
    /// instructions; [`None`] without an `#endif`.
    fn skip_conditional(&mut self, mut is_between: bool) -> Option<bool> {
        let (mut depth, mut are_whole) = (0_usize, true);
        loop {
            let Some(line) = self.conditional() else {
                match self.next()? {
                    (Token::Text, span) => {
                        let mut text = Placed::default();
                        text.literal(self.source, span);
                        is_between = ends_statement(&text, is_between);
                    }
                    (Token::Name, _) => is_between = false,
                    _ => {}
                }
                continue;
            };
            are_whole &= std::mem::replace(&mut is_between, true);
            let name = line.of(self.source).trim_start_matches(['#', ' ', '\t']);
            if name.starts_with("if") {
                depth += 1;
            } else if depth == 0 {
                return None;
            } else if name.starts_with("endif") {
                depth -= 1;
            }
            while self.peek().is_some_and(|(_, span)| span.start < line.end) {
                self.at += 1;
            }
            if depth == 0 {
                return Some(are_whole);
            }
        }
    }

    fn depends_on(&self, line: Span) -> Problem {
        let message = format!("'{}' is not evaluated: its part is not read", line.of(self.source));
        Problem { span: line, message, cause: Cause::Unknown }
    }

    /// The operands of a section.
    fn operands(&mut self, keyword: Span, operands: &mut Vec<Operand>) -> Result<(), Problem> {
        if matches!(self.text(), ":" | ")") {
            return Ok(());
        }
        loop {
            let name = if self.takes("[") {
                let Some((Token::Name, name)) = self.next() else {
                    return Err(self.unexpected(keyword, "the name of an operand"));
                };
                if !self.takes("]") {
                    return Err(self.unexpected(keyword, "']'"));
                }
                Some(name)
            } else {
                None
            };
            let constraint = match self.peek() {
                Some((Token::Text, span)) => span,
                Some((Token::Name, span)) => return Err(self.macro_name(span)),
                _ => return Err(self.unexpected(keyword, "a constraint")),
            };
            let mut constraint = constraint;
            while let Some((Token::Text, span)) = self.peek() {
                constraint.end = span.end;
                self.at += 1;
            }
            let expression = self.parentheses(keyword)?;
            operands.push(Operand { name, constraint, expression });
            // The comma is optional.
            if !self.takes(",") && matches!(self.text(), "" | ":" | ")") {
                return Ok(());
            }
        }
    }

    /// The text in parentheses, which may contain others.
    fn parentheses(&mut self, keyword: Span) -> Result<Span, Problem> {
        if !self.takes("(") {
            return Err(self.unexpected(keyword, "'(' and an expression"));
        }
        let start = self.peek().map_or(keyword.end, |(_, span)| span.start);
        let (mut depth, mut end) = (0_usize, start);
        while let Some((_, span)) = self.next() {
            match span.of(self.source) {
                "(" => depth += 1,
                ")" if depth == 0 => return Ok(Span { start, end }),
                ")" => depth -= 1,
                _ => {}
            }
            end = span.end;
        }
        Err(self.unexpected(keyword, "')'"))
    }

    /// The problem of a macro or another name in place of a string literal.
    fn macro_name(&self, span: Span) -> Problem {
        let name = span.of(self.source);
        let message = format!(
            "'{name}' is a macro, or another name: only string literals are read; --preprocess expands macros"
        );
        Problem { span, message, cause: Cause::Unknown }
    }

    /// The problem of an unexpected token; at the end of the source, the keyword is shown.
    fn unexpected(&self, keyword: Span, expected: &str) -> Problem {
        if let Some(line) = self.conditional() {
            return self.depends_on(line);
        }
        let (span, found) = match self.peek() {
            Some((_, span)) => (span, format!("'{}'", span.of(self.source))),
            None => (keyword, "the end of the file".to_owned()),
        };
        Problem {
            span,
            message: format!("{found} in an asm statement: legal is {expected}"),
            cause: Cause::Illegal,
        }
    }
}

/// Whether an instruction ends at the end of a text; an empty one changes nothing.
fn ends_statement(text: &Placed, before: bool) -> bool {
    text.text.trim_end().chars().next_back().map_or(before, |last| matches!(last, ';' | '{' | '}'))
}
