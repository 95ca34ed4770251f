//! The functions of a module: names, bodies, loops, and registers that hold a constant.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    body::Body,
    execution::Blocks,
    flow::{Constants, Flow},
    ordinary::Ordinary,
    origins::{self, Origin},
    tokens::{Token, Tokens},
    unused::Unused,
    uses,
};
use crate::{
    ast::{Integer, Register},
    syntax::Span,
};

/// A function that has a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: FunctionKind,
    /// The body, with its braces.
    pub body: Span,
    /// The registers that instructions of this crate, `min`, `max` and `sad` read and that hold a constant there, by the
    /// places of the opcodes.
    pub constants: Constants,
    /// Where the values come from of the registers that video instructions read, by the places of the opcodes.
    pub origins: BTreeMap<usize, Vec<(Register, Origin)>>,
    /// Its `min`, `max` and `sad` of 32 bits, in the order of the text.
    pub ordinary: Vec<Ordinary>,
    /// The video instructions whose results are not used, by the places of their opcodes.
    pub unused: BTreeSet<usize>,
    /// The video instructions whose results are not used in some of the last turns of a loop, by the places of their
    /// opcodes.
    pub unused_in_a_turn: BTreeSet<usize>,
    /// The video instructions that compute the same in each turn of their loop, by the places of their opcodes.
    pub invariant: BTreeSet<usize>,
    /// The loops, in the order of the text; loops that overlap are one.
    pub loops: Vec<Span>,
    /// The places of the first opcodes of its basic blocks, ascending.
    pub blocks: Vec<usize>,
    /// The functions of the module that it names, each once: those that it may call.
    pub calls: BTreeSet<String>,
}

impl Function {
    /// The constant that a register holds where the instruction at a place reads it.
    pub fn constant(&self, instruction: Span, register: &Register) -> Option<Integer> {
        let mut read = self.constants.range(instruction.start..instruction.end).flat_map(|(_, read)| read);
        read.find(|(name, _)| name == register).map(|(_, value)| *value)
    }

    /// Where the value of a register comes from that the video instruction at a place reads; [`None`] if that is not
    /// known.
    pub fn origin(&self, instruction: Span, register: &Register) -> Option<&Origin> {
        let mut read = self.origins.range(instruction.start..instruction.end).flat_map(|(_, read)| read);
        read.find(|(name, _)| name == register).map(|(_, origin)| origin)
    }

    /// Whether the result of the video instruction at a place may be used.
    pub fn uses(&self, instruction: Span) -> bool {
        self.unused.range(instruction.start..instruction.end).next().is_none()
    }

    /// Whether the result of the video instruction at a place may be used in each turn of its loop.
    pub fn uses_in_each_turn(&self, instruction: Span) -> bool {
        self.unused_in_a_turn.range(instruction.start..instruction.end).next().is_none()
    }

    /// Whether the video instruction at a place computes the same in each turn of its loop.
    pub fn is_invariant(&self, instruction: Span) -> bool {
        self.invariant.range(instruction.start..instruction.end).next().is_some()
    }

    /// The number of the basic block of the instruction at a place.
    pub fn block(&self, instruction: Span) -> usize {
        self.blocks.partition_point(|first| *first < instruction.end)
    }

    /// Whether the instruction at a place is in a loop.
    pub fn in_loop(&self, instruction: Span) -> bool {
        let at = self.loops.partition_point(|it| it.end <= instruction.start);
        self.loops.get(at).is_some_and(|it| it.start < instruction.end)
    }
}

/// The kind of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionKind {
    /// `.entry`: a kernel.
    Entry,
    /// `.func`: any other function.
    Function,
}

/// The text before a body.
struct Header<'t> {
    kind: FunctionKind,
    name: Option<&'t str>,
    parentheses: usize,
}

impl<'t> Header<'t> {
    const fn new(kind: FunctionKind) -> Self {
        Self { kind, name: None, parentheses: 0 }
    }

    /// Reads a token: the name is the first identifier outside of parentheses.
    fn read(&mut self, token: Token<'t>) {
        match token.text {
            "(" => self.parentheses += 1,
            ")" => self.parentheses = self.parentheses.saturating_sub(1),
            text if self.parentheses == 0 && token.is_identifier() => _ = self.name.get_or_insert(text),
            _ => {}
        }
    }
}

/// The functions of a text that have a complete body. Time is linear in the length of the text.
pub(super) fn functions(text: &str) -> Vec<Function> {
    let mut functions: Vec<(Function, BTreeSet<&str>)> = Vec::new();
    let mut header: Option<Header<'_>> = None;
    let mut body: Vec<Token<'_>> = Vec::new();
    let mut depth = 0_usize;
    for token in Tokens::new(text) {
        match token.text {
            "{" => {
                if depth == 0 {
                    body.clear();
                }
                depth += 1;
                body.push(token);
            }
            "}" => {
                depth = depth.saturating_sub(1);
                body.push(token);
                if depth == 0
                    && let Some(Header { kind, name: Some(name), .. }) = header.take()
                {
                    functions.extend(function(text, name, kind, &body));
                }
            }
            _ if depth > 0 => body.push(token),
            ".entry" => header = Some(Header::new(FunctionKind::Entry)),
            ".func" => header = Some(Header::new(FunctionKind::Function)),
            ";" => header = None,
            _ => header.iter_mut().for_each(|header| header.read(token)),
        }
    }
    let names: BTreeSet<String> = functions.iter().map(|(function, _)| function.name.clone()).collect();
    let called = |(function, named): (Function, BTreeSet<&str>)| {
        let calls = named.into_iter().filter(|name| names.contains(*name)).map(str::to_owned).collect();
        Function { calls, ..function }
    };
    functions.into_iter().map(called).collect()
}

/// A function with a body of tokens, and the names in the body that may be functions.
fn function<'t>(
    text: &str,
    name: &str,
    kind: FunctionKind,
    body: &[Token<'t>],
) -> Option<(Function, BTreeSet<&'t str>)> {
    let [first, inner @ .., last] = body else { return None };
    let statements = Body::new(text, inner);
    let blocks = Blocks::of(&statements);
    let flow = Flow::of(text, &statements, &blocks);
    let constant = |at: usize, register: &Register| {
        flow.constants.get(&at)?.iter().find(|(name, _)| name == register).map(|(_, value)| *value)
    };
    let loops = uses::loops(&statements, &flow.steps);
    let unused = Unused::of(&statements, &blocks, &loops, &flow);
    let function = Function {
        ordinary: Ordinary::of_body(text, &statements, constant),
        name: name.to_owned(),
        kind,
        body: Span { start: first.at, end: last.end() },
        constants: flow.constants,
        origins: origins::of(text, &statements, kind == FunctionKind::Entry),
        unused: unused.always,
        unused_in_a_turn: unused.in_a_turn,
        invariant: uses::invariant(&statements, &loops),
        loops: loops.into_iter().map(|(start, end)| Span { start, end }).collect(),
        blocks: blocks.places(&statements),
        calls: BTreeSet::new(),
    };
    let declared_outside = statements.names.iter().filter(|(_, is_declared)| !is_declared);
    Some((function, declared_outside.map(|(name, _)| *name).collect()))
}
