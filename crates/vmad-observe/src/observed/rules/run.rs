//! One execution, in stages that a rule can change.

use vmad_sass::{Instruction, isa::B};
use vmad_unit::{
    Bits, Format, Machine, Operand, Operation, Output, Saturate, SecondOp, Sign, Trace, Width,
    record::Nothing, saturate::Range, second_op::second_operation, vmnmx::Extreme,
};

/// An execution: the values between the stages. Setting one computes all that follow, by the unit's own stages.
#[derive(Clone, Debug)]
pub struct Run {
    /// The instruction.
    pub instruction: Instruction,
    /// Its operation.
    pub operation: Operation,
    /// The values of the ports.
    pub ports: [u32; 3],
    /// The unit's wires for this instruction and these ports.
    pub trace: Trace,
    /// The result: a register, or the two predicates of `VSETP`.
    pub result: u32,
    /// The extended operands; 0 for `VABSDIFF4`.
    pub(in crate::observed) operands: [i128; 2],
    /// The terms of the sum: the product and C of `VMAD`, the operands of `VADD`.
    pub(super) terms: [i128; 2],
    /// The value before the normalisation shift.
    pub(in crate::observed) tmp: i128,
    /// The value before the clamp.
    pub(super) shr: i128,
}

impl Run {
    /// The unit's execution.
    pub fn new(instruction: Instruction, operation: Operation, ports: [u32; 3]) -> Self {
        let [a, b, c] = ports;
        let trace = operation.trace(a, b, c);
        let wire = |name| trace.value(name).unwrap_or_default();
        let operands = ["A extended", "B extended"].map(wire);
        let is_sum = matches!(operation, Operation::Vmad(_));
        let terms = if is_sum { ["product", "C extended"].map(wire) } else { operands };
        let tmp = wire("tmp");
        let (shr, result) = (trace.value("shr").unwrap_or(tmp), trace.result());
        Self { instruction, operation, ports, trace, result, operands, terms, tmp, shr }
    }

    /// Executes another word. An illegal one changes nothing.
    pub(super) fn set_word(&mut self, word: u64) {
        let other = Instruction::decode_in(self.instruction.layout(), word).ok();
        if let Some((other, operation)) = other.and_then(|other| Some((other, other.operation()?))) {
            *self = Self::new(other, operation, self.ports);
        }
    }

    pub(super) fn set_operands(&mut self, operands: [i128; 2]) {
        if let Operation::Vmad(_) = self.operation {
            return self.set_terms([operands[0] * operands[1], self.terms[1]]);
        }
        // A whole word with the sign of the number has its value.
        let word = |value: i128| {
            let sign = if value < 0 { Sign::Signed } else { Sign::Unsigned };
            Operand::first(Format { width: Width::Word, sign })
        };
        let operation = self.operation.with_operands(operands.map(word));
        if operation.operands().is_some() {
            let ports = [operands[0] as u32, operands[1] as u32, self.ports[2]];
            let Self { operands, terms, tmp, shr, result, .. } =
                Self::new(self.instruction, operation, ports);
            (self.operands, self.terms, self.tmp, self.shr, self.result) =
                (operands, terms, tmp, shr, result);
        }
    }

    /// Compares the low 32 bits of the operands as numbers of a sign.
    pub(super) fn set_comparison(&mut self, sign: Sign) {
        let [a, b] = self.operands;
        let [low_a, low_b] = [a, b].map(|value| wrap(sign, 32, value));
        match self.operation {
            Operation::Vmnmx(mode) => {
                self.set_tmp(if (low_a < low_b) == (mode.extreme == Extreme::Minimum) { a } else { b });
            }
            Operation::Vset(_) | Operation::Vsetp(_) => self.set_operands([low_a, low_b]),
            _ => {}
        }
    }

    pub(super) fn set_terms(&mut self, terms: [i128; 2]) {
        self.terms = terms;
        self.set_tmp(self.sum(self.psign()));
    }

    pub(super) fn set_tmp(&mut self, tmp: i128) {
        self.tmp = tmp;
        self.set_shr(tmp >> self.scale());
    }

    pub(super) fn set_shr(&mut self, shr: i128) {
        self.shr = shr;
        self.set_value(self.clamped(self.range()));
    }

    /// Sets the value after the clamp.
    pub(super) fn set_value(&mut self, value: i128) {
        if let Some(output) = self.operation.output() {
            let c = &Bits::wrap(self.c().into());
            let (Output { sign, second, .. }, value) = (output, Bits::wrap(value));
            let result = second_operation(&Machine, &mut Nothing, sign, second, &value, "", c);
            self.result = result.unsigned() as u32;
        } else if let Operation::Vmad(_) = self.operation {
            self.result = value as u32;
        }
    }

