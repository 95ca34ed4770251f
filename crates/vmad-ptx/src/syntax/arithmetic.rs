//! The arithmetic of constant expressions.
//!
//! Operators have the names that they are written with. Integers have 64 bits and are signed (`.s64`) or unsigned
//! (`.u64`); floats have double precision. The source of each operator is the constants in the code that `ptxas` 12.9
//! emits.

use crate::ast::Float;
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
    pub(super) const fn integer(self) -> Option<i64> {
        if let Self::Integer { bits, .. } = self { Some(bits as i64) } else { None }
    }

    pub(super) const fn float(self) -> Option<Float> {
        if let Self::Float(float) = self { Some(float) } else { None }
    }
}

/// The reasons why an operator does not apply.
const MIXED: &str = "an integer and a float meet: legal are operands of one kind";
const NOT_AN_INTEGER: &str =
    "a float where an integer is needed: legal on floats are + - * / and comparisons";
const DIVISION_BY_ZERO: &str = "division by zero: legal is any other divisor";

/// The operators between two operands, loosest first; the operators of a level associate to the left.
pub(super) const BINARY: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

const fn integer(bits: u64, unsigned: bool) -> Constant {
    Constant::Integer { bits, unsigned }
}

const fn truth(value: bool) -> Constant {
    integer(value as u64, false)
}

/// A float in double precision; see [`Float::double_bits`].
fn double(float: Float) -> Double {
    Double::from_bits(u128::from(float.double_bits()))
}

fn from_double(value: Double) -> Constant {
    Constant::Float(Float::Double(value.to_bits() as u64))
}

/// The operators `+ - ! ~` before an operand, and the casts `s64` and `u64`.
pub(super) fn unary(operator: &str, operand: Constant) -> Result<Constant, &'static str> {
    match (operator, operand) {
        ("+", any) => Ok(any),
        ("-", Constant::Float(float)) => Ok(from_double(-double(float))),
        (_, Constant::Float(_)) => Err(NOT_AN_INTEGER),
        ("-", Constant::Integer { bits, unsigned }) => Ok(integer(bits.wrapping_neg(), unsigned)),
        ("!", Constant::Integer { bits, .. }) => Ok(truth(bits == 0)),
        ("~", Constant::Integer { bits, .. }) => Ok(integer(!bits, true)),
        (cast, Constant::Integer { bits, .. }) => Ok(integer(bits, cast == "u64")),
    }
}

/// An operator of [`BINARY`].
pub(super) fn binary(operator: &str, left: Constant, right: Constant) -> Result<Constant, &'static str> {
    match (left, right) {
        (Constant::Float(left), Constant::Float(right)) => on_floats(operator, double(left), double(right)),
        (
            Constant::Integer { bits: left, unsigned: left_unsigned },
            Constant::Integer { bits: right, unsigned: right_unsigned },
        ) => on_integers(operator, [left, right], [left_unsigned, right_unsigned]),
        _ if matches!(operator, "&&" | "||") => Err(NOT_AN_INTEGER),
        _ => Err(MIXED),
    }
}

fn on_floats(operator: &str, left: Double, right: Double) -> Result<Constant, &'static str> {
    Ok(match operator {
        "+" => from_double((left + right).value),
        "-" => from_double((left - right).value),
        "*" => from_double((left * right).value),
        "/" if right.is_zero() => return Err(DIVISION_BY_ZERO),
        "/" => from_double((left / right).value),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "<" => truth(left < right),
        "<=" => truth(left <= right),
        ">" => truth(left > right),
        ">=" => truth(left >= right),
        _ => return Err(NOT_AN_INTEGER),
    })
}

/// The result is unsigned if either operand is, except that the left operand decides for shifts, and `%` is always
/// unsigned.
fn on_integers(
    operator: &str,
    [left, right]: [u64; 2],
    [left_unsigned, right_unsigned]: [bool; 2],
) -> Result<Constant, &'static str> {
    let unsigned = left_unsigned || right_unsigned;
    let less = |left: u64, right: u64| if unsigned { left < right } else { (left as i64) < (right as i64) };
    // A shift amount is taken modulo 64.
    let amount = right as u32;
    Ok(match operator {
        "||" => truth(left != 0 || right != 0),
        "&&" => truth(left != 0 && right != 0),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "<" => truth(less(left, right)),
        "<=" => truth(!less(right, left)),
        ">" => truth(less(right, left)),
        ">=" => truth(!less(left, right)),
        "<<" => integer(left.wrapping_shl(amount), left_unsigned),
        ">>" if left_unsigned => integer(left.wrapping_shr(amount), true),
        ">>" => integer((left as i64).wrapping_shr(amount) as u64, false),
        "/" | "%" if right == 0 => return Err(DIVISION_BY_ZERO),
        "%" => integer(left % right, true),
        "/" if unsigned => integer(left / right, true),
        "/" => integer((left as i64).wrapping_div(right as i64) as u64, false),
        "|" => integer(left | right, unsigned),
        "^" => integer(left ^ right, unsigned),
        "&" => integer(left & right, unsigned),
        "+" => integer(left.wrapping_add(right), unsigned),
        "-" => integer(left.wrapping_sub(right), unsigned),
        // "*"
        _ => integer(left.wrapping_mul(right), unsigned),
    })
}

/// `condition ? yes : no`: the chosen value with its own sign.
pub(super) fn choose(condition: Constant, yes: Constant, no: Constant) -> Result<Constant, &'static str> {
    match (condition, yes, no) {
        (Constant::Integer { bits, .. }, Constant::Integer { .. }, Constant::Integer { .. }) => {
            Ok(if bits == 0 { no } else { yes })
        }
        _ => Err(NOT_AN_INTEGER),
    }
}
