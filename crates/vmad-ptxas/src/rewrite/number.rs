//! Sums, clamps and comparisons of numbers, in the fewest instructions that are known.

use super::code::{BlockCode, Number, SIGNED, UNSIGNED, common, is_within};

/// A way to compute something, if it fits.
type Way<'w> = &'w dyn Fn(&mut BlockCode) -> Option<Number>;

impl BlockCode {
    /// The cheapest of some ways.
    pub(super) fn cheapest(&mut self, ways: &[Way<'_>]) -> Option<Number> {
        let tried = ways.iter().filter_map(|way| {
            let mut code = self.clone();
            let result = way(&mut code)?;
            Some((code, result))
        });
        let (code, result) = tried.min_by_key(|(code, _)| code.cost())?;
        *self = code;
        Some(result)
    }

    /// `x + y` or `x - y`. Only the low 32 bits if the range is wider.
    pub(super) fn sum(&mut self, x: &Number, y: &Number, minus: bool) -> Number {
        let range = range_of_sum(x.range, y.range, minus);
        match (x.range, minus) {
            _ if range[0] == range[1] => Number::constant(range[0]),
            _ if y.range == [0; 2] => x.clone(),
            ([0, 0], false) => y.clone(),
            ([-1, -1] | [0xffff_ffff, 0xffff_ffff], true) => self.number("not.b32", &[y], range),
            (_, true) => self.number("sub.s32", &[x, y], range),
            (_, false) => self.number("add.s32", &[x, y], range),
        }
    }

    /// The number in the bounds that is nearest to `x`.
    pub(super) fn clip(&mut self, x: &Number, [low, high]: [i128; 2]) -> Number {
        let ty = common(&[x.range]).unwrap_or("s32");
        let range = x.range.map(|end| end.clamp(low, high));
        if range[0] == range[1] {
            return Number::constant(range[0]);
        }
        let mut result = x.clone();
        for (op, end) in [("max", 0), ("min", 1)] {
            if range[end] != x.range[end] {
                let mut reached = result.range;
                reached[end] = range[end];
                result =
                    self.number(&format!("{op}.{ty}"), &[&result, &Number::constant(range[end])], reached);
            }
        }
        result
    }

    /// The smaller or larger of two numbers of one type.
    fn extreme(&mut self, op: &str, x: &Number, y: &Number) -> Option<Number> {
        let ty = common(&[x.range, y.range])?;
        let of = |end: usize| {
            let ends = [x.range[end], y.range[end]];
            if op == "min" { ends[0].min(ends[1]) } else { ends[0].max(ends[1]) }
        };
        Some(self.number(&format!("{op}.{ty}"), &[x, y], [of(0), of(1)]))
    }

    /// The smaller or larger of two numbers of any type.
    pub(super) fn min_or_max(&mut self, op: &str, x: &Number, y: &Number) -> Number {
        if let Some(result) = self.extreme(op, x, y) {
            return result;
        }
        // One is a word above the signed ones, the other is negative for some values.
        let (word, signed) = if x.is_in(UNSIGNED) { (x, y) } else { (y, x) };
        let (word, signed) = if op == "min" {
            (self.clip(word, [0, SIGNED[1]]), signed.clone())
        } else {
            (word.clone(), self.clip(signed, [0, SIGNED[1]]))
        };
        self.extreme(op, &word, &signed).unwrap_or(word)
    }

    /// `|x - y| + c`. Only the low 32 bits if the range is wider.
    pub(super) fn difference(&mut self, x: &Number, y: &Number, c: &Number) -> Number {
        if let Some(ty) = common(&[x.range, y.range]) {
            let [_, most] = range_of_difference(x, y);
            return self.number(&format!("sad.{ty}"), &[x, y, c], [c.range[0], c.range[1] + most]);
        }
        // For a negative y this is x + (0 - y).
        let (x, y) = if x.is_in(UNSIGNED) { (x, y) } else { (y, x) };
        let positive = self.clip(y, [0, SIGNED[1]]);
        let rest = self.sum(&positive, y, true);
        let rest = self.sum(&rest, c, false);
        self.word("sad.u32", &[x, &positive, &rest])
    }

    /// `x + y` or `x - y`, clamped.
    pub(super) fn clamped_sum(&mut self, x: &Number, y: &Number, minus: bool, bounds: [i128; 2]) -> Number {
        let found = self.clamped(x, y, minus, bounds, 2);
        found.unwrap_or_else(|| self.wide_sum(x, y, minus, bounds))
    }

    fn clamped(
        &mut self,
        x: &Number,
        y: &Number,
        minus: bool,
        bounds: [i128; 2],
        depth: u32,
    ) -> Option<Number> {
        let [low, high] = bounds;
        let range = range_of_sum(x.range, y.range, minus);
        if common(&[range]).is_some() || is_within(range, bounds) {
            let sum = self.sum(x, y, minus);
            return Some(self.clip(&sum, bounds));
        }
        let first_clipped = |code: &mut BlockCode| {
            let within = range_of_sum(bounds, y.range, !minus);
            let clipped = code.clip(x, within);
            if depth == 0 || clipped == *x {
                None
            } else {
                code.clamped(&clipped, y, minus, bounds, depth - 1)
            }
        };
        let second_clipped = |code: &mut BlockCode| {
            let within = if minus {
                [x.range[0] - high, x.range[1] - low]
            } else {
                [low - x.range[1], high - x.range[0]]
            };
            let clipped = code.clip(y, within);
            if depth == 0 || clipped == *y {
                None
            } else {
                code.clamped(x, &clipped, minus, bounds, depth - 1)
            }
        };
        let by_second = |code: &mut BlockCode| code.bounded_by(x, y, minus, bounds);
        let by_first = |code: &mut BlockCode| {
            if !minus {
                return code.bounded_by(y, x, false, bounds);
            }
            // x - y <= high is y >= x - high.
            let (op, end) = one_end(range, bounds)?;
            let op = if op == "min" { "max" } else { "min" };
            let limit = code.sum(x, &Number::constant(end), true);
            let y = code.extreme(op, y, &limit)?;
            Some(code.sum(x, &y, true).clamp_range(bounds))
        };
        let within = |outer: [i128; 2]| {
            move |code: &mut BlockCode| {
                if depth == 0 || bounds == outer || !is_within(bounds, outer) {
                    return None;
                }
                let sum = code.clamped(x, y, minus, outer, depth - 1)?;
                Some(code.clip(&sum, bounds))
            }
        };
        let split = |code: &mut BlockCode| {
            if !minus || !x.is_in(UNSIGNED) || !y.is_in(UNSIGNED) {
                return None;
            }
            let larger = code.extreme("max", x, y)?;
            let [above, below] = [y, x].map(|number| code.sum(&larger, number, true));
            let [above, below] = [above, below].map(|number| number.ranging(UNSIGNED));
            let (above, below) = (code.clip(&above, [0, high]), code.clip(&below, [0, -low]));
            Some(code.sum(&above, &below, true))
        };
        let mixed = |code: &mut BlockCode| {
            let (word, signed) = if minus || x.is_in(UNSIGNED) { (x, y) } else { (y, x) };
            if bounds != UNSIGNED || !word.is_in(UNSIGNED) || !signed.is_in(SIGNED) {
                return None;
            }
            let positive = code.clip(signed, [0, SIGNED[1]]);
            let negative = code.sum(&positive, signed, true).ranging([0, 1 << 31]);
            let (down, up) = if minus { (&positive, &negative) } else { (&negative, &positive) };
            let room = code.sum(&Number::constant(UNSIGNED[1]), up, true);
            let word = code.extreme("max", word, down)?;
            let word = code.extreme("min", &word, &room)?;
            Some(code.sum(&word, signed, minus).clamp_range(bounds))
        };
        let overflowing = |code: &mut BlockCode| {
            if bounds != SIGNED || !x.is_in(SIGNED) || !y.is_in(SIGNED) {
                return None;
            }
            Some(code.number(if minus { "sub.sat.s32" } else { "add.sat.s32" }, &[x, y], SIGNED))
        };
        let wide = |code: &mut BlockCode| Some(code.wide_sum(x, y, minus, bounds));
        self.cheapest(&[
            &first_clipped,
            &second_clipped,
            &by_second,
            &by_first,
            &within(SIGNED),
            &within(UNSIGNED),
            &split,
            &mixed,
            &overflowing,
            &wide,
        ])
    }

    /// `x` with a bound that depends on `y`, then the sum.
    fn bounded_by(&mut self, x: &Number, y: &Number, minus: bool, bounds: [i128; 2]) -> Option<Number> {
        let (op, end) = one_end(range_of_sum(x.range, y.range, minus), bounds)?;
        if end == 0 && !minus {
            // ptxas loses a negation between minima and maxima.
            return None;
        }
        let limit = if minus {
            self.sum(y, &Number::constant(end), false)
        } else {
            self.sum(&Number::constant(end), y, true)
        };
        let x = self.extreme(op, x, &limit)?;
        Some(self.sum(&x, y, minus).clamp_range(bounds))
    }

    fn wide_sum(&mut self, x: &Number, y: &Number, minus: bool, bounds: [i128; 2]) -> Number {
        let range = range_of_sum(x.range, y.range, minus);
        let [x, y] = [x, y].map(|number| self.widened(number));
        let sum = self.line(if minus { "sub.s64" } else { "add.s64" }, "b64", &[x, y]);
        self.narrowed(&sum, range, 0, bounds)
    }

    /// A number as 64 bits.
    pub(super) fn widened(&mut self, x: &Number) -> String {
        if x.is_constant() {
            return x.range[0].to_string();
        }
        let letter = if x.range[0] < 0 { 's' } else { 'u' };
        let operand = [x.operand("")];
        self.line(&format!("cvt.{letter}64.{letter}32"), "b64", &operand)
    }

    /// 64 bits of a low and a high word.
    pub(super) fn paired(&mut self, low: &Number, high: &Number) -> String {
        self.line("mov.b64", "b64", &[format!("{{{}, {}}}", low.operand(""), high.operand(""))])
    }

    /// The high word of 64 bits.
    pub(super) fn high(&mut self, wide: &str, range: [i128; 2]) -> Number {
        let high = self.line("shr.u64", "b64", &[wide, "32"]);
        Number::new(self.line("cvt.u32.u64", "b32", &[high]), range.map(|end| end >> 32))
    }

    /// A number of 64 bits that is in a range, shifted to the right.
    pub(super) fn scaled(&mut self, wide: &str, range: [i128; 2], shift: u32) -> Number {
        let wide = if shift == 0 {
            wide.to_owned()
        } else {
            let sign = if range[0] < 0 { 's' } else { 'u' };
            self.line(&format!("shr.{sign}64"), "b64", &[wide, &shift.to_string()])
        };
        Number::word(self.line("cvt.u32.u64", "b32", &[wide]))
    }

    /// The same, clamped to bounds of at most 32 bits.
    pub(super) fn narrowed(&mut self, wide: &str, range: [i128; 2], shift: u32, bounds: [i128; 2]) -> Number {
        let low = self.scaled(wide, range, shift);
        let scaled = range.map(|end| end >> shift);
        if is_within(scaled, if bounds[0] < 0 { SIGNED } else { UNSIGNED }) {
            return self.clip(&low.ranging(scaled), bounds);
        }
        let high = self.high(wide, range);
        self.clamped_pair(&low, &high, shift, scaled, bounds)
    }

    /// A number of more than 32 bits, of which `low` has the low 32 bits, clamped to bounds of at most 32 bits. `high` has
    /// the bits from bit 32 of the number before it was shifted to the right.
    pub(super) fn clamped_pair(
        &mut self,
        low: &Number,
        high: &Number,
        shift: u32,
        range: [i128; 2],
        bounds: [i128; 2],
    ) -> Number {
        let is_signed = bounds[0] < 0;
        let outer = if is_signed { SIGNED } else { UNSIGNED };
        let is_sign = is_within(high.range, [-1, 0]);
        if is_sign && !is_signed {
            let table = Number::constant(0x30);
            let positive = self.word("lop3.b32", &[low, high, high, &table]);
            return self.clip(&positive, bounds);
        }
        let bound = |value: i128| Number::constant(value << shift);
        let fits = match (is_signed, shift) {
            (false, _) => self.compared("lt", &high.clone().ranging(UNSIGNED), &bound(1)),
            (true, 0) => {
                let sign = self.number("shr.s32", &[low, &Number::constant(31)], [-1, 0]);
                self.compared("eq", &sign, &high.clone().ranging(SIGNED))
            }
            (true, _) => {
                let half = Number::constant(1 << (shift - 1));
                let above = self.word("add.s32", &[high, &half]);
                self.compared("lt", &above, &bound(1))
            }
        };
        let end = if outer[0] <= range[0] {
            Number::constant(outer[1])
        } else if range[1] <= outer[1] {
            Number::constant(outer[0])
        } else {
            let sign = if is_sign {
                high.clone()
            } else {
                self.number("shr.s32", &[high, &Number::constant(31)], [-1, 0])
            };
            if is_signed {
                self.word("xor.b32", &[&sign, &Number::constant(SIGNED[1])])
            } else {
                self.word("not.b32", &[&sign])
            }
        };
        let chosen = self.chosen(&fits, low, &end).ranging(outer);
        self.clip(&chosen, bounds)
    }

    /// A predicate.
    pub(super) fn compared(&mut self, cmp: &str, x: &Number, y: &Number) -> String {
        let ty = common(&[x.range, y.range]).unwrap_or("u32");
        let opcode = format!("setp.{cmp}.{ty}");
        let operands = [x, y].map(|number| number.operand(&opcode));
        self.line(&opcode, "pred", &operands)
    }

    /// `x` if the predicate is true, else `y`.
    pub(super) fn chosen(&mut self, flag: &str, x: &Number, y: &Number) -> Number {
        let [x, y] = [x, y].map(|number| number.operand("selp.b32"));
        Number::word(self.line("selp.b32", "b32", &[x.as_str(), &y, flag]))
    }
}

impl Number {
    fn clamp_range(self, [low, high]: [i128; 2]) -> Self {
        let range = self.range.map(|end| end.clamp(low, high));
        self.ranging(range)
    }
}

pub(super) fn range_of_sum([a, b]: [i128; 2], [c, d]: [i128; 2], minus: bool) -> [i128; 2] {
    if minus { [a - d, b - c] } else { [a + c, b + d] }
}

/// The range of `|x - y|`.
pub(super) fn range_of_difference(x: &Number, y: &Number) -> [i128; 2] {
    [0, (x.range[1] - y.range[0]).max(y.range[1] - x.range[0])]
}

/// The bound that a range exceeds, if it is one, and the operation that keeps to it.
fn one_end(range: [i128; 2], [low, high]: [i128; 2]) -> Option<(&'static str, i128)> {
    match (range[0] < low, high < range[1]) {
        (true, false) => Some(("max", low)),
        (false, true) => Some(("min", high)),
        _ => None,
    }
}
