//! The action of each statement.

use std::{
    cell::LazyCell,
    collections::{HashMap, HashSet},
};

use vmad_ptx::{
    ast::{self, Comparison, Video},
    integer::{Integer, Op, Operation},
    module::{Body, Register, Statement},
    sequence::{Sequence, StepSource},
};

use crate::{
    flow::{Flow, opcode},
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
    Jump(Box<[usize]>),
    /// It ends the function.
    End,
    /// It writes no register.
    Nothing,
}

impl Action {
    /// The statements that it can jump to.
    pub(crate) fn targets(&self) -> &[usize] {
        if let Self::Jump(targets) = self { targets } else { &[] }
    }

    /// Whether it jumps to a label that is not in the function.
    pub(crate) fn leaves_function(&self) -> bool {
        matches!(self, Self::Jump(targets) if targets.is_empty())
    }
}

/// An instruction with semantics.
#[derive(Debug)]
pub(crate) struct Compute {
    /// The computation.
    pub(crate) operation: Operation,
    /// The bits of the first result.
    pub(crate) width: u32,
    /// The operands that it reads.
    pub(crate) sources: Box<[Source]>,
    /// The registers that it writes; [`None`] for `_`.
    pub(crate) results: Box<[Option<Register>]>,
    /// Whether ptxas evaluates it.
    pub(crate) folding: Folding,
    /// Whether it is a `mov` of a literal.
    pub(crate) is_literal: bool,
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

/// An operand that an instruction reads.
#[derive(Debug)]
pub(crate) enum Source {
    /// A register, the number of bits that are read, and whether a predicate has a `!`.
    Register(Register, u32, bool),
    /// A special register, and the number of bits.
    Special(Box<str>, u32),
    Constant(u64),
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

/// The jump or the end of each statement that is one.
pub(crate) fn control(flow: &Flow<'_>) -> impl Iterator<Item = Option<Action>> {
    let statements = &flow.body.statements;
    let targets: HashMap<&str, usize> = flow.body.labels.iter().map(|(at, label)| (*label, *at)).collect();
    let names = move |registers: &[Register]| -> Vec<usize> {
        let texts = registers.iter().map(|register| flow.body.names[*register].text);
        texts.filter_map(|text| targets.get(text).copied()).collect()
    };
    statements.iter().map(move |statement| match statement.opcode {
        "bra" => Some(Action::Jump(names(statement.writes()).into())),
        "brx" => {
            // The label of `.branchtargets` is the last operand.
            let lists = names(statement.reads()).into_iter().filter_map(|at| statements.get(at));
            let all = lists.flat_map(|list| [names(list.writes()), names(list.reads())].concat());
            Some(Action::Jump(all.collect()))
        }
        "ret" | "exit" | "trap" => Some(Action::End),
        _ => None,
    })
}

/// The action of each statement of a function.
pub(crate) fn actions(flow: &Flow<'_>) -> Vec<Action> {
    let statements = &flow.body.statements;
    // The registers and parameters that calls write are declared by the body.
    let declarations = statements.iter().filter(|statement| statement.opcode == ".param");
    let own: HashSet<Register> = declarations.flat_map(Statement::writes).copied().collect();
    let stored: LazyCell<HashSet<&str>, _> = LazyCell::new(|| {
        let stores = statements.iter().filter(|statement| statement.opcode == "st" && is_shared(statement));
        stores.map(|store| address(store.text)).collect()
    });
    let other = |statement: &Statement<'_>| {
        if statement.writes().is_empty() || statement.opcode.starts_with('.') {
            return Action::Nothing;
        }
        computed(flow, statement).map_or_else(
            || {
                let is_of_kernel =
                    flow.is_entry && !statement.reads().iter().any(|register| own.contains(register));
                let is_stored = is_shared(statement) && stored.contains(address(statement.text));
                opaque(statement, is_of_kernel, is_stored)
            },
            |compute| Action::Compute(Box::new(compute)),
        )
    };
    control(flow).zip(statements).map(|(control, it)| control.unwrap_or_else(|| other(it))).collect()
}

/// The instruction of a statement, if it has semantics.
fn computed(flow: &Flow<'_>, statement: &Statement<'_>) -> Option<Compute> {
    match flow.module.video_at(statement.start) {
        Some((_, video)) => compute_video(flow, statement, video),
        None => compute(&flow.body, statement),
    }
}

/// A video instruction of registers of 32 bits.
fn compute_video(flow: &Flow<'_>, statement: &Statement<'_>, video: &Video) -> Option<Compute> {
    let find = |name: &str, all: &[Register]| {
        all.iter().copied().find(|register| flow.body.names[*register].text == name)
    };
    let is_word = |register: &Register| {
        flow.masks[*register] == u32::MAX.into() || flow.body.names[*register].declared.is_none()
    };
    let source = |operand: &ast::Operand<i64>| match operand {
        ast::Operand::Immediate(value) => Some(Source::Constant((*value as u32).into())),
        ast::Operand::Register(read) => match find(read.name(), statement.reads()) {
            Some(register) => is_word(&register).then_some(Source::Register(register, 32, false)),
            // A `c` without a use.
            None => Some(Source::Special(read.name().into(), 32)),
        },
    };
    let operation = Operation::Video(*video.operation());
    Some(Compute {
        width: 32,
        sources: video.operands().into_iter().flatten().map(source).collect::<Option<_>>()?,
        results: [Some(find(video.d().name(), statement.writes()).filter(is_word)?)].into(),
        folding: folding(&operation),
        is_literal: false,
        key: hashed(statement.text),
        equated: None,
        operation,
    })
}

/// Any other instruction, read again.
fn compute(body: &Body<'_>, statement: &Statement<'_>) -> Option<Compute> {
    if statement.opcode == "ld" {
        return None;
    }
    let mut names = [statement.writes(), statement.reads()].concat();
    names.sort_unstable();
    names.dedup();
    let types =
        names.iter().map(|name| body.names[*name]).filter_map(|name| Some((name.declared?, name.text)));
    let text = format!("{};", statement.text);
    let code = Sequence::with_types(&text, types).ok()?;
    let [step] = code.steps() else { return None };
    let register = |name: &str| names.iter().copied().find(|register| body.names[*register].text == name);
    let is_special = |name: &str| code.opaque().any(|special| special == name);
    let source = |source: &StepSource| match *source {
        StepSource::Constant(value) => Source::Constant(value),
        StepSource::Register { index, negated } => {
            let read = &code.registers()[index];
            match register(&read.name).filter(|_| !is_special(&read.name)) {
                Some(register) => Source::Register(register, read.width.bits(), negated),
                None => Source::Special(read.name.as_str().into(), read.width.bits()),
            }
        }
    };
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
    let result = |index: &Option<usize>| match index {
        Some(index) => named(*index).map(Some),
        None => Some(None),
    };
    let width = step.destinations.first().copied().flatten();
    Some(Compute {
        width: width.map_or(64, |index| code.registers()[index].width.bits()),
        sources: step.sources.iter().map(source).collect(),
        results: step.destinations.iter().map(result).collect::<Option<_>>()?,
        folding: folding(&step.operation),
        is_literal: statement.opcode == "mov" && matches!(step.sources[..], [StepSource::Constant(_)]),
        key: hashed(statement.text),
        equated,
        operation: step.operation.clone(),
    })
}

fn is_shared(statement: &Statement<'_>) -> bool {
    opcode(statement).split('.').any(|modifier| modifier == "shared")
}

/// The address of a load or a store.
fn address(text: &str) -> &str {
    text.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or("", |(address, _)| address.trim())
}

/// An instruction without semantics. A parameter that it reads can be one of a kernel; what it loads from shared memory can
/// be what the function stored.
fn opaque(statement: &Statement<'_>, is_of_kernel: bool, is_stored: bool) -> Action {
    let opcode = opcode(statement);
    let has = |word: &str| opcode.split('.').skip(1).any(|modifier| modifier == word);
    let depends_on = match statement.opcode {
        "ld" if has("param") => {
            if is_of_kernel {
                DependsOn::Run
            } else {
                DependsOn::Group
            }
        }
        // ptxas keeps a stored value in its register.
        "ld" if is_stored || has("local") => DependsOn::Group,
        "ld" if ["global", "shared", "const"].into_iter().any(has) => DependsOn::Run,
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
    let sources = match action {
        Action::Compute(compute) if compares(&compute.operation) => &compute.sources[..],
        _ => &[],
    };
    sources.iter().filter_map(|source| match source {
        Source::Constant(value) => Some(*value),
        Source::Register(..) | Source::Special(..) => None,
    })
}

const fn compares(operation: &Operation) -> bool {
    matches!(operation, Operation::Integer(Integer { op: Op::Setp(..) | Op::Set(..), .. }))
}
