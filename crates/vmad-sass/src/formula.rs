//! The computation of any instruction of the family, as a formula with its registers, formats and ranges.

use alloc::{format, string::String, vec, vec::Vec};

use vmad_unit::{
    BoolOp, Comparison, Operand, Operation, Output, Predicate, Saturate, SecondOp, Sign, saturate::Range,
    vabsdiff4, vadd, vmnmx::Extreme, vsetp, vshift,
};

use crate::{
    vmad::{Vmad, bound, part},
    word::Instruction,
};

impl Instruction {
    /// The computation if the guard is true, one line for each stage: `tmp = S16(R1.H1) - U8(R2.B3)`. [`None`] if no source
    /// specifies the computation.
    pub fn formula(&self) -> Option<Vec<String>> {
        let operation = self.operation()?;
        let mut lines = match operation {
            Operation::Vmad(_) => {
                let formula = Vmad::decode(self.encode()).ok()?.formula();
                vec![formula.tmp, formula.shr, formula.result]
            }
            Operation::Vabsdiff4(mode) => self.lanes(mode),
            Operation::Vsetp(mode) => self.predicates(mode),
            Operation::Vshl(mode) => self.shift(mode, "<<"),
            Operation::Vshr(mode) => self.shift(mode, ">>"),
            Operation::Vadd(_) | Operation::Vabsdiff(_) | Operation::Vmnmx(_) | Operation::Vset(_) => {
                vec![format!("tmp = {}", self.value(&operation))]
            }
        };
        if let Some(output) = operation.output() {
            lines.extend(self.finish(output));
        }
        Some(lines)
    }

    /// The operation on two operands, in one term.
    fn value(&self, operation: &Operation) -> String {
        let [a, b] = self.operands(operation);
        match operation {
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
            _ => String::new(),
        }
    }

    /// A and B: `S16(R1.H1)`, `U16(0xfffb)`.
    fn operands(&self, operation: &Operation) -> [String; 2] {
        let Some([a, b]) = operation.operands() else { return [String::new(), String::new()] };
        let text = |name, operand: Operand| match (self.register(name), self.immediate()) {
            (Some(register), _) => part(register, operand),
            (None, immediate) => format!("{}({:#06x})", operand.format().name(), immediate.unwrap_or(0)),
        };
        [text("Ra", a), text("Rb", b)]
    }

    fn name(&self, field: &str) -> String {
        self.register(field).map_or_else(String::new, |register| format!("{register}"))
    }

    fn shift(&self, mode: vshift::Mode, sign: &str) -> Vec<String> {
        let operation = Operation::Vshl(mode);
        let [a, b] = self.operands(&operation);
        let amount = if mode.wrap { format!("{b} mod 32") } else { format!("min({b}, 32)") };
        vec![format!("amount = {amount}"), format!("tmp = {a} {sign} amount, in 34 bits")]
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
        let (d, c) = (self.name("Rd"), self.name("Rc"));
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

    fn predicates(&self, mode: vsetp::Mode) -> Vec<String> {
        let [a, b] = self.operands(&Operation::Vsetp(mode));
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
        let (d, c) = (self.name("Rd"), self.name("Rc"));
        let byte = |byte: u8, sign| {
            let register = self.name(if byte < 4 { "Ra" } else { "Rb" });
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
