//! Where the values of registers come from.

use std::collections::{BTreeMap, HashMap};

use super::{
    body::{Body, Register, Statement},
    uses::is_video,
};
use crate::{ast, syntax::integer_constant};

/// Where the value of a register comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The statements that may have written it, by the places of their opcodes, ascending. Copies are followed. [`None`]
    /// if anything else may have written it.
    pub written_by: Option<Vec<(usize, Writer)>>,
    /// Whether it is computed from what the function loads from global memory or from its parameters, so that no
    /// compiler knows its value.
    pub is_loaded: bool,
}

impl Origin {
    fn of(statement: &Statement<'_, '_>, writer: Writer) -> Self {
        Self { written_by: Some(vec![(statement.at(), writer)]), is_loaded: writer == Writer::Load }
    }

    /// The origin of either of two values.
    fn join(&self, other: &Self) -> Self {
        let writers = self.written_by.as_ref().zip(other.written_by.as_ref()).and_then(|(one, other)| {
            let mut all: Vec<_> = one.iter().chain(other).copied().collect();
            all.sort_unstable();
            all.dedup();
            (all.len() <= MOST).then_some(all)
        });
        Self { written_by: writers, is_loaded: self.is_loaded && other.is_loaded }
    }

    /// Whether each statement that may have written it is one of these.
    fn is_by(&self, is_one: impl Fn(Writer) -> bool) -> bool {
        self.written_by.as_ref().is_some_and(|all| all.iter().all(|(_, writer)| is_one(*writer)))
    }
}

/// A statement that writes a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Writer {
    /// A video instruction.
    Video,
    /// A load from global memory, or of a parameter of an entry.
    Load,
    /// A `mov` of a constant.
    Constant,
    /// An instruction whose result depends on one register, and on no video instruction.
    Function,
    /// Any other. Its result may be that of a video instruction.
    Other,
}

/// The most statements of an origin. A value that more of them may have written is not followed.
const MOST: usize = 16;

/// Where the values come from of the registers that video instructions read, by the places of the opcodes.
///
/// From a label or a branch to the next write of a register, its value is that of any statement that writes it.
pub(super) fn of(
    text: &str,
    body: &Body<'_, '_>,
    is_entry: bool,
) -> BTreeMap<usize, Vec<(ast::Register, Origin)>> {
    let mut origins = BTreeMap::new();
    if !body.statements.iter().any(is_video) {
        return origins;
    }
    let has_calls = body.statements.iter().any(|statement| statement.opcode() == "call");
    let reads_parameters = is_entry && !has_calls;
    let written: Vec<Written> =
        body.statements.iter().map(|statement| written(text, statement, reads_parameters)).collect();
    let compared = compared(body, &written, &anywhere(body, &written, &vec![false; body.names.len()]));
    let anywhere = anywhere(body, &written, &compared);
    let value = |here: &HashMap<Register, Origin>, register: Register| {
        here.get(&register).unwrap_or(&anywhere[register]).clone()
    };
    let mut here = HashMap::new();
    for (statement, written) in body.statements.iter().zip(&written) {
        if !statement.labels.is_empty() {
            here.clear();
        }
        if is_video(statement) {
            let read = statement.reads.iter().filter_map(|&register| {
                Some((ast::Register::new(body.names[register].0).ok()?, value(&here, register)))
            });
            let read: Vec<_> = read.filter(|(_, origin)| *origin != Origin::default()).collect();
            if !read.is_empty() {
                origins.insert(statement.at(), read);
            }
        }
        let new = match *written {
            Written::Here(writer) => Origin::of(statement, writer),
            Written::From(source, how) => how.origin(statement, value(&here, source)),
            Written::Elsewhere => Origin::default(),
        };
        for &register in &statement.writes {
            let new = weaken(new.clone(), register, &compared);
            let new = if statement.guarded { new.join(&value(&here, register)) } else { new };
            here.insert(register, new);
        }
        // A compiler may emit a path around a loop that is always entered.
        if statement.is_branch() {
            here.clear();
        }
    }
    origins
}

/// What a statement writes to its first operand.
#[derive(Clone, Copy)]
enum Written {
    /// Its own result, or a constant.
    Here(Writer),
    /// A value that depends on one register.
    From(Register, How),
    /// What a caller or a called function has written.
    Elsewhere,
}

/// How a value depends on that of a register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Copy,
    /// By a function that is not constant.
    Function,
}

impl How {
    /// The origin of what a statement writes.
    fn origin(self, statement: &Statement<'_, '_>, source: Origin) -> Origin {
        let is_other = |writer: Writer| matches!(writer, Writer::Video | Writer::Other);
        match self {
            Self::Copy => source,
            Self::Function if source.is_by(|writer| !is_other(writer)) => {
                Origin { is_loaded: source.is_loaded, ..Origin::of(statement, Writer::Function) }
            }
            Self::Function => Origin::of(statement, Writer::Other),
        }
    }
}

