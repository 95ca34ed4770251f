//! Evaluation of any parsed instruction.

use crate::ast::{Body, Float, FloatMad, Mad, Operand, Video};
use crate::legality::Target;
use crate::mad::{self, Rounding};
use crate::reading::{Ambiguity, Reading};
use crate::syntax::{SyntaxError, parse_one};
use crate::video;
use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float as _, FloatConvert as _};
use std::fmt;

/// The settings of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setting {
    /// The reading of the PTX ISA.
    pub reading: Reading,
    /// The target, which decides the arithmetic of `mad.f32`.
    pub target: Target,
}

impl Default for Setting {
    /// The default reading, and `sm_50`.
    fn default() -> Self {
        Self { reading: Reading::DEFAULT, target: Target::sm(50) }
    }
}

/// The result of an instruction. Displays as 8 or 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// The bits of the register.
    pub bits: u64,
    /// [Its width](width): 32 or 64.
    pub width: u32,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0digits$x}", self.bits, digits = self.width as usize / 4)
    }
}

/// The intermediate values of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a trace is read once, and `Copy`")]
pub enum Trace {
    /// A video instruction.
    Video(video::VideoTrace),
    /// `mad.f32`.
    F32(mad::f32::F32Trace),
    /// `mad.f64`.
    F64(mad::f64::F64Trace),
}

/// The number of bits of the instruction's registers: 32, or 64 for `mad.f64`.
pub const fn width(body: &Body) -> u32 {
    match body {
        Body::Mad(Mad { operation: FloatMad::F64 { .. }, .. }) => 64,
        Body::Mad(_) | Body::Video(_) => 32,
    }
}

/// The value that the instruction writes to `d`, from the bits of the registers `a`, `b` and `c`.
///
/// The input of an immediate or absent operand is ignored, and so are the bits of an input above those of the register.
/// A missing rounding modifier is `.rn`. The guard is not evaluated.
pub fn evaluate(body: &Body, inputs: [u64; 3], setting: &Setting) -> Value {
    let bits = match trace(body, inputs, setting) {
        Trace::Video(it) => it.d().into(),
        Trace::F32(it) => it.result.into(),
        Trace::F64(it) => it.result,
    };
    Value { bits, width: width(body) }
}

impl Ambiguity {
    /// The results of the instruction in both readings.
    ///
    /// # Errors
    /// The instruction is not PTX: a defect of the table.
    pub fn results(&self) -> Result<[Value; 2], SyntaxError> {
        let found = parse_one(self.instruction)?;
        Ok(self.readings.map(|reading| {
            let setting = Setting { reading, ..Setting::default() };
            evaluate(&found.instruction.body, self.inputs.map(u64::from), &setting)
        }))
    }
}

/// [`evaluate`] with every intermediate value.
pub fn trace(body: &Body, inputs: [u64; 3], setting: &Setting) -> Trace {
    match body {
        Body::Video(it) => {
            let [a, b, c] = words(it, inputs);
            Trace::Video(video::trace(it.operation(), a, b, c, &setting.reading))
        }
        Body::Mad(it) => match it.operation {
            FloatMad::F32 { rnd, ftz, sat } => {
                let [a, b, c] = floats(it, inputs, single_bits, |input| input as u32);
                Trace::F32(match rnd.unwrap_or(Rounding::NearestEven) {
                    _ if setting.target.number < 20 => mad::sm1x::trace_f32(a, b, c, sat),
                    rounding => mad::f32::trace(a, b, c, rounding, ftz, sat),
                })
            }
            FloatMad::F64 { rnd } => {
                let [a, b, c] = floats(it, inputs, Float::double_bits, |input| input);
                Trace::F64(mad::f64::trace(a, b, c, rnd.unwrap_or(Rounding::NearestEven)))
            }
        },
    }
}

/// The 32-bit values of a video instruction's operands.
fn words(video: &Video, inputs: [u64; 3]) -> [u32; 3] {
    let constants = video.operands().map(|operand| operand?.constant());
    std::array::from_fn(|index| constants[index].unwrap_or(inputs[index] as u32))
}

/// The single precision value of a constant. One in double precision is rounded to nearest.
fn single_bits(constant: Float) -> u32 {
    match constant {
        Float::Single(bits) => bits,
        Float::Double(bits) => {
            let single: Single = Double::from_bits(u128::from(bits)).convert(&mut false).value;
            single.to_bits() as u32
        }
    }
}

/// The values of the operands of a `mad`: constants in its precision, or inputs.
fn floats<T>(mad: &Mad, inputs: [u64; 3], constant: fn(Float) -> T, register: fn(u64) -> T) -> [T; 3] {
    let [a, b, c] = inputs;
    [(&mad.a, a), (&mad.b, b), (&mad.c, c)].map(|(operand, input)| match operand {
        Operand::Immediate(float) => constant(*float),
        Operand::Register(_) => register(input),
    })
}

impl Trace {
    /// The name and the value of each intermediate value, in the order of the computation.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Video(it) => it.lines(),
            Self::F32(it) => {
                let mut lines = vec![("a", single(it.a)), ("b", single(it.b)), ("c", single(it.c))];
                lines.push(("a*b", double(it.product)));
                lines.extend(it.addend.map(|addend| ("a*b, truncated", double(addend))));
                lines.push((if it.addend.is_some() { "sum" } else { "a*b + c" }, single(it.sum)));
                lines.extend([("flushed", single(it.flushed)), ("d", single(it.result))]);
                lines
            }
            Self::F64(it) => vec![
                ("a", double(it.a)),
                ("b", double(it.b)),
                ("c", double(it.c)),
                ("a*b", format!("0x{:032x} (binary128)", it.product)),
                ("d", double(it.result)),
            ],
        }
    }
}

fn single(bits: u32) -> String {
    format!("0x{bits:08x}")
}

fn double(bits: u64) -> String {
    format!("0x{bits:016x}")
}
