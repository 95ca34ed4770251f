//! The steps of an execution, for the rules that change one.

use vmad_sass::{Instruction, isa::B};
use vmad_unit::{
    Bits, Format, Machine, Operand, Operation, Saturate, SecondOp, Sign, Trace, Width,
    record::Nothing,
    saturate::{Range, saturate},
    second_op::{finish, second_operation},
    vmnmx,
};

use crate::observed::Observation;

/// One execution of the unit, with its wires.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The instruction.
    pub instruction: Instruction,
    /// Its operation.
    pub operation: Operation,
    /// Whether B is an immediate.
    pub immediate: bool,
    /// The values of the ports.
    pub ports: [u32; 3],
    /// The wires.
    pub trace: Trace,
    /// The numbers on some wires; 0 if there is no such wire.
    pub(in crate::observed) a: i128,
    pub(in crate::observed) b: i128,
    pub(in crate::observed) product: i128,
    pub(in crate::observed) tmp: i128,
    /// The value that second operations take.
    pub(in crate::observed) cut: u32,
    pub(in crate::observed) c: u32,
    pub(in crate::observed) psign: u8,
    /// By how many bits `VMAD` shifts the sum.
    pub(in crate::observed) scale: u32,
    /// The sign of C in the sum of `VMAD`.
    pub(in crate::observed) intermediate: Sign,
    /// The sign of the result.
    pub(in crate::observed) sign: Sign,
    pub(in crate::observed) saturates: bool,
    pub(in crate::observed) second: SecondOp,
}

impl Terms {
    /// The execution of an observed instruction.
    pub fn of(observation: &Observation) -> Self {
        let Observation { instruction, operation, .. } = *observation;
        let ports = instruction.bind(observation.ports);
        let ports = [ports.a, ports.b, ports.c];
        let trace = operation.trace(ports[0], ports[1], ports[2]);
        let wire = |name| trace.value(name).unwrap_or_default();
        let sign = |name| trace.sign(name).unwrap_or(Sign::Unsigned);
        let (psign, scale) = match operation {
            Operation::Vmad(mode) => (mode.psign.encoding(), mode.scale.count()),
            Operation::Vadd(mode) => (mode.psign.encoding(), 0),
            _ => (0, 0),
        };
        Self {
            instruction,
            operation,
            immediate: instruction.form().b == B::Immediate,
            ports,
            a: wire("A extended"),
            b: wire("B extended"),
            product: wire("product"),
            tmp: wire("tmp"),
            cut: trace.pattern("cut") as u32,
            c: ports[2],
            psign,
            scale,
            intermediate: sign("intermediate"),
            sign: sign("final"),
            saturates: operation.saturate() == Saturate::On,
            second: operation.output().map_or(SecondOp::None, |output| output.second),
            trace,
        }
    }

    /// The number on a wire; 0 if there is no such wire.
    pub fn wire(&self, name: &str) -> i128 {
        self.trace.value(name).unwrap_or_default()
    }

    /// The result if a field has another value; [`None`] if the word has no such field, or if the other is illegal.
    pub(super) fn with_field(&self, name: &str, values: &[u8]) -> Option<u32> {
        let (word, [a, b, c]) = (self.instruction.encode(), self.ports);
        let field = self.instruction.form().field(name)?;
        let value = values.get(field.of(word) as usize)?;
        let other = field.with(word, u64::from(*value));
        let other = Instruction::decode_in(self.instruction.layout(), other).ok()?;
        Some(other.operation()?.execute(a, b, c))
    }

    /// The result if an immediate B has a sign.
    pub(super) fn with_immediate(&self, signed: u8) -> u32 {
        let other = self.immediate.then(|| self.with_field("B signed", &[signed; 2])).flatten();
        other.unwrap_or_else(|| self.trace.result())
    }

    /// The result for a value of tmp, by the stages that follow it. The shift of a `VMAD` shifts the number.
    pub(super) fn after_tmp(&self, tmp: i128) -> Option<u32> {
        let Some(output) = self.operation.output() else { return self.after_shift(tmp >> self.scale) };
        Some(word(finish(&Machine, &mut Nothing, output, &Bits::wrap(tmp), &Bits::wrap(self.c.into()))))
    }

    /// The same for a value of the shr of a `VMAD`.
    pub(super) fn after_shift(&self, shr: i128) -> Option<u32> {
        let Operation::Vmad(mode) = self.operation else { return None };
        Some(word(saturate(&Machine, &mut Nothing, mode.saturate, mode.final_sign(), &Bits::wrap(shr))))
    }

