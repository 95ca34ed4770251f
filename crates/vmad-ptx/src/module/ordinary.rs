//! `min`, `max` and `sad` of 32 bits: ordinary instructions that a compiler can turn into video instructions.

use std::collections::HashMap;

use super::body::{Body, Register as Number, Statement};
use crate::{
    ast::{Guard, Integer, Operand, Register},
    integer::{Arithmetic, Op, Operation},
    sequence::{Sequence, Source, Step},
    syntax::Span,
};

/// The opcodes.
pub(super) const OPCODES: [&str; 3] = ["min", "max", "sad"];

/// A `min`, `max` or `sad` of 32 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordinary {
    /// The statement from its opcode on, without its guard and its semicolon.
    pub span: Span,
    /// The instruction. Its type has 32 bits.
    pub operation: Arithmetic,
    /// `@p` or `@!p`.
    pub guard: Option<Guard>,
    /// The destination.
    pub d: Register,
    /// `a` and `b`, and of `sad` `c`. A register that is known to hold a constant is the constant.
    pub sources: Vec<Operand<Integer>>,
    /// The index of the instruction in the list that is the only one to read the result. No other instruction writes the
    /// register.
    pub reader: Option<usize>,
}

impl Ordinary {
    /// Those of straight-line code. A register that is not read is a result of the code.
    pub fn of_sequence(code: &Sequence) -> Vec<Self> {
        let mut uses = Uses::default();
        let mut found = Vec::new();
        for step in code.steps() {
            let read = step.sources.iter().filter_map(|source| match source {
                Source::Register { index, .. } => Some(*index),
                Source::Constant(_) => None,
            });
            let read: Vec<_> = read.chain(step.guard.map(|(index, _)| index)).collect();
            let written: Vec<_> = step.destinations.iter().copied().flatten().collect();
            let ordinary = Self::of_step(code, step);
            uses.add(&read, &written, ordinary.is_some().then_some(found.len()));
            found.extend(ordinary.map(|it| (it, written)));
        }
        uses.link(found)
    }

    /// Those of a body, with the constants that registers hold, by the places of the opcodes.
    pub(super) fn of_body(
        text: &str,
        body: &Body<'_, '_>,
        constant: impl Fn(usize, &Register) -> Option<Integer>,
    ) -> Vec<Self> {
        let mut uses = Uses::default();
        let mut found = Vec::new();
        for statement in &body.statements {
            let ordinary = Self::of_statement(text, statement, &constant);
            uses.add(&statement.reads, &statement.writes, ordinary.is_some().then_some(found.len()));
            found.extend(ordinary.map(|it| (it, statement.writes.clone())));
        }
        uses.link(found)
    }

    fn of_step(code: &Sequence, step: &Step) -> Option<Self> {
        let Operation::Arithmetic(operation) = step.operation else { return None };
        if !matches!(operation.op, Op::Min | Op::Max | Op::Sad) || operation.ty.bits != 32 {
            return None;
        }
        let name = |index: usize| Register::new(code.registers().get(index)?.name.as_str()).ok();
        let operand = |source: &Source| {
            Some(match *source {
                Source::Constant(value) => Operand::Immediate(Integer(value.cast_signed())),
                Source::Register { index, .. } => Operand::Register(name(index)?),
            })
        };
        let guard = match step.guard {
            Some((index, negated)) => Some(Guard { negated, predicate: name(index)? }),
            None => None,
        };
        let d = name(step.destinations.first().copied().flatten()?)?;
        let sources = step.sources.iter().map(operand).collect::<Option<_>>()?;
        Some(Self { span: step.span, operation, guard, d, sources, reader: None })
    }

    fn of_statement(
        text: &str,
        statement: &Statement<'_, '_>,
        constant: impl Fn(usize, &Register) -> Option<Integer>,
    ) -> Option<Self> {
        let [first, .., last] = statement.tokens else { return None };
        if !OPCODES.contains(&first.text) {
            return None;
        }
        let span = Span { start: first.at, end: last.end() };
        let code = Sequence::parse(&format!("{};", text.get(span.start..span.end)?)).ok()?;
        let mut ordinary = Self::of_step(&code, code.steps().first()?)?;
        for source in &mut ordinary.sources {
            if let Operand::Register(name) = source
                && let Some(value) = constant(first.at, name)
            {
                *source = Operand::Immediate(value);
            }
        }
        let guard = match statement.guard {
            [] => None,
            [.., predicate] => Some(Guard {
                negated: statement.guard.iter().any(|token| token.text == "!"),
                predicate: Register::new(predicate.text).ok()?,
            }),
        };
        Some(Self { span, guard, ..ordinary })
    }
}

/// How often each register is read and written, and by which instruction of the list it was read last.
#[derive(Default)]
struct Uses {
    of: HashMap<Number, Use>,
}

#[derive(Clone, Copy, Default)]
struct Use {
    reads: usize,
    writes: usize,
    reader: Option<usize>,
}

impl Uses {
    /// Adds a statement: its place in the list, if it is an ordinary instruction.
    fn add(&mut self, reads: &[Number], writes: &[Number], place: Option<usize>) {
        for register in reads {
            let it = self.of.entry(*register).or_default();
            *it = Use { reads: it.reads + 1, reader: place, ..*it };
        }
        for register in writes {
            self.of.entry(*register).or_default().writes += 1;
        }
    }

    /// The instructions, each with its reader.
    fn link(&self, found: Vec<(Ordinary, Vec<Number>)>) -> Vec<Ordinary> {
        let reader = |written: &[Number]| match written {
            [register] => {
                self.of.get(register).filter(|it| (it.reads, it.writes) == (1, 1)).and_then(|it| it.reader)
            }
            _ => None,
        };
        let linked = found.into_iter().enumerate().map(|(index, (ordinary, written))| {
            // A reader before it reads what the last pass of a loop wrote.
            let reader = reader(&written).filter(|reader| *reader > index);
            Ordinary { reader, ..ordinary }
        });
        linked.collect()
    }
}
