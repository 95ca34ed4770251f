//! The calls, without pointers.

use core::fmt::Display;

use vmad_batch::{Batch, Port};
use vmad_ptx::{
    evaluate::{Setting, evaluate},
    legality::legality,
    syntax::{SyntaxError, parse_one},
};
use vmad_ptxas::lowering::{LowerError, Lowered, Registers, lower};
use vmad_sass::{
    Arch, DecodeError, Instruction, NotKnown, disassemble,
    isa::Layout,
    schedule::ControlField,
    text::{Span, TextError},
};
use vmad_unit::{Effect, Operation, Predicate, Register, State, Wire};

use crate::{
    failure::{Failure, chars},
    types::{
        VMADLIB_NONE, vmadlib_effect, vmadlib_lowering, vmadlib_registers, vmadlib_state,
        vmadlib_status::{
            self, VMADLIB_ERROR_ARGUMENT, VMADLIB_ERROR_FOREIGN, VMADLIB_ERROR_LOWERING, VMADLIB_ERROR_PTX,
            VMADLIB_ERROR_TEXT, VMADLIB_ERROR_UNKNOWN, VMADLIB_ERROR_WORD,
        },
        vmadlib_wire,
    },
};

/// An instruction made ready for many executions.
#[expect(non_camel_case_types, reason = "the name is C's")]
#[derive(Debug)]
pub struct vmadlib_operation {
    instruction: Instruction,
    operation: Operation,
    batch: Batch,
    /// The ports whose values the instruction fixes.
    pub(crate) fixed: [Option<u32>; 3],
}

fn failure<E: Display>(status: vmadlib_status) -> impl Fn(E) -> Failure {
    move |error| Failure::new(status, &error)
}

pub(crate) fn decode(layout: Layout, word: u64) -> Result<Instruction, Failure> {
    Instruction::decode_in(layout, word).map_err(|error| {
        let is_foreign = matches!(error, DecodeError::ForeignOpcode { .. });
        Failure::new(if is_foreign { VMADLIB_ERROR_FOREIGN } else { VMADLIB_ERROR_WORD }, &error)
    })
}

impl vmadlib_operation {
    pub(crate) fn new(word: u64) -> Result<Self, Failure> {
        let instruction = decode(Layout::Maxwell, word)?;
        let operation = instruction.operation().ok_or(NotKnown).map_err(failure(VMADLIB_ERROR_UNKNOWN))?;
        Ok(Self { operation, instruction, batch: Batch::new(operation), fixed: instruction.fixed() })
    }

    pub(crate) fn batch(&self, [a, b, c]: [Port<'_>; 3], d: &mut [u32]) -> Result<(), Failure> {
        self.batch.run(a, b, c, d).map_err(failure(VMADLIB_ERROR_ARGUMENT))
    }

    /// The values of the ports: the given ones, except of fixed ports.
    fn ports(&self, given: [u32; 3]) -> [u32; 3] {
        [0, 1, 2].map(|port| self.fixed[port].unwrap_or(given[port]))
    }

    pub(crate) fn execute(&self, a: u32, b: u32, c: u32) -> u32 {
        let [a, b, c] = self.ports([a, b, c]);
        self.operation.execute(a, b, c)
    }

    pub(crate) fn trace(&self, a: u32, b: u32, c: u32) -> Vec<Wire> {
        let [a, b, c] = self.ports([a, b, c]);
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
    let arch = arch(number)?;
    let control = ControlField::try_from(control).map_err(failure(VMADLIB_ERROR_ARGUMENT))?;
    decode(arch.layout(), word)?;
    let text = disassemble(word, control, arch).map_err(failure(VMADLIB_ERROR_WORD))?;
    Ok(text.to_string())
}

pub(crate) fn assemble(text: &str) -> Result<(u64, u32), Failure> {
    let assembly = vmad_sass::assemble(text).map_err(|error: TextError| {
        let Span { start, end } = error.span;
        Failure::at(VMADLIB_ERROR_TEXT, start..end, &error)
    })?;
    Ok((assembly.instruction.encode(), assembly.control.unwrap_or(ControlField::IDLE).bits()))
}

fn ptx_error(error: &SyntaxError) -> Failure {
    Failure::at(VMADLIB_ERROR_PTX, error.span.start..error.span.end, error)
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
    let found = parse_one(text).map_err(|error| ptx_error(&error))?;
    let place = found.span.start..found.span.end;
    legality(&found.instruction, target, version)
        .map_err(|illegal| Failure::at(VMADLIB_ERROR_PTX, place, &illegal))?;
    let body = &found.instruction.body;
    let result = evaluate(body, inputs, &Setting { reading, target });
    Ok((result.bits, result.width))
}

/// The given SASS registers, or the default ones of the lowering.
fn registers(given: Option<vmadlib_registers>) -> Result<Registers, Failure> {
    let Some(vmadlib_registers { d, a, b, c, guard }) = given else { return Ok(Registers::default()) };
    if guard > 6 {
        let message = format!("the guard is P{guard}: legal are P0 to P6");
        return Err(Failure::new(VMADLIB_ERROR_ARGUMENT, &message));
    }
    let [d, a, b, c] = [d, a, b, c].map(Register::from_encoding);
    Ok(Registers { d, a, b, c, guard: Predicate::from_encoding(guard) })
}

pub(crate) fn ptx_lower(
    text: &str,
    number: u32,
    given: Option<vmadlib_registers>,
) -> Result<vmadlib_lowering, Failure> {
    let (arch, registers) = (arch(number)?, registers(given)?);
    let found = parse_one(text).map_err(|error| ptx_error(&error))?;
    let lowered = lower(&found.instruction, arch, &registers).map_err(|error| match error {
        LowerError::ZeroRegister { .. } => Failure::new(VMADLIB_ERROR_ARGUMENT, &error),
        _ => Failure::new(VMADLIB_ERROR_LOWERING, &error),
    })?;
    Ok(lowering(&lowered))
}

fn lowering(lowered: &Lowered) -> vmadlib_lowering {
    let (mut words, mut count) = ([0; 8], 0);
    for (to, word) in words.iter_mut().zip(lowered.words()) {
        *to = word;
        count += 1;
    }
    let miscompile = lowered.miscompiled.map_or("", |row| row.id);
    vmadlib_lowering { words, count, text: chars(&lowered.to_string()), miscompile: chars(miscompile) }
}
