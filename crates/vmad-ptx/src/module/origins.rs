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
    /// The places of the opcodes of the video instructions that may have written it, ascending. Copies are followed.
    pub written_by: Vec<usize>,
    /// Whether it is computed from what the function loads from global memory or from its parameters, so that no
    /// compiler knows its value.
    pub is_loaded: bool,
}

/// The most video instructions of an origin. A value that more of them may have written is not followed.
const MOST: usize = 16;

/// What is known of a value: [`None`] if anything else may have written it.
type Value = Option<Origin>;

/// The origin of either of two values.
fn join(one: &Value, other: &Value) -> Value {
    let (one, other) = (one.as_ref()?, other.as_ref()?);
    let mut written_by: Vec<usize> = one.written_by.iter().chain(&other.written_by).copied().collect();
    written_by.sort_unstable();
    written_by.dedup();
    let is_loaded = one.is_loaded && other.is_loaded;
    (written_by.len() <= MOST).then_some(Origin { written_by, is_loaded })
}

/// The registers that video instructions read and whose values come from video instructions, loads and constants alone,
/// by the places of the opcodes.
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
    let value = |here: &HashMap<Register, Value>, register: Register| {
        here.get(&register).unwrap_or(&anywhere[register]).clone()
    };
    let mut here = HashMap::new();
    for (statement, written) in body.statements.iter().zip(&written) {
        if !statement.labels.is_empty() {
            here.clear();
        }
        if is_video(statement) {
            let read = statement.reads.iter().filter_map(|&register| {
                Some((ast::Register::new(body.names[register].0).ok()?, value(&here, register)?))
            });
            let read: Vec<_> = read.collect();
            if !read.is_empty() {
                origins.insert(statement.at(), read);
            }
        }
        let new = match *written {
            Written::Here(ref origin) => Some(origin.clone()),
            Written::From(source, how) => how.value(&value(&here, source)),
            Written::Unknown => None,
        };
        for &register in &statement.writes {
            let new = weaken(new.clone(), register, &compared);
            let new = if statement.guarded { join(&new, &value(&here, register)) } else { new };
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
enum Written {
    /// Its own result, or a constant.
    Here(Origin),
    /// A value that depends on one register.
    From(Register, How),
    Unknown,
}

/// How a value depends on that of a register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Copy,
    /// By a function that is not constant.
    Function,
}

impl How {
    fn value(self, source: &Value) -> Value {
        source.clone().filter(|origin| self == Self::Copy || origin.written_by.is_empty())
    }
}

fn written(text: &str, statement: &Statement<'_, '_>, reads_parameters: bool) -> Written {
    let loaded = Written::Here(Origin { written_by: Vec::new(), is_loaded: true });
    match (statement.opcode(), statement.reads.as_slice()) {
        _ if is_video(statement) => {
            Written::Here(Origin { written_by: vec![statement.at()], is_loaded: false })
        }
        ("ld", _)
            if statement.has_modifier(".global") || reads_parameters && statement.has_modifier(".param") =>
        {
            loaded
        }
        ("mov", []) => Written::Here(Origin::default()),
        ("mov", [source]) if statement.tokens.len() == 5 => Written::From(*source, How::Copy),
        (_, [source]) if constants(text, statement).is_some_and(|all| depends(statement, &all)) => {
            Written::From(*source, How::Function)
        }
        _ => Written::Unknown,
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
fn compared(body: &Body<'_, '_>, written: &[Written], anywhere: &[Value]) -> Vec<bool> {
    let is_loaded = |register: &Register| anywhere[*register].as_ref().is_some_and(|it| it.is_loaded);
    let mut linked: Vec<Vec<Register>> = vec![Vec::new(); body.names.len()];
    let mut pending: Vec<Register> = Vec::new();
    for (statement, written) in body.statements.iter().zip(written) {
        if let Written::From(source, _) = *written {
            for &register in &statement.writes {
                linked[register].push(source);
                linked[source].push(register);
            }
        }
        let are_loaded = statement.reads.len() > 1 && statement.reads.iter().all(is_loaded);
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
fn weaken(value: Value, register: Register, compared: &[bool]) -> Value {
    value.map(|origin| Origin { is_loaded: origin.is_loaded && !compared[register], ..origin })
}

/// The value of each register in any place.
fn anywhere(body: &Body<'_, '_>, written: &[Written], compared: &[bool]) -> Vec<Value> {
    // What no statement writes is unknown, and what another function may write.
    let mut values: Vec<Option<Value>> =
        body.names.iter().map(|(_, is_declared)| (!is_declared).then_some(None)).collect();
    let mut is_written = vec![false; body.names.len()];
    body.statements.iter().flat_map(|it| &it.writes).for_each(|&register| is_written[register] = true);
    values.iter_mut().zip(is_written).filter(|(_, is)| !is).for_each(|(value, _)| *value = Some(None));
    let mut readers: Vec<Vec<(Register, How)>> = vec![Vec::new(); body.names.len()];
    let mut pending: Vec<Register> = Vec::new();
    let add = |values: &mut Vec<Option<Value>>, register: Register, value: Value| {
        let value = weaken(value, register, compared);
        let joined = values[register].as_ref().map_or_else(|| value.clone(), |old| join(old, &value));
        let is_new = values[register].as_ref() != Some(&joined);
        values[register] = Some(joined);
        is_new
    };
    for (statement, written) in body.statements.iter().zip(written) {
        for &register in &statement.writes {
            let value = match written {
                Written::Here(origin) => Some(origin.clone()),
                Written::From(source, how) => {
                    readers[*source].push((register, *how));
                    continue;
                }
                Written::Unknown => None,
            };
            add(&mut values, register, value);
        }
    }
    pending.extend(0..body.names.len());
    while let Some(source) = pending.pop() {
        let Some(value) = values[source].clone() else { continue };
        for &(register, how) in &readers[source] {
            if add(&mut values, register, how.value(&value)) {
                pending.push(register);
            }
        }
    }
    values.into_iter().map(Option::flatten).collect()
}
