//! From an instruction to its word.

use vmad_unit::{Saturate, Sign};

use super::{
    fields::{Fields, FieldsB},
    instruction::{SourceB, Vmad},
    table::OPCODE,
};

impl Vmad {
    /// The instruction's word. Every instruction has one: `Vmad::decode(i.encode()) == Ok(i)`.
    #[inline]
    pub fn encode(&self) -> u64 {
        self.fields().into()
    }

    /// The instruction's fields.
    #[inline]
    pub const fn fields(&self) -> Fields {
        let b = match self.b {
            SourceB::Register { source, ignored } => FieldsB::Register {
                rb: source.register.encoding(),
                select: source.operand.selector.encoding(),
                ignored: ignored.bits(),
            },
            SourceB::Immediate { value, .. } => FieldsB::Immediate { imm16: value },
        };
        Fields {
            rd: self.destination.encoding(),
            ra: self.a.register.encoding(),
            guard: self.guard.predicate.encoding(),
            guard_negated: self.guard.negated,
            b,
            a_select: self.a.operand.selector.encoding(),
            rc: self.c.encoding(),
            cc: self.cc,
            a_signed: signed(self.a.operand.sign),
            b_signed: signed(self.b.operand().sign),
            scale: self.scale.encoding(),
            psign: self.psign.encoding(),
            sat: matches!(self.saturate, Saturate::On),
            opcode: OPCODE,
        }
    }
}

const fn signed(sign: Sign) -> bool {
    matches!(sign, Sign::Signed)
}
