//! The statements of a body, and the declaration of each name in them.

use std::collections::HashMap;

use super::{
    Function,
    tokens::{Token, Tokens},
};
use crate::{
    names::{COMPONENTS, is_opcode},
    syntax::{Span, integer_constant},
};

/// The index of a register in [`Body::names`]. The same name is another register where a block declares it again.
pub type Register = usize;

/// The statements and the registers of a function's body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body<'t> {
    /// The statements that declare no register, in the order of the text.
    pub statements: Vec<Statement<'t>>,
    /// Each label, behind the index of the statement after it.
    pub labels: Vec<(usize, &'t str)>,
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
    /// Its text from the opcode on, without guard and semicolon.
    pub text: &'t str,
    /// The opcode up to the first dot; the directive of a statement that is not an instruction.
    pub opcode: &'t str,
    /// The place of its opcode.
    pub start: usize,
    /// The place of its semicolon.
    pub end: usize,
    /// The registers that it writes, then those that it reads.
    registers: Box<[Register]>,
    written: u32,
    /// Whether its guard has a `!`, if it has a guard.
    negated: Option<bool>,
    /// Whether its destination may keep its value: the statement has a guard, or writes a component.
    pub is_partial: bool,
}

impl Statement<'_> {
    /// The place of its text.
    pub const fn span(&self) -> Span {
        Span { start: self.start, end: self.start + self.text.len() }
    }

    /// Its guard: the first register that it reads.
    pub fn guard(&self) -> Option<Guard> {
        Some(Guard { negated: self.negated?, predicate: *self.reads().first()? })
    }

    /// The names in its first operand, if that is not in memory: the destination, if the instruction writes a register.
    pub fn writes(&self) -> &[Register] {
        &self.registers[..self.written as usize]
    }

    /// The other names, the guard's first.
    pub fn reads(&self) -> &[Register] {
        &self.registers[self.written as usize..]
    }
}

impl<'t> Body<'t> {
    /// The body of a function of this text.
    pub fn of(text: &'t str, function: &Function) -> Self {
        let Span { start, end } = function.body;
        // The braces are not part of a statement.
        let inner = Tokens::new(text.get(..end.saturating_sub(1)).unwrap_or_default());
        Self::of_tokens(text, Tokens { at: start + 1, ..inner })
    }

    /// The statements of the tokens between the braces of a body.
    pub(super) fn of_tokens(text: &'t str, mut rest: Tokens<'t>) -> Self {
        let mut scopes = Scopes::default();
        let (mut statements, mut labels) = (Vec::new(), Vec::new());
        let mut statement = Vec::new();
        while let Some(first) = rest.next() {
            match first.text {
                ";" => {}
                "{" => scopes.open.push(Vec::new()),
                "}" => scopes.close(),
                _ if first.is_identifier() && rest.rest().starts_with(':') => {
                    rest.next();
                    labels.push((statements.len(), first.text));
                }
                _ => {
                    statement.clear();
                    statement.push(first);
                    let mut end = None;
                    for token in rest.by_ref() {
                        if token.text == ";" {
                            end = Some(token.at);
                            break;
                        }
                        statement.push(token);
                    }
                    if first.text == ".reg" {
                        scopes.declare(text, &statement);
                    } else {
                        statements.extend(scopes.statement(text, &statement, end));
                    }
                }
            }
        }
        labels.truncate(labels.partition_point(|(at, _)| *at < statements.len()));
        Self { statements, labels, names: scopes.names }
    }
}

