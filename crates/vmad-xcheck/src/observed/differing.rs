//! Where the interpretations of an instruction differ from the model.

use vmad_sass::{Instruction, vmad::Ports};
use vmad_unit::{Operation, Width};

use super::{HYPOTHESES, Hypothesis};
use crate::corners;

/// An interpretation that gives another result than the model, with an example.
#[derive(Clone, Copy, Debug)]
pub struct Differing {
    /// The interpretation.
    pub hypothesis: &'static Hypothesis,
    /// The values of the ports, the first of the corner grid.
    pub ports: Ports,
    /// The result of the model.
    pub here: u32,
    /// The result of the interpretation.
    pub there: u32,
}

impl Differing {
    /// The results of the model and of the interpretation on any values of the ports; [`None`] if it computes no such
    /// instruction. An immediate has its own value.
    pub fn results_on(&self, instruction: &Instruction, ports: Ports) -> Option<[u32; 2]> {
        let operation = instruction.operation()?;
        let Ports { a, b, c } = instruction.bind(ports);
        let there = self.hypothesis.prepare(operation)?;
        Some([operation.execute(a, b, c).bits(), there([a, b, c])])
    }
}

/// The statement about an instruction for which [`differing`] finds nothing.
pub const AGREEMENT: &str = "all known interpretations agree on the corner inputs of this word";

/// The known interpretations of an instruction whose results differ from the model on some ports of the corner grid.
///
/// The grid has corners of each operand's width, in the selected field. A register that is used twice has one value. It is
/// a sample: an interpretation that differs on other ports alone is not found.
pub fn differing(instruction: &Instruction) -> Vec<Differing> {
    let Some(operation) = instruction.operation() else { return Vec::new() };
    let about = HYPOTHESES.iter().filter(|it| it.is_interpretation() && it.is_of(instruction.mnemonic()));
    about.filter_map(|hypothesis| example(hypothesis, instruction, &operation)).collect()
}

fn example(
    hypothesis: &'static Hypothesis,
    instruction: &Instruction,
    operation: &Operation,
) -> Option<Differing> {
    let compute = hypothesis.prepare(*operation)?;
    let words = corners::few(Width::Word);
    let values = |index: usize| -> Vec<u32> {
        let Some(operands) = operation.operands() else { return words.into() };
        let selector = operands[index].selector;
        let fields = corners::few(selector.width()).iter().chain([31, 33].iter().filter(|_| index == 1));
        fields.map(|&field| corners::register(selector, field, 0)).collect()
    };
    for a in values(0) {
        for b in values(1) {
            for &c in words {
                let ports = instruction.bind(Ports { a, b, c });
                let inputs = [ports.a, ports.b, ports.c];
                let here = operation.execute(ports.a, ports.b, ports.c).bits();
                let there = compute(inputs);
                if here != there && is_possible(instruction, inputs) {
                    return Some(Differing { hypothesis, ports, here, there });
                }
            }
        }
    }
    None
}

/// Whether the ports that read the same register have the same value.
fn is_possible(instruction: &Instruction, ports: [u32; 3]) -> bool {
    let registers = instruction.registers();
    let agree =
        |i: usize, j: usize| registers[i].is_none() || registers[i] != registers[j] || ports[i] == ports[j];
    agree(0, 1) && agree(0, 2) && agree(1, 2)
}

#[cfg(test)]
mod tests {
    use vmad_sass::{assemble_any, isa::B};

    use super::*;
    use crate::{interpretation::FAMILY_ROWS, vectors::Filter};

    #[test]
    fn an_example_has_its_results_and_one_value_for_a_register() {
        for text in [
            "VMAD.U32.U32.SHR_15.SAT R0, R1, R2, R3",
            "VMAD.S32.S32.SHR_15.SAT R0, R1, R1, R1",
            "VMAD.U32.U32.SHR_15.SAT R0, R1, R2, R2",
            "VMAD.U32.U32.SHR_15.SAT R0, R1, R2, R1",
        ] {
            let instruction = assemble_any(text).unwrap().instruction;
            let registers = instruction.registers();
            let found = differing(&instruction);
            assert!(!found.is_empty(), "{text}");
            for it in found {
                let id = it.hypothesis.name;
                assert_eq!(it.results_on(&instruction, it.ports), Some([it.here, it.there]), "{text}, {id}");
                let ports = [it.ports.a, it.ports.b, it.ports.c];
                for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                    assert!(registers[i] != registers[j] || ports[i] == ports[j], "{text}, {id}: {ports:x?}");
                }
            }
        }
    }

    /// Amounts of 31 and more are values of b alone: in some modes only they tell P4 and P5 from the model.
    #[test]
    fn shifts_differ_where_the_rows_say() {
        for mnemonic in ["VSHL", "VSHR"] {
            for mode in Filter::of(mnemonic).unwrap().with_form(B::Register).modes().into_iter().step_by(7) {
                let instruction = Instruction::decode(mode.number()).unwrap();
                let operation = instruction.operation().unwrap();
                let found: Vec<_> = differing(&instruction).iter().map(|it| it.hypothesis.name).collect();
                for row in FAMILY_ROWS.iter().filter(|row| row.instructions.contains(&mnemonic)) {
                    let differs = row.differs_in_mode(&operation);
                    assert_eq!(found.contains(&row.id), differs, "{instruction}, {}", row.id);
                }
            }
        }
    }
}
