//! The rows of the map in which one instruction differs.

use std::collections::BTreeSet;

use vmad_sass::{Instruction, Ports, dispatch::Dispatch};
use vmad_unit::Register;

use vmad_map::{
    case::Case,
    check::{Counterexample, nearest},
    divergence::Divergence,
    domain::Domain,
    grid, rows,
};

use crate::{lifting::spellings, miscompiles::witness};

/// A row, and the inputs nearest to 0 on which it differs from the instruction.
#[derive(Clone, Debug)]
pub struct Differing {
    /// The row.
    pub row: &'static Divergence,
    /// The instruction as a case of the row's domain.
    pub case: Case,
    /// The instruction in PTX (the text of the word if there is none), the values of its ports, and its result and the row's.
    pub example: Counterexample,
}

impl Differing {
    /// The results of the instruction and of the row on any values of the ports. `RZ` reads 0, and an immediate has its
    /// own value.
    pub fn results_on(&self, instruction: &Instruction, ports: Ports) -> [u32; 2] {
        let Ports { a, b, c } = instruction.bind(ports);
        let (inputs, here) = ([a, b, c], self.case.mode.execute(a, b, c));
        let models = [Some(self.case.prepare()), self.row.prepare(&self.case)];
        // Of a miscompile that made the word, the PTX is the other result.
        let mut results = models.iter().flatten().map(|model| model(inputs));
        [here, results.find(|&result| result != here).unwrap_or(here)]
    }
}

/// The rows whose results differ from an instruction's, on some inputs of the corner grid that its operands can have, or, if
/// its registers can have any values, on others.
///
/// `RZ` is 0, a register used twice has one value, and an immediate is a constant.
/// A row about a constant a is never among them: the constant is in another instruction.
pub fn differing(instruction: &Instruction) -> Vec<Differing> {
    let is_free = is_free(instruction);
    let found = |row: &'static Divergence| {
        cases(instruction, row.domain).into_iter().find_map(|case| {
            let searched = || witness(&case, row).map(|witness| witness.inputs).into_iter().collect();
            let mut example = nearest(row, &case, || possible(instruction, &case))
                .or_else(|| if is_free { nearest(row, &case, searched) } else { None })?;
            let [a, b, c] = example.inputs;
            let it = Differing { row, case, example: example.clone() };
            example.results = it.results_on(instruction, Ports { a, b, c });
            if example.instruction.is_empty() {
                example.instruction = instruction.to_string();
            }
            Some(Differing { example, ..it })
        })
    };
    rows::about(instruction.form().kind).filter_map(found).collect()
}

/// Whether each register of an instruction can have any value, and the PTX ISA specifies the mode. Then [`differing`] are
/// all that there are, by the conditions of the table.
fn is_free(instruction: &Instruction) -> bool {
    let registers: Vec<_> = instruction.registers().into_iter().flatten().collect();
    let differ = registers.iter().collect::<BTreeSet<_>>().len() == registers.len();
    differ && !registers.contains(&Register::RZ) && !spellings(instruction).is_empty()
}

/// The statement about an instruction for which [`differing`] finds nothing.
pub fn agreement(instruction: &Instruction) -> &'static str {
    if is_free(instruction) {
        "all published interpretations agree on this mode"
    } else {
        "all published interpretations agree on the corner inputs that its operands can have"
    }
}

/// The inputs of the grid that the operands of an instruction can have: 0 for `RZ`, and for a register used twice the
/// value of either use.
fn possible(instruction: &Instruction, case: &Case) -> Vec<[u32; 3]> {
    let inputs = grid::inputs(case);
    let registers = instruction.registers();
    // An immediate keeps the bits above it, as a constant.
    let [fixed_a, fixed_b, fixed_c] = instruction.fixed();
    let fixed_b = fixed_b.filter(|_| instruction.immediate().is_none());
    let from = |inputs: [u32; 3], chosen: usize| {
        let [a, b, c] = [0, 1, 2].map(|port| match registers[port] {
            Some(register) if registers[chosen] == Some(register) => inputs[chosen],
            Some(register) => {
                let first = registers.iter().position(|other| *other == Some(register));
                inputs[first.unwrap_or(port)]
            }
            None => inputs[port],
        });
        [fixed_a.unwrap_or(a), fixed_b.unwrap_or(b), fixed_c.unwrap_or(c)]
    };
    inputs.into_iter().flat_map(|inputs| [0, 1, 2].map(|chosen| from(inputs, chosen))).collect()
}

/// An instruction as cases of a domain, of `VMAD` that with the `.dtype` of the final result's sign first; none if it is
/// outside the domain. Of a mode that no PTX specifies, the mode itself.
fn cases(instruction: &Instruction, domain: Domain) -> Vec<Case> {
    let Some(mode) = instruction.operation() else { return Vec::new() };
    let mut cases = spellings(instruction);
    if cases.is_empty() {
        cases.push(Case::of_mode(mode));
    }
    let is_immediate = instruction.immediate().is_some();
    for case in &mut cases {
        let [_, b, _] = case.constants;
        case.constants = [None, b.filter(|_| is_immediate), None];
    }
    match (domain, instruction.immediate()) {
        // A constant counts as a word.
        (Domain::Decoupled, None) if instruction.dispatch() == Dispatch::Coupled => Vec::new(),
        (Domain::Modes | Domain::Decoupled | Domain::Dtype(_) | Domain::Dtypes, _) => cases,
        // ptxas makes the imm16 of either of these constants, if it fits: one is meant, the other computed.
        (Domain::ConstantB, Some(value)) => {
            let words = [value, i32::from(value as u16 as i16) as u32];
            let with = |case: Case| words.map(|word| Case { constants: [None, Some(word), None], ..case });
            cases.into_iter().flat_map(with).collect()
        }
        (Domain::None | Domain::ConstantA, _) | (Domain::ConstantB, None) => Vec::new(),
    }
}