fn is_memory(first: &[Token<'_>]) -> bool {
    first.last().is_some_and(|token| token.text == "]")
}

/// Whether an instruction without a result has a register as its first operand.
fn reads_first(opcode: &str, tokens: &[Token<'_>]) -> bool {
    match opcode {
        "brx" | "nanosleep" | "stackrestore" => true,
        "bar" | "barrier" => !tokens.iter().any(|token| token.text == ".red"),
        _ => false,
    }
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
    if !tokens.first().is_some_and(|opcode| is_opcode(opcode.text)) {
        return others;
    }
    let uses_c = |token: &Token<'_>| matches!(token.text, "mad" | "vmad" | ".add" | ".min" | ".max");
    let merges = first.last().is_some_and(|last| last.text.starts_with('.'));
    let commas: Vec<usize> = (0..others.len()).filter(|at| others[*at].text == ",").collect();
    match commas[..] {
        [_, _, c] if !merges && !tokens.iter().any(uses_c) => &others[..c],
        _ => others,
    }
}

/// The declarations that a statement sees.
#[derive(Default)]
struct Scopes<'t> {
    /// The declarations of a name, the innermost block's last. `%r<10>` declares the prefix `%r` of `%r0` to `%r9`.
    declarations: HashMap<(&'t str, NameKind), Vec<Declaration<'t>>>,
    /// The lengths of the declared prefixes, a bit for each; the last for all that are longer.
    prefix_lens: u64,
    /// The keys that each open block declares. The body itself is not among the blocks.
    open: Vec<Vec<(&'t str, NameKind)>>,
    /// The number of declarations so far.
    declared: usize,
    names: Vec<Name<'t>>,
    registers: HashMap<(Option<usize>, &'t str), Register>,
    /// The registers of names since the last declaration.
    known: HashMap<&'t str, Register>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum NameKind {
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

/// The bit of a length.
fn bit_of(len: usize) -> u64 {
    1 << len.min(63)
}

impl<'t> Scopes<'t> {
    /// Reads a statement that declares no register, with the place of its semicolon.
    fn statement(
        &mut self,
        text: &'t str,
        statement: &[Token<'t>],
        end: Option<usize>,
    ) -> Option<Statement<'t>> {
        let (guard, tokens) = statement.split_at(guard_len(statement));
        let [opcode, operands @ ..] = tokens else { return None };
        // The opcode's modifiers start with a dot and are not identifiers.
        let (first, others) = operands.split_at(first_operand_len(operands));
        // A write to a component keeps the others, as a false guard keeps the whole register.
        let is_component =
            |token: &Token<'_>| token.text.strip_prefix('.').is_some_and(|name| COMPONENTS.contains(&name));
        let is_partial = !guard.is_empty() || first.iter().any(is_component);
        let used = without_unused(tokens, first, others);
        // A store reads the address in its brackets.
        let is_read = is_memory(first) || reads_first(opcode.text, tokens);
        let (writes, read) = if is_read { (&[][..], first) } else { (first, &[][..]) };
        let names = |tokens: &[Token<'t>]| tokens.iter().filter(|token| token.is_identifier()).count();
        let written = names(writes);
        let all = [writes, guard, read, used].into_iter().flatten().filter(|token| token.is_identifier());
        let mut registers = Vec::with_capacity(all.clone().count());
        registers.extend(all.map(|token| self.register(token.text)));
        let last = tokens.last().map_or(opcode.at, Token::end);
        Some(Statement {
            text: text.get(opcode.at..last)?,
            opcode: opcode.text,
            start: opcode.at,
            end: end.unwrap_or(last),
            registers: registers.into(),
            written: written as u32,
            negated: (!guard.is_empty()).then_some(guard.len() == 3),
            is_partial,
        })
    }

    /// Reads a `.reg` statement.
    fn declare(&mut self, text: &str, statement: &[Token<'t>]) {
        let ty = statement.get(1).map_or("", |token| token.text);
        self.known = HashMap::new();
        for (at, token) in statement.iter().enumerate().filter(|(_, token)| token.is_identifier()) {
            let (kind, count) = match statement.get(at + 1..).unwrap_or_default() {
                [open, number, ..] if open.text == "<" => {
                    let count = text.get(number.at..number.end()).and_then(integer_constant);
                    (NameKind::Prefix, count.map_or(u64::MAX, i64::cast_unsigned))
                }
                _ => (NameKind::Name, 0),
            };
            if kind == NameKind::Prefix {
                self.prefix_lens |= bit_of(token.text.len());
            }
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
            self.known = HashMap::new();
            self.declarations.get_mut(&key).and_then(Vec::pop);
        }
    }

    /// The declaration of a name: the innermost block's.
    fn declaration(&self, name: &'t str) -> Option<&Declaration<'t>> {
        let last = |name: &'t str, kind| self.declarations.get(&(name, kind)).and_then(|all| all.last());
        let digits = name.bytes().rev().take_while(u8::is_ascii_digit).take(20).count();
        let prefixes = (1..=digits).filter_map(|digits| {
            let (prefix, number) = name.split_at(name.len() - digits);
            if self.prefix_lens & bit_of(prefix.len()) == 0 {
                return None;
            }
            let number: u64 = number.parse().ok()?;
            last(prefix, NameKind::Prefix).filter(|declaration| number < declaration.count)
        });
        let found = prefixes.chain(last(name, NameKind::Name));
        found.max_by_key(|declaration| (declaration.depth, std::cmp::Reverse(declaration.number)))
    }

    fn register(&mut self, name: &'t str) -> Register {
        if let Some(register) = self.known.get(name) {
            return *register;
        }
        let declaration = self.declaration(name).map(|declaration| (declaration.number, declaration.ty));
        let register =
            *self.registers.entry((declaration.map(|(number, _)| number), name)).or_insert_with(|| {
                self.names.push(Name { text: name, declared: declaration.map(|(_, ty)| ty) });
                self.names.len() - 1
            });
        self.known.insert(name, register);
        register
    }
}
