//! A mode as SASS writes it.

use vmad_sass::{Destination, Instruction, Parts, PartsError, SourceB, SourceC};
use vmad_unit::{Guard, Operation, Predicate, Register, Writes};

/// The instruction of [`parts`]: `VMAD R0, R2, R3, R4`.
///
/// # Errors
/// The operation is a `VABSDIFF4` without a lane.
pub fn instruction(operation: impl Into<Operation>) -> Result<Instruction, PartsError> {
    Instruction::from_parts(&parts(operation.into()))
}

/// An operation on `R2`, `R3` and `R4`, with its result in `R0`; for a `VSETP`, C is `P1` and the results are in `P0`
/// and `PT`.
pub fn parts(operation: Operation) -> Parts {
    let register = Register::from_encoding;
    let predicate = Predicate::from_encoding;
    let (destination, c) = match operation.kind().writes() {
        Writes::Register => {
            (Destination::Register { register: register(0), cc: false }, SourceC::Register(register(4)))
        }
        Writes::Predicates => {
            (Destination::Predicates([predicate(0), Predicate::PT]), SourceC::Predicate(predicate(1)))
        }
    };
    let b = SourceB::Register(register(3));
    Parts { guard: Guard::ALWAYS, destination, operation, a: register(2), b, c }
}
