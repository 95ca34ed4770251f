//! The results of an execution: registers, wires, vectors.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use vmad_unit::{Effect, Sign, Trace};

use super::fields::{Hex, Instruction, InstructionObject, hex};
use crate::execution::Executed;

/// The object of `vmad exec --json` and `vmad trace --json`.
#[derive(Serialize)]
pub(crate) struct Execution {
    instruction: InstructionObject,
    /// Registers and predicates, each with its new value.
    changed: Vec<Value>,
    /// That of a word of 64 bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition_code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<TraceObject>,
}

impl Execution {
    pub(crate) fn new(executed: &Executed, trace: Option<Trace>) -> Self {
        let Executed { instruction, effect, .. } = executed;
        let condition_code = if effect.condition_code { "unspecified" } else { "untouched" };
        let instruction = InstructionObject::from(instruction);
        let is_narrow = matches!(instruction, InstructionObject::Narrow(_));
        Self {
            instruction,
            changed: changed(*effect),
            condition_code: is_narrow.then_some(condition_code),
            trace: trace.map(TraceObject::from),
        }
    }
}

fn changed(effect: Effect) -> Vec<Value> {
    let register = effect.register.into_iter().map(
        |(register, value)| json!({ "register": register.to_string(), "value": format!("{value:#010x}") }),
    );
    let predicates = effect.predicates.into_iter().flatten().map(|(predicate, value)| {
        json!({ "predicate": predicate.to_string(), "value": u8::from(value).to_string() })
    });
    register.chain(predicates).collect()
}

/// A line of `vmad vectors --format jsonl`. The first keys are the columns of all rows.
#[derive(Serialize)]
pub(crate) struct Vector {
    word: Hex,
    a: Hex,
    b: Hex,
    c: Hex,
    result: Hex,
    instruction: Instruction,
    trace: TraceObject,
}

impl From<&vmad_observe::vectors::Vector> for Vector {
    fn from(vector: &vmad_observe::vectors::Vector) -> Self {
        let port = |value: u32| Hex { value: value.into(), digits: 8 };
        let trace = vector.trace();
        let result = port(trace.result());
        let vmad_observe::vectors::Vector { instruction, ports, .. } = vector;
        Self {
            word: Hex { value: instruction.encode().into(), digits: 16 },
            a: port(ports.a),
            b: port(ports.b),
            c: port(ports.c),
            result,
            instruction: instruction.into(),
            trace: trace.into(),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct TraceObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    intermediate_sign: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    final_sign: Option<&'static str>,
    clamp: &'static str,
    #[serde(serialize_with = "wires")]
    wires: Vec<vmad_unit::Wire>,
}

#[derive(Serialize)]
struct Wire {
    stage: &'static str,
    name: &'static str,
    width: u32,
    bits: Hex,
    #[serde(serialize_with = "decimal")]
    value: i128,
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'static str,
}

impl From<Trace> for TraceObject {
    fn from(trace: Trace) -> Self {
        Self {
            intermediate_sign: trace.sign("intermediate").map(Sign::name),
            final_sign: trace.sign("final").map(Sign::name),
            clamp: trace.clamp().name(),
            wires: trace.wires,
        }
    }
}

impl From<&vmad_unit::Wire> for Wire {
    fn from(wire: &vmad_unit::Wire) -> Self {
        Self {
            stage: wire.stage.name(),
            name: wire.name,
            width: wire.bits.width(),
            bits: hex(wire.bits.pattern()),
            value: wire.value(),
            note: wire.note,
        }
    }
}

fn wires<S: Serializer>(wires: &[vmad_unit::Wire], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(wires.iter().map(Wire::from))
}

fn decimal<S: Serializer>(value: &i128, serializer: S) -> Result<S::Ok, S::Error> {
    let mut buffer = itoa::Buffer::new();
    // Few numbers have more than 64 bits, which take twice the time.
    serializer.serialize_str(match i64::try_from(*value) {
        Ok(value) => buffer.format(value),
        Err(_) => buffer.format(*value),
    })
}
