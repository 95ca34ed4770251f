//! Code that builds the IR of any word: for recompilers, which see a word at run time.
//!
//! The fields of the word are numbers of the host program; the ports are values of the user's IR. A `Program` of an
//! instruction selects stages by its fields: the operands, the number before the clamp (`tmp`), the last stages. Each
//! case of a stage is an expression of the datapath on 32 bits. The printed text and [`Builder::built`] run the same
//! programs.

mod lanes;
pub(crate) mod ops;
mod scalar;
mod stage;

use std::{collections::HashMap, iter};

use vmad_sass::{
    Instruction,
    isa::{B, Form, Layout},
};
use vmad_term::{
    eval::Evaluator,
    operation::{Operation as Op, Term},
    simplify::Simplified,
};
use vmad_unit::Kind;

pub(crate) use stage::{Body, Stage, is_flag};

use crate::{function::Function, lower::Lowered, unit::Unit};

/// The code that builds the IR of words of some instructions.
#[derive(Debug)]
pub struct Builder {
    pub(crate) stages: Vec<Stage>,
    pub(crate) programs: Vec<Program>,
    /// Whether a word is a legal one of the instructions.
    pub(crate) is_legal: Function,
}

/// The selection of an instruction's stages. The last statement makes its result.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) kind: Kind,
    /// The expressions of the host's numbers.
    pub(crate) host: Simplified,
    pub(crate) statements: Vec<Statement>,
}

