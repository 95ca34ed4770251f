//! What `--json` prints: the schema of `docs/src/json.md`.
//!
//! Words, control fields and bits are strings of hexadecimal digits with `0x`, and numbers that 53 bits may not hold
//! are strings of decimal digits, so that every reader keeps every bit.

use serde::Serialize;
use vmad_sass::{
    Assembly, Vmad,
    schedule::{Barrier, ControlField},
    vmad::{RegisterSource, SourceB},
};
use vmad_unit::{Effect, Psign, Saturate, Sign, Trace, trace::Row};

/// An instruction, field by field.
#[derive(Serialize)]
pub(crate) struct Instruction {
    text: String,
    word: String,
    dispatch: &'static str,
    guard: String,
    destination: String,
    cc: bool,
    a: Source,
    b: Source,
    c: String,
    psign: u8,
    operation: &'static str,
    scale: &'static str,
    saturate: bool,
}

/// A source operand: a register with a selector, or an immediate.
#[derive(Serialize)]
struct Source {
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    register: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selector: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    immediate: Option<String>,
}

impl From<&Vmad> for Instruction {
    fn from(vmad: &Vmad) -> Self {
        Self {
            text: vmad.to_string(),
            word: hex(vmad.encode()),
            dispatch: vmad.dispatch().name(),
            guard: vmad.guard.to_string(),
            destination: vmad.destination.to_string(),
            cc: vmad.cc,
            a: Source::register(vmad.a),
            b: match vmad.b {
                SourceB::Register { source, .. } => Source::register(source),
                SourceB::Immediate { value, .. } => Source {
                    format: vmad.b.operand().format().name(),
                    register: None,
                    selector: None,
                    immediate: Some(format!("{value:#06x}")),
                },
            },
            c: vmad.c.to_string(),
            psign: vmad.psign.encoding(),
            operation: Psign::operation(vmad.psign),
            scale: vmad.scale.name(),
            saturate: vmad.saturate == Saturate::On,
        }
    }
}

impl Source {
    fn register(source: RegisterSource) -> Self {
        let selector = source.operand.selector.name();
        Self {
            format: source.operand.format().name(),
            register: Some(source.register.to_string()),
            selector: (!selector.is_empty()).then_some(selector),
            immediate: None,
        }
    }
}

/// A line of `vmad decode --json`.
#[derive(Serialize)]
pub(crate) struct Decoded<'a> {
    #[serde(flatten)]
    place: Option<Place<'a>>,
    word: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    control: Option<Control>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instruction: Option<Instruction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<TraceObject>,
}

/// Where a word of a file stands.
#[derive(Serialize)]
pub(crate) struct Place<'a> {
    pub(crate) file: &'a str,
    pub(crate) arch: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kernel: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) section: Option<&'a str>,
    pub(crate) address: String,
}

/// A control field.
#[derive(Serialize)]
pub(crate) struct Control {
    bits: String,
    notation: String,
    stall: u8,
    #[serde(rename = "yield")]
    yield_flag: bool,
    write_barrier: Option<u8>,
    read_barrier: Option<u8>,
    wait_mask: u8,
    reuse: u8,
}

impl From<ControlField> for Control {
    fn from(field: ControlField) -> Self {
        Self {
            bits: hex(field.bits()),
            notation: field.to_string(),
            stall: field.stall(),
            yield_flag: field.yield_flag(),
            write_barrier: field.write_barrier().map(Barrier::number),
            read_barrier: field.read_barrier().map(Barrier::number),
            wait_mask: field.wait_mask(),
            reuse: field.reuse().bits(),
        }
    }
}

impl<'a> Decoded<'a> {
    pub(crate) fn new(
        place: Option<Place<'a>>,
        word: u64,
        control: Option<ControlField>,
        decoded: Result<&Vmad, &str>,
        trace: Option<&Trace>,
    ) -> Self {
        Self {
            place,
            word: hex(word),
            control: control.map(Control::from),
            instruction: decoded.ok().map(Instruction::from),
            error: decoded.err().map(str::to_owned),
            trace: trace.map(TraceObject::from),
        }
    }
}

/// The last line of `vmad decode --json`.
#[derive(Serialize)]
pub(crate) struct Summary {
    pub(crate) summary: Counts,
}

/// How many words of each kind were met.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Counts {
    /// All of them, control words aside.
    pub(crate) words: u64,
    /// Legal `VMAD`s.
    pub(crate) vmad: u64,
    /// Illegal ones.
    pub(crate) illegal: u64,
    /// Other instructions.
    pub(crate) foreign: u64,
}

