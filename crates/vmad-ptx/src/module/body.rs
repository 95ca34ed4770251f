//! The statements of a body, and which declaration each of their names means.

use super::tokens::Token;
use crate::syntax::integer_constant;

/// A register of a function: the number of its declaration, as the same name may be declared again in a block; [`None`]
/// for what the body does not declare, as a parameter.
pub(super) type Name<'t> = (Option<usize>, &'t str);

/// A statement that declares no register.
pub(super) struct Statement<'b, 't> {
    /// Its tokens from the opcode on.
    pub(super) tokens: &'b [Token<'t>],
    /// The labels before it.
    pub(super) labels: Vec<&'t str>,
    /// Whether a guard can skip it.
    pub(super) guarded: bool,
    /// Every name in its first operand: what it writes, if it writes a register.
    pub(super) writes: Vec<Name<'t>>,
    /// Every other name, the guard's too.
    pub(super) reads: Vec<Name<'t>>,
}

impl Statement<'_, '_> {
    /// Where its opcode stands.
    pub(super) fn at(&self) -> usize {
        self.tokens.first().map_or(0, |token| token.at)
    }

    /// The opcode without what follows the first dot.
    pub(super) fn opcode(&self) -> &str {
        self.tokens.first().map_or("", |token| token.text)
    }
}

/// The statements of a body without its braces.
pub(super) fn statements<'b, 't>(text: &str, body: &'b [Token<'t>]) -> Vec<Statement<'b, 't>> {
    let mut scopes = Scopes { open: vec![Vec::new()], declared: 0 };
    let mut statements = Vec::new();
    let mut labels = Vec::new();
    let mut rest = body;
    loop {
        match rest {
            [] => return statements,
            [first, behind @ ..] if matches!(first.text, ";" | "{" | "}") => {
                match first.text {
                    "{" => scopes.open.push(Vec::new()),
                    "}" => drop(scopes.open.pop()),
                    _ => {}
                }
                rest = behind;
                continue;
            }
            [label, colon, behind @ ..] if colon.text == ":" && label.is_identifier() => {
                labels.push(label.text);
                rest = behind;
                continue;
            }
            _ => {}
        }
        let end = rest.iter().position(|token| token.text == ";").unwrap_or(rest.len());
        let (statement, behind) = rest.split_at(end);
        rest = behind;
        if statement.first().is_some_and(|token| token.text == ".reg") {
            scopes.declare(text, statement);
            continue;
        }
        let (guard, tokens) = statement.split_at(guard_len(statement));
        // What is left of the opcode are modifiers, which are no identifiers.
        let operands = tokens.get(1..).unwrap_or_default();
        let (first, others) = operands.split_at(first_operand_len(operands));
        let names = |tokens: &[Token<'t>]| -> Vec<Name<'t>> {
            tokens.iter().filter(|it| it.is_identifier()).map(|it| scopes.name(it.text)).collect()
        };
        let (writes, reads) = (names(first), [names(guard), names(others)].concat());
        let guarded = !guard.is_empty();
        statements.push(Statement { tokens, labels: std::mem::take(&mut labels), guarded, writes, reads });
    }
}

/// The tokens of a statement's guard.
fn guard_len(statement: &[Token<'_>]) -> usize {
    let texts: [&str; 2] = std::array::from_fn(|index| statement.get(index).map_or("", |it| it.text));
    match texts {
        ["@", "!"] => 3.min(statement.len()),
        ["@", _] => 2.min(statement.len()),
        _ => 0,
    }
}

/// The tokens up to the first comma outside of brackets.
fn first_operand_len(operands: &[Token<'_>]) -> usize {
    let mut depth = 0_usize;
    let end = operands.iter().position(|token| {
        match token.text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token.text == ","
    });
    end.unwrap_or(operands.len())
}

/// The declarations of the blocks around a statement, the innermost last.
struct Scopes<'t> {
    open: Vec<Vec<Declaration<'t>>>,
    declared: usize,
}

impl<'t> Scopes<'t> {
    fn declare(&mut self, text: &str, statement: &[Token<'t>]) {
        for (at, token) in statement.iter().enumerate().filter(|(_, token)| token.is_identifier()) {
            let count = match statement.get(at + 1..).unwrap_or_default() {
                [open, number, ..] if open.text == "<" => Some(
                    text.get(number.at..number.end())
                        .and_then(integer_constant)
                        .map_or(u64::MAX, |count| count.0.cast_unsigned()),
                ),
                _ => None,
            };
            self.declared += 1;
            if let Some(scope) = self.open.last_mut() {
                scope.push(Declaration { number: self.declared, name: token.text, count });
            }
        }
    }

    fn name(&self, name: &'t str) -> Name<'t> {
        let declarations = self.open.iter().rev().flatten();
        (declarations.into_iter().find(|it| it.declares(name)).map(|it| it.number), name)
    }
}

/// A name in a `.reg` statement, or the names that start with it: `%r<10>` is `%r0` to `%r9`.
struct Declaration<'t> {
    number: usize,
    name: &'t str,
    count: Option<u64>,
}

impl Declaration<'_> {
    fn declares(&self, name: &str) -> bool {
        match (name.strip_prefix(self.name), self.count) {
            (Some(rest), None) => rest.is_empty(),
            (Some(rest), Some(count)) => {
                let is_number = rest.bytes().all(|digit| digit.is_ascii_digit());
                is_number && rest.parse::<u64>().is_ok_and(|number| number < count)
            }
            (None, _) => false,
        }
    }
}
