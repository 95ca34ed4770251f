//! The statements of a function, and the statements that write each register.

use vmad_ptx::module::{Body, Function, FunctionKind, Module, Register, Statement};

/// The body of a function, and the writers of its registers.
#[derive(Debug)]
pub struct Flow<'t> {
    /// The statements.
    pub body: Body<'t>,
    pub(crate) module: &'t Module,
    /// Whether it is a kernel.
    pub(crate) is_entry: bool,
    /// The largest number of threads of a block in each direction.
    pub(crate) threads: [u64; 3],
    /// The statements that write each register, in the order of the text.
    pub(crate) writers: Vec<Vec<usize>>,
    /// The bits of each register.
    pub(crate) masks: Vec<u64>,
}

/// A register that a statement reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Use {
    /// The index of the statement in the body.
    pub statement: usize,
    /// The register.
    pub register: Register,
}

/// The definition that a register has at a place. Reads of one version give one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// The definitions of the register before the place, in the order of the text.
    definitions: usize,
    /// The labels up to the place, because a jump can bring another definition. 0 for a register with one definition.
    labels: usize,
}

impl<'t> Flow<'t> {
    /// A function of the module of a text.
    pub fn new(text: &'t str, module: &'t Module, function: &Function) -> Self {
        let body = Body::of(text, function);
        let mut writers = vec![Vec::new(); body.names.len()];
        for (at, statement) in body.statements.iter().enumerate() {
            statement.writes().iter().for_each(|register| writers[*register].push(at));
        }
        let before = text.get(..function.body.start).unwrap_or_default();
        let header = before.rfind(['}', ';']).map_or(before, |end| &before[end..]);
        let is_entry = function.kind == FunctionKind::Entry;
        let masks = body.names.iter().map(|name| ones(bits(name.declared))).collect();
        Self { body, module, is_entry, threads: threads(header), writers, masks }
    }

    /// The register of a name that a statement reads.
    pub fn read(&self, statement: usize, name: &str) -> Option<Register> {
        let mut reads = self.body.statements.get(statement)?.reads().iter();
        reads.find(|register| self.body.names[**register].text == name).copied()
    }

    /// The version of a register that a statement reads.
    pub fn version(&self, it: Use) -> Version {
        let writers = self.writers(it.register);
        let labels = || self.body.labels.partition_point(|(at, _)| *at <= it.statement);
        Version {
            definitions: writers.partition_point(|writer| *writer < it.statement),
            labels: if writers.len() > 1 { labels() } else { 0 },
        }
    }

    /// The statements that write a register, if the function declares it.
    pub fn writers(&self, register: Register) -> &[usize] {
        let is_declared = self.body.names.get(register).is_some_and(|name| name.declared.is_some());
        if is_declared { &self.writers[register] } else { &[] }
    }

    /// Marks the statements that write some registers or what a marked statement reads.
    pub(crate) fn mark_sources(&self, marked: &mut [bool], mut pending: Vec<Register>) {
        for (statement, _) in self.body.statements.iter().zip(&*marked).filter(|(_, is_marked)| **is_marked) {
            pending.extend(statement.reads());
        }
        let mut seen = vec![false; self.body.names.len()];
        while let Some(register) = pending.pop() {
            if std::mem::replace(&mut seen[register], true) {
                continue;
            }
            for &writer in &self.writers[register] {
                if !std::mem::replace(&mut marked[writer], true) {
                    pending.extend(self.body.statements[writer].reads());
                }
            }
        }
    }
}

/// The opcode of a statement with its modifiers.
pub fn opcode<'t>(statement: &Statement<'t>) -> &'t str {
    statement.text.split_whitespace().next().unwrap_or_default()
}

/// The largest block that `.reqntid` or `.maxntid` of a function's header allows.
fn threads(header: &str) -> [u64; 3] {
    /// The largest block of every GPU.
    const MOST: u64 = 1024;
    let Some((_, sizes)) = header.split_once("ntid") else { return [MOST; 3] };
    let mut sizes = sizes.split(',').map_while(|size| {
        let digits = size.trim_start();
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse::<u64>().ok()
    });
    // A direction without a size has one thread.
    std::array::from_fn(|_| sizes.next().unwrap_or(1).clamp(1, MOST))
}

/// The bits of a register's type; 64 for a register without one.
fn bits(ty: Option<&str>) -> u32 {
    match ty {
        Some(".pred") => 1,
        Some(ty) => ty.get(2..).and_then(|bits| bits.parse().ok()).filter(|bits| *bits < 64).unwrap_or(64),
        None => 64,
    }
}

pub(crate) const fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}
