//! Running both codes: what makes a counterexample one.

use vmad_unit::{Bits, Machine, Operand, Wires, vmad::Mode};

use super::{datapath::Datapath, semantics::Semantics};
use crate::interpretation::Alternative;

/// Inputs on which the datapath's code and `vmad-ptx`'s code differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// What stands on the ports: `a`, `b`, `c`.
    pub inputs: [u32; 3],
    /// The first wire that differs.
    pub wire: &'static str,
    /// The number on it.
    pub unit: i128,
    /// What the manual says it should be.
    pub manual: i128,
}

/// The wires of the datapath's code.
pub(super) fn wires(datapath: &impl Datapath, mode: Mode, inputs: [u32; 3]) -> Wires<Machine> {
    let [a, b, c] = inputs.map(|input| Bits::wrap(input.into()));
    datapath.run(&Machine, mode, a, b, c)
}

/// The first wire that has not the value which `vmad-ptx`'s trace gives it, if there is one.
pub fn differs(datapath: &impl Datapath, mode: Mode, inputs: [u32; 3]) -> Option<Counterexample> {
    let unit = wires(datapath, mode, inputs);
    let manual = Semantics::DEFAULT.trace(mode, inputs)?;
    let field =
        |operand: Operand, number: i64| i128::from(number) & ((1 << operand.selector.width().bits()) - 1);
    let (min, max) =
        if manual.signed_final { (i32::MIN.into(), i32::MAX.into()) } else { (0, u32::MAX.into()) };
    let wires = [
        ("a.field", unit.a.field.unsigned() as i128, field(mode.a, manual.ta)),
        ("b.field", unit.b.field.unsigned() as i128, field(mode.b, manual.tb)),
        ("a.extended", unit.a.extended.signed(), manual.ta.into()),
        ("b.extended", unit.b.extended.signed(), manual.tb.into()),
        ("product", unit.product.signed(), manual.product),
        ("product term", unit.adder.product_term.signed(), manual.product_or_not),
        ("c term", unit.adder.c_term.signed(), manual.c128),
        ("carry in", unit.adder.carry_in.signed(), manual.lsb),
        ("tmp", unit.adder.tmp.signed(), manual.tmp),
        ("shr", unit.shr.signed(), manual.result),
        ("min", unit.saturate.min.signed(), min),
        ("max", unit.saturate.max.signed(), max),
        ("below", unit.saturate.below.into(), (manual.result < min).into()),
        ("above", unit.saturate.above.into(), (manual.result > max).into()),
        ("result", unit.saturate.result.unsigned() as i128, manual.d.into()),
    ];
    wires.into_iter().find(|(_, unit, manual)| unit != manual).map(|(wire, unit, manual)| Counterexample {
        inputs,
        wire,
        unit,
        manual,
    })
}

/// Inputs on which the datapath's result is not the alternative's.
pub fn differs_from(
    datapath: &impl Datapath,
    mode: Mode,
    alternative: &Alternative,
    inputs: [u32; 3],
) -> Option<Counterexample> {
    let unit = wires(datapath, mode, inputs).saturate.result.unsigned() as i128;
    let manual = i128::from(Semantics::of(alternative).trace(mode, inputs)?.d);
    (unit != manual).then_some(Counterexample { inputs, wire: "result", unit, manual })
}

/// The same where the alternative's condition says otherwise.
pub fn differs_unforeseen(
    datapath: &impl Datapath,
    mode: Mode,
    alternative: &Alternative,
    inputs: [u32; 3],
) -> Option<Counterexample> {
    let exact = Semantics::DEFAULT.trace(mode, inputs)?;
    let foreseen = alternative.condition(mode).is_some_and(|it| it.holds(inputs[2], exact.tmp, exact.result));
    let unit = wires(datapath, mode, inputs).saturate.result.unsigned() as i128;
    let manual = i128::from(Semantics::of(alternative).trace(mode, inputs)?.d);
    ((unit != manual) != foreseen).then_some(Counterexample { inputs, wire: "result", unit, manual })
}

/// Where a byte, a half-word or a word changes sign, or is all zeros or all ones; small numbers first, so that what is
/// found first is short.
const CORNERS: [u32; 18] = [
    0,
    1,
    2,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff,
    0x10000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_ff80,
    0xffff_8000,
    0xffff_fffe,
    0xffff_ffff,
];

/// The first of `first`, and then of all corners on all ports, for which `confirm` has something to say.
pub fn search(
    first: [u32; 3],
    confirm: impl Fn([u32; 3]) -> Option<Counterexample>,
) -> Option<Counterexample> {
    let with_first = |port: usize| CORNERS.into_iter().chain([first[port]]);
    let grid =
        with_first(2).flat_map(|c| with_first(0).flat_map(move |a| with_first(1).map(move |b| [a, b, c])));
    [first].into_iter().chain(grid).find_map(confirm)
}
