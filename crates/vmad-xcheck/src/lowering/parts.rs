//! An instruction from its parts.

use vmad_sass::{
    Instruction,
    isa::{self, B, Form},
};
use vmad_unit::{Guard, Operand, Operation, Output, Register, vabsdiff4, vset, vshift};

/// The B operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SourceB {
    Register(Register),
    Immediate(u16),
}

/// The parts of an instruction that writes a register.
pub(super) struct Parts {
    pub(super) guard: Guard,
    pub(super) destination: Register,
    pub(super) operation: Operation,
    pub(super) a: Register,
    pub(super) b: SourceB,
    pub(super) c: Register,
}

impl Parts {
    pub(super) fn instruction(&self) -> Option<Instruction> {
        let kind = match self.b {
            SourceB::Register(_) => B::Register,
            SourceB::Immediate(_) => B::Immediate,
        };
        let form = isa::instruction(self.operation.mnemonic())?.iter().find(|form| form.b == kind)?;
        let mut fields = vec![
            ("guard", self.guard.predicate.encoding().into()),
            ("guard not", self.guard.negated.into()),
            ("Rd", self.destination.encoding().into()),
            ("CC", 0),
            ("Ra", self.a.encoding().into()),
            ("Rc", self.c.encoding().into()),
            match self.b {
                SourceB::Register(register) => ("Rb", register.encoding().into()),
                SourceB::Immediate(value) => ("imm16", value.into()),
            },
        ];
        fields.extend(modifiers(&self.operation));
        Instruction::from_fields(form, fields.into_iter().filter(|(name, _)| has(form, name))).ok()
    }
}

fn has(form: &'static Form, name: &str) -> bool {
    form.free_fields().any(|field| field.name() == name)
}

fn modifiers(operation: &Operation) -> Vec<(&'static str, u64)> {
    let mut fields = Vec::new();
    let mut put = |name, value: u8| fields.push((name, u64::from(value)));
    if let Some([a, b]) = operation.operands() {
        for (operand, [select, signed]) in
            [(a, ["A select", "A signed"]), (b, ["B select", "B signed"])] as [(Operand, _); 2]
        {
            put(select, operand.selector.encoding());
            put(signed, operand.sign as u8);
        }
    }
    let mut output = |Output { sign, saturate, second }: Output| {
        fields.extend([
            ("dtype", sign as u64),
            ("SAT", saturate as u64),
            ("secop", u64::from(second.encoding())),
        ]);
    };
    let own: &[(&'static str, u64)] = match *operation {
        Operation::Vmad(it) => {
            &[("scale", it.scale as u64), ("psign", it.psign as u64), ("SAT", it.saturate as u64)]
        }
        Operation::Vadd(it) => {
            output(it.output);
            &[("psign", it.psign as u64)]
        }
        Operation::Vabsdiff(it) => {
            output(it.output);
            &[]
        }
        Operation::Vmnmx(it) => {
            output(it.output);
            &[("min/max", it.extreme as u64)]
        }
        Operation::Vset(vset::Mode { comparison, second, .. }) => {
            &[("comparison", comparison.encoding().into()), ("secop", second.encoding().into())]
        }
        Operation::Vsetp(_) => &[],
        Operation::Vshl(vshift::Mode { wrap, output: it, .. })
        | Operation::Vshr(vshift::Mode { wrap, output: it, .. }) => {
            output(it);
            &[("wrap", wrap as u64)]
        }
        Operation::Vabsdiff4(vabsdiff4::Mode { a, a_sign, b, b_sign, accumulate, .. }) => &[
            ("A select", a.encoding() as u64),
            ("A signed", a_sign as u64),
            ("B select", b.encoding() as u64),
            ("B signed", b_sign as u64),
            ("dtype", 0),
            ("SAT", 0),
            ("lanes", 15),
            ("reduction", accumulate as u64),
        ],
    };
    fields.extend_from_slice(own);
    fields
}
