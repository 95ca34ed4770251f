//! The two sides of a pair: a `vmad` of a PTX function, and a `VMAD` of a SASS function, with what is known of their
//! operands.

use vmad_ptx::{
    ast::{Accumulate, Body, Instruction, Integer, MultiplyAdd, Operand, Operation, Register as Name},
    module::{Function, Module, Unreadable},
    syntax::{Found, Span},
};
use vmad_sass::{
    Arch, Vmad,
    vmad::{Ports, SourceB},
};
use vmad_unit::{Operand as Port, Psign, Register};

use crate::{
    lines::LineIndex,
    stream::{Code, Held},
};
use vmad_xcheck::{
    interpretation::Case,
    lowering::{LowerError, Lowered, Registers, lower},
    spelling::mode_of,
};

/// A `vmad` of a PTX function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The instruction.
    pub instruction: Instruction,
    /// Its place in the text.
    pub span: Span,
    /// The line of its first character, counted from 1.
    pub line: u32,
    /// The line of its semicolon.
    pub last_line: u32,
    /// The operation without its operands.
    pub operation: MultiplyAdd,
    /// `a`, `b` and `c`.
    pub operands: [Given; 3],
    /// Its basic block: a number within the function.
    pub block: usize,
    /// Whether it is in a loop.
    pub in_loop: bool,
    /// Whether its result may be used.
    pub is_used: bool,
}

/// A source operand as PTX gives it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// The `vmad`s of a function.
    pub fn of(module: &Module, function: &Function, lines: &LineIndex) -> Vec<Self> {
        let found = statements(module, function).iter().flatten();
        found.filter_map(|found| Self::new(found, function, lines)).collect()
    }

    fn new(found: &Found, function: &Function, lines: &LineIndex) -> Option<Self> {
        let (instruction, span) = (&found.instruction, found.span);
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
        let [line, last_line] = [span.start, span.end.saturating_sub(1)].map(|offset| lines.line(offset));
        Some(Self {
            instruction: instruction.clone(),
            span,
            line,
            last_line,
            operation,
            operands,
            block: function.block(span),
            in_loop: function.in_loop(span),
            is_used: function.uses(span),
        })
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

    /// Which operands are one register of PTX, and not a constant in a form: a and b, a and c, b and c.
    pub fn ties(&self, form: &Form) -> [bool; 3] {
        form.pairs(|one, other| self.operands[one].name() == self.operands[other].name())
    }

    /// Whether ptxas is known to compile it to the psign, scale, saturation and formats of a `VMAD`.
    ///
    /// A factor whose value ptxas knows can have any format. `-b` beside a constant `a` can lose its sign (D6).
    pub fn foresees(&self, form: &Form) -> bool {
        let (own, theirs) = (mode_of(&self.operation), form.vmad.mode());
        let is_constant = |role: usize| matches!(form.ports[role], Held::Constant(_));
        let loses_minus =
            is_constant(0) && self.operation.accumulate.b_negate() && theirs.psign == Psign::Add;
        (own.psign == theirs.psign || loses_minus)
            && own.scale == theirs.scale
            && own.saturate == theirs.saturate
            && (own.a == theirs.a || is_constant(0))
            && (own.b == theirs.b || is_constant(1))
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

/// The statements of a function's body. Those of a module are in the order of the text.
pub(crate) fn statements<'m>(module: &'m Module, function: &Function) -> &'m [Result<Found, Unreadable>] {
    let place = |statement: &Result<Found, Unreadable>| match statement {
        Ok(found) => found.span.start,
        Err(unreadable) => unreadable.span.start,
    };
    let first = module.statements.partition_point(|it| place(it) < function.body.start);
    let end = module.statements.partition_point(|it| place(it) < function.body.end);
    &module.statements[first..end.max(first)]
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
    /// The values of the ports A, B and C.
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

    /// Which operands are one register that is not a constant: A and B, A and C, B and C.
    pub fn ties(&self) -> [bool; 3] {
        let registers = self.registers();
        self.pairs(|one, other| registers[one] == registers[other])
    }

    /// Which pairs of operands that are not constants are equal in some way.
    fn pairs(&self, are_equal: impl Fn(usize, usize) -> bool) -> [bool; 3] {
        let free = self.ports.map(|port| matches!(port, Held::Unknown(_)));
        [[0, 1], [0, 2], [1, 2]].map(|[one, other]| free[one] && free[other] && are_equal(one, other))
    }

    /// The 32-bit result for the values of the ports.
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
    /// The line of the PTX that the line table gives it, counted from 1.
    pub line: Option<u32>,
    /// The instruction and its ports.
    pub form: Form,
}

impl Emitted {
    /// The `VMAD`s of a function.
    pub fn of(code: &Code) -> Vec<Self> {
        let slots = code.stream.slots().iter().enumerate();
        slots
            .filter_map(|(at, slot)| {
                let vmad = Vmad::decode(slot.word).ok()?;
                let form = Form::with(vmad, |register| code.stream.held(at, register));
                let line = code.lines.get(at).copied().flatten();
                Some(Self { address: slot.address, line, form })
            })
            .collect()
    }
}
