//! Running both codes: a counterexample counts only if their results differ.

use vmad_unit::{Bits, Machine, Wire, vmad::Mode};

use super::{datapath::Datapath, semantics::Semantics};
use crate::{corners, row::Row};

/// Inputs on which the datapath's code and `vmad-ptx`'s code differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The ports: `a`, `b`, `c`.
    pub inputs: [u32; 3],
    /// The first wire that differs.
    pub wire: &'static str,
    /// The number on it.
    pub unit: i128,
    /// The number by the manual.
    pub manual: i128,
}

/// The wires of the datapath's code, and its result.
pub(super) fn run(datapath: &impl Datapath, mode: Mode, inputs: [u32; 3]) -> (Vec<Wire>, u32) {
    let mut wires = Vec::new();
    let inputs = inputs.map(|input| Bits::wrap(input.into()));
    let result = datapath.run(&Machine, &mut wires, mode, inputs);
    (wires, result.unsigned() as u32)
}

/// The first wire whose number is not that of `vmad-ptx`'s trace.
pub fn differs(datapath: &impl Datapath, mode: Mode, inputs: [u32; 3]) -> Option<Counterexample> {
    let (wires, _) = run(datapath, mode, inputs);
    let manual = Semantics::DEFAULT.numbers(mode, inputs);
    wires.iter().find_map(|wire| {
        let (unit, manual) = (wire.value(), manual.on(wire.name)?);
        (unit != manual).then_some(Counterexample { inputs, wire: wire.name, unit, manual })
    })
}

/// Inputs on which the datapath's result is not the alternative's.
pub fn differs_from(
    datapath: &impl Datapath,
    mode: Mode,
    alternative: &Row,
    inputs: [u32; 3],
) -> Option<Counterexample> {
    let unit = run(datapath, mode, inputs).1.into();
    let manual = Semantics::of(alternative).trace(mode, inputs).d;
    (unit != manual).then_some(Counterexample { inputs, wire: "result", unit, manual })
}

/// The same where the alternative's condition says otherwise.
pub fn differs_unforeseen(
    datapath: &impl Datapath,
    mode: Mode,
    alternative: &Row,
    inputs: [u32; 3],
) -> Option<Counterexample> {
    let exact = Semantics::DEFAULT.trace(mode, inputs);
    let foreseen =
        alternative.condition(&mode.into()).is_some_and(|it| it.holds(inputs[2], exact.tmp, exact.result));
    let unit = run(datapath, mode, inputs).1.into();
    let manual = Semantics::of(alternative).trace(mode, inputs).d;
    ((unit != manual) != foreseen).then_some(Counterexample { inputs, wire: "result", unit, manual })
}

/// The first inputs that `confirm` confirms: `first`, then all corners on all ports.
pub fn search<T>(first: [u32; 3], confirm: impl Fn([u32; 3]) -> Option<T>) -> Option<T> {
    let with_first = |port: usize| corners::WORDS.into_iter().chain([first[port]]);
    let grid =
        with_first(2).flat_map(|c| with_first(0).flat_map(move |a| with_first(1).map(move |b| [a, b, c])));
    [first].into_iter().chain(grid).find_map(confirm)
}

/// The ports in a solver's counterexample; 0 for one that it leaves out.
pub(super) fn ports(values: &[(&str, u128)]) -> [u32; 3] {
    ["a", "b", "c"].map(|name| values.iter().find(|(it, _)| *it == name).map_or(0, |it| it.1 as u32))
}

/// What `confirm` confirms of a solver's counterexample, or of other inputs; the reason if it confirms none.
pub(super) fn confirmed<T>(
    values: &[(&str, u128)],
    confirm: impl Fn([u32; 3]) -> Option<T>,
) -> Result<T, String> {
    search(ports(values), confirm).ok_or_else(|| refutes_terms_alone(values))
}

/// Of a solver's counterexample that no execution confirms.
pub(super) fn refutes_terms_alone(values: &[(&str, u128)]) -> String {
    format!("{values:x?} refutes the terms and not the codes")
}
