//! Running both codes: a counterexample counts only if their results differ.

use vmad_ptx::{domain::Integers, video::VideoTrace};
use vmad_unit::{Bits, Machine, Operation, Wire};

use crate::{datapath::Datapath, numbers::Numbers, specification::Specification};
use vmad_map::corners;

/// Inputs on which two codes differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The mode.
    pub operation: Operation,
    /// The ports: `a`, `b`, `c`.
    pub inputs: [u32; 3],
    /// The first wire that differs.
    pub wire: &'static str,
    /// The number on it.
    pub unit: i128,
    /// The number of the PTX ISA, or of a rival.
    pub manual: i128,
}

/// The wires of the datapath's code, and its result.
pub(crate) fn run(datapath: &impl Datapath, operation: &Operation, inputs: [u32; 3]) -> (Vec<Wire>, u32) {
    let mut wires = Vec::new();
    let inputs = inputs.map(|input| Bits::wrap(input.into()));
    let result = datapath.compute(&Machine, &mut wires, operation, inputs);
    (wires, result.unsigned() as u32)
}

/// The number that each wire of a `VMAD` must have.
pub(crate) fn manual(specification: &Specification, inputs: [u32; 3]) -> Option<Numbers<i128>> {
    let VideoTrace::Vmad(trace) = specification.run(inputs) else { return None };
    Some(Numbers::new(&Integers, &trace, inputs.map(i128::from)))
}

/// The first wire of a `VMAD`, or the result of another mode, that differs from `vmad-ptx`.
pub fn differs(datapath: &impl Datapath, operation: &Operation, inputs: [u32; 3]) -> Option<Counterexample> {
    let specification = Specification::of(operation)?;
    let (wires, result) = run(datapath, operation, inputs);
    let manual = manual(&specification, inputs);
    let of_wires = wires.iter().filter_map(|wire| Some((wire.name, wire.value(), manual?.on(wire.name)?)));
    let results = ("result", result.into(), specification.evaluate(inputs).into());
    let mut all = of_wires.chain([results]);
    all.find(|(_, unit, manual)| unit != manual).map(|(wire, unit, manual)| Counterexample {
        operation: *operation,
        inputs,
        wire,
        unit,
        manual,
    })
}

/// The first inputs that `confirm` confirms: `first`, then all corners on all ports.
pub fn search<T>(first: [u32; 3], confirm: impl Fn([u32; 3]) -> Option<T>) -> Option<T> {
    let with_first = |port: usize| corners::WORDS.into_iter().chain([first[port]]);
    let grid =
        with_first(2).flat_map(|c| with_first(0).flat_map(move |a| with_first(1).map(move |b| [a, b, c])));
    [first].into_iter().chain(grid).find_map(confirm)
}

/// The input of a port's name.
pub fn port(name: &str, inputs: [u32; 3]) -> Option<u32> {
    ["a", "b", "c"].into_iter().zip(inputs).find_map(|(port, input)| (port == name).then_some(input))
}

/// The ports in a solver's counterexample; 0 for one that it leaves out.
pub fn ports(values: &[(&str, u128)]) -> [u32; 3] {
    let value = |port| values.iter().find(|(name, _)| *name == port).map_or(0, |(_, value)| *value as u32);
    ["a", "b", "c"].map(value)
}

/// The message about a solver's counterexample that no execution confirms.
pub(crate) fn refutes_terms_alone(values: &[(&str, u128)]) -> String {
    format!("{values:x?} refutes the terms and not the codes")
}
