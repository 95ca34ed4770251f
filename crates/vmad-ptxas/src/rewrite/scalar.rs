//! The scalar instructions as ordinary ones.

use vmad_ptx::ast::{
    Arithmetic, ArithmeticOp, Comparison, Operand, SecOp, Select, Set, Shift, ShiftMode, ShiftOp, Source,
    Tail, Type,
};

use super::{
    code::{BlockCode, Number, SIGNED, UNSIGNED, common, is_within},
    number::{range_of_difference, range_of_sum},
};

/// The operands of an instruction.
pub(super) type Operands<'v> = [Option<&'v Operand<i64>>; 3];

const fn words(ty: Type) -> [i128; 2] {
    if ty.is_signed() { SIGNED } else { UNSIGNED }
}

/// The range of `.sat`.
pub(super) fn bounds(ty: Type, bits: u32) -> [i128; 2] {
    if ty.is_signed() { [-(1 << (bits - 1)), (1 << (bits - 1)) - 1] } else { [0, (1 << bits) - 1] }
}

/// An operand as a number of a type; zero if there is none.
pub(super) fn operand(operand: Option<&Operand<i64>>, ty: Type) -> Number {
    match operand {
        None => Number::constant(0),
        Some(Operand::Immediate(value)) if ty.is_signed() => Number::constant((*value as i32).into()),
        Some(Operand::Immediate(value)) => Number::constant((*value as u32).into()),
        Some(Operand::Register(register)) => Number::new(register.name(), words(ty)),
    }
}

/// The selector of `prmt` for a part of a register as a number; [`None`] for the highest part, which a shift moves.
const fn extraction(select: Select, signed: bool) -> Option<i128> {
    Some(match (select, signed) {
        (Select::B0, false) => 0x4440,
        (Select::B1, false) => 0x4441,
        (Select::B2, false) => 0x4442,
        (Select::H0, false) => 0x4410,
        (Select::B0, true) => 0x8880,
        (Select::B1, true) => 0x9991,
        (Select::B2, true) => 0xaaa2,
        (Select::H0, true) => 0x9910,
        (Select::B3 | Select::H1, _) => return None,
    })
}

/// The number of a part among those of its width.
pub(super) const fn place(select: Select) -> u32 {
    match select {
        Select::B0 | Select::H0 => 0,
        Select::B1 | Select::H1 => 1,
        Select::B2 => 2,
        Select::B3 => 3,
    }
}

/// The instruction that adds products of parts of so many bits.
pub(super) const fn dot(bits: u32) -> &'static str {
    if bits == 8 { "dp4a" } else { "dp2a.lo" }
}

/// The selector of `prmt` that puts the low bits of the second word into a part of the first.
const fn insertion(select: Select) -> i128 {
    match select {
        Select::B0 => 0x3214,
        Select::B1 => 0x3240,
        Select::B2 => 0x3410,
        Select::B3 => 0x4210,
        Select::H0 => 0x3254,
        Select::H1 => 0x5410,
    }
}

impl BlockCode {
    /// A source operand as a number.
    pub(super) fn source(&mut self, operand: Option<&Operand<i64>>, source: Source) -> Number {
        let word = self::operand(operand, source.ty);
        let Some(select) = source.select else { return word };
        let range = bounds(source.ty, select.width());
        if let Some(selector) = extraction(select, source.ty.is_signed()) {
            let sources = [&word, &Number::constant(0), &Number::constant(selector)];
            return self.number("prmt.b32", &sources, range);
        }
        // With a sum behind it, this is one SASS instruction.
        let amount = Number::constant((32 - select.width()).into());
        self.number(&format!("shr.{}", source.ty.text()), &[&word, &amount], range)
    }

    /// A sum with a part of a register, as a product of bytes.
    fn sum_of_part(
        &mut self,
        minus: bool,
        [a, b, _]: Operands<'_>,
        [of_a, of_b]: [Source; 2],
    ) -> Option<Number> {
        let (part, of_part, other, of_other) =
            if of_b.select.is_some() || minus { (b, of_b, a, of_a) } else { (a, of_a, b, of_b) };
        let (Some(select), Some(Operand::Register(_)), 61..) = (of_part.select, part, self.target) else {
            return None;
        };
        let other = self.source(other, of_other);
        let (weight, sign) = if minus { (0xff, "s32") } else { (1, "u32") };
        let weight = Number::constant(weight << (8 * place(select)));
        let range = range_of_sum(other.range, bounds(of_part.ty, select.width()), minus);
        let opcode = format!("{}.{}.{sign}", dot(select.width()), of_part.ty.text());
        Some(self.number(&opcode, &[&operand(part, of_part.ty), &weight, &other], range))
    }

    pub(super) fn sources(&mut self, [a, b, _]: Operands<'_>, [of_a, of_b]: [Source; 2]) -> [Number; 2] {
        [self.source(a, of_a), self.source(b, of_b)]
    }