    /// The same for a value after the clamp.
    pub(super) fn after_clamp(&self, value: i128) -> Option<u32> {
        let Some(output) = self.operation.output() else {
            return matches!(self.operation, Operation::Vmad(_)).then_some(value as u32);
        };
        let (kind, value) = ((output.sign, output.second), (&Bits::wrap(value), ""));
        Some(word(second_operation(&Machine, &mut Nothing, kind, value, &Bits::wrap(self.c.into()))))
    }

    pub(super) fn c_as(&self, sign: Sign) -> i128 {
        wrap(sign, 32, self.c.into())
    }

    /// The product with its sign in the sum.
    pub(super) fn product_term(&self) -> i128 {
        if self.psign == 2 { -self.product } else { self.product }
    }

    pub(super) fn with_product(&self, product: i128) -> i128 {
        let change = product - self.product;
        self.tmp + if self.psign == 2 { -change } else { change }
    }

    pub(super) fn with_c(&self, c: i128) -> i128 {
        let change = c - self.wire("C extended");
        self.tmp + if self.psign == 1 { -change } else { change }
    }

    /// The bits of a field as a number of a sign.
    pub(super) fn field(&self, field: &str, sign: Sign) -> i128 {
        self.trace.wire(field).map_or(0, |wire| wire.bits.value(sign))
    }

    /// The sum with another psign; the signs do not follow from it.
    pub(super) fn signed_sum(&self, psigns: [u8; 4]) -> i128 {
        let (one, other) = match self.operation {
            Operation::Vmad(_) => (self.product, self.wire("C extended")),
            _ => (self.a, self.b),
        };
        match psigns[usize::from(self.psign)] {
            0 => one + other,
            1 => one - other,
            2 => other - one,
            _ => one + other + 1,
        }
    }

    pub(super) fn range(&self) -> Range {
        Range::of(self.sign, self.second.bits())
    }

    /// A value, clamped to a range if the instruction saturates.
    pub(super) fn saturated(&self, value: i128, Range { min, max }: Range) -> i128 {
        if self.saturates { value.clamp(min, max) } else { value }
    }

    /// The value before the clamp, clamped to another range.
    pub(super) fn clamped(&self, range: Range) -> i128 {
        self.saturated(self.trace.value("shr").unwrap_or(self.tmp), range)
    }

    /// tmp after a shift of its low bits, as a number of a sign. Without a shift it keeps all bits.
    pub(super) fn shifted_bits(&self, sign: Sign, bits: u32) -> i128 {
        if self.scale == 0 { self.tmp } else { wrap(sign, bits, self.tmp) >> self.scale }
    }

    /// The result, if it is a merge of some kind with the low bits of the value in another place.
    pub(super) fn merged(&self, of: SecondOp, mask: u32, low: u32) -> u32 {
        let merged = self.c & !mask | self.cut << low & mask;
        if self.second == of { merged } else { self.trace.result() }
    }

    /// A second operation that compares with a sign.
    pub(super) fn extreme(&self, sign: Sign) -> u32 {
        let [cut, c] = [self.cut, self.c].map(|word| wrap(sign, 32, word.into()));
        match self.second {
            SecondOp::Min => cut.min(c) as u32,
            SecondOp::Max => cut.max(c) as u32,
            _ => self.trace.result(),
        }
    }

    /// The minimum or maximum by a comparison of the low 32 bits.
    pub(super) fn ordered(&self, sign: Sign) -> i128 {
        let less = wrap(sign, 32, self.a) < wrap(sign, 32, self.b);
        let is_minimum =
            matches!(self.operation, Operation::Vmnmx(mode) if mode.extreme == vmnmx::Extreme::Minimum);
        if less == is_minimum { self.a } else { self.b }
    }

    /// The result if A and B are compared as words of a sign.
    pub(super) fn compared(&self, sign: Sign) -> u32 {
        let operand = Operand::first(Format { width: Width::Word, sign });
        self.operation.with_operands([operand, operand]).execute(self.a as u32, self.b as u32, self.c)
    }

    pub(super) fn shifted(&self, amount: u32) -> i128 {
        if matches!(self.operation, Operation::Vshl(_)) { self.a << amount } else { self.a >> amount }
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

fn word(bits: Bits<32>) -> u32 {
    bits.unsigned() as u32
}
