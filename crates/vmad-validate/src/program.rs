//! The statements of a module that ptxas compiles to words of the family, by line and by function.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    ops::Range,
};

use vmad_files::lines::LineIndex;
use vmad_ptx::{
    ast::{Body, Operation, Tail},
    module::{Function, Module, Unreadable},
    syntax::{Found, Span},
};
use vmad_ptxas::versions::Compiler;
use vmad_sass::{Arch, isa::Layout};

use crate::{
    definitions::Definitions,
    ordinary::Ordinary,
    report::NotRead,
    statement::{PtxOperand, Statement},
};

/// The statements of a module.
#[derive(Debug)]
pub(crate) struct Program<'m> {
    pub(crate) functions: &'m [Function],
    /// In the order of the text.
    pub(crate) statements: Vec<Statement>,
    /// The video instructions that cannot be read.
    pub(crate) not_read: Vec<NotRead>,
    /// The video instructions and dot products that ptxas compiles to other words on every architecture, by opcode.
    pub(crate) not_checked: BTreeMap<String, usize>,
    names: HashMap<&'m str, usize>,
    of_function: Vec<(Range<usize>, Vec<Ordinary>)>,
    lines: HashMap<u32, Line>,
    /// The statement of each place of a function.
    places: HashMap<(usize, usize), usize>,
}

/// The statements of a line.
#[derive(Debug, Default)]
pub(crate) struct Line {
    /// Video instructions, by their places in [`Program::statements`].
    pub(crate) statements: Vec<usize>,
    pub(crate) ordinary: Vec<Ordinary>,
    /// Whether it has other statements too, or some that cannot be read.
    pub(crate) has_others: bool,
}

/// The function, the operation and the operands of a statement. Merges into byte 0, 1 and 3 have one word.
type SameKey = (usize, Operation, [PtxOperand; 3]);

impl<'m> Program<'m> {
    /// The statements of the module of a text.
    pub(crate) fn of(text: &str, module: &'m Module, layout: Layout) -> Self {
        let functions = &module.functions[..];
        let mut program = Self {
            functions,
            statements: Vec::new(),
            not_read: Vec::new(),
            not_checked: BTreeMap::new(),
            names: functions.iter().enumerate().map(|(at, it)| (it.name.as_str(), at)).collect(),
            of_function: Vec::new(),
            lines: HashMap::new(),
            places: HashMap::new(),
        };
        for opcode in &module.not_covered {
            *program.not_checked.entry(opcode.of(text).to_owned()).or_default() += 1;
        }
        let index = LineIndex::new(text);
        for (at, function) in functions.iter().enumerate() {
            program.add_function(text, module, (at, function), &index, layout);
        }
        let (mut kinds, mut same) = (HashMap::new(), HashMap::new());
        for statement in &mut program.statements {
            let key = (statement.operation, statement.operands.each_ref().map(knowledge), statement.ties());
            let next = kinds.len();
            statement.kind = *kinds.entry(key).or_insert(next);
            let next = same.len();
            statement.same = *same.entry(same_key(statement)).or_insert(next);
        }
        program
    }

    /// The same, with the statements marked that a compiler replaces by other instructions.
    pub(crate) fn on(mut self, compiler: Compiler<Arch>) -> Self {
        let mut is_emulated = HashMap::new();
        for statement in &mut self.statements {
            let lower = || statement.lower(compiler).is_err();
            statement.is_emulated = *is_emulated.entry(statement.kind).or_insert_with(lower);
        }
        self
    }

