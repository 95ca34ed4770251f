//! Lines of `exec --lines` and `observe`: an instruction, the values of its ports, and possibly a result.

use std::collections::BTreeMap;

use vmad_observe::rows::{COLUMNS, Row, Table, two_values};
use vmad_sass::{
    DecodeError, Instruction, NotKnown, Ports,
    isa::{B, Layout},
};
use vmad_unit::{Operation, Writes};

use crate::{
    excerpt::Place,
    failure::Failure,
    inputs,
    source::{hexadecimal, is_word},
};

// The places of the values in `COLUMNS`.
const WORD: usize = 0;
const A: usize = 1;
const B_: usize = 2;
const C: usize = 3;
const RESULT: usize = 4;

pub(crate) struct Execution<'l> {
    /// The texts of the line.
    pub(crate) row: Row<'l>,
    pub(crate) word: Word,
    pub(crate) ports: Ports,
    /// [`None`] if the program does not execute the word.
    pub(crate) result: Option<u32>,
    /// Registers and predicates before and after it.
    pub(crate) states: Option<[BTreeMap<String, String>; 2]>,
}

/// The instruction of a line.
pub(crate) enum Word {
    Known(Instruction, Operation),
    /// No source says what it computes.
    NotKnown,
    /// An illegal word, and the error.
    Illegal(String),
}

pub(crate) fn read<'l>(
    place: &dyn Fn() -> Place,
    table: &Table,
    line: &'l str,
    layout: Layout,
) -> Result<Execution<'l>, Failure> {
    let row = table.row(line).map_err(|error| Failure::piece(place(), line, 0..line.len(), &error))?;
    let text = row.get(WORD).unwrap_or_default();
    let word = instruction(place, text, layout)?;
    let refuse = |column: usize, expected: &str| {
        let message =
            format!("{} is {:?}: expected {expected}", COLUMNS[column], row.get(column).unwrap_or_default());
        Failure::piece(place(), line, table.span(line, column), &message)
    };
    let number = |column: usize, last: u32, expected: &str| {
        let number = row.get(column).and_then(hexadecimal).and_then(|number| u32::try_from(number).ok());
        number.filter(|&number| number <= last).ok_or_else(|| refuse(column, expected))
    };
    let port = |column| number(column, u32::MAX, "1 to 8 hexadecimal digits, with or without 0x");
    let (states, ports) = (row.states(), Ports { a: 0, b: 0, c: 0 });
    let Word::Known(instruction, operation) = &word else {
        let result = is_given(&row).then_some(0);
        return Ok(Execution { row, word, ports, result, states });
    };
    if states.is_some() {
        return Ok(Execution { row, word, ports, result: None, states });
    }
    let b = match (row.get(B_), instruction.form().b) {
        (_, B::Immediate) => 0,
        (Some(_), B::Register) => port(B_)?,
        (None, B::Register) => {
            return Err(Failure::input(place(), "there is no b, and the instruction has a register B"));
        }
    };
    let ports = Ports { a: port(A)?, b, c: port(C)? };
    if let Some(message) = two_values(instruction, ports) {
        return Err(Failure::input(place(), &message));
    }
    let result = is_given(&row).then(|| match operation.kind().writes() {
        Writes::Predicates => number(RESULT, 3, "0 to 3: bit 0 is the first predicate, bit 1 the second"),
        Writes::Register => {
            number(RESULT, u32::MAX, "1 to 8 hexadecimal digits, or refused, unimplemented or nothing")
        }
    });
    let result = result.transpose()?;
    Ok(Execution { row, word, ports, result, states })
}

/// Whether a line has a result. These texts say that the program does not execute the word.
fn is_given(row: &Row<'_>) -> bool {
    !row.get(RESULT).unwrap_or_default().is_empty()
        && !["refused", "unimplemented", "illegal"]
            .iter()
            .any(|word| row.get(RESULT).is_some_and(|text| text.eq_ignore_ascii_case(word)))
}

fn instruction(place: &dyn Fn() -> Place, text: &str, layout: Layout) -> Result<Word, Failure> {
    if let Some(word) = hexadecimal(text).filter(|_| is_word(text)) {
        return Ok(match Instruction::decode_in(layout, word) {
            Ok(instruction) => instruction
                .operation()
                .map_or(Word::NotKnown, |operation| Word::Known(instruction, operation)),
            Err(error @ DecodeError::ForeignOpcode { .. }) => return Err(Failure::input(place(), &error)),
            Err(error) => Word::Illegal(error.to_string()),
        });
    }
    let instruction = inputs::instruction(place, text, layout)?;
    Ok(instruction.operation().map_or(Word::NotKnown, |operation| Word::Known(instruction, operation)))
}

impl Word {
    /// The instruction, which must be known.
    pub(crate) fn known(self, place: &dyn Fn() -> Place) -> Result<(Instruction, Operation), Failure> {
        match self {
            Self::Known(instruction, operation) => Ok((instruction, operation)),
            Self::NotKnown => Err(Failure::input(place(), &NotKnown)),
            Self::Illegal(error) => Err(Failure::input(place(), &error)),
        }
    }
}
