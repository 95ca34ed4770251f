//! The semantics of the integer instructions.

use super::bits::{field, fns, highest, lop3, ones, prmt};
use super::op::{Carry, Combination, Integer, Op, Part};
use super::types::Int;
use crate::domain::Domain;

impl Integer {
    /// The values of the destinations, the first of `width` bits, from those of the sources; and the carry.
    pub(super) fn run<D: Domain>(
        &self,
        domain: &D,
        sources: &[D::Number],
        width: u32,
        carry: &mut D::Number,
    ) -> Vec<D::Number> {
        let (zero, one) = (domain.constant(0), domain.constant(1));
        // A missing source is 0. No source is missing if the caller follows the signature.
        let all: [D::Number; 5] =
            std::array::from_fn(|index| sources.get(index).copied().unwrap_or_else(|| domain.constant(0)));
        let [a, b, c, d, last] = all;
        if self.halves {
            let half = Self { halves: false, ..*self };
            let results = [0, 16].into_iter().flat_map(|at| {
                let parts = [a, b].map(|source| domain.field(source, at, 16, false));
                let results = half.run(domain, &parts, 16, carry).into_iter();
                results.map(move |result| domain.shift_left(result, domain.constant(at.into())))
            });
            return vec![results.fold(zero, |all, part| domain.add(all, part))];
        }
        if let Some(uses) = self.carry {
            return vec![self.extended(domain, uses, [a, b, c], carry)];
        }
        let is_true = |predicate| domain.equal(predicate, one);
        match self.op {
            Op::Lop3(combination) => {
                let result = lop3(domain, [a, b, c], d);
                let is_not_zero = domain.not(domain.equal(result, zero));
                vec![result, domain.one_if(combine(domain, combination, is_not_zero, is_true(last)))]
            }
            Op::Setp(cmp, combination) => {
                let holds = cmp.holds(domain, self.ty.read(domain, a), self.ty.read(domain, b));
                // "p = BoolOp(t, c); q = BoolOp(!t, c)"
                let both =
                    [holds, domain.not(holds)].map(|truth| combine(domain, combination, truth, is_true(c)));
                both.map(|truth| domain.one_if(truth)).to_vec()
            }
            Op::Unpack(count) => {
                let part = self.ty.bits / count;
                (0..count).map(|index| domain.field(a, part * index, part, false)).collect()
            }
            _ => vec![self.result(domain, [a, b, c, d], width)],
        }
    }

