//! Operands: registers and immediates.

use crate::names;
use smol_str::SmolStr;
use std::fmt;

/// The name of a register, a PTX identifier: a letter, or one of `_ $ %` and one more character, then letters, digits,
/// `_` and `$`. A component of a vector register is a register: `%v.x`. Special registers such as `%laneid` are not
/// operands of these instructions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
// Names are short, and a file has many: they need no memory of their own.
pub struct Register(SmolStr);

impl Register {
    /// The register of a name; [`None`] if it is not an identifier, names a special register, or is the constant
    /// `WARP_SZ`.
    pub fn new(name: impl AsRef<str>) -> Option<Self> {
        let name = name.as_ref();
        let (register, component) = name.split_once('.').unwrap_or((name, "x"));
        let is_register = names::COMPONENTS.contains(&component)
            && names::is_identifier(register)
            && !names::is_special(register)
            && register != names::WARP_SZ;
        is_register.then(|| Self(name.into()))
    }

    /// Whether it is a component of a vector.
    pub fn is_component(&self) -> bool {
        self.0.contains('.')
    }

    /// The name, with its `%` if it has one.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A source operand: a register, or a constant of the kind `I` that the instruction takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand<I> {
    /// A register.
    Register(Register),
    /// A constant.
    Immediate(I),
}

impl<I> Operand<I> {
    /// The register, if it is one.
    pub const fn register(&self) -> Option<&Register> {
        if let Self::Register(register) = self { Some(register) } else { None }
    }
}

/// An integer constant has the 64 bits of a constant expression. It prints as a signed decimal number, which parses to
/// the same bits.
impl Operand<i64> {
    /// The 32 bits of a constant, of 64, that a video instruction uses.
    pub const fn constant(&self) -> Option<u32> {
        if let Self::Immediate(value) = self { Some(*value as u32) } else { None }
    }
}

/// A float constant's bits. Decimal notation is double precision, as in PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Float {
    /// Single precision, written `0f` and eight hexadecimal digits.
    Single(u32),
    /// Double precision, written `0d` and sixteen hexadecimal digits, or as a decimal number.
    Double(u64),
}

impl Float {
    /// The bits that `ptxas` 12.9 uses in double precision, in an expression and in `mad.f64`: for a `0f` constant, its
    /// 32 bits zero-extended, not its value.
    pub const fn double_bits(self) -> u64 {
        match self {
            Self::Single(bits) => bits as u64,
            Self::Double(bits) => bits,
        }
    }
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single(bits) => write!(f, "0f{bits:08x}"),
            Self::Double(bits) => write!(f, "0d{bits:016x}"),
        }
    }
}

impl<I: fmt::Display> fmt::Display for Operand<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Register(register) => register.fmt(f),
            Self::Immediate(immediate) => immediate.fmt(f),
        }
    }
}
