//! What the rules of the stages take from an execution.

use vmad_unit::{Kind, Operation, SecondOp, Sign, saturate::Range};

use super::{Run, run::wrap};

impl Run {
    pub(super) fn is(&self, kind: Kind) -> bool {
        self.operation.kind() == kind
    }

    pub(super) fn is_shift(&self) -> bool {
        self.operation.kind().shifts_by_b()
    }

    pub(super) fn a(&self) -> i128 {
        self.operands[0]
    }

    pub(super) fn b(&self) -> i128 {
        self.operands[1]
    }

    pub(super) fn at(&self) -> usize {
        self.psign().into()
    }

    pub(super) fn bits(&self) -> u32 {
        if self.is(Kind::Vabsdiff4) { 8 } else { self.second().bits() }
    }

    pub(super) fn with_swapped(&self, one: &str, other: &str) -> u64 {
        let (word, form) = (self.instruction.encode(), self.instruction.form());
        let fields =
            form.field(one).zip(form.field(other)).filter(|(one, other)| one.width() == other.width());
        fields.map_or(word, |(one, other)| one.with(other.with(word, one.of(word)), other.of(word)))
    }

    /// The word with another value in a field of an immediate, if it has the field.
    pub(super) fn with_immediate(&self, name: &str, value: u64) -> u64 {
        let word = self.instruction.encode();
        let field = self.instruction.form().field(name).filter(|_| self.has_immediate());
        field.map_or(word, |field| field.with(word, value))
    }

    pub(super) fn with_ports(&self, change: impl FnOnce([u32; 2]) -> [u32; 2]) -> [u32; 3] {
        let [a, b] = change([self.ports[0], self.ports[1]]);
        [a, b, self.ports[2]]
    }

    /// The ports with another source predicate of `VSETP`, after its negation.
    pub(super) fn with_source(&self, value: impl FnOnce(u32) -> u32) -> [u32; 3] {
        let [a, b, c] = self.ports;
        match self.operation {
            Operation::Vsetp(mode) => [a, b, value(c & 1) ^ u32::from(mode.negated)],
            _ => self.ports,
        }
    }

    /// The terms of `VMAD` with C as a number of a sign.
    pub(super) fn with_c(&self, sign: Sign) -> [i128; 2] {
        [self.terms[0], if self.is(Kind::Vmad) { self.c_as(sign) } else { self.terms[1] }]
    }

    pub(super) fn with_lanes(&self, lane: impl Fn([i128; 2]) -> i128) -> u32 {
        let mut run = self.clone();
        run.set_lanes(lane, self.range());
        run.result
    }

    /// The terms of `VMAD` with the low 32 bits of the product.
    pub(super) fn with_product(&self, sign: Sign) -> [i128; 2] {
        [if self.is(Kind::Vmad) { wrap(sign, 32, self.terms[0]) } else { self.terms[0] }, self.terms[1]]
    }

    /// The clamped value; another one, made of the range and the clamped value, where the clamp has an effect.
    pub(super) fn out_of_range(&self, change: impl FnOnce(Range, i128) -> i128) -> i128 {
        let value = self.clamped(self.range());
        if value == self.shr { value } else { change(self.range(), value) }
    }

    /// The sum, cut to some bits.
    pub(super) fn sum_of(&self, sign: Sign, bits: u32) -> i128 {
        if self.is(Kind::Vmad) || self.is(Kind::Vadd) { wrap(sign, bits, self.tmp) } else { self.tmp }
    }

    /// tmp after a shift of its low bits, as a number of a sign. Without a shift it keeps all bits.
    pub(super) fn shifted_bits(&self, sign: Sign, bits: u32) -> i128 {
        if self.scale() == 0 { self.tmp } else { wrap(sign, bits, self.tmp) >> self.scale() }
    }

    /// The sum of the terms, of which some are shifted before it.
    pub(super) fn shifted_terms(&self, is_shifted: [bool; 2]) -> i128 {
        let mut run = self.clone();
        for (term, is_shifted) in run.terms.iter_mut().zip(is_shifted) {
            *term >>= if is_shifted { self.scale() } else { 0 };
        }
        if self.scale() == 0 { self.tmp } else { run.sum(self.psign()) }
    }

    /// The two predicates, from the right ones.
    pub(super) fn outputs(&self, change: impl FnOnce(u32, u32) -> [u32; 2]) -> u32 {
        if !self.is(Kind::Vsetp) {
            return self.result;
        }
        let [first, second] = change(self.result & 1, self.result >> 1 & 1);
        first | second << 1
    }

    pub(super) fn shifted_by(&self, amount: u32) -> i128 {
        match self.operation {
            Operation::Vshl(_) => self.a() << amount,
            Operation::Vshr(_) => self.a() >> amount,
            _ => self.tmp,
        }
    }

    pub(super) fn has_second(&self) -> bool {
        matches!(self.second(), SecondOp::Acc | SecondOp::Min | SecondOp::Max)
    }

    /// The bits that a merge writes, and the lowest of them.
    pub(super) fn merge(&self) -> Option<(u32, u32)> {
        match self.second() {
            SecondOp::Mrg16H => Some((0xffff_0000, 16)),
            SecondOp::Mrg16L => Some((0xffff, 0)),
            SecondOp::Mrg8B0 => Some((0xff, 0)),
            SecondOp::Mrg8B2 => Some((0xff_0000, 16)),
            SecondOp::Acc | SecondOp::Min | SecondOp::Max | SecondOp::None => None,
        }
    }

    /// The result, if it is a merge of a byte to another place.
    pub(super) fn merged(&self, second: SecondOp, low: u32) -> u32 {
        let mask = 0xff << low;
        if self.second() == second { self.c() & !mask | self.cut() << low & mask } else { self.result }
    }

    /// The result of an ACC that joins the value and C in another way.
    pub(super) fn accumulated(&self, join: impl FnOnce(i128, i128) -> i128) -> u32 {
        let c = i128::from(self.c());
        match self.operation {
            Operation::Vabsdiff4(mode) if mode.accumulate => join(i128::from(self.result) - c, c) as u32,
            _ if self.second() == SecondOp::Acc => join(self.cut().into(), c) as u32,
            _ => self.result,
        }
    }

    /// The result of a MIN or a MAX that compares with a sign.
    pub(super) fn extreme(&self, sign: Sign) -> u32 {
        let [cut, c] = [self.cut(), self.c()].map(|word| wrap(sign, 32, word.into()));
        match self.second() {
            SecondOp::Min => cut.min(c) as u32,
            SecondOp::Max => cut.max(c) as u32,
            _ => self.result,
        }
    }
}