fn written(text: &str, statement: &Statement<'_, '_>, reads_parameters: bool) -> Written {
    let guard = usize::from(!statement.guard.is_empty()).min(statement.reads.len());
    match (statement.opcode(), &statement.reads[guard..]) {
        _ if is_video(statement) => Written::Here(Writer::Video),
        ("ld", _) if statement.has_modifier(".param") && !reads_parameters => Written::Elsewhere,
        ("ld", _) if [".global", ".param"].into_iter().any(|space| statement.has_modifier(space)) => {
            Written::Here(Writer::Load)
        }
        ("mov", []) => Written::Here(Writer::Constant),
        ("mov", [source]) if statement.tokens.len() == 5 => Written::From(*source, How::Copy),
        (_, [source]) if constants(text, statement).is_some_and(|all| depends(statement, &all)) => {
            Written::From(*source, How::Function)
        }
        _ => Written::Here(Writer::Other),
    }
}

/// The constants among a statement's operands after the first, if that after it is a register, and the rest are
/// constants.
fn constants(text: &str, statement: &Statement<'_, '_>) -> Option<Vec<i64>> {
    let destination = statement.tokens.len() - statement.sources().len();
    let [first, rest @ ..] = statement.sources() else { return None };
    let is_vector = statement.tokens[..destination].iter().any(|token| token.text == "{");
    if !first.is_identifier() || is_vector && statement.opcode() != "mov" {
        return None;
    }
    let [_, .., last] = rest else { return rest.is_empty().then(Vec::new) };
    let constants = text.get(first.end()..last.end())?.split(',').skip(1);
    constants.map(|constant| integer_constant(constant.trim()).map(|it| it.0)).collect()
}

/// Whether the result of an instruction of one register and these constants depends on the register.
fn depends(statement: &Statement<'_, '_>, constants: &[i64]) -> bool {
    match (statement.opcode(), constants) {
        ("mov" | "not" | "neg" | "cvt" | "cvta", []) | ("add" | "sub" | "xor", [_]) => true,
        ("and", [constant]) => *constant != 0,
        ("mul", [constant]) => *constant != 0 && !statement.has_modifier(".hi"),
        ("or", [constant]) => !matches!(*constant, -1 | 0xffff_ffff),
        ("shl" | "shr", [amount]) => (0..16).contains(amount),
        ("bfe", [first, count]) => (0..16).contains(first) && *count > 0,
        _ => false,
    }
}

/// Whether a comparison may tell a compiler the value of each register: it compares the register, or one that depends on
/// it, with a value that the compiler may know.
fn compared(body: &Body<'_, '_>, written: &[Written], anywhere: &[Origin]) -> Vec<bool> {
    let mut linked: Vec<Vec<Register>> = vec![Vec::new(); body.names.len()];
    let mut pending: Vec<Register> = Vec::new();
    for (statement, written) in body.statements.iter().zip(written) {
        if let Written::From(source, _) = *written {
            for &register in &statement.writes {
                linked[register].push(source);
                linked[source].push(register);
            }
        }
        let are_loaded =
            statement.reads.len() > 1 && statement.reads.iter().all(|register| anywhere[*register].is_loaded);
        if matches!(statement.opcode(), "setp" | "set" | "brx" | "slct") && !are_loaded {
            pending.extend(&statement.reads);
        }
    }
    let mut compared = vec![false; body.names.len()];
    while let Some(register) = pending.pop() {
        if !std::mem::replace(&mut compared[register], true) {
            pending.append(&mut linked[register]);
        }
    }
    compared
}

/// A value without what a comparison makes doubtful.
fn weaken(origin: Origin, register: Register, compared: &[bool]) -> Origin {
    Origin { is_loaded: origin.is_loaded && !compared[register], ..origin }
}

/// The value of each register in any place.
fn anywhere(body: &Body<'_, '_>, written: &[Written], compared: &[bool]) -> Vec<Origin> {
    // What no statement writes is unknown, and what another function may write.
    let unknown = |is_declared: bool| (!is_declared).then(Origin::default);
    let mut origins: Vec<Option<Origin>> =
        body.names.iter().map(|(_, is_declared)| unknown(*is_declared)).collect();
    let mut readers: Vec<Vec<(Register, usize, How)>> = vec![Vec::new(); body.names.len()];
    let add = |origins: &mut Vec<Option<Origin>>, register: Register, origin: Origin| {
        let origin = weaken(origin, register, compared);
        let joined = origins[register].as_ref().map_or_else(|| origin.clone(), |old| old.join(&origin));
        let is_new = origins[register].as_ref() != Some(&joined);
        origins[register] = Some(joined);
        is_new
    };
    let mut is_written = vec![false; body.names.len()];
    for (at, (statement, written)) in body.statements.iter().zip(written).enumerate() {
        for &register in &statement.writes {
            is_written[register] = true;
            match *written {
                Written::Here(writer) => _ = add(&mut origins, register, Origin::of(statement, writer)),
                Written::Elsewhere => _ = add(&mut origins, register, Origin::default()),
                Written::From(source, how) => readers[source].push((register, at, how)),
            }
        }
    }
    origins.iter_mut().zip(is_written).filter(|(_, is)| !is).for_each(|(it, _)| *it = unknown(false));
    let mut pending: Vec<Register> = (0..body.names.len()).collect();
    while let Some(source) = pending.pop() {
        let Some(origin) = origins[source].clone() else { continue };
        for &(register, at, how) in &readers[source] {
            if add(&mut origins, register, how.origin(&body.statements[at], origin.clone())) {
                pending.push(register);
            }
        }
    }
    origins.into_iter().map(Option::unwrap_or_default).collect()
}
