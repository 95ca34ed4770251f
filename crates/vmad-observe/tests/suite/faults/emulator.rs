//! An emulator with a fault: the unit, of which a stage computes something else.

use vmad_observe::vectors::{Count, Filter, Stream, Vectors};
use vmad_sass::{Instruction, Ports};
use vmad_unit::{
    Kind::{self, *},
    Operand, Operation, Saturate, SecondOp, Sign,
    saturate::Range,
    vabsdiff4::Mode as Lanes,
};

/// An execution of an emulator.
#[derive(Clone)]
pub(super) struct Emulated {
    pub(super) instruction: Instruction,
    pub(super) operation: Operation,
    pub(super) ports: [u32; 3],
}

pub(super) type Emulator = fn(&Emulated) -> u32;

/// A faulty emulator, its instructions, and what is found: the identifier of each rule, or nothing, and the condition.
pub(super) struct Fault {
    pub(super) name: &'static str,
    pub(super) kinds: &'static [Kind],
    pub(super) run: Emulator,
    pub(super) found: &'static [(&'static str, &'static str)],
}

/// A fault: its name, the instructions, what is found, and what is computed.
pub(super) const fn fault(
    name: &'static str,
    kinds: &'static [Kind],
    found: &'static [(&'static str, &'static str)],
    run: Emulator,
) -> Fault {
    Fault { name, kinds, run, found }
}

impl Emulated {
    pub(super) fn right(&self) -> u32 {
        let [a, b, c] = self.ports;
        self.operation.execute(a, b, c)
    }

    pub(super) fn is(&self, kind: Kind) -> bool {
        self.operation.kind() == kind
    }

    pub(super) fn field(&self, name: &str) -> Option<u64> {
        self.instruction.field(name)
    }

    pub(super) fn has(&self, name: &str, value: u64) -> bool {
        self.field(name) == Some(value)
    }

    pub(super) fn a(&self) -> i128 {
        self.operands()[0]
    }

    pub(super) fn b(&self) -> i128 {
        self.operands()[1]
    }

    pub(super) fn operands(&self) -> [i128; 2] {
        let [a, b] = self.operation.operands().unwrap();
        [a.value(self.ports[0]).into(), b.value(self.ports[1]).into()]
    }

    pub(super) fn signs(&self) -> [Sign; 2] {
        self.operation.operands().map_or([Sign::Unsigned; 2], |operands| operands.map(|operand| operand.sign))
    }

    pub(super) fn second(&self) -> SecondOp {
        self.operation.output().map_or(SecondOp::None, |output| output.second)
    }

    pub(super) fn is_immediate(&self) -> bool {
        self.instruction.form().b == vmad_sass::isa::B::Immediate
    }

    /// The shift of `VMAD`; 0 for the others.
    pub(super) fn scale(&self) -> u32 {
        if let Operation::Vmad(mode) = self.operation { mode.scale.count() } else { 0 }
    }

    /// `VMAD` with another product and another number for C.
    pub(super) fn multiply_add(&self, product: i128, c: i128) -> u32 {
        let psign = self.field("psign").unwrap_or_default() as usize;
        let tmp = [product + c, product - c, c - product, product + c + 1][psign];
        self.after(tmp >> self.scale())
    }

    pub(super) fn saturates(&self) -> bool {
        self.operation.saturate() == Saturate::On
    }

    /// The sign of the result.
    pub(super) fn sign(&self) -> Sign {
        match self.operation {
            Operation::Vmad(mode) => mode.final_sign(),
            Operation::Vabsdiff4(mode) => mode.sign,
            _ => self.operation.output().map_or(Sign::Unsigned, |output| output.sign),
        }
    }

    /// The word with another value of a field.
    pub(super) fn with(&self, name: &str, value: u64) -> u32 {
        let Some(field) = self.instruction.form().field(name) else { return self.right() };
        let word = field.with(self.instruction.encode(), value);
        let Ok(instruction) = Instruction::decode(word) else { return self.right() };
        let Some(operation) = instruction.operation() else { return self.right() };
        let [a, b, c] = self.ports;
        operation.execute(a, b, c)
    }

    pub(super) fn with_operands(&self, change: impl Fn([Operand; 2]) -> [Operand; 2]) -> u32 {
        let [a, b, c] = self.ports;
        let Some(operands) = self.operation.operands() else { return self.right() };
        self.operation.with_operands(change(operands)).execute(a, b, c)
    }

    /// The value before the clamp.
    pub(super) fn tmp(&self) -> i128 {
        let [a, b, c] = self.ports;
        let trace = self.operation.trace(a, b, c);
        trace.value("shr").or_else(|| trace.value("tmp")).unwrap_or_default()
    }

