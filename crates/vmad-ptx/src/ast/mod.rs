//! Instructions as values that print as PTX.
//!
//! [`Operation`] and [`FloatMad`] are the computation, and are `Copy`; [`Video`] and [`Mad`] add the operands.

mod modifiers;
mod multiply_add;
mod operand;
mod operation;
mod print;
mod simd;

pub use modifiers::{
    ArithmeticOp, Comparison, LaneArithmetic, Rounding, SecOp, Select, ShiftMode, ShiftOp, Source, Type,
};
pub use multiply_add::{Accumulate, Factor, FloatMad, MultiplyAdd, Scale};
pub use operand::{Float, Operand, Register};
pub use operation::{Arithmetic, Operation, Set, Shift, Tail};
pub use simd::{LaneMask, LaneOp, LaneSelect, LaneTail, Simd};

/// A PTX instruction of this crate. Prints as PTX, with its semicolon.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// `@p` or `@!p`.
    pub guard: Option<Guard>,
    /// The instruction without its guard.
    pub body: Body,
}

impl Instruction {
    /// A video instruction whose operands are constants, or the registers `d`, `a`, `b` and `c`; [`None`] if a constant
    /// has a selector or a minus sign, or is in a SIMD instruction.
    pub fn video(operation: Operation, constants: [Option<u32>; 3]) -> Option<Self> {
        let operand = |index: usize, name: &str| match constants[index] {
            // As a person writes it: the smaller of the two numbers that have these 32 bits.
            Some(word) => Some(Operand::Immediate(word.cast_signed().into())),
            None => Register::new(name).map(Operand::Register),
        };
        let c = if operation.has_c() { Some(operand(2, "c")?) } else { None };
        let d = Register::new("d")?;
        let video = Video::new(operation, d, operand(0, "a")?, operand(1, "b")?, c)?;
        Some(Self { guard: None, body: Body::Video(video) })
    }
}

/// A guard predicate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Guard {
    /// `@!p`: the instruction is executed when the predicate is false.
    pub negated: bool,
    /// The predicate register. A component of a vector is illegal here.
    pub predicate: Register,
}

/// A video instruction or a float `mad`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Body {
    /// A scalar or SIMD video instruction.
    Video(Video),
    /// `mad.f32` or `mad.f64`.
    Mad(Mad),
}

impl Body {
    /// The registers among `a`, `b` and `c`.
    pub fn registers(&self) -> [Option<&Register>; 3] {
        match self {
            Self::Video(video) => video.operands().map(|operand| operand?.register()),
            Self::Mad(mad) => [&mad.a, &mad.b, &mad.c].map(Operand::register),
        }
    }
}

/// A video instruction with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Video {
    operation: Operation,
    d: Register,
    a: Operand<i64>,
    b: Operand<i64>,
    c: Option<Operand<i64>>,
}

impl Video {
    /// An instruction from an operation and operands; [`None`] if they do not fit: `c` is missing or superfluous, an
    /// immediate has a selector or a minus sign, or a component of a vector has a selector. A SIMD instruction selects
    /// parts of every operand.
    pub fn new(
        operation: Operation,
        d: Register,
        a: Operand<i64>,
        b: Operand<i64>,
        c: Option<Operand<i64>>,
    ) -> Option<Self> {
        let (selected, negated) = (operation.selected(), operation.negate());
        let is_legal = |index: usize, operand: &Operand<i64>| match operand {
            Operand::Immediate(_) => !selected[index] && !negated[index],
            Operand::Register(register) => !selected[index] || !register.is_component(),
        };
        let merges = selected[2] || operation.dsel().is_some();
        let fits = operation.has_c() == c.is_some()
            && [Some(&a), Some(&b), c.as_ref()]
                .into_iter()
                .enumerate()
                .all(|(index, operand)| operand.is_none_or(|operand| is_legal(index, operand)))
            && !(merges && d.is_component());
        fits.then_some(Self { operation, d, a, b, c })
    }

    /// The computation.
    pub const fn operation(&self) -> &Operation {
        &self.operation
    }

    /// The destination.
    pub const fn d(&self) -> &Register {
        &self.d
    }

    /// The first source operand.
    pub const fn a(&self) -> &Operand<i64> {
        &self.a
    }

    /// The second source operand.
    pub const fn b(&self) -> &Operand<i64> {
        &self.b
    }

    /// The third source operand, if the operation has one.
    pub const fn c(&self) -> Option<&Operand<i64>> {
        self.c.as_ref()
    }

    /// The source operands `a`, `b` and `c`.
    pub const fn operands(&self) -> [Option<&Operand<i64>>; 3] {
        [Some(&self.a), Some(&self.b), self.c()]
    }
}

/// A float `mad` with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mad {
    /// The computation.
    pub operation: FloatMad,
    /// The destination.
    pub d: Register,
    /// The first factor.
    pub a: Operand<Float>,
    /// The second factor.
    pub b: Operand<Float>,
    /// The addend.
    pub c: Operand<Float>,
}
