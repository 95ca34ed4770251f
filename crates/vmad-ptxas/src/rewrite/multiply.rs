//! `vmad` as ordinary instructions.

use vmad_ptx::ast::{MultiplyAdd, Operand, Scale, Source, Type};

use super::{
    code::{BlockCode, Number, SIGNED, UNSIGNED, common, is_within},
    number::range_of_sum,
    scalar::{Operands, bounds, dot, operand, place},
};

impl BlockCode {
    pub(super) fn multiply_add(&mut self, it: &MultiplyAdd, operands: Operands<'_>) -> Number {
        let mut before = self.clone();
        let [x, y] = self.sources(operands, [it.a, it.b]);
        let accumulate = it.accumulate;
        let minus_product = accumulate.a_negate() != accumulate.b_negate();
        let minus_c = accumulate.c_negate();
        let signed = it.a.ty.is_signed() || it.b.ty.is_signed() || minus_product;
        let c = operand(operands[2], if signed { Type::S32 } else { Type::U32 });
        let ty = if signed || minus_c { Type::S32 } else { Type::U32 };
        let product = range_of_product(x.range, y.range);
        let one = i128::from(accumulate.po());
        let product_range = if minus_product { [-product[1], -product[0]] } else { product };
        let total = range_of_sum(product_range, c.range, minus_c).map(|end| end + one);
        let scaled = total.map(|end| end >> it.scale.amount());
        let bounds = it.sat.then(|| bounds(ty, 32)).filter(|bounds| !is_within(scaled, *bounds));
        if it.scale == Scale::Pass && bounds.is_none() {
            let one = Number::constant(one);
            let [c, c_before] = [&mut *self, &mut before].map(|code| code.sum(&c, &one, false));
            if !minus_product && !minus_c {
                if let Some(sum) = before.product_of_parts(it, operands, &c_before) {
                    *self = before;
                    return sum;
                }
                return self.word("mad.lo.s32", &[&x, &y, &c]);
            }
            let product = self.word("mul.lo.s32", &[&x, &y]);
            let (x, y) = if minus_product { (&c, &product) } else { (&product, &c) };
            return self.sum(x, y, true);
        }
        let narrow = |code: &mut Self| {
            let fits = common(&[product]).is_some() && common(&[product.map(|end| end + one)]).is_some();
            let bounds = bounds.filter(|_| it.scale == Scale::Pass && fits)?;
            let product = if accumulate.po() {
                code.number("mad.lo.s32", &[&x, &y, &Number::constant(1)], product.map(|end| end + 1))
            } else {
                code.number("mul.lo.s32", &[&x, &y], product)
            };
            let (x, y) = if minus_product { (&c, &product) } else { (&product, &c) };
            Some(code.clamped_sum(x, y, minus_product || minus_c, bounds))
        };
        let wide = |code: &mut Self| {
            let kind = common(&[x.range, y.range]);
            // c + 1 is -~c.
            let is_inverted = accumulate.po() && kind.is_some();
            let minus_c = minus_c || is_inverted;
            let c = match (is_inverted, signed) {
                (false, _) => code.widened(&c),
                (true, true) => {
                    let inverted = code.number("not.b32", &[&c], SIGNED);
                    code.widened(&inverted)
                }
                (true, false) => {
                    let wide = code.widened(&c);
                    code.line("not.b64", "b64", &[wide])
                }
            };
            let mut sum = if let Some(kind) = kind.filter(|_| !minus_product && !minus_c) {
                let [x, y] = [&x, &y].map(|number| number.operand(kind));
                code.line(&format!("mad.wide.{kind}"), "b64", &[x, y, c])
            } else {
                let mut product = if let Some(kind) = kind {
                    let [x, y] = [&x, &y].map(|number| number.operand(kind));
                    code.line(&format!("mul.wide.{kind}"), "b64", &[x, y])
                } else {
                    // In this order ptxas's code is shorter.
                    let factors = if x.is_in(UNSIGNED) == minus_product { [&y, &x] } else { [&x, &y] };
                    let factors = factors.map(|number| code.widened(number));
                    code.line("mul.lo.s64", "b64", &factors)
                };
                // Without effect on the clamped result, and the sum does not overflow.
                if bounds.is_some() && ty.is_signed() && is_beyond(total) {
                    let low = code.scaled(&product, [0, 0], 0);
                    let high = code.high(&product, [0, u64::MAX.into()]);
                    let high = code.clip(&high, [0, 1 << 30]);
                    product = code.paired(&low, &high);
                }
                let (op, x, y) = match (minus_product, minus_c) {
                    (true, _) => ("sub.s64", c, product),
                    (false, true) => ("sub.s64", product, c),
                    (false, false) => ("add.s64", product, c),
                };
                code.line(op, "b64", &[x, y])
            };
            if accumulate.po() && !is_inverted {
                sum = code.line("add.s64", "b64", &[sum.as_str(), "1"]);
            }
            let shift = it.scale.amount();
            Some(match bounds {
                Some(bounds) => code.narrowed(&sum, total, shift, bounds),
                None => code.scaled(&sum, total, shift),
            })
        };
        self.cheapest(&[&narrow, &wide]).unwrap_or_else(|| Number::constant(0))
    }

    /// A product of a byte and another part, and a sum.
    fn product_of_parts(&mut self, it: &MultiplyAdd, [a, b, _]: Operands<'_>, c: &Number) -> Option<Number> {
        let is_byte = |source: Source| source.select.is_some_and(|select| select.width() == 8);
        let (wide, of_wide, byte, of_byte) =
            if is_byte(it.b) { (a, it.a, b, it.b) } else { (b, it.b, a, it.a) };
        let (Some(to), Some(from), true, 61..) =
            (of_wide.select, of_byte.select, is_byte(of_byte), self.target)
        else {
            return None;
        };
        let (Some(Operand::Register(_)), Some(Operand::Register(_))) = (wide, byte) else { return None };
        let shift = 4 * place(to);
        let selector = (0x4444 & !(0xf << shift)) | place(from) << shift;
        let sources = [&operand(byte, Type::U32), &Number::constant(0), &Number::constant(selector.into())];
        let factor = self.word("prmt.b32", &sources);
        let opcode = format!("{}.{}.{}", dot(to.width()), of_wide.ty.text(), of_byte.ty.text());
        Some(self.word(&opcode, &[&operand(wide, of_wide.ty), &factor, c]))
    }
}

/// Whether signed 64 bits do not hold a range.
const fn is_beyond([low, high]: [i128; 2]) -> bool {
    low < i64::MIN as i128 || (i64::MAX as i128) < high
}

fn range_of_product([a, b]: [i128; 2], [c, d]: [i128; 2]) -> [i128; 2] {
    let ends = [a * c, a * d, b * c, b * d];
    [ends.into_iter().fold(ends[0], i128::min), ends.into_iter().fold(ends[0], i128::max)]
}
