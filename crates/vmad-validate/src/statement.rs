//! A statement of PTX that ptxas compiles to a word of the family.

use vmad_flow::{Flow, Use, Version};
use vmad_ptx::{
    ast::{Operation, Tail},
    module::Register,
    syntax::FoundInstruction,
};

use crate::{
    kind::{PtxOperand, StatementKind},
    operands::Operands,
    setting::Setting,
};

/// A video instruction of a PTX function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement<'m> {
    /// The instruction, and its place in the text.
    pub found: &'m FoundInstruction,
    /// The line of its first character, counted from 1.
    pub line: u32,
    /// The line of its semicolon: that of its words.
    pub last_line: u32,
    /// The place of its function in the module.
    pub function: usize,
    /// The facts that a comparison uses.
    pub kind: StatementKind,
    /// The number that it shares with all statements of its kind.
    pub(crate) kind_number: usize,
    /// For each operand, the only statement that defines the register, by its place in the function.
    pub(crate) definitions: [Option<u32>; 3],
    /// Its place in the function.
    pub(crate) at: usize,
    /// The number that it shares with all statements that compute the same from the same registers.
    pub(crate) same: usize,
    /// Whether ptxas emits other instructions than the family's for it on the architecture.
    pub(crate) is_emulated: bool,
    /// Whether its result may be used.
    pub is_used: bool,
}

/// The value of a register operand. Operands of one value are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OperandValue {
    /// The result of the statements with this number ([`Statement::same`]).
    ResultOf(usize),
    /// A register, as its definitions before the statement leave it.
    Register(Register, Version),
}

/// The operation, the facts about the operands, and the values of a statement's operands. Merges into byte 0, 1 and 3 have one word.
pub(crate) type Same = (Operation, [PtxOperand; 3], [Option<OperandValue>; 3]);

impl<'m> Statement<'m> {
    /// Whether it is a `vabsdiff4`.
    pub(crate) fn is_simd(&self) -> bool {
        self.kind.setting.operation.mnemonic() == "VABSDIFF4"
    }

    /// The statement of a video instruction that has a setting, and what it shares with those that compute the same. The
    /// `earlier` ones are in the order of the text.
    pub(crate) fn new(
        earlier: &[Self],
        flow: &Flow<'_>,
        (function, at): (usize, usize),
        [line, last_line]: [u32; 2],
        setting: Setting,
        operands: &Operands<'m>,
    ) -> (Self, Same) {
        let kind = StatementKind::new(operands.video, &operands.values, setting);
        let definition = |register: Option<Register>| {
            let &[only] = flow.writers(register?) else { return None };
            Some(only as u32)
        };
        let value = |register: Register| {
            let result = definition(Some(register)).and_then(|place| {
                earlier
                    .binary_search_by_key(&(function, place as usize), |known| (known.function, known.at))
                    .ok()
            });
            result.map(|result| earlier[result].same).map_or_else(
                || OperandValue::Register(register, flow.version(Use { statement: at, register })),
                OperandValue::ResultOf,
            )
        };
        let statement = Self {
            found: operands.found,
            line,
            last_line,
            function,
            kind,
            kind_number: 0,
            definitions: operands.registers.map(definition),
            at,
            same: 0,
            is_emulated: false,
            is_used: false,
        };
        (statement, same(&kind, operands.registers.map(|register| register.map(value))))
    }
}

fn same(kind: &StatementKind, mut values: [Option<OperandValue>; 3]) -> Same {
    let StatementKind { mut operation, mut operands, .. } = *kind;
    if operation.dsel().is_some() && kind.setting.merge.is_some() {
        operation = operation.with_tail(Tail::None);
        operands[2] = PtxOperand::None;
        values[2] = None;
    }
    (operation, operands, values)
}
