//! The action of each statement.

use std::{collections::HashMap, fmt::Write};

use vmad_ptx::{
    ast::Comparison,
    integer::{Integer, Op, Operation},
    module::{Body, Register, Statement},
    sequence::{Sequence, StepSource},
};

use crate::{
    flow::Flow,
    folding::{Folding, folding},
    inputs::hashed,
};

/// The action of a statement in a run.
#[derive(Debug)]
pub(crate) enum Action {
    /// It computes registers.
    Compute(Box<Compute>),
    /// It gives registers a value from outside.
    Opaque {
        /// The number of its text.
        key: u64,
        /// The part of the value that is random.
        depends_on: DependsOn,
        /// The number of bits, and whether its sign is extended.
        part: (u32, bool),
    },
    /// It jumps to one of these statements.
    Jump(Vec<usize>),
    /// It ends the function.
    End,
    /// It writes no register.
    Nothing,
}

/// An instruction with semantics.
#[derive(Debug)]
pub(crate) struct Compute {
    /// The instruction.
    pub(crate) code: Sequence,
    /// The values of the inputs of `code`, in their order.
    pub(crate) inputs: Vec<Input>,
    /// For each register that `code` writes its index there, and the register.
    pub(crate) results: Vec<(usize, Register)>,
    /// Whether ptxas evaluates it.
    pub(crate) folding: Folding,
    /// The number of its text.
    pub(crate) key: u64,
    /// The operands that it compares for equality.
    pub(crate) equated: Option<(Register, Equated)>,
}

/// The operand that a register is compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Equated {
    Constant(u64),
    Register(Register),
}

/// An input of an instruction.
#[derive(Debug)]
pub(crate) enum Input {
    Register(Register),
    Special(String),
}

/// The things that the result of an opaque instruction depends on, beside its text and operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DependsOn {
    /// The run: memory that ptxas cannot know.
    Run,
    /// The group: ptxas can know it.
    Group,
    /// Nothing: ptxas can compute it.
    Operands,
}

/// The action of each statement of a function.
pub(crate) fn actions(flow: &Flow<'_>) -> Vec<Action> {
    let statements = &flow.body.statements;
    let mut targets: HashMap<&str, usize> = HashMap::new();
    // The registers and parameters that calls write are declared by the body.
    let mut own: Vec<Register> = Vec::new();
    for (at, statement) in statements.iter().enumerate() {
        targets.extend(statement.labels.iter().map(|label| (*label, at)));
        if statement.opcode == ".param" {
            own.extend(&statement.writes);
        }
    }
    let names = |registers: &[Register]| -> Vec<usize> {
        registers.iter().filter_map(|it| targets.get(flow.body.names[*it].text).copied()).collect()
    };
    let jump = |statement: &Statement<'_>| {
        if statement.opcode == "bra" {
            return names(&statement.writes);
        }
        // The label of `.branchtargets` is the last operand.
        let lists = names(&statement.reads).into_iter().map(|at| &statements[at]);
        lists.flat_map(|list| [names(&list.writes), names(&list.reads)].concat()).collect()
    };
    let action = |statement: &Statement<'_>| match statement.opcode {
        "bra" | "brx" => Action::Jump(jump(statement)),
        "ret" | "exit" | "trap" => Action::End,
        opcode if statement.writes.is_empty() || opcode.starts_with('.') => Action::Nothing,
        _ => compute(&flow.body, statement).map_or_else(
            || opaque(statement, flow.is_entry && !statement.reads.iter().any(|it| own.contains(it))),
            |compute| Action::Compute(Box::new(compute)),
        ),
    };
    statements.iter().map(action).collect()
}

/// The instruction of a statement, if it has semantics.
fn compute(body: &Body<'_>, statement: &Statement<'_>) -> Option<Compute> {
    if statement.opcode == "ld" {
        return None;
    }
    let mut names: Vec<Register> = statement.writes.iter().chain(&statement.reads).copied().collect();
    names.sort_unstable();
    names.dedup();
    let mut text = String::new();
    for name in names.iter().map(|name| body.names[*name]) {
        if let Some(ty) = name.declared {
            _ = write!(text, ".reg {ty} {};", name.text);
        }
    }
    let code = Sequence::parse(&format!("{text}{};", statement.text)).ok()?;
    let [step] = code.steps() else { return None };
    let register = |name: &str| names.iter().copied().find(|register| body.names[*register].text == name);
    let is_special = |name: &str| code.opaque().any(|special| special == name);
    let inputs = code.inputs().map(|input| match register(&input.name) {
        Some(register) if !is_special(&input.name) => Input::Register(register),
        _ => Input::Special(input.name.clone()),
    });
    let equals = |op| {
        matches!(
            op,
            Op::Setp(Comparison::Eq | Comparison::Ne, _) | Op::Set(Comparison::Eq | Comparison::Ne, _)
        )
    };
    let named = |index: usize| register(&code.registers()[index].name);
    let equated = match (&step.operation, &step.sources[..]) {
        (Operation::Integer(it), [StepSource::Register { index, .. }, other, ..]) if equals(it.op) => {
            let other = match other {
                StepSource::Constant(value) => Some(Equated::Constant(*value)),
                StepSource::Register { index, .. } => named(*index).map(Equated::Register),
            };
            named(*index).zip(other)
        }
        _ => None,
    };
    let results = step.writes().map(|index| Some((index, register(&code.registers()[index].name)?)));
    Some(Compute {
        inputs: inputs.collect(),
        results: results.collect::<Option<_>>()?,
        folding: folding(&step.operation),
        key: hashed(statement.text),
        equated,
        code,
    })
}

/// An instruction without semantics. A parameter that it reads can be one of a kernel.
fn opaque(statement: &Statement<'_>, is_of_kernel: bool) -> Action {
    let opcode = statement.text.split_whitespace().next().unwrap_or_default();
    let has = |word: &str| opcode.split('.').skip(1).any(|it| it == word);
    let depends_on = match statement.opcode {
        "ld" if has("param") => {
            if is_of_kernel {
                DependsOn::Run
            } else {
                DependsOn::Group
            }
        }
        "ld" if ["global", "shared", "const"].into_iter().any(has) => DependsOn::Run,
        "ld" if has("local") => DependsOn::Group,
        // ptxas does not evaluate the instructions that read a carry.
        "atom" | "ldu" | "tex" | "tld4" | "suld" | "ldmatrix" | "activemask" | "addc" | "subc" | "madc" => {
            DependsOn::Run
        }
        "call" => DependsOn::Group,
        _ => DependsOn::Operands,
    };
    let ty = opcode.rsplit('.').next().unwrap_or_default();
    let bits = ty.get(1..).and_then(|bits| bits.parse().ok()).filter(|bits| (1..=64).contains(bits));
    Action::Opaque {
        key: hashed(statement.text),
        depends_on,
        part: (bits.unwrap_or(64), ty.starts_with('s')),
    }
}

/// The constants that an instruction compares.
pub(crate) fn compared(action: &Action) -> impl Iterator<Item = u64> {
    let steps = match action {
        Action::Compute(compute) => compute.code.steps(),
        _ => &[],
    };
    let compares = |operation: &Operation| {
        matches!(operation, Operation::Integer(Integer { op: Op::Setp(..) | Op::Set(..), .. }))
    };
    let sources = steps.iter().filter(move |step| compares(&step.operation)).flat_map(|step| &step.sources);
    sources.filter_map(|source| match source {
        StepSource::Constant(value) => Some(*value),
        StepSource::Register { .. } => None,
    })
}
