//! The computation of an instruction, as a formula with its registers, formats and ranges.
//!
//! The signs and the ranges come from the stages of the unit. A test parses the printed formula and computes it.

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use vmad_unit::{
    BoolOp, Comparison, Format, Operand, Operation, Output, Predicate, Psign, Register, Saturate, Scale,
    SecondOp, Sign, Width, saturate::Range, vabsdiff4, vadd, vmad, vmnmx::Extreme, vsetp,
};

use crate::{instruction::Instruction, parts::SourceB};

impl Instruction {
    /// The computation if the guard is true, one line for each stage: `tmp = S16(R1.H1) - U8(R2.B3)`. [`None`] if no
    /// source specifies the computation.
    pub fn formula(&self) -> Option<Vec<String>> {
        let operation = self.operation()?;
        let [a, b] = self.operands(&operation);
        let mut lines = Vec::new();
        let tmp = match operation {
            Operation::Vmad(mode) => return Some(self.multiply_add(mode, [a, b])),
            Operation::Vabsdiff4(mode) => return Some(self.lanes(mode)),
            Operation::Vsetp(mode) => return Some(self.predicates(mode, [a, b])),
            Operation::Vadd(mode) => match mode.psign {
                vadd::Psign::Add => format!("{a} + {b}"),
                vadd::Psign::SubtractB => format!("{a} - {b}"),
                vadd::Psign::SubtractA => format!("-{a} + {b}"),
                vadd::Psign::PlusOne => format!("{a} + {b} + 1"),
            },
            Operation::Vabsdiff(_) => format!("|{a} - {b}|"),
            Operation::Vmnmx(mode) => match mode.extreme {
                Extreme::Minimum => format!("min({a}, {b})"),
                Extreme::Maximum => format!("max({a}, {b})"),
            },
            Operation::Vset(mode) => match comparison(mode.comparison, &a, &b) {
                Ok(condition) => format!("1 if {condition}, else 0"),
                Err(holds) => format!("{}", u8::from(holds)),
            },
            Operation::Vshl(mode) | Operation::Vshr(mode) => {
                let amount = if mode.wrap { format!("{b} mod 32") } else { format!("min({b}, 32)") };
                lines.push(format!("amount = {amount}"));
                let sign = if matches!(operation, Operation::Vshl(_)) { "<<" } else { ">>" };
                format!("{a} {sign} amount, in 34 bits")
            }
        };
        lines.push(format!("tmp = {tmp}"));
        if let Some(output) = operation.output() {
            lines.extend(self.finish(output));
        }
        Some(lines)
    }

    /// A and B: `S16(R1.H1)`, `U16(0xfffb)`.
    fn operands(&self, operation: &Operation) -> [String; 2] {
        let Some([a, b]) = operation.operands() else { return [String::new(), String::new()] };
        let b = match self.b() {
            SourceB::Register(register) => part(register, b),
            SourceB::Immediate(value) => format!("{}({value:#06x})", b.format().name()),
        };
        [part(self.a(), a), b]
    }

    /// The destination and C.
    fn names(&self) -> [String; 2] {
        let name = |register: Option<Register>| register.map_or_else(String::new, |it| it.to_string());
        let [_, _, c] = self.registers();
        [name(self.destination_register()), name(c)]
    }

    /// The exact sum, the normalisation shift, and the clamp or the cut.
    fn multiply_add(&self, mode: vmad::Mode, [a, b]: [String; 2]) -> Vec<String> {
        let (intermediate, last) = (mode.intermediate_sign(), mode.final_sign());
        let [d, c] = self.names();
        let c = format!("{}({c})", Format { width: Width::Word, sign: intermediate }.name());
        let tmp = match mode.psign {
            Psign::Add => format!("{a} * {b} + {c}"),
            Psign::SubtractC => format!("{a} * {b} - {c}"),
            Psign::NegateProduct => format!("-({a} * {b}) + {c}"),
            Psign::PlusOne => format!("{a} * {b} + {c} + 1"),
        };
        let shift = match mode.scale {
            Scale::Pass => String::new(),
            Scale::Shr7 | Scale::Shr15 => format!(" >> {}", mode.scale.count()),
        };
        let result = match mode.saturate {
            Saturate::Off => "shr[31:0]".into(),
            Saturate::On => {
                let Range { min, max } = Range::of(last, 32);
                format!("clamp(shr, {}, {})", bound(min), bound(max))
            }
        };
        vec![format!("tmp = {tmp}"), format!("shr = tmp{shift}"), format!("{d} = {result}")]
    }

