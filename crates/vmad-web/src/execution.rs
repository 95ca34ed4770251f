//! One execution: the ports, every wire, and what is written.

use serde::Serialize;
use vmad_sass::{Instruction, Ports};
use vmad_unit::{Effect, Predicate, Register, Sign, State, Trace, Wire};

use crate::request::Request;

/// An execution of the instruction with the values of the request.
#[derive(Serialize)]
pub(crate) struct Execution {
    guard: GuardView,
    ports: [PortView; 3],
    inferred: Option<String>,
    /// The datapath as SVG.
    picture: String,
    /// The wires by stage, in the order of the datapath.
    stages: Vec<StageView>,
    clamp: &'static str,
    /// The registers and predicates that change; empty if none does.
    writes: Vec<String>,
    condition_code: bool,
}

/// The guard, and whether it is true.
#[derive(Serialize)]
struct GuardView {
    text: String,
    /// Whether the user can choose the value of its predicate.
    open: bool,
    passes: bool,
}

/// A port, and its value.
#[derive(Serialize)]
struct PortView {
    name: &'static str,
    source: String,
    value: u32,
    /// Whether the user can choose the value: not of an immediate, `RZ` or `PT`.
    open: bool,
    /// Whether the instruction reads all 32 bits as a signed number.
    signed: bool,
    /// 32, or 1 for a predicate.
    width: u32,
}

/// The wires of a stage.
#[derive(Serialize)]
struct StageView {
    name: &'static str,
    wires: Vec<WireView>,
}

/// A wire, as `vmad trace` prints it.
#[derive(Serialize)]
struct WireView {
    name: &'static str,
    width: u32,
    bits: String,
    value: String,
    note: &'static str,
}

impl Execution {
    /// [`None`] if no source says what the instruction computes.
    pub(crate) fn new(instruction: &Instruction, request: &Request) -> Option<Self> {
        let mut state = state(instruction, request);
        let ports = instruction.read(&state);
        let guard = instruction.guard();
        let passes = state.predicates.passes(guard);
        let operation = instruction.operation()?;
        let trace = operation.trace(ports.a, ports.b, ports.c);
        let effect = instruction.execute(&mut state)?;
        let writes = writes(effect);
        let written = match (passes, writes.is_empty()) {
            (false, _) => format!("{guard} is false: nothing changes"),
            (true, true) => "no register changes".to_owned(),
            (true, false) => writes.join(", "),
        };
        Some(Self {
            picture: vmad_picture::datapath(instruction, &operation, ports, &written),
            guard: GuardView { text: guard.to_string(), open: guard.predicate != Predicate::PT, passes },
            ports: port_views(instruction, ports, &trace),
            inferred: instruction.inferred(),
            stages: stages(&trace),
            clamp: trace.clamp().name(),
            writes,
            condition_code: effect.condition_code,
        })
    }

    /// The values of the ports.
    pub(crate) fn ports(&self) -> [u32; 3] {
        [0, 1, 2].map(|port| self.ports[port].value)
    }
}

/// The registers and predicates that the instruction reads. A register of several ports has the value of the
/// first port.
fn state(instruction: &Instruction, request: &Request) -> State {
    let mut state = State::default();
    let guard = instruction.guard();
    state.predicates.write(guard.predicate, request.guard);
    if let Some(predicate) = instruction.source_predicate() {
        state.predicates.write(predicate, request.ports[2] & 1 == 1);
    }
    for (register, value) in instruction.registers().into_iter().zip(request.ports).rev() {
        if let Some(register) = register {
            state.registers.write(register, value);
        }
    }
    state
}

fn port_views(instruction: &Instruction, Ports { a, b, c }: Ports, trace: &Trace) -> [PortView; 3] {
    let registers = instruction.registers();
    let predicate = instruction.source_predicate();
    let values = [a, b, c];
    [(0, "A"), (1, "B"), (2, "C")].map(|(port, name)| {
        let (source, open, width) = match (registers[port], predicate) {
            (Some(register), _) => (register.to_string(), !Register::is_zero(register), 32),
            (None, Some(predicate)) if port == 2 => (predicate.to_string(), predicate != Predicate::PT, 1),
            (None, _) => ("immediate".to_owned(), false, 32),
        };
        let is_signed = |wire: &Wire| {
            wire.name.split(' ').next() == Some(name) && wire.bits.width() == 32 && wire.sign == Sign::Signed
        };
        let signed = trace.wires.iter().any(is_signed);
        PortView { name, source, value: values[port], open, signed, width }
    })
}

fn stages(trace: &Trace) -> Vec<StageView> {
    let mut stages: Vec<StageView> = Vec::new();
    for wire in &trace.wires {
        let view = WireView {
            name: wire.name,
            width: wire.bits.width(),
            bits: wire.bits.to_string().trim_start().to_owned(),
            value: wire.value().to_string(),
            note: wire.note,
        };
        let name = wire.stage.name();
        match stages.last_mut() {
            Some(stage) if stage.name == name => stage.wires.push(view),
            _ => stages.push(StageView { name, wires: vec![view] }),
        }
    }
    stages
}

fn writes(effect: Effect) -> Vec<String> {
    let register = effect.register.map(|(register, value)| format!("{register} = {value:#010x}"));
    let predicates = effect.predicates.into_iter().flatten();
    let predicates = predicates.map(|(predicate, value)| format!("{predicate} = {}", u8::from(value)));
    register.into_iter().chain(predicates).collect()
}
