//! `add sub mul mad mul24 mad24 sad div rem min max abs neg`, `add.cc addc sub.cc subc mad.cc madc`.

use super::modifiers::Modifiers;
use super::types::{Int, Kind, NUMBERS, Signature};
use crate::domain::Domain;
use crate::syntax::SyntaxError;

/// The instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `d = a + b`
    Add,
    /// `d = a - b`
    Sub,
    /// A part of `a * b`.
    Mul(Part),
    /// A part of `a * b`, plus `c`.
    Mad(Part),
    /// A part of the product of the low 24 bits of `a` and `b`.
    Mul24(Part),
    /// The same, plus `c`.
    Mad24(Part),
    /// `d = c + |a - b|`
    Sad,
    /// `d = a / b`, rounded toward zero. A divisor of 0 has no specified result: all ones here, as ptxas computes.
    Div,
    /// `d = a % b`, with the sign of `a`; likewise.
    Rem,
    /// `d = min(a, b)`
    Min,
    /// `d = max(a, b)`
    Max,
    /// `d = |a|`
    Abs,
    /// `d = -a`
    Neg,
}

/// The part of a product that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// `.lo`: the low half; of a 48-bit product bits 31 to 0.
    Lo,
    /// `.hi`: the high half; of a 48-bit product bits 47 to 16.
    Hi,
    /// `.wide`: the whole product, twice as wide as its factors.
    Wide,
}

const PARTS: [(&str, Part); 3] = [("lo", Part::Lo), ("hi", Part::Hi), ("wide", Part::Wide)];

/// The types of a register with two halves, and those of a half.
const HALVES: [(&str, Int); 2] =
    [("s16x2", Int { bits: 16, signed: true }), ("u16x2", Int { bits: 16, signed: false })];

/// How an instruction uses the carry flag `CC.CF`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carry {
    /// `addc`, `subc` or `madc`.
    pub reads: bool,
    /// `.cc`
    pub writes: bool,
    /// Whether it is a borrow.
    pub borrow: bool,
}

/// An instruction of this group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arithmetic {
    /// The instruction.
    pub op: Op,
    /// The type.
    pub ty: Int,
    /// `.u16x2` or `.s16x2`: the type is that of each half of the registers.
    pub halves: bool,
    /// `.sat`: the result is clamped to the type's range.
    pub sat: bool,
    /// `.relu`: a negative result is 0.
    pub relu: bool,
    /// The carry of an instruction of extended precision.
    pub carry: Option<Carry>,
}

impl Arithmetic {
    /// An instruction without modifiers.
    const fn of(op: Op, ty: Int) -> Self {
        Self { op, ty, halves: false, sat: false, relu: false, carry: None }
    }

    pub(super) fn read(opcode: &str, modifiers: &mut Modifiers<'_>) -> Option<Result<Self, SyntaxError>> {
        Some(match opcode {
            "add" | "addc" => Self::sum(modifiers, Op::Add, opcode == "addc"),
            "sub" | "subc" => Self::sum(modifiers, Op::Sub, opcode == "subc"),
            "mul" | "mad" | "madc" => Self::product(modifiers, opcode),
            "mul24" | "mad24" => Self::product_of_24(modifiers, opcode),
            "sad" => Self::plain(modifiers, Op::Sad, NUMBERS),
            "div" => Self::plain(modifiers, Op::Div, NUMBERS),
            "rem" => Self::plain(modifiers, Op::Rem, NUMBERS),
            "min" => Self::least_or_greatest(modifiers, Op::Min),
            "max" => Self::least_or_greatest(modifiers, Op::Max),
            "abs" => Self::plain(modifiers, Op::Abs, "s16 s32 s64"),
            "neg" => Self::plain(modifiers, Op::Neg, "s16 s32 s64"),
            _ => return None,
        })
    }

    fn plain(modifiers: &mut Modifiers<'_>, op: Op, legal: &str) -> Result<Self, SyntaxError> {
        Ok(Self::of(op, modifiers.ty(legal)?))
    }

