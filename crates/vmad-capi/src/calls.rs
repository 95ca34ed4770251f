//! The calls, without pointers.

use core::fmt::Display;

use vmad_batch::Batch;
use vmad_ptx::{
    evaluate::{Setting, evaluate},
    legality::legality,
    syntax::parse_one,
};
use vmad_sass::{
    Arch, DecodeError, Instruction, NotKnown, Ports, disassemble,
    schedule::ControlField,
    text::{Span, TextError},
};
use vmad_unit::{Effect, Operation, Predicate, State, Wire};

use crate::{
    failure::{Failure, chars},
    types::{
        VMADLIB_NONE, vmadlib_effect, vmadlib_state,
        vmadlib_status::{
            self, VMADLIB_ERROR_ARGUMENT, VMADLIB_ERROR_FOREIGN, VMADLIB_ERROR_PTX, VMADLIB_ERROR_TEXT,
            VMADLIB_ERROR_UNKNOWN, VMADLIB_ERROR_WORD,
        },
        vmadlib_wire,
    },
};

/// An instruction, and what it computes.
pub(crate) struct Executable {
    pub(crate) instruction: Instruction,
    operation: Operation,
}

pub(crate) fn failure<E: Display>(status: vmadlib_status) -> impl Fn(E) -> Failure {
    move |error| Failure::new(status, &error)
}

/// The instruction of a word of an architecture, 50 for sm_50.
pub(crate) fn decode(word: u64, number: u32) -> Result<Instruction, Failure> {
    Instruction::decode_in(arch(number)?.layout(), word).map_err(|error| {
        let is_foreign = matches!(error, DecodeError::ForeignOpcode { .. });
        Failure::new(if is_foreign { VMADLIB_ERROR_FOREIGN } else { VMADLIB_ERROR_WORD }, &error)
    })
}

impl Executable {
    pub(crate) fn new(word: u64) -> Result<Self, Failure> {
        let instruction = decode(word, 50)?;
        let operation = instruction.operation().ok_or(NotKnown).map_err(failure(VMADLIB_ERROR_UNKNOWN))?;
        Ok(Self { instruction, operation })
    }

    pub(crate) fn batch(&self) -> Batch {
        Batch::new(self.operation)
    }

    pub(crate) fn execute(&self, a: u32, b: u32, c: u32) -> u32 {
        let Ports { a, b, c } = self.instruction.bind(Ports { a, b, c });
        self.operation.execute(a, b, c)
    }

    pub(crate) fn trace(&self, a: u32, b: u32, c: u32) -> Vec<Wire> {
        let Ports { a, b, c } = self.instruction.bind(Ports { a, b, c });
        self.operation.trace(a, b, c).wires
    }

    /// Executes the instruction on a thread's registers.
    pub(crate) fn step(&self, state: &mut vmadlib_state) -> vmadlib_effect {
        let mut unit = State::default();
        for register in self.instruction.registers().into_iter().flatten() {
            unit.registers.write(register, state.registers[usize::from(register.encoding())]);
        }
        for predicate in (0..7).map(Predicate::from_encoding) {
            unit.predicates.write(predicate, state.predicates >> predicate.encoding() & 1 == 1);
        }
        let Effect { register, condition_code, predicates } =
            self.instruction.execute(&mut unit).unwrap_or_default();
        if let Some((register, value)) = register {
            state.registers[usize::from(register.encoding())] = value;
        }
        for (predicate, value) in predicates.into_iter().flatten() {
            let bit = 1 << predicate.encoding();
            state.predicates = state.predicates & !bit | if value { bit } else { 0 };
        }
        state.condition_code_unspecified |= u8::from(condition_code);
        vmadlib_effect {
            register_number: register.map_or(VMADLIB_NONE, |(register, _)| register.encoding().into()),
            register_value: register.map_or(0, |(_, value)| value),
            predicate_numbers: predicates
                .map(|write| write.map_or(VMADLIB_NONE, |(predicate, _)| predicate.encoding().into())),
            predicate_values: predicates.map(|write| write.is_some_and(|(_, value)| value).into()),
            condition_code: condition_code.into(),
        }
    }
}

pub(crate) fn wire(wire: &Wire) -> vmadlib_wire {
    let bits = wire.bits.pattern();
    vmadlib_wire {
        stage: chars(wire.stage.name()),
        name: chars(wire.name),
        note: chars(wire.note),
        width: wire.bits.width(),
        is_signed: (wire.sign == vmad_unit::Sign::Signed).into(),
        bits: [bits as u64, (bits >> 64) as u64],
    }
}

fn arch(number: u32) -> Result<Arch, Failure> {
    Arch::from_number(number).map_err(failure(VMADLIB_ERROR_ARGUMENT))
}

pub(crate) fn text_of(word: u64, control: u32, number: u32) -> Result<String, Failure> {
    let control = ControlField::try_from(control).map_err(failure(VMADLIB_ERROR_ARGUMENT))?;
    decode(word, number)?;
    let text = disassemble(word, control, arch(number)?).map_err(failure(VMADLIB_ERROR_WORD))?;
    Ok(text.to_string())
}

pub(crate) fn assemble(text: &str) -> Result<(u64, u32), Failure> {
    let assembly = vmad_sass::assemble(text).map_err(|error: TextError| {
        let Span { start, end } = error.span;
        Failure::at(VMADLIB_ERROR_TEXT, start..end, &error)
    })?;
    Ok((assembly.instruction.encode(), assembly.control.unwrap_or(ControlField::IDLE).bits()))
}

/// The names are those of the settings; [`None`] is the default.
pub(crate) fn ptx_execute(
    text: &str,
    [target, version, reading]: [Option<&str>; 3],
    inputs: [u64; 3],
) -> Result<(u64, u32), Failure> {
    fn parse<T: core::str::FromStr<Err: Display>>(name: Option<&str>, default: &str) -> Result<T, Failure> {
        name.unwrap_or(default).parse().map_err(failure(VMADLIB_ERROR_ARGUMENT))
    }
    let target = parse(target, "sm_50")?;
    let version = parse(version, "8.0")?;
    let reading = parse(reading, "default")?;
    let found = parse_one(text)
        .map_err(|error| Failure::at(VMADLIB_ERROR_PTX, error.span.start..error.span.end, &error))?;
    let place = found.span.start..found.span.end;
    legality(&found.instruction, target, version)
        .map_err(|illegal| Failure::at(VMADLIB_ERROR_PTX, place, &illegal))?;
    let body = &found.instruction.body;
    let result = evaluate(body, inputs, &Setting { reading, target });
    Ok((result.bits, result.width))
}
