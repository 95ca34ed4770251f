//! The definitions of the registers of a function, in any order of execution.

use std::collections::HashMap;

use crate::liveness::used;
use vmad_ptx::{
    module::{Body, FunctionKind, Register, Statement},
    sequence::{Sequence, Width},
};

/// The values that a register can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// All definitions are this constant, through `mov` and arithmetic.
    Constant(u32),
    /// All definitions are results of video words, loads from global memory, or parameters of a kernel, and nothing
    /// tests the register: no compiler can know a value.
    Computed,
    /// Any other: ptxas can know a value in some place, for example a counter in an unrolled loop.
    Open,
}

/// The definition that a register has at a place. Reads of one version give one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Version {
    /// The definitions of the register before the place, in the order of the text.
    definitions: usize,
    /// The labels up to the place, because a jump can bring another definition. 0 for a register with one definition.
    labels: usize,
}

/// The statements of a function, and the definitions of its registers.
#[derive(Debug)]
pub(crate) struct Definitions<'t> {
    pub(crate) body: Body<'t>,
    /// The statements that write each register, in the order of the text.
    writers: Vec<Vec<usize>>,
    /// The statements with a label, in the order of the text.
    labels: Vec<usize>,
    /// The values that each register can have.
    pub(crate) values: Vec<Value>,
    /// Whether the result of each statement may be used.
    pub(crate) used: Vec<bool>,
    /// For each statement that is a video instruction, whether it becomes a word of the family: ptxas does not evaluate
    /// such an instruction, but it can evaluate the code that replaces another.
    pub(crate) words: Vec<Option<bool>>,
}

impl<'t> Definitions<'t> {
    pub(crate) fn of(body: Body<'t>, kind: FunctionKind, words: Vec<Option<bool>>) -> Self {
        let (mut writers, mut readers) =
            (vec![Vec::new(); body.names.len()], vec![Vec::new(); body.names.len()]);
        for (at, statement) in body.statements.iter().enumerate() {
            statement.writes.iter().for_each(|register| writers[*register].push(at));
            statement.reads.iter().for_each(|register| readers[*register].push(at));
        }
        let mut values = constants(&body, &writers, &readers, &words);
        // A function that is inlined gets constants, and can return one.
        let has_parameters = kind == FunctionKind::Entry
            && !body.statements.iter().any(|statement| statement.opcode == "call");
        let is_computed = |at: &usize| {
            let statement = &body.statements[*at];
            let is_loaded =
                ["ld.global", "ld.volatile.global"].iter().any(|load| statement.text.starts_with(load));
            is_loaded || words[*at] == Some(true) || has_parameters && statement.text.starts_with("ld.param")
        };
        let is_tested = |at: &usize| matches!(body.statements[*at].opcode, "setp" | "mov" | "selp");
        for (register, value) in values.iter_mut().enumerate() {
            let (writers, readers) = (&writers[register], &readers[register]);
            let is_known = *value != Value::Open || writers.is_empty() || !body.names[register].1;
            if !is_known && writers.iter().all(is_computed) && !readers.iter().any(is_tested) {
                *value = Value::Computed;
            }
        }
        let used = used(&body, &writers);
        let has_label = |at: &usize| !body.statements[*at].labels.is_empty();
        let labels = (0..body.statements.len()).filter(has_label).collect();
        Self { body, writers, labels, values, used, words }
    }

    /// The register of a name that a statement reads.
    pub(crate) fn register(&self, statement: usize, name: &str) -> Option<Register> {
        let mut reads = self.body.statements[statement].reads.iter();
        reads.find(|register| self.body.names[**register].0 == name).copied()
    }

    /// The version of a register that a statement reads.
    pub(crate) fn version(&self, register: Register, at: usize) -> Version {
        let writers = &self.writers[register];
        let labels = || self.labels.partition_point(|label| *label <= at);
        Version {
            definitions: writers.partition_point(|writer| *writer < at),
            labels: if writers.len() > 1 { labels() } else { 0 },
        }
    }

    /// The statements that write a register, if the function declares it.
    pub(crate) fn writers(&self, register: Register) -> &[usize] {
        if self.body.names[register].1 { &self.writers[register] } else { &[] }
    }
}

/// The registers all of whose definitions are one constant. A statement is evaluated once all registers that it reads
/// are known. A video instruction is not evaluated: the value that ptxas computes can be wrong (D3p).
fn constants(
    body: &Body<'_>,
    writers: &[Vec<usize>],
    readers: &[Vec<usize>],
    words: &[Option<bool>],
) -> Vec<Value> {
    let mut values = vec![Value::Open; body.names.len()];
    let mut unknown: Vec<usize> = body.statements.iter().map(|statement| statement.reads.len()).collect();
    let mut results: HashMap<usize, u32> = HashMap::new();
    let mut ready: Vec<usize> = (0..unknown.len()).filter(|at| unknown[*at] == 0).collect();
    while let Some(at) = ready.pop() {
        let statement = &body.statements[at];
        let (&[register], false) = (&statement.writes[..], statement.is_partial || words[at].is_some())
        else {
            continue;
        };
        let Some(result) = evaluate(body, statement, &values) else { continue };
        results.insert(at, result);
        let is_same = |writer: &usize| results.get(writer) == Some(&result);
        // The last of its definitions that becomes known finds all of them.
        if body.names[register].1 && values[register] == Value::Open && writers[register].iter().all(is_same)
        {
            values[register] = Value::Constant(result);
            for &reader in &readers[register] {
                unknown[reader] -= 1;
                if unknown[reader] == 0 {
                    ready.push(reader);
                }
            }
        }
    }
    values
}

/// The result of a statement that reads only constants: of `mov` and of integer arithmetic in 32 bits.
fn evaluate(body: &Body<'_>, statement: &Statement<'_>, values: &[Value]) -> Option<u32> {
    // A carry is not an operand, and a narrow conversion is not one of 32 bits.
    let is_narrow = |ty: &&str| matches!(*ty, "u8" | "s8" | "u16" | "s16");
    if matches!(statement.opcode, "addc" | "subc" | "madc")
        || statement.opcode == "cvt" && statement.text.split(['.', ' ']).any(|ty| is_narrow(&ty))
    {
        return None;
    }
    let code = Sequence::parse(&format!("{};", statement.text)).ok()?;
    let mut results = code.last_written();
    let is_one_word = |width: Width| width.words() == 1 && width.bits() == 32;
    let is_single = results.next().is_some_and(|it| is_one_word(it.width)) && results.next().is_none();
    let mut is_known = is_single;
    let results = code.results(|input| {
        let register = statement.reads.iter().find(|register| body.names[**register].0 == input.name);
        match register.map(|register| values[*register]) {
            Some(Value::Constant(value)) if is_one_word(input.width) => value.into(),
            _ => {
                is_known = false;
                0
            }
        }
    });
    match results[..] {
        [result] if is_known => Some(result),
        _ => None,
    }
}