    pub(super) fn wire(&self, name: &str) -> i128 {
        let [a, b, c] = self.ports;
        self.operation.trace(a, b, c).value(name).unwrap_or_default()
    }

    /// The stages after the value before the clamp, with a range.
    pub(super) fn clamp(&self, tmp: i128, Range { min, max }: Range) -> u32 {
        self.finish(if self.saturates() { tmp.clamp(min, max) } else { tmp })
    }

    pub(super) fn range(&self) -> Range {
        Range::of(self.sign(), self.second().bits())
    }

    /// The second operation on a clamped value.
    pub(super) fn finish(&self, value: i128) -> u32 {
        let (cut, c) = (value as u32, self.ports[2]);
        let [least, most] = ordered(self.sign(), cut, c);
        match self.second() {
            SecondOp::Mrg16H => cut << 16 | c & 0xffff,
            SecondOp::Mrg16L => cut & 0xffff | c & 0xffff_0000,
            SecondOp::Mrg8B0 => cut & 0xff | c & 0xffff_ff00,
            SecondOp::Mrg8B2 => (cut & 0xff) << 16 | c & 0xff00_ffff,
            SecondOp::Acc => cut.wrapping_add(c),
            SecondOp::Min => least,
            SecondOp::Max => most,
            SecondOp::None => cut,
        }
    }

    /// The stages after tmp.
    pub(super) fn after(&self, tmp: i128) -> u32 {
        self.clamp(tmp, self.range())
    }

    /// The clamped value as a word.
    pub(super) fn cut(&self) -> u32 {
        let Range { min, max } = self.range();
        (if self.saturates() { self.tmp().clamp(min, max) } else { self.tmp() }) as u32
    }

    /// `VABSDIFF4` with another mask.
    pub(super) fn with_mask(&self, change: impl Fn(&mut [bool; 4])) -> u32 {
        let Operation::Vabsdiff4(mut mode) = self.operation else { return self.right() };
        change(&mut mode.lanes);
        let [a, b, c] = self.ports;
        Operation::Vabsdiff4(mode).execute(a, b, c)
    }

    /// `VABSDIFF4` with another value of a lane, before its clamp.
    pub(super) fn lanes(&self, lane: impl Fn(i128, i128) -> i128) -> u32 {
        let Operation::Vabsdiff4(Lanes { lanes, saturate, accumulate, sign, .. }) = self.operation else {
            return self.right();
        };
        let c = self.ports[2];
        let mut result = if accumulate { c } else { 0 };
        for (at, is_active) in lanes.into_iter().enumerate() {
            let [a, b] = ["A", "B"].map(|name| self.wire(&format!("{name} lane {at}")));
            let mut value = lane(a, b);
            if saturate == Saturate::On {
                value = value.clamp(Range::of(sign, 8).min, Range::of(sign, 8).max);
            }
            let low = 8 * at;
            result = match (accumulate, is_active) {
                (true, true) => result.wrapping_add(value as u32),
                (true, false) => result,
                (false, true) => result | (value as u32 & 0xff) << low,
                (false, false) => result | c & 0xff << low,
            };
        }
        result
    }
}

/// Two words, the lesser first.
pub(super) fn ordered(sign: Sign, one: u32, other: u32) -> [u32; 2] {
    let is_less = match sign {
        Sign::Unsigned => one < other,
        Sign::Signed => (one as i32) < other as i32,
    };
    if is_less { [one, other] } else { [other, one] }
}

/// The rows of an emulator: vectors of the instructions.
pub(super) fn rows(kinds: &[Kind], count: u64) -> Vec<Emulated> {
    let of_kind = |kind: &Kind| {
        let modes = Filter::of(*kind).modes();
        // A step that has no factor in common with the number of modes: a part of the vectors has all values of each field.
        let modes = (0..modes.len()).map(|index| modes[index * 1_000_003 % modes.len()].clone());
        let streams = modes.map(|mode| Stream::of_mode(mode, 3)).collect();
        Vectors::new(streams, Count::Total(count)).map(|vector| {
            let Ports { a, b, c } = vector.ports;
            Emulated { instruction: vector.instruction, operation: vector.operation, ports: [a, b, c] }
        })
    };
    kinds.iter().flat_map(of_kind).collect()
}

pub(super) const SCALAR: &[Kind] = &[Vadd, Vabsdiff, Vmnmx, Vset, Vshl, Vshr];
pub(super) const COMPARING: &[Kind] = &[Vmnmx, Vset, Vsetp];
