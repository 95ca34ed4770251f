//! An asm statement in its parts: `asm volatile ("…" "…" : "=r"(d) : "r"(a), "n"(8) : "memory")`.

use logos::Logos;
use vmad_ptx::syntax::Span;

use super::{Cause, Problem, lex::Token};

/// A statement.
#[derive(Debug)]
pub(super) struct Statement {
    /// From the keyword to the closing parenthesis.
    pub(super) span: Span,
    /// The string literals of the template.
    pub(super) template: Vec<Span>,
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

type Placed = (Token, Span);

/// The tokens of a source, with one of lookahead.
struct Reader<'s> {
    source: &'s str,
    tokens: Vec<Placed>,
    at: usize,
}

/// Every asm statement of a source.
pub(super) fn statements(source: &str) -> Vec<Result<Statement, Problem>> {
    let tokens = Token::lexer(source).spanned().map(|(token, range)| {
        // Only a comment or a raw string without an end is no token.
        (token.unwrap_or(Token::Open), Span { start: range.start, end: range.end })
    });
    let tokens: Vec<Placed> = tokens.filter(|(token, _)| *token != Token::Comment).collect();
    let last = tokens.last().copied();
    let mut reader = Reader { source, tokens, at: 0 };
    let mut found = Vec::new();
    while let Some((token, span)) = reader.next() {
        let is_keyword = matches!(span.of(source), "asm" | "__asm__" | "__asm");
        if token == Token::Name && is_keyword && reader.opens() {
            found.push(reader.statement(span));
        }
    }
    let is_open = |(token, span): &Placed| {
        *token == Token::Open && (span.of(source).starts_with("/*") || span.of(source).contains("R\""))
    };
    // In a statement it is an error already.
    if let Some((_, span)) = last.filter(is_open)
        && found.last().is_none_or(Result::is_ok)
    {
        let message = "a comment or a raw string without an end: the rest of the file is not read".to_owned();
        found.push(Err(Problem { span, message, cause: Cause::Illegal }));
    }
    found
}

impl Reader<'_> {
    fn peek(&self) -> Option<Placed> {
        self.tokens.get(self.at).copied()
    }

    fn next(&mut self) -> Option<Placed> {
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

    /// Reads a statement behind its parenthesis.
    fn statement(&mut self, keyword: Span) -> Result<Statement, Problem> {
        let template = self.literals(keyword)?;
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
        Ok(Statement { span: Span { start: keyword.start, end }, template, operands, clobbers })
    }

    /// Adjacent string literals, at least one.
    fn literals(&mut self, keyword: Span) -> Result<Vec<Span>, Problem> {
        let mut literals = Vec::new();
        loop {
            match self.peek() {
                Some((Token::Text, span)) => literals.push(span),
                Some((Token::Name, span)) => return Err(self.macro_name(span)),
                _ if self.text() == "#" => {
                    let (_, span) = self.next().unwrap_or((Token::Mark, keyword));
                    let end = self.peek().map_or(span.end, |(_, name)| name.end);
                    let message = "the parameter of a macro: only string literals are read".to_owned();
                    return Err(Problem { span: Span { end, ..span }, message, cause: Cause::Unknown });
                }
                _ if literals.is_empty() => return Err(self.unexpected(keyword, "a string literal")),
                _ => return Ok(literals),
            }
            self.at += 1;
        }
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

    /// A macro, or the name of something else, in place of a string literal.
    fn macro_name(&self, span: Span) -> Problem {
        let name = span.of(self.source);
        let message = format!("'{name}' is a macro, or another name: only string literals are read");
        Problem { span, message, cause: Cause::Unknown }
    }

    /// The next token is not what it should be; at the end of the source, the keyword is shown.
    fn unexpected(&self, keyword: Span, expected: &str) -> Problem {
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