    fn least_or_greatest(modifiers: &mut Modifiers<'_>, op: Op) -> Result<Self, SyntaxError> {
        let relu = modifiers.take("relu");
        let (ty, halves) = match modifiers.one_of(if relu { &HALVES[..1] } else { &HALVES }) {
            Some(half) => (half, true),
            None => (modifiers.ty(if relu { "s32" } else { NUMBERS })?, false),
        };
        Ok(Self { halves, relu, ..Self::of(op, ty) })
    }

    fn sum(modifiers: &mut Modifiers<'_>, op: Op, reads: bool) -> Result<Self, SyntaxError> {
        if op == Op::Add
            && !reads
            && let Some(half) = modifiers.one_of(&HALVES)
        {
            return Ok(Self { halves: true, ..Self::of(op, half) });
        }
        let writes = modifiers.take("cc");
        let sat = !reads && !writes && modifiers.take("sat");
        let extended = reads || writes;
        let legal = match (extended, sat) {
            (true, _) => "u32 s32 u64 s64",
            (false, true) => "s32",
            (false, false) => NUMBERS,
        };
        let carry = extended.then_some(Carry { reads, writes, borrow: op == Op::Sub });
        Ok(Self { sat, carry, ..Self::of(op, modifiers.ty(legal)?) })
    }

    fn product(modifiers: &mut Modifiers<'_>, opcode: &str) -> Result<Self, SyntaxError> {
        let reads = opcode == "madc";
        let part = modifiers.needed(if reads { &PARTS[..2] } else { &PARTS })?;
        let writes = opcode != "mul" && part != Part::Wide && modifiers.take("cc");
        let sat = opcode == "mad" && part == Part::Hi && !writes && modifiers.take("sat");
        let legal = match (part, reads || writes, sat) {
            (_, _, true) => "s32",
            (Part::Wide, ..) => "u16 u32 s16 s32",
            (_, true, _) => "u32 s32 u64 s64",
            (_, false, _) => NUMBERS,
        };
        let op = if opcode == "mul" { Op::Mul(part) } else { Op::Mad(part) };
        let carry = (reads || writes).then_some(Carry { reads, writes, borrow: false });
        Ok(Self { sat, carry, ..Self::of(op, modifiers.ty(legal)?) })
    }

    fn product_of_24(modifiers: &mut Modifiers<'_>, opcode: &str) -> Result<Self, SyntaxError> {
        let part = modifiers.needed(&PARTS[..2])?;
        let sat = opcode == "mad24" && part == Part::Hi && modifiers.take("sat");
        let ty = modifiers.ty(if sat { "s32" } else { "u32 s32" })?;
        let op = if opcode == "mul24" { Op::Mul24(part) } else { Op::Mad24(part) };
        Ok(Self { sat, ..Self::of(op, ty) })
    }

    pub(super) fn signature(&self) -> Signature {
        let narrow = if self.halves { Kind::Halves } else { self.ty.kind() };
        let wide = Kind::Bits(2 * self.ty.bits);
        match self.op {
            Op::Abs | Op::Neg => Signature::one(narrow, &[narrow]),
            Op::Mul(Part::Wide) => Signature::one(wide, &[narrow; 2]),
            Op::Mad(Part::Wide) => Signature::one(wide, &[narrow, narrow, wide]),
            Op::Mad(_) | Op::Mad24(_) | Op::Sad => Signature::one(narrow, &[narrow; 3]),
            Op::Add | Op::Sub | Op::Mul(_) | Op::Mul24(_) | Op::Div | Op::Rem | Op::Min | Op::Max => {
                Signature::one(narrow, &[narrow; 2])
            }
        }
    }