/// A line of `vmad asm --json`.
#[derive(Serialize)]
pub(crate) struct Assembled {
    instruction: Instruction,
    #[serde(skip_serializing_if = "Option::is_none")]
    control: Option<Control>,
}

impl Assembled {
    pub(crate) fn new(assembly: &Assembly) -> Self {
        Self { instruction: (&assembly.instruction).into(), control: assembly.control.map(Control::from) }
    }
}

/// The object of `vmad exec --json`.
#[derive(Serialize)]
pub(crate) struct Execution {
    instruction: Instruction,
    changed: Vec<Changed>,
    condition_code: &'static str,
}

/// A register and its new value.
#[derive(Serialize)]
struct Changed {
    register: String,
    value: String,
}

impl Execution {
    pub(crate) fn new(vmad: &Vmad, effect: Effect) -> Self {
        let changed = effect.register.into_iter();
        Self {
            instruction: vmad.into(),
            changed: changed
                .map(|(register, value)| Changed {
                    register: register.to_string(),
                    value: format!("{value:#010x}"),
                })
                .collect(),
            condition_code: if effect.condition_code { "unspecified" } else { "untouched" },
        }
    }
}

/// The object of `vmad trace --json`.
#[derive(Serialize)]
pub(crate) struct Traced {
    #[serde(flatten)]
    execution: Execution,
    trace: TraceObject,
}

/// A line of `vmad vectors --format jsonl`.
#[derive(Serialize)]
pub(crate) struct Vector {
    instruction: Instruction,
    ports: Ports,
    result: String,
    trace: TraceObject,
}

/// What stands on the ports.
#[derive(Serialize)]
struct Ports {
    a: String,
    b: String,
    c: String,
}

impl From<&vmad_xcheck::vectors::Vector> for Vector {
    fn from(vector: &vmad_xcheck::vectors::Vector) -> Self {
        let port = |value: u32| format!("{value:#010x}");
        let trace = vector.trace();
        Self {
            instruction: (&vector.instruction).into(),
            ports: Ports { a: port(vector.ports.a), b: port(vector.ports.b), c: port(vector.ports.c) },
            result: port(trace.wires.saturate.result.unsigned() as u32),
            trace: (&trace).into(),
        }
    }
}

/// The wires of a trace.
#[derive(Serialize)]
pub(crate) struct TraceObject {
    intermediate_sign: &'static str,
    final_sign: &'static str,
    clamp: &'static str,
    wires: Vec<Wire>,
}

/// One wire.
#[derive(Serialize)]
struct Wire {
    stage: &'static str,
    name: &'static str,
    width: u32,
    bits: String,
    /// Of a 66-bit wire, the two bits above the 64.
    #[serde(skip_serializing_if = "Option::is_none")]
    guard_bits: Option<u8>,
    /// Of a 66-bit wire, the 64 bits below the guard bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    low_64: Option<String>,
    value: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'static str,
}

impl Traced {
    pub(crate) fn new(vmad: &Vmad, effect: Effect, trace: &Trace) -> Self {
        Self { execution: Execution::new(vmad, effect), trace: trace.into() }
    }
}

impl From<&Trace> for TraceObject {
    fn from(trace: &Trace) -> Self {
        Self {
            intermediate_sign: sign(trace.wires.intermediate_sign),
            final_sign: sign(trace.wires.final_sign),
            clamp: trace.clamp().name(),
            wires: trace.rows().iter().map(Wire::from).collect(),
        }
    }
}

impl From<&Row> for Wire {
    fn from(row: &Row) -> Self {
        let wide = (row.bits.width() > 64).then_some(row.bits.pattern());
        Self {
            stage: row.stage.name(),
            name: row.name,
            width: row.bits.width(),
            bits: format!("{:#x}", row.bits.pattern()),
            guard_bits: wide.map(|pattern| (pattern >> 64) as u8),
            low_64: wide.map(|pattern| hex(pattern as u64)),
            value: row.bits.value(row.sign).to_string(),
            note: row.note,
        }
    }
}

pub(crate) const fn sign(sign: Sign) -> &'static str {
    match sign {
        Sign::Unsigned => "unsigned",
        Sign::Signed => "signed",
    }
}

pub(crate) fn hex(value: impl Into<u64>) -> String {
    format!("{:#x}", value.into())
}
