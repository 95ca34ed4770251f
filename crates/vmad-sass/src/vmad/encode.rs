//! From an instruction to its word.

use vmad_unit::{Saturate, Sign};

use super::{
    at,
    fields::{Fields, FieldsB},
    instruction::{SourceB, Vmad},
    table::OPCODE,
};

impl Vmad {
    /// The instruction's word. Every instruction has one: `Vmad::decode(i.encode()) == Ok(i)`.
    #[inline]
    pub fn encode(&self) -> u64 {
        // Not by way of `fields`, which would take a quarter longer: it moves them about before they are put down.
        // Each field of B is chosen by itself, which takes no branch: no processor foresees which form is next.
        let rb = match self.b {
            SourceB::Register { source, .. } => source.register.encoding(),
            SourceB::Immediate { .. } => 0,
        };
        let b_select = match self.b {
            SourceB::Register { source, .. } => source.operand.selector.encoding(),
            SourceB::Immediate { .. } => 0,
        };
        let ignored = match self.b {
            SourceB::Register { ignored, .. } => ignored.bits(),
            SourceB::Immediate { .. } => 0,
        };
        let imm16 = match self.b {
            SourceB::Register { .. } => 0,
            SourceB::Immediate { value, .. } => value,
        };
        let b = at::RB.put(rb.into())
            | at::B_SELECT.put(b_select.into())
            | at::IGNORED.put(ignored.into())
            | at::B_KIND.put(matches!(self.b, SourceB::Register { .. }).into())
            | at::IMM16.put(imm16.into());
        at::RD.put(self.destination.encoding().into())
            | at::RA.put(self.a.register.encoding().into())
            | at::GUARD.put(self.guard.predicate.encoding().into())
            | at::GUARD_NOT.put(self.guard.negated.into())
            | b
            | at::A_SELECT.put(self.a.operand.selector.encoding().into())
            | at::RC.put(self.c.encoding().into())
            | at::CC.put(self.cc.into())
            | at::A_SIGNED.put(signed(self.a.operand.sign).into())
            | at::B_SIGNED.put(signed(self.b.operand().sign).into())
            | at::SCALE.put(self.scale.encoding().into())
            | at::PSIGN.put(self.psign.encoding().into())
            | at::SAT.put(matches!(self.saturate, Saturate::On).into())
            | at::OPCODE.put(OPCODE.into())
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