/// A statement of a [`Program`].
#[derive(Debug)]
pub(crate) enum Statement {
    /// A number: an expression of the word and of earlier numbers.
    Number { name: &'static str, expression: Term },
    /// A number that is an entry of a table.
    Entry { name: &'static str, entries: Vec<u16>, index: Term },
    /// A value that a number replaces if the condition holds.
    Constant { value: &'static str, condition: Term, number: Term },
    /// The results of a stage; the case is a number.
    Stage { results: &'static [&'static str], stage: usize, case: &'static str, arguments: Vec<&'static str> },
}

/// The IR that is built for a word.
#[derive(Clone, Debug)]
pub struct Built {
    /// The expression of the result.
    pub lowered: Lowered,
    /// The number of operations that are built, without constants. An operation that two stages build counts twice.
    pub operations: u32,
}

impl Builder {
    /// The builder of words of some instructions.
    pub fn new(kinds: &[Kind]) -> Self {
        let forms: Vec<_> = kinds.iter().map(|&kind| Layout::Maxwell.forms(kind)).collect();
        let comment =
            "Whether a word is a legal one of these instructions, other than a VABSDIFF4 with an immediate.";
        let is_legal = crate::unit::legal("is_legal", comment, &forms);
        let mut builder = Self { stages: Vec::new(), programs: Vec::new(), is_legal };
        for &kind in kinds {
            let Some(form) = Layout::Maxwell.forms(kind).iter().find(|form| form.b == B::Register) else {
                continue;
            };
            let program = match kind {
                Kind::Vabsdiff4 => builder.lanes(form),
                _ => builder.scalar(form),
            };
            builder.programs.extend(program);
        }
        builder
    }

    /// What is built for a word; [`None`] if it is not a legal word of the instructions with a known computation.
    ///
    /// This is not simplified further: each operation is one that the printed code builds.
    pub fn built(&self, word: u64) -> Option<Built> {
        let instruction = Instruction::decode(word).ok()?;
        instruction.operation()?;
        let program = self.programs.iter().find(|program| program.kind == instruction.form().kind)?;
        let graph = Simplified::default();
        let mut values: HashMap<_, _> =
            ["a", "b", "c"].into_iter().map(|port| (port, graph.input(port))).collect();
        let mut numbers = HashMap::from([("word_low", word as u32), ("word_high", (word >> 32) as u32)]);
        let mut operations = 0;
        let mut result = None;
        for statement in &program.statements {
            let number = |expression| {
                let mut evaluator = Evaluator::new(&program.host, &[expression]);
                evaluator.run(|name| numbers.get(name).copied().unwrap_or(0).into());
                evaluator.bits(expression) as u32
            };
            match statement {
                Statement::Number { name, expression } => {
                    let value = number(*expression);
                    numbers.insert(name, value);
                }
                Statement::Entry { name, entries, index } => {
                    let value = *entries.get(number(*index) as usize)?;
                    numbers.insert(name, value.into());
                }
                Statement::Constant { value, condition, number: constant } => {
                    if number(*condition) == 1 {
                        values.insert(value, graph.constant(32, number(*constant).into()));
                    }
                }
                Statement::Stage { results, stage, case, arguments } => {
                    let stage = &self.stages[*stage];
                    let body = stage.bodies.get(*numbers.get(case)? as usize)?;
                    operations += body.operations();
                    let given: HashMap<_, _> = stage
                        .arguments
                        .iter()
                        .copied()
                        .zip(arguments.iter().map(|name| values[name]))
                        .collect();
                    let made = body.copy(&graph, &given);
                    let &first = made.first()?;
                    result = Some(first);
                    values.extend(results.iter().copied().zip(made.into_iter().chain(iter::repeat(first))));
                }
            }
        }
        Some(Built { lowered: Lowered { graph, result: result? }, operations })
    }
}

/// The statements of a program, as they are made.
struct Host {
    unit: Unit,
    form: &'static Form,
    statements: Vec<Statement>,
}

impl Host {
    fn new(form: &'static Form) -> Self {
        Self { unit: Unit::default(), form, statements: Vec::new() }
    }

    fn program(self) -> Program {
        Program { kind: self.form.kind, host: self.unit.graph, statements: self.statements }
    }

    /// A field of the word; 0 if the form does not have it.
    fn field(&self, name: &str) -> Term {
        self.form.field(name).map_or_else(|| self.constant(0), |field| self.unit.field(field))
    }

    fn constant(&self, number: u32) -> Term {
        self.unit.graph.constant(32, number.into())
    }

    fn build(&self, operation: Op) -> Term {
        self.unit.graph.build(32, operation)
    }

    fn is(&self, number: Term, value: u32) -> Term {
        self.unit.graph.build(1, Op::Equal(number, self.constant(value)))
    }

    /// A number that has others in its bits, the first in the low ones: each with its width.
    fn packed(&self, parts: &[(Term, u32)]) -> Term {
        let (mut all, mut filled) = (self.constant(0), 0);
        for &(part, width) in parts {
            all = self.build(Op::Or(all, self.build(Op::ShiftLeft(part, filled))));
            filled += width;
        }
        all
    }

    /// `x * count + y`
    fn indexed(&self, x: Term, count: usize, y: Term) -> Term {
        let rows = self.build(Op::Multiply(x, self.constant(count as u32)));
        self.build(Op::Add(rows, y))
    }

    fn number(&mut self, name: &'static str, expression: Term) -> Term {
        self.statements.push(Statement::Number { name, expression });
        self.unit.graph.input(name)
    }

    fn entry(&mut self, name: &'static str, entries: Vec<u16>, index: Term) -> Term {
        self.statements.push(Statement::Entry { name, entries, index });
        self.unit.graph.input(name)
    }

    fn replace(&mut self, value: &'static str, condition: Term, number: Term) {
        self.statements.push(Statement::Constant { value, condition, number });
    }

    /// RZ reads 0.
    fn replace_rz(&mut self, value: &'static str, name: &str) {
        if let Some(field) = self.form.field(name) {
            let is_rz = self.is(self.unit.field(field), 255);
            self.replace(value, is_rz, self.constant(0));
        }
    }

    fn stage(
        &mut self,
        results: &'static [&'static str],
        stage: usize,
        case: &'static str,
        arguments: &[&'static str],
    ) {
        let arguments = arguments.to_vec();
        self.statements.push(Statement::Stage { results, stage, case, arguments });
    }
}