    /// `c` with the low bits of a number in a part.
    pub(super) fn merged(&mut self, c: &Number, number: &Number, select: Select) -> Number {
        self.word("prmt.b32", &[c, number, &Number::constant(insertion(select))])
    }

    pub(super) fn arithmetic(&mut self, it: &Arithmetic, operands: Operands<'_>) -> Number {
        let before = self.clone();
        let [x, y] = self.sources(operands, [it.a, it.b]);
        let bits = it.tail.dsel().map_or(32, Select::width);
        let bounds = it.sat.then(|| bounds(it.dtype, bits));
        let c = operand(operands[2], it.dtype);
        let (difference, is_exact) = (range_of_difference(&x, &y), common(&[x.range, y.range]).is_some());
        if (it.op, it.tail) == (ArithmeticOp::AbsDiff, Tail::Second(SecOp::Add))
            && bounds.is_none_or(|bounds| is_exact && is_within(difference, bounds))
        {
            return self.difference(&x, &y, &c);
        }
        let whole = |code: &mut Self| Some(code.combined(it.op, &x, &y, bounds));
        let part = |code: &mut Self| match it.op {
            ArithmeticOp::Add | ArithmeticOp::Sub if bounds.is_none() => {
                // The parts are not extracted.
                *code = before.clone();
                code.sum_of_part(it.op == ArithmeticOp::Sub, operands, [it.a, it.b])
            }
            _ => None,
        };
        let result = self.cheapest(&[&whole, &part]).unwrap_or_else(|| Number::constant(0));
        self.tail(it.tail, it.dtype, &result, &c)
    }

    /// The result of an operation, clamped to bounds if there are any.
    pub(super) fn combined(
        &mut self,
        op: ArithmeticOp,
        x: &Number,
        y: &Number,
        bounds: Option<[i128; 2]>,
    ) -> Number {
        let minus = op == ArithmeticOp::Sub;
        let result = match (op, bounds) {
            (ArithmeticOp::Add | ArithmeticOp::Sub, None) => self.sum(x, y, minus),
            (ArithmeticOp::Add | ArithmeticOp::Sub, Some(bounds)) => self.clamped_sum(x, y, minus, bounds),
            (ArithmeticOp::AbsDiff, Some(bounds)) if common(&[x.range, y.range]).is_none() => {
                self.clamped_difference(x, y, bounds)
            }
            (ArithmeticOp::AbsDiff, _) => self.difference(x, y, &Number::constant(0)),
            (ArithmeticOp::Min, _) => self.min_or_max("min", x, y),
            (ArithmeticOp::Max, _) => self.min_or_max("max", x, y),
        };
        bounds.map_or(result.clone(), |bounds| self.clip(&result, bounds))
    }

    /// `|x - y|` of a word and a signed number, clamped.
    fn clamped_difference(&mut self, x: &Number, y: &Number, bounds: [i128; 2]) -> Number {
        let (x, y) = if x.is_in(UNSIGNED) { (x, y) } else { (y, x) };
        let positive = self.clip(y, [0, SIGNED[1]]);
        let rest = self.sum(&positive, y, true).ranging([0, 1 << 31]);
        let difference = self.word("sad.u32", &[x, &positive, &Number::constant(0)]);
        self.clamped_sum(&difference, &rest, false, bounds)
    }

    pub(super) fn shift(&mut self, it: &Shift, [a, b, c]: Operands<'_>) -> Number {
        let x = self.source(a, it.a);
        // The low five bits of the lowest part are those of the register.
        let is_register = it.mode == ShiftMode::Wrap && matches!(it.bsel, Some(Select::B0 | Select::H0));
        let select = it.bsel.filter(|_| !is_register);
        let mut amount = self.source(b, Source { ty: Type::U32, select });
        let whole_amount = amount.clone();
        if it.mode == ShiftMode::Wrap {
            amount = match amount.range {
                [value, high] if value == high => Number::constant(value & 31),
                _ => self.number("and.b32", &[&amount, &Number::constant(31)], [0, 31]),
            };
        }
        let bits = it.tail.dsel().map_or(32, Select::width);
        let bounds = it.sat.then(|| bounds(it.dtype, bits));
        let result = match (it.op, bounds) {
            (ShiftOp::Right, _) => {
                let ty = common(&[x.range]).unwrap_or("u32");
                let shifted = self.number(
                    &format!("shr.{ty}"),
                    &[&x, &amount],
                    [x.range[0].min(0), x.range[1].max(-1)],
                );
                bounds.map_or(shifted.clone(), |bounds| self.clip(&shifted, bounds))
            }
            (ShiftOp::Left, None) => self.word("shl.b32", &[&x, &amount]),
            // A signed number of 34 bits is clamped.
            (ShiftOp::Left, Some(bounds)) => {
                let low = self.word("shl.b32", &[&x, &amount]);
                let sign = if x.range[0] < 0 {
                    self.number("shr.s32", &[&x, &Number::constant(31)], [-1, 0])
                } else {
                    Number::constant(0)
                };
                let opcode = format!("shf.l.{}.b32", it.mode.text());
                let high = self.word(&opcode, &[&x, &sign, &whole_amount]);
                let field = [0, 2].map(Number::constant);
                let high = self.number("bfe.s32", &[&high, &field[0], &field[1]], [-2, 1]);
                self.clamped_pair(&low, &high, 0, high.range.map(|end| end << 32), bounds)
            }
        };
        let c = operand(c, it.dtype);
        self.tail(it.tail, it.dtype, &result, &c)
    }