    /// Sets the values of the lanes of a `VABSDIFF4` before their clamp, from their operands.
    pub(super) fn set_lanes(&mut self, lane: impl Fn([i128; 2]) -> i128, range: Range) {
        let Operation::Vabsdiff4(mode) = self.operation else { return };
        let names = [
            ["A lane 0", "B lane 0"],
            ["A lane 1", "B lane 1"],
            ["A lane 2", "B lane 2"],
            ["A lane 3", "B lane 3"],
        ];
        let add = |result: u32, (at, names): (usize, [&str; 2])| {
            let value = self.saturated(lane(names.map(|name| self.wire(name))), range) as u32;
            let byte = 0xff << (8 * at);
            match (mode.lanes[at], mode.accumulate) {
                (false, _) => result,
                (true, true) => result.wrapping_add(value),
                (true, false) => result & !byte | value << (8 * at) & byte,
            }
        };
        self.result = names.into_iter().enumerate().fold(self.c(), add);
    }

    /// The number on a wire of the unit; 0 if there is no such wire.
    pub(in crate::observed) fn wire(&self, name: &str) -> i128 {
        self.trace.value(name).unwrap_or_default()
    }

    /// Whether B is an immediate.
    pub(in crate::observed) fn has_immediate(&self) -> bool {
        self.instruction.form().b == B::Immediate
    }

    pub(in crate::observed) const fn c(&self) -> u32 {
        self.ports[2]
    }

    /// By how many bits a `VMAD` shifts the sum.
    pub(in crate::observed) const fn scale(&self) -> u32 {
        if let Operation::Vmad(mode) = self.operation { mode.scale.count() } else { 0 }
    }

    pub(super) const fn psign(&self) -> u8 {
        match self.operation {
            Operation::Vmad(mode) => mode.psign.encoding(),
            Operation::Vadd(mode) => mode.psign.encoding(),
            _ => 0,
        }
    }

    /// The sum of the terms by a psign.
    pub(super) const fn sum(&self, psign: u8) -> i128 {
        let [one, other] = self.terms;
        match psign {
            0 => one + other,
            1 => one - other,
            2 => other - one,
            _ => one + other + 1,
        }
    }

    /// The sign of C in the sum of `VMAD`.
    pub(super) fn intermediate(&self) -> Sign {
        self.trace.sign("intermediate").unwrap_or(Sign::Unsigned)
    }

    /// The sign of the result.
    pub(super) fn sign(&self) -> Sign {
        match self.operation {
            Operation::Vabsdiff4(mode) => mode.sign,
            _ => self
                .trace
                .sign("final")
                .or_else(|| Some(self.operation.output()?.sign))
                .unwrap_or(Sign::Unsigned),
        }
    }

    /// The sign of an operand: 0 is A, 1 is B.
    pub(super) fn sign_of(&self, operand: usize) -> Sign {
        self.operation.operands().map_or(Sign::Unsigned, |operands| operands[operand].sign)
    }

    /// The second operation or the merge.
    pub(super) fn second(&self) -> SecondOp {
        self.operation.output().map_or(SecondOp::None, |output| output.second)
    }

    /// The range of the clamp.
    pub(super) fn range(&self) -> Range {
        let bits = if matches!(self.operation, Operation::Vabsdiff4(_)) { 8 } else { self.second().bits() };
        Range::of(self.sign(), bits)
    }

    /// A value, clamped to a range if the instruction saturates.
    pub(super) fn saturated(&self, value: i128, Range { min, max }: Range) -> i128 {
        let is_on = match self.operation {
            Operation::Vabsdiff4(mode) => mode.saturate,
            _ => self.operation.saturate(),
        };
        if is_on == Saturate::On { value.clamp(min, max) } else { value }
    }

    /// The value before the clamp, clamped to a range.
    pub(super) fn clamped(&self, range: Range) -> i128 {
        self.saturated(self.shr, range)
    }

    /// The low 32 bits of the clamped value, which the second operation takes.
    pub(in crate::observed) fn cut(&self) -> u32 {
        self.clamped(self.range()) as u32
    }

    /// C as a number of a sign.
    pub(super) const fn c_as(&self, sign: Sign) -> i128 {
        wrap(sign, 32, self.ports[2] as i128)
    }

    /// The selected bits of an operand (0 is A, 1 is B) as a number of a sign.
    pub(super) fn field(&self, operand: usize, sign: Sign) -> i128 {
        let wire = self.trace.wire(["A field", "B field"][operand]);
        wire.map_or(0, |wire| wire.bits.value(sign))
    }
}

pub(super) const fn other(sign: Sign) -> Sign {
    match sign {
        Sign::Signed => Sign::Unsigned,
        Sign::Unsigned => Sign::Signed,
    }
}

/// The low bits of a number as a number of a sign.
pub(super) const fn wrap(sign: Sign, bits: u32, value: i128) -> i128 {
    let left = value << (128 - bits);
    match sign {
        Sign::Signed => left >> (128 - bits),
        Sign::Unsigned => (left as u128 >> (128 - bits)) as i128,
    }
}