    /// The clamp, and the second operation.
    fn finish(&self, Output { sign, saturate, second }: Output) -> Vec<String> {
        let mut lines = Vec::new();
        let value = if saturate == Saturate::On {
            let Range { min, max } = Range::of(sign, second.bits());
            lines.push(format!("sat = clamp(tmp, {}, {})", bound(min), bound(max)));
            "sat"
        } else {
            "tmp"
        };
        let [d, c] = self.names();
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

    fn predicates(&self, mode: vsetp::Mode, [a, b]: [String; 2]) -> Vec<String> {
        let holds = comparison(mode.comparison, &a, &b).unwrap_or_else(|holds| format!("{holds}"));
        let source = self.source_predicate().unwrap_or(Predicate::PT);
        let source = format!("{}{source}", if mode.negated { "!" } else { "" });
        let join = match mode.join {
            BoolOp::And => "and",
            BoolOp::Or => "or",
            BoolOp::Xor => "xor",
        };
        let [first, second] = self.destination_predicates().unwrap_or([Predicate::PT; 2]);
        let mut lines = vec![format!("holds = {holds}")];
        // PT ignores writes.
        for (predicate, negation) in [(first, ""), (second, "!")] {
            if predicate != Predicate::PT {
                lines.push(format!("{predicate} = {negation}holds {join} {source}"));
            }
        }
        lines
    }

    fn lanes(&self, mode: vabsdiff4::Mode) -> Vec<String> {
        let [d, c] = self.names();
        let [Some(a_register), Some(b_register), _] = self.registers() else { return Vec::new() };
        let byte = |byte: u8, sign| {
            let register = if byte < 4 { a_register } else { b_register };
            format!("{}({register}.B{})", if sign == Sign::Signed { "S8" } else { "U8" }, byte % 4)
        };
        let (a, b) = (mode.a.bytes(), mode.b.bytes());
        let active = || (0..4).filter(|&lane: &usize| mode.lanes[lane]);
        let mut lines: Vec<_> = active()
            .map(|lane| {
                let difference = format!("|{} - {}|", byte(a[lane], mode.a_sign), byte(b[lane], mode.b_sign));
                match mode.saturate {
                    Saturate::Off => format!("lane{lane} = {difference}"),
                    Saturate::On => {
                        format!("lane{lane} = min({difference}, {})", Range::of(mode.sign, 8).max)
                    }
                }
            })
            .collect();
        lines.push(if mode.accumulate {
            let sum: String = active().map(|lane| format!(" + lane{lane}")).collect();
            format!("{d} = ({c}{sum})[31:0]")
        } else {
            let place = |lane: usize| {
                if mode.lanes[lane] {
                    format!("lane{lane}[7:0]")
                } else {
                    format!("{c}[{}:{}]", 8 * lane + 7, 8 * lane)
                }
            };
            format!("{d} = {{{}}}", [3, 2, 1, 0].map(place).join(", "))
        });
        lines
    }
}

/// `S16(R1.H1)`, `U32(R4)`.
fn part(register: Register, operand: Operand) -> String {
    let (format, selector) = (operand.format().name(), operand.selector.name());
    let dot = if selector.is_empty() { "" } else { "." };
    format!("{format}({register}{dot}{selector})")
}

/// An end of a range, which is a power of two or one less.
fn bound(value: i128) -> String {
    let power = |magnitude: i128| magnitude.unsigned_abs().trailing_zeros();
    match value {
        0 => "0".into(),
        ..0 => format!("-2^{}", power(value)),
        1.. => format!("2^{}-1", power(value + 1)),
    }
}

/// The condition, or the constant that it is.
fn comparison(comparison: Comparison, a: &str, b: &str) -> Result<String, bool> {
    let sign = match comparison {
        Comparison::F => return Err(false),
        Comparison::T => return Err(true),
        Comparison::Lt => "<",
        Comparison::Eq => "=",
        Comparison::Le => "<=",
        Comparison::Gt => ">",
        Comparison::Ne => "!=",
        Comparison::Ge => ">=",
    };
    Ok(format!("{a} {sign} {b}"))
}
