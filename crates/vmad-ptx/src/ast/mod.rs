//! Instructions as values that print as PTX.
//!
//! [`Operation`] and [`FloatMad`] are the computation, and are `Copy`; [`Video`] and [`Mad`] add the operands.

mod modifiers;
mod multiply_add;
mod operand;
mod operation;
mod print;
mod simd;
#[cfg(feature = "serde")]
mod stored;

pub use modifiers::{
    ArithmeticOp, Comparison, LaneArithmetic, Rounding, SecOp, Select, ShiftMode, ShiftOp, Source, Type,
};
pub use multiply_add::{Accumulate, Factor, FloatMad, MultiplyAdd, Scale};
pub use operand::{Float, Integer, NotARegister, Operand, Register};
pub use operation::{Arithmetic, Operation, Set, Shift, Tail};
pub use simd::{LaneMask, LaneOp, LaneSelect, LaneTail, NotLanes, Simd};

/// A PTX instruction of this crate. Prints as PTX, with its semicolon.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Instruction {
    /// `@p` or `@!p`.
    pub guard: Option<Guard>,
    /// The instruction without its guard.
    pub body: Body,
}

impl Instruction {
    /// A video instruction whose operands are constants, or the registers `d`, `a`, `b` and `c`; [`None`] if a constant
    /// has a selector or a minus sign, or is in a SIMD instruction.
    pub fn of(operation: Operation, constants: [Option<u32>; 3]) -> Option<Self> {
        let operand = |index: usize, name: &str| match constants[index] {
            // As a person writes it: the smaller of the two numbers that have these 32 bits.
            Some(word) => Some(Operand::Immediate(Integer(word.cast_signed().into()))),
            None => Register::new(name).ok().map(Operand::Register),
        };
        let c = if operation.has_c() { Some(operand(2, "c")?) } else { None };
        let d = Register::new("d").ok()?;
        let video = Video::new(operation, d, operand(0, "a")?, operand(1, "b")?, c).ok()?;
        Some(Self { guard: None, body: Body::Video(video) })
    }
}

/// A guard predicate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Guard {
    /// `@!p`: the instruction is executed when the predicate is false.
    pub negated: bool,
    /// The predicate register. A component of a vector is illegal here.
    pub predicate: Register,
}

/// A video instruction or a float `mad`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Body {
    /// A scalar or SIMD video instruction.
    Video(Video),
    /// `mad.f32` or `mad.f64`.
    Mad(Mad),
}

/// A video instruction with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "stored::Video"))]
pub struct Video {
    operation: Operation,
    d: Register,
    a: Operand<Integer>,
    b: Operand<Integer>,
    c: Option<Operand<Integer>>,
}

/// The operands do not fit the operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OperandMismatch {
    /// The operation needs a third source operand and has none, or the reverse.
    #[error("the operation {} a third source operand", if *.needed { "needs" } else { "has no room for" })]
    C {
        /// Whether the operation has a third source operand.
        needed: bool,
    },
    /// A selector or a minus sign cannot be written on an immediate, and a SIMD instruction takes no immediate.
    #[error(
        "source operand {index} (0 is a) is an immediate: illegal with a selector or a minus sign, and in a SIMD instruction"
    )]
    Decorated {
        /// The index of the source operand: 0, 1 or 2.
        index: usize,
    },
    /// A component of a vector takes no selector, and a SIMD instruction takes no component.
    #[error("the component '{0}' of a vector is illegal with a selector, and in a SIMD instruction")]
    Component(Register),
}

impl Video {
    /// An instruction from an operation and operands that fit it.
    ///
    /// # Errors
    /// [`OperandMismatch`] if `c` is missing or superfluous, or if an operand is illegal for the operation.
    pub fn new(
        operation: Operation,
        d: Register,
        a: Operand<Integer>,
        b: Operand<Integer>,
        c: Option<Operand<Integer>>,
    ) -> Result<Self, OperandMismatch> {
        if operation.has_c() != c.is_some() {
            return Err(OperandMismatch::C { needed: operation.has_c() });
        }
        let (selected, negated) = (operation.selected(), operation.negate());
        for (index, operand) in [Some(&a), Some(&b), c.as_ref()].into_iter().enumerate() {
            match operand {
                Some(Operand::Immediate(_)) if selected[index] || negated[index] => {
                    return Err(OperandMismatch::Decorated { index });
                }
                Some(Operand::Register(register)) if selected[index] && register.is_component() => {
                    return Err(OperandMismatch::Component(register.clone()));
                }
                _ => {}
            }
        }
        if d.is_component() && (selected[2] || operation.dsel().is_some()) {
            return Err(OperandMismatch::Component(d));
        }
        Ok(Self { operation, d, a, b, c })
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
    pub const fn a(&self) -> &Operand<Integer> {
        &self.a
    }

    /// The second source operand.
    pub const fn b(&self) -> &Operand<Integer> {
        &self.b
    }

    /// The third source operand, if the operation has one.
    pub const fn c(&self) -> Option<&Operand<Integer>> {
        self.c.as_ref()
    }

    /// The source operands `a`, `b` and `c`.
    pub const fn operands(&self) -> [Option<&Operand<Integer>>; 3] {
        [Some(&self.a), Some(&self.b), self.c()]
    }
}

/// A float `mad` with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
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