    /// The one result. Most instructions give a number, of which the register stores the low `width` bits; those that give
    /// the bits of the register return them.
    #[expect(clippy::too_many_lines, reason = "an arm for each instruction")]
    fn result<D: Domain>(&self, domain: &D, sources: [D::Number; 4], width: u32) -> D::Number {
        let ty = self.ty;
        let zero = domain.constant(0);
        let number = |value: u32| domain.constant(value.into());
        let [a, b, c, _] = sources.map(|source| ty.read(domain, source));
        let [low, second, third, fourth] = sources;
        let result = match self.op {
            Op::Add => domain.add(a, b),
            Op::Sub => domain.subtract(a, b),
            Op::Mul(part) => product(domain, part, ty, a, b),
            Op::Mad(Part::Wide) => domain.add(domain.multiply(a, b), third),
            Op::Mad(part) => domain.add(product(domain, part, ty, a, b), c),
            Op::Mul24(part) => product_of_24(domain, part, ty, a, b),
            Op::Mad24(part) => domain.add(product_of_24(domain, part, ty, a, b), c),
            // "d = c + ((a < b) ? b - a : a - b)"
            Op::Sad => domain.add(c, domain.absolute(domain.subtract(a, b))),
            Op::Div => quotient(domain, a, b),
            Op::Rem => {
                let remainder = domain.subtract(a, domain.multiply(quotient(domain, a, b), b));
                domain.choose(domain.equal(b, zero), domain.constant(-1), remainder)
            }
            Op::Min => domain.min(a, b),
            Op::Max => domain.max(a, b),
            Op::Abs => domain.absolute(a),
            Op::Neg => domain.subtract(zero, a),
            Op::Not => domain.invert(a),
            Op::Shl => domain.shift_left(a, domain.min(second, number(ty.bits))),
            Op::Shr => domain.shift_right(a, domain.min(second, number(ty.bits))),
            Op::Dot { half, b_signed } => {
                let (count, bits) = if half.is_some() { (2, 16) } else { (4, 8) };
                let first = if half == Some(Part::Hi) { 2 } else { 0 };
                (0..count).fold(third, |sum, index| {
                    let a = domain.field(low, bits * index, bits, ty.signed);
                    let b = domain.field(second, 8 * (first + index), 8, b_signed);
                    domain.add(sum, domain.multiply(a, b))
                })
            }
            Op::Szext(mode) => {
                // The field is moved to the top of 32 bits and back.
                let above = domain.subtract(number(32), mode.amount(domain, second));
                domain.shift_right(ty.read(domain, domain.shift_left(low, above)), above)
            }
            Op::Bmsk(mode) => {
                domain.shift_left(ones(domain, mode.amount(domain, second)), mode.amount(domain, low))
            }
            // Bits beyond the register, and beyond the field, are copies of "the most significant bit of the extracted
            // field" for a signed type, else zeros. A field of no bits is 0.
            Op::Bfe => {
                let [position, length] = field(domain, ty, [second, third]);
                // The field is moved to the top of 64 bits and back.
                let above = domain.subtract(number(64), length);
                let top = domain.shift_left(domain.shift_right(a, position), above);
                domain.shift_right(domain.field(top, 0, 64, ty.signed), above)
            }
            // "f = b; for (i=0; i<len && pos+i<=msb; i++) { f[pos+i] = a[i]; }"
            Op::Bfi => {
                let [position, length] = field(domain, ty, [third, fourth]);
                let mask = domain.shift_left(ones(domain, length), position);
                let inserted = domain.and(domain.shift_left(low, position), mask);
                domain.or(domain.and(second, domain.invert(mask)), inserted)
            }
            Op::Cvt(from) if self.sat => from.read(domain, low),
            Op::Cvt(from) => ty.read(domain, from.read(domain, low)),
            Op::And => return domain.and(low, second),
            Op::Or => return domain.or(low, second),
            Op::Xor => return domain.xor(low, second),
            Op::Cnot => return domain.one_if(domain.equal(low, zero)),
            Op::Shf { left, mode } => {
                // "n = (c & 0x1f)", or "n = (c < 32) ? c : 32"
                let amount = mode.amount(domain, third);
                let both = domain.add(low, domain.shift_left(second, number(32)));
                // "d = (b << n) | (a >> (32-n))", or "d = (b << (32-n)) | (a >> n)"
                return if left {
                    domain.field(domain.shift_left(both, amount), 32, 32, false)
                } else {
                    domain.field(domain.shift_right(both, amount), 0, 32, false)
                };
            }
            Op::Popc => {
                let bits = (0..ty.bits).map(|index| domain.field(low, index, 1, false));
                return bits.fold(zero, |sum, bit| domain.add(sum, bit));
            }
            Op::Clz => {
                return highest(domain, low, ty.bits, number(ty.bits), |index| ty.bits - 1 - index);
            }
            Op::Brev => {
                return (0..ty.bits).fold(zero, |result, index| {
                    let bit = domain.field(low, index, 1, false);
                    domain.add(result, domain.shift_left(bit, number(ty.bits - 1 - index)))
                });
            }
            Op::Bfind { shift } => {
                // "negate negative signed inputs": `a = ~a`
                let value = domain.choose(domain.less(a, zero), domain.invert(a), a);
                let place = |index| if shift { ty.bits - 1 - index } else { index };
                return highest(domain, value, ty.bits, number(u32::MAX), place);
            }
            Op::Fns => return fns(domain, low, second, third),
            Op::Prmt(mode) => return prmt(domain, mode, [low, second, third]),
            Op::Set(cmp, combination) => {
                let other = domain.equal(third, number(1));
                let holds = combine(domain, combination, cmp.holds(domain, a, b), other);
                return domain.choose(holds, number(u32::MAX), zero);
            }
            Op::Selp => return domain.choose(domain.equal(third, number(1)), low, second),
            Op::Slct => {
                let is_negative = domain.less(domain.field(third, 0, 32, true), zero);
                return domain.choose(is_negative, second, low);
            }
            Op::Pack(count) => {
                let part = ty.bits / count;
                return sources.into_iter().zip(0..count).fold(zero, |sum, (source, index)| {
                    domain.add(sum, domain.shift_left(source, number(part * index)))
                });
            }
            Op::CvtPack => {
                let [high, low] = [low, second].map(|source| {
                    let value = domain.field(source, 0, 32, true);
                    ty.write(domain, domain.clamp(value, ty.bits, ty.signed))
                });
                let low = domain.add(low, domain.shift_left(high, number(ty.bits)));
                let all = domain.add(low, domain.shift_left(third, number(2 * ty.bits)));
                return domain.field(all, 0, 32, false);
            }
            // The last three have several results.
            Op::Move | Op::Lop3(_) | Op::Setp(..) | Op::Unpack(_) => return low,
        };
        let result = if self.sat { domain.clamp(result, ty.bits, ty.signed) } else { result };
        let result = if self.relu { domain.max(result, zero) } else { result };
        domain.field(result, 0, width, false)
    }

    /// The result with the carry or borrow, which is bit `bits` of the sum or difference of unsigned numbers.
    fn extended<D: Domain>(
        &self,
        domain: &D,
        uses: Carry,
        [first, second, third]: [D::Number; 3],
        carry: &mut D::Number,
    ) -> D::Number {
        let ty = self.ty;
        let [x, y] = match self.op {
            Op::Mad(part) => {
                let product = product(domain, part, ty, ty.read(domain, first), ty.read(domain, second));
                [ty.write(domain, product), third]
            }
            _ => [first, second],
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
    let [a_negative, b_negative] = [a, b].map(|number| domain.less(number, zero));
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

/// The comparison, or its combination with another predicate.
fn combine<D: Domain>(
    domain: &D,
    combination: Option<Combination>,
    holds: D::Truth,
    other: D::Truth,
) -> D::Truth {
    match combination {
        None => holds,
        Some(Combination::And) => domain.both(holds, other),
        Some(Combination::Or) => domain.either(holds, other),
        Some(Combination::Xor) => {
            let one = domain.both(holds, domain.not(other));
            domain.either(one, domain.both(domain.not(holds), other))
        }
    }
}
