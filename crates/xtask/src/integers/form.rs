//! A form of an integer instruction as a function with parameters and a result.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use vmad_ptx::sequence::{Register, Sequence, Width};

use crate::ptxas::declarations;

/// A form of an integer instruction: a text of one to three instructions.
pub(super) struct Form<'t> {
    pub text: &'t str,
    sequence: Sequence,
}

impl<'t> Form<'t> {
    pub(super) fn new(text: &'t str) -> Result<Self> {
        Ok(Self { text, sequence: Sequence::parse(text).with_context(|| text.to_owned())? })
    }

    pub(super) fn inputs(&self) -> impl Iterator<Item = &Register> {
        self.sequence.inputs()
    }

    /// The 32-bit words of the registers that the last instruction writes, as `vmad-ptx` computes them.
    pub(super) fn results(&self, values: &[u64]) -> Vec<u32> {
        let mut values = values.iter();
        self.sequence.results(|_| *values.next().unwrap_or(&0))
    }

    /// Whether it is a field of 64 bits with its position in registers.
    pub(super) fn is_any_field(&self) -> bool {
        ["bfe.u64", "bfe.s64", "bfi.b64"].iter().any(|name| self.text.starts_with(name))
            && self.text.ends_with(" b, c;")
    }

    /// Whether it is such a field and exceeds bit 63: there ptxas differs from the PTX ISA.
    pub(super) fn ends_beyond_bit_63(&self, values: &[u64]) -> bool {
        let place = self.inputs().zip(values).filter(|(input, _)| matches!(input.name.as_str(), "b" | "c"));
        self.is_any_field() && place.map(|(_, value)| value).sum::<u64>() > 64
    }

    /// The registers of the results of [`Form::function`]: R4 and the next ones.
    pub(super) fn result_registers(&self) -> Vec<String> {
        let count: usize = self.sequence.last_written().map(|register| register.width.words()).sum();
        (0..count).map(|index| format!("R{}", 4 + index)).collect()
    }

    /// The registers of the inputs of [`Form::function`] without constants; of a pair the first register.
    pub(super) fn input_registers(&self) -> Vec<String> {
        let mut next = 4;
        let register = |input: &Register| {
            let length = input.width.words();
            next = usize::next_multiple_of(next, length);
            next += length;
            format!("R{}", next - length)
        };
        self.inputs().map(register).collect()
    }

    /// The PTX function `fN`: of these constants, or of parameters.
    pub(super) fn function(&self, index: usize, constants: Option<&[u64]>) -> Result<String> {
        let mut body = declarations(self.sequence.registers());
        let mut parameters = Vec::new();
        for (index, input) in self.inputs().enumerate() {
            let bits = 32 * input.width.words();
            let source = if let Some(values) = constants {
                values.get(index).context("too few constants")?.to_string()
            } else {
                parameters.push(format!(".reg .b{bits} in{index}"));
                format!("in{index}")
            };
            let (to, word) = (&input.name, format!(".reg .b32 w{index}; mov.b32 w{index}, {source};"));
            match input.width {
                Width::Predicate => write!(body, "{word} setp.ne.u32 {to}, w{index}, 0; ")?,
                Width::Bits(16) => write!(body, "{word} cvt.u16.u32 {to}, w{index}; ")?,
                Width::Bits(_) => write!(body, "mov.b{bits} {to}, {source}; ")?,
            }
        }
        write!(body, ".reg .b32 out0, out1; {}", self.text)?;
        let mut words = 0;
        for register in self.sequence.last_written() {
            let from = &register.name;
            match register.width {
                Width::Predicate => write!(body, " selp.u32 out{words}, 1, 0, {from};")?,
                Width::Bits(16) => write!(body, " cvt.u32.u16 out{words}, {from};")?,
                Width::Bits(32) => write!(body, " mov.b32 out{words}, {from};")?,
                Width::Bits(_) => write!(body, " mov.b64 {{out0, out1}}, {from};")?,
            }
            words += register.width.words();
        }
        let (bits, out) = if words == 1 { (32, "out0") } else { (64, "{out0, out1}") };
        let parameters = parameters.join(", ");
        Ok(format!(
            ".visible .func (.reg .b{bits} out) f{index}({parameters}) {{ {body} mov.b{bits} out, {out}; ret; }}\n"
        ))
    }
}
