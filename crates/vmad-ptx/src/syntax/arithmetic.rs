//! The arithmetic of constant expressions.
//!
//! Integers have 64 bits and are signed (`.s64`) or unsigned (`.u64`); floats have double precision. The source of each
//! operator is the constants in the code that `ptxas` 12.9 emits.

use crate::ast::{Float, Integer};
use rustc_apfloat::Float as _;
use rustc_apfloat::ieee::Double;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    Integer { bits: u64, unsigned: bool },
    Float(Float),
}

/// For messages: the 64 bits of an integer in hexadecimal, the bits of a float.
impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { bits, .. } => write!(f, "{bits:#x}"),
            Self::Float(float) => float.fmt(f),
        }
    }
}

impl Constant {
    pub(super) const fn integer(self) -> Option<Integer> {
        if let Self::Integer { bits, .. } = self { Some(Integer(bits as i64)) } else { None }
    }

    pub(super) const fn float(self) -> Option<Float> {
        if let Self::Float(float) = self { Some(float) } else { None }
    }
}

/// The reason why an operator does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    Mixed,
    NotAnInteger,
    DivisionByZero,
    Cast,
}

impl Problem {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Mixed => "an integer and a float meet: legal are operands of one kind",
            Self::NotAnInteger => {
                "a float where an integer is needed: legal on floats are + - * / and comparisons"
            }
            Self::DivisionByZero => "division by zero: legal is any other divisor",
            Self::Cast => "legal casts are (.s64) and (.u64)",
        }
    }
}

/// Operators before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Plus,
    Minus,
    Not,
    Complement,
    Signed,
    Unsigned,
}

/// Operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    LogicalOr,
    LogicalAnd,
    Or,
    Xor,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
}

/// The operators, loosest first; the operators of a level associate to the left.
pub(super) const BINARY: [&[(&str, Binary)]; 10] = [
    &[("||", Binary::LogicalOr)],
    &[("&&", Binary::LogicalAnd)],
    &[("|", Binary::Or)],
    &[("^", Binary::Xor)],
    &[("&", Binary::And)],
    &[("==", Binary::Equal), ("!=", Binary::NotEqual)],
    &[("<", Binary::Less), ("<=", Binary::LessEqual), (">", Binary::Greater), (">=", Binary::GreaterEqual)],
    &[("<<", Binary::ShiftLeft), (">>", Binary::ShiftRight)],
    &[("+", Binary::Plus), ("-", Binary::Minus)],
    &[("*", Binary::Times), ("/", Binary::Divide), ("%", Binary::Remainder)],
];

const fn truth(value: bool) -> Constant {
    Constant::Integer { bits: value as u64, unsigned: false }
}

/// A float in double precision; see [`Float::double_bits`].
fn double(float: Float) -> Double {
    Double::from_bits(u128::from(float.double_bits()))
}

fn from_double(value: Double) -> Constant {
    Constant::Float(Float::Double(value.to_bits() as u64))
}

impl Unary {
    pub(super) fn apply(self, operand: Constant) -> Result<Constant, Problem> {
        match (self, operand) {
            (Self::Plus, any) => Ok(any),
            (Self::Minus, Constant::Float(float)) => Ok(from_double(-double(float))),
            (_, Constant::Float(_)) => Err(Problem::NotAnInteger),
            (Self::Minus, Constant::Integer { bits, unsigned }) => {
                Ok(Constant::Integer { bits: bits.wrapping_neg(), unsigned })
            }
            (Self::Not, Constant::Integer { bits, .. }) => Ok(truth(bits == 0)),
            (Self::Complement, Constant::Integer { bits, .. }) => {
                Ok(Constant::Integer { bits: !bits, unsigned: true })
            }
            (Self::Signed, Constant::Integer { bits, .. }) => Ok(Constant::Integer { bits, unsigned: false }),
            (Self::Unsigned, Constant::Integer { bits, .. }) => {
                Ok(Constant::Integer { bits, unsigned: true })
            }
        }
    }
}