    pub(super) fn set(&mut self, it: Set, operands: Operands<'_>) -> Number {
        let [x, y] = self.sources(operands, [it.a, it.b]);
        let c = operand(operands[2], Type::U32);
        if it.tail == Tail::Second(SecOp::Add)
            && let Some(count) = self.counted(it.cmp, &x, &y, &c)
        {
            return count;
        }
        let flag = self.holds(it.cmp, &x, &y);
        let result = self.chosen(&flag, &Number::constant(1), &Number::constant(0)).ranging([0, 1]);
        self.tail(it.tail, Type::U32, &result, &c)
    }

    /// `c`, and 1 more if a comparison holds that is the carry or the sign of a difference.
    fn counted(&mut self, cmp: Comparison, x: &Number, y: &Number, c: &Number) -> Option<Number> {
        let (is_less, x, y) = match cmp {
            Comparison::Lt => (true, x, y),
            Comparison::Gt => (true, y, x),
            Comparison::Ge => (false, x, y),
            Comparison::Le => (false, y, x),
            _ => return None,
        };
        if is_less && is_within(range_of_sum(x.range, y.range, true), SIGNED) {
            let difference = self.sum(x, y, true);
            let sign = self.number("shr.u32", &[&difference, &Number::constant(31)], [0, 1]);
            return Some(self.sum(c, &sign, false));
        }
        // On sm_120, ptxas moves the words of the pairs.
        if !is_less && x.is_in(UNSIGNED) && y.is_in(UNSIGNED) && self.target < 120 {
            // Above the borrow, c - -1. The carry flag can be in use around the instruction.
            let [from, less] = [self.paired(x, c), self.paired(y, &Number::constant(UNSIGNED[1]))];
            let difference = self.line("sub.s64", "b64", &[from, less]);
            return Some(self.high(&difference, [0, u64::MAX.into()]));
        }
        None
    }

    /// The predicate of a comparison of numbers.
    pub(super) fn holds(&mut self, cmp: Comparison, x: &Number, y: &Number) -> String {
        if cmp.needs_unsigned_btype() {
            let [x, y] = [x, y].map(|number| number.clone().ranging(UNSIGNED));
            let cmp = match cmp {
                Comparison::Lo => "lt",
                Comparison::Ls => "le",
                Comparison::Hi => "gt",
                _ => "ge",
            };
            return self.compared(cmp, &x, &y);
        }
        if common(&[x.range, y.range]).is_some() {
            return self.compared(cmp.text(), x, y);
        }
        // One is a word above the signed ones. If the other is negative, this decides.
        let (signed, decided) = match (x.is_in(UNSIGNED), cmp) {
            (_, Comparison::Eq) => (if x.is_in(UNSIGNED) { y } else { x }, false),
            (_, Comparison::Ne) => (if x.is_in(UNSIGNED) { y } else { x }, true),
            (true, Comparison::Lt | Comparison::Le) => (y, false),
            (true, _) => (y, true),
            (false, Comparison::Lt | Comparison::Le) => (x, true),
            (false, _) => (x, false),
        };
        let (sign, combination) = if decided { ("lt", "or") } else { ("ge", "and") };
        let sign = self.compared(sign, signed, &Number::constant(0));
        let opcode = format!("setp.{}.{combination}.u32", cmp.text());
        let [x, y] = [x, y].map(|number| number.clone().ranging(UNSIGNED).operand(""));
        self.line(&opcode, "pred", &[x, y, sign])
    }

    /// The second operation or the merge.
    pub(super) fn tail(&mut self, tail: Tail, dtype: Type, result: &Number, c: &Number) -> Number {
        // A number that does not fit is cut to a word of the type.
        let cut =
            if result.is_in(words(dtype)) { result.clone() } else { result.clone().ranging(words(dtype)) };
        match tail {
            Tail::None | Tail::Unused => result.clone(),
            Tail::Second(SecOp::Add) => self.word("add.s32", &[&cut, c]),
            Tail::Second(op) => self.min_or_max(op.text(), &cut, c),
            Tail::Merge(select) => self.merged(c, result, select),
        }
    }
}
