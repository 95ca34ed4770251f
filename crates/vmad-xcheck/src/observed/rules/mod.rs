//! Rules of one change: what a faulty emulator computes in place of one step of the datapath.
//!
//! A rule names the step that differs. The unit computes all that precedes it and all that follows it. The tests use the rules as
//! faulty emulators.

mod clamp;
mod fields;
mod result;
mod steps;
mod sum;

use std::sync::LazyLock;

use vmad_ptxas::{
    model::Prepared,
    row::{Case, Row},
};
use vmad_sass::{Instruction, isa::B};
use vmad_unit::{
    Bits, Kind, Machine, Operation, Trace,
    record::Nothing,
    saturate::saturate,
    second_op::{finish, second_operation},
};

use super::Observation;
use crate::{
    map::HYPOTHESES,
    peers::{self, PEERS, Subject},
};

/// A rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its identifier: `shift-before-sum`, `D1`.
    pub id: &'static str,
    /// What it computes.
    pub title: &'static str,
    /// The field or the stage that differs.
    pub place: &'static str,
    /// The instructions that it is about.
    pub instructions: &'static [Kind],
    change: Change,
}

/// The step that differs, and its result.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// A field of the word: each value, by its index, is taken as another.
    Field(&'static str, &'static [u8]),
    /// The same, if B is an immediate.
    FieldOfImmediate(&'static str, &'static [u8]),
    /// The unit with other values of the ports.
    Ports(fn(&Terms) -> [u32; 3]),
    /// The value before the shift, or before the clamp.
    Tmp(fn(&Terms) -> i128),
    /// The shifted sum of `VMAD`.
    Shr(fn(&Terms) -> i128),
    /// The value after the clamp.
    Value(fn(&Terms) -> i128),
    Result(fn(&Terms) -> u32),
    Row(&'static Row),
    Peer(&'static peers::Rules),
}

/// One execution of the unit, with its wires.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The instruction.
    pub instruction: Instruction,
    /// Its operation.
    pub operation: Operation,
    /// Whether B is an immediate.
    pub immediate: bool,
    /// The values of the ports.
    pub ports: [u32; 3],
    /// The wires.
    pub trace: Trace,
}

impl Terms {
    /// The execution of an observed instruction.
    pub fn of(observation: &Observation) -> Self {
        let Observation { instruction, operation, .. } = *observation;
        let ports = instruction.bind(observation.ports);
        let ports = [ports.a, ports.b, ports.c];
        let immediate = instruction.form().b == B::Immediate;
        Self {
            instruction,
            operation,
            immediate,
            ports,
            trace: operation.trace(ports[0], ports[1], ports[2]),
        }
    }

    /// The number on a wire; 0 if there is no such wire.
    pub fn wire(&self, name: &str) -> i128 {
        self.trace.value(name).unwrap_or_default()
    }

    fn c(&self) -> u32 {
        self.ports[2]
    }
}

impl Rule {
    /// Whether it is about an instruction.
    pub fn is_about(&self, kind: Kind) -> bool {
        self.instructions.contains(&kind)
    }

    /// Its result; [`None`] if it says nothing about the mode.
    pub fn compute(&self, terms: &Terms) -> Option<u32> {
        let Terms { operation, ports, .. } = terms;
        let execute = |operation: Operation, [a, b, c]: [u32; 3]| operation.execute(a, b, c);
        Some(match self.change {
            Change::Field(name, values) => execute(with_field(&terms.instruction, name, values)?, *ports),
            Change::FieldOfImmediate(name, values) if terms.immediate => {
                execute(with_field(&terms.instruction, name, values)?, *ports)
            }
            Change::FieldOfImmediate(..) => return None,
            Change::Ports(change) => execute(*operation, change(terms)),
            Change::Tmp(tmp) => after_tmp(terms, tmp(terms))?,
            Change::Shr(shr) => match *operation {
                Operation::Vmad(mode) => after_shift(mode, shr(terms)),
                _ => return None,
            },
            Change::Value(value) => match operation.output() {
                Some(output) => {
                    let value = (&Bits::wrap(value(terms)), "");
                    let (sign, c) = ((output.sign, output.second), Bits::wrap(terms.c().into()));
                    word(second_operation(&Machine, &mut Nothing, sign, value, &c))
                }
                None if matches!(operation, Operation::Vmad(_)) => value(terms) as u32,
                None => return None,
            },
            Change::Result(result) => result(terms),
            Change::Row(row) => prepare(row, *operation)?(*ports),
            Change::Peer(peer) => {
                let subject = Subject { operation: *operation, immediate: terms.immediate };
                (peer.run)(&subject, *ports)?
            }
        })
    }
}

/// The operation of a word with another value in a field; [`None`] if it has no such field, or if the word is illegal.
fn with_field(instruction: &Instruction, name: &str, values: &[u8]) -> Option<Operation> {
    let word = instruction.encode();
    let field = instruction.form().field(name)?;
    let value = values.get(field.of(word) as usize)?;
    Instruction::decode_in(instruction.layout(), field.with(word, u64::from(*value))).ok()?.operation()
}

fn word(bits: Bits<32>) -> u32 {
    bits.unsigned() as u32
}

/// The result for a value of tmp, by the stages that follow it. The shift of a `VMAD` shifts the number.
fn after_tmp(terms: &Terms, tmp: i128) -> Option<u32> {
    if let Operation::Vmad(mode) = terms.operation {
        return Some(after_shift(mode, tmp >> mode.scale.count()));
    }
    let output = terms.operation.output()?;
    let c = Bits::wrap(terms.c().into());
    Some(word(finish(&Machine, &mut Nothing, output, &Bits::wrap(tmp), &c)))
}

/// The same for a value of shr.
fn after_shift(mode: vmad_unit::vmad::Mode, shr: i128) -> u32 {
    word(saturate(&Machine, &mut Nothing, mode.saturate, mode.final_sign(), &Bits::wrap(shr)))
}

/// The model of a row of the map in a mode; for an instruction that the row is not about, the unit. [`None`] if the row computes
/// no such mode.
pub(super) fn prepare(row: &Row, mode: Operation) -> Option<Prepared> {
    let case = Case::of_mode(mode).with_dtype(row.dtype());
    if row.is_about(mode.kind()) { row.prepare(&case) } else { Some(case.unit()) }
}

/// All rules: the readings of the map, the changes of one step, the published programs. Of several that fit, the first is the
/// headline.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let readings = HYPOTHESES.iter().map(|row| Rule {
        id: row.id,
        title: row.meanings[1],
        place: row.title,
        instructions: &Kind::ALL,
        change: Change::Row(row),
    });
    let peers = PEERS.iter().filter(|peer| !peer.title.is_empty()).map(|peer| Rule {
        id: peer.id,
        title: peer.title,
        place: "a published program",
        instructions: &Kind::ALL,
        change: Change::Peer(peer),
    });
    readings
        .chain(fields::RULES)
        .chain(sum::RULES)
        .chain(clamp::RULES)
        .chain(result::RULES)
        .chain(peers)
        .collect()
});
