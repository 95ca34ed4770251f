//! The statements of a module that ptxas compiles to words of the family, by line and by function.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Range,
};

use vmad_files::lines::LineIndex;
use vmad_flow::Flow;
use vmad_ptx::{
    module::{Function, Module},
    syntax::Span,
};
use vmad_ptxas::versions::Compiler;
use vmad_sass::Arch;

use crate::{
    form::with_registers,
    operands::operands,
    ordinary::Ordinary,
    report::NotRead,
    statement::{Same, Statement},
};

/// The statements of a module.
#[derive(Debug)]
pub(crate) struct Program<'m> {
    /// In the order of the text.
    pub(crate) statements: Vec<Statement<'m>>,
    /// The video instructions that cannot be read.
    pub(crate) not_read: Vec<NotRead>,
    /// The video instructions and dot products that ptxas compiles to other words on every architecture, by opcode.
    pub(crate) not_checked: BTreeMap<String, usize>,
    names: HashMap<&'m str, usize>,
    /// For each function, the others that it names: those that it may call.
    calls: Vec<BTreeSet<usize>>,
    /// The number of kinds of the statements.
    pub(crate) kinds: usize,
    /// The `min`, `max` and `sad`, each with its function and line, in the order of the text.
    ordinary: Vec<(usize, u32, Ordinary)>,
    /// The lines with other statements, or some that cannot be read.
    others: BTreeSet<u32>,
}

impl<'m> Program<'m> {
    /// The statements of the module of a text. The compiler replaces some of them by other instructions.
    pub(crate) fn new(text: &str, module: &'m Module, compiler: Compiler<Arch>) -> Self {
        let functions = &module.functions[..];
        let mut program = Self {
            statements: Vec::new(),
            not_read: Vec::new(),
            not_checked: BTreeMap::new(),
            names: functions.iter().enumerate().map(|(at, it)| (it.name.as_str(), at)).collect(),
            calls: Vec::new(),
            kinds: 0,
            ordinary: Vec::new(),
            others: BTreeSet::new(),
        };
        for opcode in &module.not_covered {
            *program.not_checked.entry(opcode.of(text).to_owned()).or_default() += 1;
        }
        let index = LineIndex::new(text);
        for (at, function) in functions.iter().enumerate() {
            program.add_function(text, module, at, function, &index, compiler);
        }
        program.statements.shrink_to_fit();
        let mut kinds = BTreeMap::new();
        for statement in &mut program.statements {
            let (kind, next) = (statement.kind, kinds.len());
            let facts = kinds.entry(kind).or_insert_with(|| (next, kind.is_emulated(compiler)));
            (statement.kind_number, statement.is_emulated) = *facts;
        }
        program.kinds = kinds.len();
        program
    }

    fn add_function(
        &mut self,
        text: &str,
        module: &'m Module,
        at: usize,
        function: &Function,
        index: &LineIndex,
        compiler: Compiler<Arch>,
    ) {
        let flow = Flow::new(text, module, function);
        let called = flow.body.names.iter().filter(|name| name.declared.is_none());
        self.calls.push(called.filter_map(|name| self.function(name.text)).collect());
        let (operands, used) = (operands(&flow, module), flow.used());
        let mut same: BTreeMap<Same, usize> = BTreeMap::new();
        for ((place, statement), operands) in flow.body.statements.iter().enumerate().zip(&operands) {
            if let Some(operands) = operands {
                let setting = with_registers(*operands.video.operation(), compiler.target.layout());
                if let Some(setting) = setting {
                    let Span { start, end } = operands.found.span;
                    let lines = [start, end.saturating_sub(1)].map(|offset| index.line(offset));
                    let (mut statement, key) =
                        Statement::new(&self.statements, &flow, (at, place), lines, setting, operands);
                    statement.is_used = used[place];
                    statement.same = *same.entry(key).or_insert(self.statements.len());
                    self.statements.push(statement);
                    continue;
                }
                *self.not_checked.entry(statement.opcode.to_owned()).or_default() += 1;
            }
            self.others.extend(index.line(statement.start)..=index.line(statement.end));
            if let Some(ordinary) = Ordinary::of(statement, &flow) {
                // Its words have the line of its type: they are made before the operands are read.
                let ty = statement.text.find('.').unwrap_or_default();
                self.ordinary.push((at, index.line(statement.start + ty), ordinary));
            }
        }
        // An integer mad is not an instruction of the crate `vmad-ptx`.
        let unreadable =
            module.statements_in(function.body).iter().filter_map(|statement| statement.as_ref().err());
        let unreadable = unreadable.filter(|statement| statement.opcode.of(text) != "mad");
        self.not_read.extend(unreadable.map(|statement| NotRead {
            function: function.name.clone(),
            span: statement.error.span,
            fault: statement.error.kind.clone(),
        }));
    }

    /// The places of the statements whose words have a line.
    pub(crate) fn on_line(&self, line: u32) -> Range<usize> {
        equal(&self.statements, |statement| statement.last_line.cmp(&line))
    }

    /// Whether a line has other statements too, or some that cannot be read.
    pub(crate) fn has_others(&self, line: u32) -> bool {
        self.others.contains(&line)
    }

    /// The `min`, `max` and `sad` whose words have a line.
    pub(crate) fn ordinary_on(&self, line: u32) -> impl Iterator<Item = &Ordinary> {
        self.ordinary[equal(&self.ordinary, |(_, own, _)| own.cmp(&line))].iter().map(|(.., it)| it)
    }

    /// The `min`, `max` and `sad` of a function.
    pub(crate) fn ordinary(&self, function: usize) -> impl Iterator<Item = &Ordinary> {
        self.ordinary[equal(&self.ordinary, |(own, ..)| own.cmp(&function))].iter().map(|(.., it)| it)
    }

    /// The place of a function of this name.
    pub(crate) fn function(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// The statements of a function.
    pub(crate) fn of_function(&self, function: usize) -> Range<usize> {
        equal(&self.statements, |statement| statement.function.cmp(&function))
    }

    /// The statement in a place of a function.
    pub(crate) fn at(&self, function: usize, place: usize) -> Option<usize> {
        self.statements.binary_search_by_key(&(function, place), |known| (known.function, known.at)).ok()
    }

    /// The functions from whose statements a function's code may be compiled: the function itself, then every function
    /// that it calls, directly or not.
    pub(crate) fn reached(&self, own: usize) -> Vec<usize> {
        let mut reached = vec![own];
        let mut seen = BTreeSet::from([own]);
        let mut next = 0;
        while let Some(at) = reached.get(next) {
            reached.extend(self.calls[*at].iter().filter(|called| seen.insert(**called)));
            next += 1;
        }
        reached
    }
}

/// The places of the items that `order` calls equal; the items are sorted by it.
fn equal<T>(items: &[T], order: impl Fn(&T) -> Ordering) -> Range<usize> {
    let first = items.partition_point(|item| order(item).is_lt());
    first..first + items[first..].partition_point(|item| order(item).is_eq())
}
