//! The rows of the table in which one instruction differs.

use std::collections::BTreeSet;

use vmad_sass::{
    Vmad,
    dispatch::Dispatch,
    vmad::{Ports, SourceB},
};

use vmad_unit::Register;

use super::{
    check::{Counterexample, nearest},
    grid,
};
use crate::{
    interpretation::{Case, Domain, INTERPRETATIONS, Interpretation},
    lifting,
};

/// A row, and the smallest inputs on which its models differ in an instruction's mode.
#[derive(Clone, Debug)]
pub struct DifferingRow {
    /// The row.
    pub row: &'static Interpretation,
    /// The instruction as a case of the row's domain.
    pub case: Case,
    /// The instruction in PTX, its inputs, and what the two models compute.
    pub example: Counterexample,
}

impl DifferingRow {
    /// The instruction's result on the example's inputs, and the interpretation's.
    pub fn results(&self, vmad: &Vmad) -> [u32; 2] {
        self.results_on(vmad, self.example.inputs)
    }

    /// The same on any values of the ports A, B and C. `RZ` reads 0, and an immediate has its own value.
    pub fn results_on(&self, vmad: &Vmad, [a, b, c]: [u32; 3]) -> [u32; 2] {
        let ports = vmad.bind(Ports { a, b, c });
        let here = vmad.compute(ports);
        let results = self.row.models().map(|model| model.prepare(self.case));
        // The row has an example: both models compute the case.
        let other = results.iter().flatten().map(|model| model([ports.a, ports.b, ports.c]));
        [here, other.into_iter().find(|&result| result != here).unwrap_or(here)]
    }
}

/// The rows whose models differ in the mode of an instruction, on some inputs of the corner grid that its operands can
/// have.
///
/// `RZ` is 0, a register used twice has one value, and an imm16 is a constant. [`Id::D6`] is never among them: its
/// constant is in another instruction.
///
/// [`Id::D6`]: crate::interpretation::Id::D6
pub fn differing_rows(vmad: &Vmad) -> Vec<DifferingRow> {
    let differing = |row: &'static Interpretation| {
        let found = |case: Case| {
            if !row.differs_in(&case) {
                return None;
            }
            let example = nearest(row, &case, possible(vmad, grid::inputs(&case)))?;
            Some(DifferingRow { row, case, example })
        };
        cases(vmad, row.domain).into_iter().find_map(found)
    };
    INTERPRETATIONS.into_iter().filter_map(differing).collect()
}

/// Whether each register of an instruction can have any value: none is `RZ`, and none is used twice. Then
/// [`differing_rows`] are all that there are, by the conditions of the table.
fn is_free(vmad: &Vmad) -> bool {
    let [a, b, c] = vmad.registers();
    let zero = [a, b, c].into_iter().flatten().any(Register::is_zero);
    !zero && a != b && b != c && a != c
}

/// The statement about an instruction for which [`differing_rows`] finds nothing.
pub fn agreement(vmad: &Vmad) -> &'static str {
    if is_free(vmad) {
        "all published interpretations agree on this mode"
    } else {
        "all published interpretations agree on the corner inputs that its operands can have"
    }
}

/// The inputs that the operands of an instruction can have, made from some inputs: 0 for `RZ`, and for a register used
/// twice the value of either use.
fn possible(vmad: &Vmad, inputs: Vec<[u32; 3]>) -> Vec<[u32; 3]> {
    if is_free(vmad) {
        return inputs;
    }
    let registers = vmad.registers();
    let from = |inputs: [u32; 3], chosen: usize| {
        [0, 1, 2].map(|port| match registers[port] {
            Some(register) if register.is_zero() => 0,
            Some(register) if registers[chosen] == Some(register) => inputs[chosen],
            Some(register) => {
                let first = registers.iter().position(|other| *other == Some(register));
                inputs[first.unwrap_or(port)]
            }
            None => inputs[port],
        })
    };
    let possible: BTreeSet<_> =
        inputs.into_iter().flat_map(|inputs| [0, 1, 2].map(|chosen| from(inputs, chosen))).collect();
    possible.into_iter().collect()
}

/// An instruction as cases of a domain, that with the `.dtype` of the final result's sign first; none if it is outside
/// the domain.
fn cases(vmad: &Vmad, domain: Domain) -> Vec<Case> {
    let constant = match vmad.b {
        SourceB::Register { .. } => None,
        SourceB::Immediate { value, .. } => Some(value),
    };
    let mut cases = lifting::cases(vmad);
    for case in &mut cases {
        let [_, b, _] = case.constants;
        case.constants = [None, b.filter(|_| constant.is_some()), None];
    }
    match (domain, constant) {
        // A constant counts as a word.
        (Domain::Decoupled, None) if vmad.dispatch() == Dispatch::Coupled => Vec::new(),
        (Domain::Modes | Domain::Decoupled | Domain::Dtypes, _) => cases.into(),
        // ptxas makes the imm16 of either of these constants, if it fits: one is meant, the other computed.
        (Domain::ConstantB, Some(value)) => {
            let words = [u32::from(value), i32::from(value as i16) as u32];
            let with = |case: Case| words.map(|word| Case { constants: [None, Some(word), None], ..case });
            cases.into_iter().flat_map(with).collect()
        }
        (Domain::ConstantB, None) | (Domain::ConstantA, _) => Vec::new(),
    }
}