    pub(super) fn run<D: Domain>(
        &self,
        domain: &D,
        sources: [D::Number; 3],
        carry: &mut D::Number,
    ) -> D::Number {
        if self.halves {
            let one = Self { halves: false, ..*self };
            let [low, high] = [0, 16].map(|at| {
                let parts = sources.map(|source| domain.field(source, at, 16, false));
                one.run(domain, parts, carry)
            });
            return domain.add(low, domain.shift_left(high, domain.constant(16)));
        }
        let Self { op, ty, sat, relu, .. } = *self;
        let [a, b, c] = sources.map(|source| ty.read(domain, source));
        let result = match op {
            Op::Add => domain.add(a, b),
            Op::Sub => domain.subtract(a, b),
            Op::Mul(part) => product(domain, part, ty, a, b),
            Op::Mad(Part::Wide) => domain.add(domain.multiply(a, b), sources[2]),
            Op::Mad(part) => domain.add(product(domain, part, ty, a, b), c),
            Op::Mul24(part) => product_of_24(domain, part, ty, a, b),
            Op::Mad24(part) => domain.add(product_of_24(domain, part, ty, a, b), c),
            // "d = c + ((a < b) ? b - a : a - b)"
            Op::Sad => domain.add(c, domain.absolute(domain.subtract(a, b))),
            Op::Div => quotient(domain, a, b),
            Op::Rem => {
                let remainder = domain.subtract(a, domain.multiply(quotient(domain, a, b), b));
                domain.choose(domain.equal(b, domain.constant(0)), domain.constant(-1), remainder)
            }
            Op::Min => domain.min(a, b),
            Op::Max => domain.max(a, b),
            Op::Abs => domain.absolute(a),
            Op::Neg => domain.subtract(domain.constant(0), a),
        };
        if let Some(uses) = self.carry {
            return self.extended(domain, uses, sources, carry);
        }
        let result = if sat { domain.clamp(result, 32, true) } else { result };
        let result = if relu { domain.max(result, domain.constant(0)) } else { result };
        let wide = matches!(op, Op::Mul(Part::Wide) | Op::Mad(Part::Wide));
        Int { bits: if wide { 2 * ty.bits } else { ty.bits }, signed: false }.write(domain, result)
    }

    /// The result with the carry or borrow, which is bit `bits` of the sum or difference of unsigned numbers.
    fn extended<D: Domain>(
        &self,
        domain: &D,
        uses: Carry,
        sources: [D::Number; 3],
        carry: &mut D::Number,
    ) -> D::Number {
        let ty = self.ty;
        let [a, b] = [sources[0], sources[1]];
        let [x, y] = match self.op {
            Op::Mad(part) => {
                let [a, b] = [a, b].map(|factor| ty.read(domain, factor));
                [ty.write(domain, product(domain, part, ty, a, b)), sources[2]]
            }
            _ => [a, b],
        };
        let combine = |x, y| if uses.borrow { domain.subtract(x, y) } else { domain.add(x, y) };
        let sum = combine(x, y);
        let sum = if uses.reads { combine(sum, *carry) } else { sum };
        if uses.writes {
            *carry = domain.field(sum, ty.bits, 1, false);
        }
        ty.write(domain, sum)
    }
}

/// The quotient, rounded toward zero; -1 if the divisor is 0.
fn quotient<D: Domain>(domain: &D, a: D::Number, b: D::Number) -> D::Number {
    let zero = domain.constant(0);
    let divisor = domain.max(domain.absolute(b), domain.constant(1));
    let quotient = domain.divide(domain.absolute(a), divisor);
    let [a_negative, b_negative] = [a, b].map(|it| domain.less(it, zero));
    let same = domain.either(
        domain.both(a_negative, b_negative),
        domain.both(domain.not(a_negative), domain.not(b_negative)),
    );
    let signed = domain.choose(same, quotient, domain.subtract(zero, quotient));
    domain.choose(domain.equal(b, zero), domain.constant(-1), signed)
}

/// A part of a product, as a number of the type.
fn product<D: Domain>(domain: &D, part: Part, ty: Int, a: D::Number, b: D::Number) -> D::Number {
    let product = domain.multiply(a, b);
    match part {
        Part::Lo => domain.field(product, 0, ty.bits, ty.signed),
        Part::Hi => domain.field(product, ty.bits, ty.bits, ty.signed),
        Part::Wide => product,
    }
}

/// A part of the product of two 24-bit numbers, as a number of the type.
fn product_of_24<D: Domain>(domain: &D, part: Part, ty: Int, a: D::Number, b: D::Number) -> D::Number {
    let low = |x| domain.field(x, 0, 24, ty.signed);
    let product = domain.multiply(low(a), low(b));
    domain.field(product, if part == Part::Hi { 16 } else { 0 }, 32, ty.signed)
}