impl Binary {
    pub(super) fn apply(self, left: Constant, right: Constant) -> Result<Constant, Problem> {
        match (left, right) {
            (Constant::Float(left), Constant::Float(right)) => self.on_floats(double(left), double(right)),
            (
                Constant::Integer { bits: left, unsigned: left_unsigned },
                Constant::Integer { bits: right, unsigned: right_unsigned },
            ) => self.on_integers(left, right, left_unsigned, right_unsigned),
            _ if matches!(self, Self::LogicalAnd | Self::LogicalOr) => Err(Problem::NotAnInteger),
            _ => Err(Problem::Mixed),
        }
    }

    fn on_floats(self, left: Double, right: Double) -> Result<Constant, Problem> {
        Ok(match self {
            Self::Plus => from_double((left + right).value),
            Self::Minus => from_double((left - right).value),
            Self::Times => from_double((left * right).value),
            Self::Divide if right.is_zero() => return Err(Problem::DivisionByZero),
            Self::Divide => from_double((left / right).value),
            Self::Equal => truth(left == right),
            Self::NotEqual => truth(left != right),
            Self::Less => truth(left < right),
            Self::LessEqual => truth(left <= right),
            Self::Greater => truth(left > right),
            Self::GreaterEqual => truth(left >= right),
            _ => return Err(Problem::NotAnInteger),
        })
    }

    /// The result is unsigned if either operand is, except that the left operand decides for shifts, and `%` is always
    /// unsigned.
    fn on_integers(
        self,
        left: u64,
        right: u64,
        left_unsigned: bool,
        right_unsigned: bool,
    ) -> Result<Constant, Problem> {
        let unsigned = left_unsigned || right_unsigned;
        let less =
            |left: u64, right: u64| if unsigned { left < right } else { (left as i64) < (right as i64) };
        // A shift amount is taken modulo 64.
        let amount = right as u32;
        let bits = match self {
            Self::LogicalOr => return Ok(truth(left != 0 || right != 0)),
            Self::LogicalAnd => return Ok(truth(left != 0 && right != 0)),
            Self::Equal => return Ok(truth(left == right)),
            Self::NotEqual => return Ok(truth(left != right)),
            Self::Less => return Ok(truth(less(left, right))),
            Self::LessEqual => return Ok(truth(!less(right, left))),
            Self::Greater => return Ok(truth(less(right, left))),
            Self::GreaterEqual => return Ok(truth(!less(left, right))),
            Self::ShiftLeft => {
                return Ok(Constant::Integer { bits: left.wrapping_shl(amount), unsigned: left_unsigned });
            }
            Self::ShiftRight if left_unsigned => {
                return Ok(Constant::Integer { bits: left.wrapping_shr(amount), unsigned: true });
            }
            Self::ShiftRight => {
                let bits = (left as i64).wrapping_shr(amount) as u64;
                return Ok(Constant::Integer { bits, unsigned: false });
            }
            Self::Divide | Self::Remainder if right == 0 => return Err(Problem::DivisionByZero),
            Self::Remainder => return Ok(Constant::Integer { bits: left % right, unsigned: true }),
            Self::Divide if unsigned => left / right,
            Self::Divide => (left as i64).wrapping_div(right as i64) as u64,
            Self::Or => left | right,
            Self::Xor => left ^ right,
            Self::And => left & right,
            Self::Plus => left.wrapping_add(right),
            Self::Minus => left.wrapping_sub(right),
            Self::Times => left.wrapping_mul(right),
        };
        Ok(Constant::Integer { bits, unsigned })
    }
}

/// `condition ? yes : no`: the chosen value with its own sign.
pub(super) fn choose(condition: Constant, yes: Constant, no: Constant) -> Result<Constant, Problem> {
    match (condition, yes, no) {
        (Constant::Integer { bits, .. }, Constant::Integer { .. }, Constant::Integer { .. }) => {
            Ok(if bits == 0 { no } else { yes })
        }
        _ => Err(Problem::NotAnInteger),
    }
}
