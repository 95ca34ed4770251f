//! What a row of the other video instructions computes in place of the default reading.

use vmad_unit::{
    Bits, Format, Logic, Machine, Operand, Operation, Width,
    operand::{WireNames, operand},
    record::Nothing,
    vabsdiff4,
};

/// What a row computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// The other reading of the [ambiguity](vmad_ptx::reading::AMBIGUITIES) with the identifier of the row.
    Reading,
    /// A comparison of A and B, each extended to 32 bits by its own sign, with the sign of one of them: 0 is A, 1 is B.
    SignOf(usize),
    /// A sum of the lanes of `VABSDIFF4` to which each lane adds 8 bits.
    LaneBytes,
}

impl Rival {
    /// [`Rival::compute`] of numbers.
    pub fn evaluate(self, mode: &Operation, inputs: [u32; 3]) -> Option<u32> {
        let bits = inputs.map(|input| Bits::wrap(input.into()));
        Some(self.compute(&Machine, mode, bits)?.unsigned() as u32)
    }

    /// The result in any [`Logic`]; [`None`] for a reading, which `vmad-ptx` computes, and in a mode that it is not about.
    pub fn compute<L: Logic>(
        self,
        logic: &L,
        mode: &Operation,
        inputs: [L::Bits<32>; 3],
    ) -> Option<L::Bits<32>> {
        match self {
            Self::Reading => None,
            Self::SignOf(index) => sign_of(logic, mode, index, inputs),
            Self::LaneBytes => lane_bytes(logic, mode, inputs),
        }
    }
}

/// The comparison of words, on A and B extended to 32 bits.
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
    let a = operand(logic, &mut Nothing, WireNames::A, operands[0], &a);
    let b = operand(logic, &mut Nothing, WireNames::B, operands[1], &b);
    let ports = [logic.field(&a, 0), logic.field(&b, 0), c];
    Some(mode.with_operands([word, word]).compute(logic, &mut Nothing, ports))
}

/// The bytes that the lanes write without `.ACC`, added to C. Other modes do not change.
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