    fn add_function(
        &mut self,
        text: &str,
        module: &Module,
        (at, function): (usize, &Function),
        index: &LineIndex,
        layout: Layout,
    ) {
        let first = self.statements.len();
        let found = statements_in(module, function.body);
        let is_video = |start: usize| {
            let behind = found.partition_point(|it| place(it) <= start);
            let last = behind.checked_sub(1).and_then(|at| found[at].as_ref().ok());
            last.is_some_and(|it| start < it.span.end && matches!(it.instruction.body, Body::Video(_)))
        };
        let definitions = Definitions::of(text, function, |it| is_video(it.span.start));
        let is_video = |at: usize| is_video(definitions.body.statements[at].span.start);
        let mut own = HashSet::new();
        for found in found {
            match found {
                Ok(found) => {
                    let end = found.span.end.saturating_sub(1);
                    let lines = [found.span.start, end].map(|offset| index.line(offset));
                    let found = (&found.instruction, found.span);
                    let Some(statement) = Statement::of(found, lines, (at, &definitions), layout, is_video)
                    else {
                        if let Body::Video(video) = &found.0.body {
                            let text = video.operation().to_string();
                            let opcode = text.split('.').next().unwrap_or_default().to_owned();
                            *self.not_checked.entry(opcode).or_default() += 1;
                        }
                        continue;
                    };
                    own.insert(statement.at);
                    self.places.insert((at, statement.at), self.statements.len());
                    self.lines.entry(statement.last_line).or_default().statements.push(self.statements.len());
                    self.statements.push(statement);
                }
                // An integer mad is no instruction of the crate `vmad-ptx`.
                Err(unreadable) if unreadable.opcode.of(text) == "mad" => {}
                Err(unreadable) => self.not_read.push(NotRead {
                    function: function.name.clone(),
                    span: unreadable.error.span,
                    fault: unreadable.error.kind.clone(),
                }),
            }
        }
        let mut all_ordinary = Vec::new();
        for (place, statement) in definitions.body.statements.iter().enumerate() {
            if own.contains(&place) {
                continue;
            }
            let first = index.line(statement.span.start);
            for line in first..=index.line(statement.end) {
                self.lines.entry(line).or_default().has_others = true;
            }
            if let Some(ordinary) = Ordinary::of(statement, &definitions) {
                // Its words have the line of its type: they are made before the operands are read.
                let ty = statement.text.find('.').unwrap_or_default();
                let line = index.line(statement.span.start + ty);
                self.lines.entry(line).or_default().ordinary.push(ordinary);
                all_ordinary.push(ordinary);
            }
        }
        self.of_function.push((first..self.statements.len(), all_ordinary));
    }

    /// The statements of a line.
    pub(crate) fn line(&self, line: u32) -> Option<&Line> {
        self.lines.get(&line)
    }

    /// The place of a function of this name.
    pub(crate) fn function(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// The statements of a function.
    pub(crate) fn of_function(&self, function: usize) -> Range<usize> {
        self.of_function.get(function).map(|(statements, _)| statements.clone()).unwrap_or_default()
    }

    /// The `min`, `max` and `sad` of a function.
    pub(crate) fn ordinary(&self, function: usize) -> &[Ordinary] {
        self.of_function.get(function).map_or(&[], |(_, ordinary)| ordinary)
    }

    /// The statement in a place of a function.
    pub(crate) fn at(&self, function: usize, place: usize) -> Option<usize> {
        self.places.get(&(function, place)).copied()
    }

    /// The functions whose statements a function's code may have been compiled from: itself, then every function that it
    /// calls, or that those call.
    pub(crate) fn reached(&self, own: usize) -> Vec<usize> {
        let mut reached = vec![own];
        let mut seen = BTreeSet::from([own]);
        let mut next = 0;
        while let Some(at) = reached.get(next) {
            let called = self.functions[*at].calls.iter().filter_map(|name| self.function(name));
            reached.extend(called.filter(|called| seen.insert(*called)).collect::<Vec<_>>());
            next += 1;
        }
        reached
    }
}

/// What a comparison needs to know of an operand.
const fn knowledge(operand: &PtxOperand) -> (u8, Option<u32>) {
    match operand {
        PtxOperand::Register { computed, .. } => (*computed as u8, None),
        PtxOperand::Known(_, value) => (2, Some(*value)),
        PtxOperand::Constant(value) => (3, Some(*value)),
        PtxOperand::None => (4, None),
    }
}

fn same_key(statement: &Statement) -> SameKey {
    let mut operation = statement.operation;
    let mut operands = statement.operands.clone();
    let tail = match &mut operation {
        Operation::Arithmetic(it) => Some(&mut it.tail),
        Operation::Shift(it) => Some(&mut it.tail),
        Operation::Set(it) => Some(&mut it.tail),
        _ => None,
    };
    if let Some(tail @ Tail::Merge(_)) = tail
        && statement.setting.merge.is_some()
    {
        *tail = Tail::None;
        operands[2] = PtxOperand::None;
    }
    (statement.function, operation, operands)
}

/// The statements of this crate in a function's body. Those of a module are in the order of the text.
fn statements_in(module: &Module, body: Span) -> &[Result<Found, Unreadable>] {
    let first = module.statements.partition_point(|it| place(it) < body.start);
    let end = module.statements.partition_point(|it| place(it) < body.end);
    &module.statements[first..end.max(first)]
}

const fn place(statement: &Result<Found, Unreadable>) -> usize {
    match statement {
        Ok(found) => found.span.start,
        Err(unreadable) => unreadable.span.start,
    }
}
