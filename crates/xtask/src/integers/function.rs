//! A form of an integer instruction as a function with parameters and a result.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use vmad_ptx::sequence::{Register, Sequence, Width};

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

    /// A PTX function: of these constants, or of parameters.
    pub(super) fn function(&self, name: &str, constants: Option<&[u64]>) -> Result<String> {
        let (mut parameters, mut before, mut after) = (Vec::new(), String::new(), String::new());
        for register in self.sequence.registers() {
            write!(before, ".reg {} {}; ", kind(register.width), register.name)?;
        }
        for (index, input) in self.inputs().enumerate() {
            let bits = 32 * input.width.words();
            let source = if let Some(values) = constants {
                values.get(index).context("too few constants")?.to_string()
            } else {
                parameters.push(format!(".reg .b{bits} in{index}"));
                format!("in{index}")
            };
            let to = &input.name;
            match input.width {
                Width::Predicate => write!(
                    before,
                    ".reg .b32 w{index}; mov.b32 w{index}, {source}; setp.ne.u32 {to}, w{index}, 0; "
                )?,
                Width::Bits(16) => write!(
                    before,
                    ".reg .b32 w{index}; mov.b32 w{index}, {source}; cvt.u16.u32 {to}, w{index}; "
                )?,
                Width::Bits(_) => write!(before, "mov.b{bits} {to}, {source}; ")?,
            }
        }
        let mut words = Vec::new();
        for register in self.sequence.last_written() {
            let (from, to) = (&register.name, format!("out{}", words.len()));
            match register.width {
                Width::Predicate => write!(after, " selp.u32 {to}, 1, 0, {from};")?,
                Width::Bits(16) => write!(after, " cvt.u32.u16 {to}, {from};")?,
                Width::Bits(32) => write!(after, " mov.b32 {to}, {from};")?,
                Width::Bits(_) => {
                    words.push(to.clone());
                    write!(after, " mov.b64 {{{to}, out{}}}, {from};", words.len())?;
                }
            }
            words.push(format!("out{}", words.len()));
        }
        write!(before, ".reg .b32 {}; ", words.join(", "))?;
        let bits = match words.as_slice() {
            [word] => {
                write!(after, " mov.b32 out, {word};")?;
                32
            }
            [low, high] => {
                write!(after, " mov.b64 out, {{{low}, {high}}};")?;
                64
            }
            _ => bail!("{}: {} words", self.text, words.len()),
        };
        let (parameters, text) = (parameters.join(", "), self.text);
        Ok(format!(
            ".visible .func (.reg .b{bits} out) {name}({parameters}) {{ {before}{text}{after} ret; }}\n"
        ))
    }
}

fn kind(width: Width) -> String {
    match width {
        Width::Predicate => ".pred".to_owned(),
        Width::Bits(bits) => format!(".b{bits}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_becomes_a_function() {
        let form = Form::new("setp.ge.and.u64 r|s, x, y, !q;").unwrap();
        assert_eq!(form.input_registers(), ["R4", "R6", "R8"]);
        assert_eq!(form.result_registers(), ["R4", "R5"]);
        assert_eq!(form.results(&[5, 5, 0]), [1, 0]);
        let function = form.function("f", Some(&[5, 6, 1])).unwrap();
        assert!(function.starts_with(".visible .func (.reg .b64 out) f() { .reg .b64 x; "), "{function}");
        assert!(function.contains("mov.b64 x, 5; mov.b64 y, 6; "), "{function}");
        let pair = Form::new("mad.wide.u32 e, a, b, x;").unwrap();
        assert_eq!(
            (pair.input_registers(), pair.results(&[3, 5, 1 << 32])),
            (vec!["R4".into(), "R5".into(), "R6".into()], vec![15, 1])
        );
        assert!(
            pair.function("f", None)
                .unwrap()
                .contains("mov.b64 {out0, out1}, e; mov.b64 out, {out0, out1}; ret;")
        );
    }
}
