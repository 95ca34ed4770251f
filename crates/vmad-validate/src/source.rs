//! The two sides of a pair: a `vmad` of a PTX function, and a `VMAD` of a SASS function, with what is known of their
//! operands.

use vmad_ptx::{
    ast::{Accumulate, Body, Instruction, Integer, MultiplyAdd, Operand, Operation, Register as Name},
    module::{Function, Module},
    syntax::Span,
};
use vmad_sass::{
    Arch, Vmad,
    vmad::{Ports, SourceB},
};
use vmad_unit::{Operand as Port, Register};

use crate::stream::{Held, Stream};
use vmad_xcheck::{
    interpretation::Case,
    lowering::{LowerError, Lowered, Registers, lower},
};

/// A `vmad` of a PTX function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The instruction.
    pub instruction: Instruction,
    /// Where it stands in the text.
    pub span: Span,
    /// The operation without its operands.
    pub operation: MultiplyAdd,
    /// `a`, `b` and `c`.
    pub operands: [Given; 3],
}

/// A source operand as PTX gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A register.
    Register(Name),
    /// A register that holds a constant where it is read.
    Known(Name, u32),
    /// A constant.
    Constant(u32),
}

impl Given {
    /// The constant, if it is one.
    pub const fn constant(&self) -> Option<u32> {
        match self {
            Self::Register(_) => None,
            Self::Known(_, value) | Self::Constant(value) => Some(*value),
        }
    }

    /// The register's name, if it is one.
    pub const fn name(&self) -> Option<&Name> {
        match self {
            Self::Register(name) | Self::Known(name, _) => Some(name),
            Self::Constant(_) => None,
        }
    }
}

impl Source {
    /// The `vmad`s of a function. (Statements that cannot be read are no `vmad`s.)
    pub fn of(module: &Module, function: &Function) -> Vec<Self> {
        let inside = |span: Span| function.body.start <= span.start && span.end <= function.body.end;
        let found = module.statements.iter().flatten().filter(|found| inside(found.span));
        found.filter_map(|found| Self::new(&found.instruction, found.span, function)).collect()
    }

    fn new(instruction: &Instruction, span: Span, function: &Function) -> Option<Self> {
        let Body::Video(video) = &instruction.body else { return None };
        let Operation::MultiplyAdd(operation) = *video.operation() else { return None };
        let given = |operand: &Operand<Integer>| match operand {
            Operand::Immediate(value) => Given::Constant(value.word()),
            Operand::Register(name) => match function.constant(span, name) {
                Some(value) => Given::Known(name.clone(), value.word()),
                None => Given::Register(name.clone()),
            },
        };
        let operands = [given(video.a()), given(video.b()), given(video.c()?)];
        Some(Self { instruction: instruction.clone(), span, operation, operands })
    }

    /// The case of the divergence map that it is: a register that is known to hold a constant counts as one where a
    /// constant can be written.
    pub fn case(&self) -> Case {
        let plain = plain(&self.operation);
        let constants = std::array::from_fn(|role| match &self.operands[role] {
            Given::Constant(value) => Some(*value),
            Given::Known(_, value) if plain[role] => Some(*value),
            Given::Known(..) | Given::Register(_) => None,
        });
        Case { operation: self.operation, constants }
    }

    /// What ptxas is known to make of it.
    ///
    /// # Errors
    /// It is known to emit no `VMAD` for it.
    pub fn lower(&self, arch: Arch) -> Result<Form, LowerError> {
        // The registers' names do not matter to a form, and neither does the guard.
        let instruction = self.case().instruction();
        lower(instruction.as_ref().unwrap_or(&self.instruction), arch, &Registers::default())
            .map(|lowered| Form::of(&lowered))
    }

    /// What ptxas is known to make of it where `b` is a part of a register that holds a constant of 16 bits: an imm16
    /// of the whole constant, as if no part were selected.
    ///
    /// That is wrong unless the whole constant is the part's number. ptxas 12.9 does it for all architectures, those
    /// too that have no imm16 of a constant in the text.
    pub fn lower_without_selector(&self) -> Option<Form> {
        let Given::Known(_, value) = &self.operands[1] else { return None };
        self.operation.b.select?;
        let mut whole = self.clone();
        whole.operation.b.select = None;
        whole.operands[1] = Given::Constant(*value);
        whole.lower(Arch::Sm50).ok()
    }
}

/// Which operands could be constants in the text: those without a selector and without a minus sign.
fn plain(operation: &MultiplyAdd) -> [bool; 3] {
    let accumulate: Accumulate = operation.accumulate;
    [
        operation.a.select.is_none() && !accumulate.a_negate(),
        operation.b.select.is_none() && !accumulate.b_negate(),
        !accumulate.c_negate(),
    ]
}

/// A `VMAD` with what is known of its ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The instruction.
    pub vmad: Vmad,
    /// What stands on the ports A, B and C.
    pub ports: [Held; 3],
}

impl Form {
    /// The form of a lowering.
    fn of(lowered: &Lowered) -> Self {
        let held = |register: Register| {
            let load = lowered.loads.iter().find(|load| load.destination == register);
            match load {
                Some(load) => Held::Constant(load.value),
                None if register.is_zero() => Held::Constant(0),
                None => Held::Unknown(crate::stream::Origin::Caller),
            }
        };
        Self::with(lowered.vmad, held)
    }

    fn with(vmad: Vmad, held: impl Fn(Register) -> Held) -> Self {
        let b = match vmad.b {
            SourceB::Register { source, .. } => held(source.register),
            SourceB::Immediate { value, .. } => Held::Constant(value.into()),
        };
        Self { vmad, ports: [held(vmad.a.register), b, held(vmad.c)] }
    }

    /// The registers on the ports.
    pub const fn registers(&self) -> [Option<Register>; 3] {
        let b = match self.vmad.b {
            SourceB::Register { source, .. } => Some(source.register),
            SourceB::Immediate { .. } => None,
        };
        [Some(self.vmad.a.register), b, Some(self.vmad.c)]
    }

    /// What the unit does with each port; it takes C whole.
    pub const fn operands(&self) -> [Option<Port>; 3] {
        [Some(self.vmad.a.operand), Some(self.vmad.b.operand()), None]
    }

    /// The 32-bit result for what stands on the ports.
    pub fn compute(&self, [a, b, c]: [u32; 3]) -> u32 {
        self.vmad.compute(Ports { a, b, c })
    }

    /// Whether an emitted `VMAD` is of this form, but for its registers' numbers: the same fields, and the same
    /// constants where this one has any.
    pub fn is(&self, emitted: &Self) -> bool {
        let constants = self.ports.iter().zip(&emitted.ports).all(|(ours, theirs)| match (ours, theirs) {
            (Held::Constant(ours), theirs) => Held::Constant(*ours) == *theirs,
            (Held::Unknown(_), _) => true,
        });
        let is_register = |form: &Self| form.registers()[1].is_some();
        constants && is_register(self) == is_register(emitted) && self.vmad.mode() == emitted.vmad.mode()
    }
}

/// A `VMAD` of a SASS function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// Its address in the section.
    pub address: u64,
    /// The instruction and its ports.
    pub form: Form,
}

impl Emitted {
    /// The `VMAD`s of a function.
    pub fn of(stream: &Stream) -> Vec<Self> {
        let slots = stream.slots().iter().enumerate();
        slots
            .filter_map(|(at, slot)| {
                let vmad = Vmad::decode(slot.word).ok()?;
                let form = Form::with(vmad, |register| stream.held(at, register));
                Some(Self { address: slot.address, form })
            })
            .collect()
    }
}
