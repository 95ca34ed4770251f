//! The statements of a body, and the declaration of each name in them.

use std::collections::HashMap;

use super::{
    Function,
    tokens::{Token, Tokens},
};
use crate::{
    names::{COMPONENTS, OPCODES},
    syntax::{Span, integer_constant},
};

/// The index of a register in [`Body::names`]. The same name is another register where a block declares it again.
pub type Register = usize;

/// The statements and the registers of a function's body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body<'t> {
    /// The statements that declare no register, in the order of the text.
    pub statements: Vec<Statement<'t>>,
    /// The name of each register.
    pub names: Vec<Name<'t>>,
}

/// The name of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'t> {
    /// The name.
    pub text: &'t str,
    /// The first word of its declaration: `.b32`, or `.v4`. [`None`] if the body does not declare it: a label, a parameter
    /// and a function are no registers of the body.
    pub declared: Option<&'t str>,
}

/// The guard of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The predicate.
    pub predicate: Register,
    /// Whether it has a `!`.
    pub negated: bool,
}

/// A statement that declares no register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement<'t> {
    /// Its place in the text from the opcode on, without guard and semicolon.
    pub span: Span,
    /// The place of its semicolon.
    pub end: usize,
    /// The opcode up to the first dot; the directive of a statement that is not an instruction.
    pub opcode: &'t str,
    /// Its text in that place.
    pub text: &'t str,
    /// The labels before it.
    pub labels: Vec<&'t str>,
    /// Its guard.
    pub guard: Option<Guard>,
    /// Whether its destination may keep its value: the statement has a guard, or writes a component.
    pub is_partial: bool,
    /// The names in its first operand, if that is not in memory: the destination, if the instruction writes a register.
    pub writes: Vec<Register>,
    /// The other names, with the guard's.
    pub reads: Vec<Register>,
}

impl<'t> Body<'t> {
    /// The body of a function of this text.
    pub fn of(text: &'t str, function: &Function) -> Self {
        let Span { start, end } = function.body;
        // The braces are not part of a statement.
        let inner =
            Tokens { at: start + 1, ..Tokens::new(text.get(..end.saturating_sub(1)).unwrap_or_default()) };
        Self::of_tokens(text, &inner.collect::<Vec<_>>())
    }

