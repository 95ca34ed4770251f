//! Results of a row that come from another datapath, in any [`Logic`].

use vmad_unit::{
    Format, Logic, Operand, Operation, Width,
    operand::{A_WIRES, B_WIRES, operand},
    record::Nothing,
    vabsdiff4,
};

/// A change of the datapath.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Datapath {
    /// A comparison of A and B, each extended to 32 bits by its own sign, with the sign of one of them: 0 is A, 1 is B.
    SignOf(usize),
    /// A sum of the lanes of `VABSDIFF4` to which each lane adds 8 bits.
    LaneBytes,
}

impl Datapath {
    /// The result; [`None`] in a mode that it does not change.
    pub fn compute<L: Logic>(
        self,
        logic: &L,
        mode: &Operation,
        inputs: [L::Bits<32>; 3],
    ) -> Option<L::Bits<32>> {
        match self {
            Self::SignOf(index) => sign_of(logic, mode, index, inputs),
            Self::LaneBytes => lane_bytes(logic, mode, inputs),
        }
    }
}

/// The comparison of A and B, both extended to 32 bits, with the sign of one of them: 0 is A, 1 is B. [`None`] for an
/// instruction that compares nothing.
fn sign_of<L: Logic>(
    logic: &L,
    mode: &Operation,
    index: usize,
    [a, b, c]: [L::Bits<32>; 3],
) -> Option<L::Bits<32>> {
    if !matches!(mode, Operation::Vmnmx(_) | Operation::Vset(_) | Operation::Vsetp(_)) {
        return None;
    }
    let operands = mode.operands()?;
    let word = Operand::first(Format { width: Width::Word, sign: operands[index].sign });
    let a = operand(logic, &mut Nothing, A_WIRES, operands[0], &a);
    let b = operand(logic, &mut Nothing, B_WIRES, operands[1], &b);
    let ports = [logic.field(&a, 0), logic.field(&b, 0), c];
    Some(mode.with_operands([word, word]).compute(logic, &mut Nothing, ports))
}

/// The bytes that the lanes of a `VABSDIFF4` write without `.ACC`, added to C; without `.ACC` the unit's result.
/// [`None`] for another instruction.
fn lane_bytes<L: Logic>(logic: &L, mode: &Operation, [a, b, c]: [L::Bits<32>; 3]) -> Option<L::Bits<32>> {
    let Operation::Vabsdiff4(it) = *mode else { return None };
    if !it.accumulate {
        return Some(mode.compute(logic, &mut Nothing, [a, b, c]));
    }
    let written = Operation::Vabsdiff4(vabsdiff4::Mode { accumulate: false, ..it });
    let lanes = written.compute(logic, &mut Nothing, [a, b, logic.constant(0)]);
    let add = |sum, low| logic.add(&sum, &logic.zero_extend(&logic.field::<32, 8>(&lanes, low)));
    Some([0, 8, 16, 24].into_iter().fold(c, add))
}
