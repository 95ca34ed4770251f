//! A statement of PTX that ptxas compiles to a word of the family, and what is known of its operands.

use vmad_ptx::{
    ast::{Body, Instruction, Integer, Operand, Operation, Register as Name},
    syntax::Span,
};
use vmad_sass::isa::Layout;

use crate::{
    definitions::{Definitions, Value},
    form::{Form, with_registers},
    part::Part,
    ptx::factors,
    setting::Setting,
};

/// A video instruction of a PTX function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The instruction.
    pub instruction: Instruction,
    /// Its place in the text.
    pub span: Span,
    /// The line of its first character, counted from 1.
    pub line: u32,
    /// The line of its semicolon: that of its words.
    pub last_line: u32,
    /// The place of its function in the module.
    pub function: usize,
    /// The operation without its operands.
    pub operation: Operation,
    /// `a`, `b` and `c`.
    pub operands: [PtxOperand; 3],
    /// For each operand the statement, by its place in the function, that alone defines the register, if it is a video
    /// instruction.
    pub(crate) definitions: [Option<usize>; 3],
    /// Its place in the function.
    pub(crate) at: usize,
    /// The setting to which ptxas compiles it if all operands are registers.
    pub(crate) setting: Setting,
    /// The number that it shares with all statements of the same operation and the same knowledge of the operands.
    pub(crate) kind: usize,
    /// The number that it shares with all statements that compute the same from the same registers.
    pub(crate) same: usize,
    /// Whether ptxas emits other instructions than the family's for it on the architecture.
    pub(crate) is_emulated: bool,
    /// Whether its result may be used.
    pub is_used: bool,
}

/// A source operand of PTX.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PtxOperand {
    /// A register. ptxas can know its value, if it is not `computed`.
    Register {
        /// The name.
        name: Name,
        /// Whether no compiler can know a value.
        computed: bool,
    },
    /// A register all of whose definitions are one constant.
    Known(Name, u32),
    /// A constant.
    Constant(u32),
    /// The instruction has no `c`.
    None,
}

impl PtxOperand {
    /// The constant, if it is one.
    pub const fn constant(&self) -> Option<u32> {
        match self {
            Self::Register { .. } | Self::None => None,
            Self::Known(_, value) | Self::Constant(value) => Some(*value),
        }
    }

    /// The register's name, if it is one.
    pub const fn name(&self) -> Option<&Name> {
        match self {
            Self::Register { name, .. } | Self::Known(name, _) => Some(name),
            Self::Constant(_) | Self::None => None,
        }
    }
}

impl Statement {
    /// The statement of a video instruction; [`None`] if ptxas compiles none of its operation to a word of the family.
    /// `is_video` says which statements of the function are video instructions.
    pub(crate) fn of(
        (instruction, span): (&Instruction, Span),
        [line, last_line]: [u32; 2],
        (function, definitions): (usize, &Definitions<'_>),
        layout: Layout,
        is_video: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        let Body::Video(video) = &instruction.body else { return None };
        let operation = *video.operation();
        let at = definitions.statement(span)?;
        let roles = [Some(video.a()), Some(video.b()), video.c()];
        let operand = |operand: &Operand<Integer>| {
            let name = match operand {
                Operand::Immediate(value) => return PtxOperand::Constant(value.word()),
                Operand::Register(name) => name.clone(),
            };
            match definitions.register(at, name.name()).map(|register| definitions.value(register)) {
                Some(Value::Constant(value)) => PtxOperand::Known(name, value),
                value => PtxOperand::Register { name, computed: value == Some(Value::Computed) },
            }
        };
        let definition = |operand: &Operand<Integer>| {
            let Operand::Register(name) = operand else { return None };
            let register = definitions.register(at, name.name())?;
            let &[only] = definitions.writers(register) else { return None };
            Some(only).filter(|only| is_video(*only))
        };
        Some(Self {
            instruction: instruction.clone(),
            span,
            line,
            last_line,
            function,
            operation,
            operands: roles.map(|it| it.map_or(PtxOperand::None, operand)),
            definitions: roles.map(|it| it.and_then(definition)),
            at,
            setting: with_registers(operation, layout)?,
            kind: 0,
            same: 0,
            is_emulated: false,
            is_used: definitions.is_used(at),
        })
    }

    /// The constants that count among those which registers of its word hold: where the PTX has a constant, or a register
    /// whose value no compiler can know. Another register can have the constant in this place of the code.
    pub(crate) fn known_of(&self, held: [Option<u32>; 3]) -> [Option<u32>; 3] {
        let is_open =
            |role: usize| matches!(self.operands[role], PtxOperand::Register { computed: false, .. });
        std::array::from_fn(|role| held[role].filter(|_| !is_open(role)))
    }

    /// The lower halves of the constants that B of its word can be, if its `b` is a constant: of the whole, and of the part
    /// that PTX selects.
    pub(crate) fn halves_of_b(&self) -> Option<[u16; 2]> {
        let b = self.operands[1].constant()?;
        let part = factors(&self.operation).map_or(b.into(), |[_, b_]| Part::of_factor(b_).number(b));
        Some([b as u16, part as u16])
    }

    /// Whether B of a form is no constant, or can be that of the `b`.
    pub(crate) fn may_have(&self, form: &Form) -> bool {
        let (Some(halves), Some(b)) = (self.halves_of_b(), form.ports[1]) else { return true };
        halves.contains(&(b as u16))
    }

    /// Which operands are one register: a and b, a and c, b and c.
    pub(crate) fn ties(&self) -> [bool; 3] {
        [[0, 1], [0, 2], [1, 2]].map(|[one, other]| {
            let name = self.operands[one].name();
            name.is_some() && name == self.operands[other].name()
        })
    }
}
