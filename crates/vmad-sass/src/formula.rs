//! The computation of an instruction, as a formula with its registers, formats and ranges.
//!
//! Each file of `isa` has the lines of its instruction, up to the second operation, which is here. The signs and the ranges
//! come from the stages of the unit. A test parses the printed formula and computes it.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use vmad_unit::{Operand, Operation, Output, Predicate, Register, Saturate, SecondOp, Sign, saturate::Range};

use crate::{
    instruction::Instruction,
    isa::formula_parts::{Names, bound},
    parts::SourceB,
};

impl Instruction {
    /// The computation if the guard is true, one line for each stage: `tmp = S16(R1.H1) - U8(R2.B3)`. [`None`] if no
    /// source specifies the computation.
    pub fn formula(&self) -> Option<Vec<String>> {
        let operation = self.operation()?;
        let names = self.names(&operation);
        let mut lines = (self.form().formula)(&operation, &names)?;
        if let Some(output) = operation.output() {
            lines.extend(finish(output, &names));
        }
        Some(lines)
    }

    fn names(&self, operation: &Operation) -> Names {
        let register =
            |register: Option<Register>| register.map_or_else(String::new, |register| register.to_string());
        let extended = operation.operands().map(|[a, b]| {
            let b = match self.b() {
                SourceB::Register(register) => part(register, b),
                SourceB::Immediate(value) => format!("{}({value:#06x})", b.format().name()),
            };
            [part(self.a(), a), b]
        });
        Names {
            extended: extended.unwrap_or_default(),
            registers: self.registers().map(register),
            destination: register(self.destination_register()),
            source: self.source_predicate().unwrap_or(Predicate::PT),
            destinations: self.destination_predicates().unwrap_or([Predicate::PT; 2]),
        }
    }
}

/// The clamp, and the second operation.
fn finish(Output { sign, saturate, second }: Output, names: &Names) -> Vec<String> {
    let mut lines = Vec::new();
    let value = if saturate == Saturate::On {
        let Range { min, max } = Range::of(sign, second.bits());
        lines.push(format!("sat = clamp(tmp, {}, {})", bound(min), bound(max)));
        "sat"
    } else {
        "tmp"
    };
    let Names { destination: d, registers: [_, _, c], .. } = names;
    let format = if sign == Sign::Signed { "S32" } else { "U32" };
    let result = match second {
        SecondOp::Mrg16H => format!("{{{value}[15:0], {c}[15:0]}}"),
        SecondOp::Mrg16L => format!("{{{c}[31:16], {value}[15:0]}}"),
        SecondOp::Mrg8B0 => format!("{{{c}[31:8], {value}[7:0]}}"),
        SecondOp::Mrg8B2 => format!("{{{c}[31:24], {value}[7:0], {c}[15:0]}}"),
        SecondOp::Acc => format!("({value} + {c})[31:0]"),
        SecondOp::Min => format!("min({format}({value}[31:0]), {format}({c}))"),
        SecondOp::Max => format!("max({format}({value}[31:0]), {format}({c}))"),
        SecondOp::None => format!("{value}[31:0]"),
    };
    lines.push(format!("{d} = {result}"));
    lines
}

/// `S16(R1.H1)`, `U32(R4)`.
fn part(register: Register, operand: Operand) -> String {
    let (format, selector) = (operand.format().name(), operand.selector.name());
    let dot = if selector.is_empty() { "" } else { "." };
    format!("{format}({register}{dot}{selector})")
}