    /// The statements of the tokens between the braces of a body.
    pub(super) fn of_tokens(text: &'t str, mut rest: &[Token<'t>]) -> Self {
        let mut scopes = Scopes::default();
        let mut statements = Vec::new();
        let mut labels = Vec::new();
        loop {
            match rest {
                [] => return Self { statements, names: scopes.names },
                [first, behind @ ..] if matches!(first.text, ";" | "{" | "}") => {
                    match first.text {
                        "{" => scopes.open.push(Vec::new()),
                        "}" => scopes.close(),
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
            let [opcode, operands @ ..] = tokens else { continue };
            // The opcode's modifiers start with a dot and are not identifiers.
            let (first, others) = operands.split_at(first_operand_len(operands));
            // A write to a component keeps the others, as a false guard keeps the whole register.
            let is_component = |token: &Token<'_>| {
                token.text.strip_prefix('.').is_some_and(|name| COMPONENTS.contains(&name))
            };
            let is_partial = !guard.is_empty() || first.iter().any(is_component);
            let used = without_unused(tokens, first, others);
            // A store reads the address in its brackets.
            let (writes, read) = if is_memory(first) { (&[][..], first) } else { (first, &[][..]) };
            let span = Span { start: opcode.at, end: tokens.last().map_or(opcode.at, Token::end) };
            let writes = scopes.registers(writes.iter());
            let reads = scopes.registers(guard.iter().chain(read).chain(used));
            let negated = guard.len() == 3;
            let predicate = reads.first().filter(|_| !guard.is_empty());
            statements.push(Statement {
                span,
                end: behind.first().map_or(span.end, |semicolon| semicolon.at),
                opcode: opcode.text,
                text: text.get(span.start..span.end).unwrap_or_default(),
                labels: std::mem::take(&mut labels),
                guard: predicate.map(|&predicate| Guard { predicate, negated }),
                is_partial,
                writes,
                reads,
            });
        }
    }
}

fn is_memory(first: &[Token<'_>]) -> bool {
    first.last().is_some_and(|token| token.text == "]")
}

/// The number of tokens of a statement's guard, which names a register.
fn guard_len(statement: &[Token<'_>]) -> usize {
    match statement {
        [at, not, predicate, ..] if at.text == "@" && not.text == "!" && predicate.is_identifier() => 3,
        [at, predicate, ..] if at.text == "@" && predicate.is_identifier() => 2,
        _ => 0,
    }
}

/// The number of tokens up to the first comma outside of brackets.
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

/// The operands of a statement after the first, without the `c` that a video instruction does not use.
fn without_unused<'b, 't>(
    tokens: &[Token<'_>],
    first: &[Token<'_>],
    others: &'b [Token<'t>],
) -> &'b [Token<'t>] {
    let uses_c = |token: &Token<'_>| matches!(token.text, "mad" | "vmad" | ".add" | ".min" | ".max");
    let is_video = tokens.first().is_some_and(|opcode| OPCODES.contains(&opcode.text));
    let merges = first.last().is_some_and(|last| last.text.starts_with('.'));
    let commas: Vec<usize> = (0..others.len()).filter(|at| others[*at].text == ",").collect();
    match commas[..] {
        [_, _, c] if is_video && !merges && !tokens.iter().any(uses_c) => &others[..c],
        _ => others,
    }
}

/// The declarations that a statement sees.
#[derive(Default)]
struct Scopes<'t> {
    /// The declarations of a name, the innermost block's last. `%r<10>` declares the prefix `%r` of `%r0` to `%r9`.
    declarations: HashMap<(&'t str, Kind), Vec<Declaration<'t>>>,
    /// The keys that each open block declares. The body itself is not among the blocks.
    open: Vec<Vec<(&'t str, Kind)>>,
    /// The number of declarations so far.
    declared: usize,
    names: Vec<Name<'t>>,
    registers: HashMap<(Option<usize>, &'t str), Register>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Name,
    Prefix,
}

#[derive(Clone, Copy)]
struct Declaration<'t> {
    depth: usize,
    number: usize,
    /// The word after `.reg`.
    ty: &'t str,
    /// The count of a prefix.
    count: u64,
}

impl<'t> Scopes<'t> {
    /// Reads a `.reg` statement.
    fn declare(&mut self, text: &str, statement: &[Token<'t>]) {
        let ty = statement.get(1).map_or("", |token| token.text);
        for (at, token) in statement.iter().enumerate().filter(|(_, token)| token.is_identifier()) {
            let (kind, count) = match statement.get(at + 1..).unwrap_or_default() {
                [open, number, ..] if open.text == "<" => {
                    let count = text.get(number.at..number.end()).and_then(integer_constant);
                    (Kind::Prefix, count.map_or(u64::MAX, i64::cast_unsigned))
                }
                _ => (Kind::Name, 0),
            };
            let (key, depth) = ((token.text, kind), self.open.len());
            self.declared += 1;
            let declarations = self.declarations.entry(key).or_default();
            // A block declares a name once.
            if declarations.last().is_none_or(|last| last.depth < depth) {
                declarations.push(Declaration { depth, number: self.declared, ty, count });
                if let Some(block) = self.open.last_mut() {
                    block.push(key);
                }
            }
        }
    }

    /// Leaves a block.
    fn close(&mut self) {
        for key in self.open.pop().unwrap_or_default() {
            self.declarations.get_mut(&key).and_then(Vec::pop);
        }
    }

    /// The declaration of a name: the innermost block's.
    fn declaration(&self, name: &'t str) -> Option<&Declaration<'t>> {
        let last = |name: &'t str, kind| self.declarations.get(&(name, kind)).and_then(|all| all.last());
        let digits = name.bytes().rev().take_while(u8::is_ascii_digit).take(20).count();
        let prefixes = (1..=digits).filter_map(|digits| {
            let (prefix, number) = name.split_at(name.len() - digits);
            let number: u64 = number.parse().ok()?;
            last(prefix, Kind::Prefix).filter(|declaration| number < declaration.count)
        });
        let found = prefixes.chain(last(name, Kind::Name));
        found.max_by_key(|it| (it.depth, std::cmp::Reverse(it.number)))
    }

    /// The registers that tokens name.
    fn registers<'b>(&mut self, tokens: impl Iterator<Item = &'b Token<'t>>) -> Vec<Register>
    where
        't: 'b,
    {
        let names = tokens.filter(|token| token.is_identifier()).map(|token| token.text);
        let number = |name| {
            let declaration = self.declaration(name).map(|it| (it.number, it.ty));
            *self.registers.entry((declaration.map(|(number, _)| number), name)).or_insert_with(|| {
                self.names.push(Name { text: name, declared: declaration.map(|(_, ty)| ty) });
                self.names.len() - 1
            })
        };
        names.map(number).collect()
    }
}
