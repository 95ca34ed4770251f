//! The operations on lanes, as operations on whole words.

use vmad_ptx::ast::{Comparison, Type};

use super::{
    code::{BlockCode, Number},
    words::{Lanes, Pair, bits, lowest, others, signs, table, top},
};

impl BlockCode {
    /// The lanes of `x + y` or `x - y`, each modulo its width.
    pub(super) fn wrapped(&mut self, pair: &Pair<'_>, minus: bool) -> Number {
        let [x, y] = pair.words;
        if self.has_halves(pair) {
            // x - y is ~(~x + y).
            let first = if minus { self.word("not.b32", &[x]) } else { x.clone() };
            let sum = self.word("add.u16x2", &[&first, y]);
            return if minus { self.word("not.b32", &[&sum]) } else { sum };
        }
        if pair.lanes == 2 {
            let low = self.sum(x, y, minus);
            let high = if self.target < 61 || y.is_constant() {
                let upper = self.word("and.b32", &[y, &bits(0xffff_0000)]);
                self.sum(x, &upper, minus)
            } else {
                // Without the low half of y.
                let (sign, weight) = if minus { ("u32", 1) } else { ("s32", 0xff) };
                self.word(&format!("dp2a.lo.u32.{sign}"), &[y, &bits(weight), &low])
            };
            return self.word("prmt.b32", &[&low, &high, &bits(0x7610)]);
        }
        let sum = self.without_signs(pair, minus);
        let differing = if minus { table(|x, y, z| !(x ^ y) & z) } else { table(|x, y, z| (x ^ y) & z) };
        let differing = self.lop([x, y, &signs(pair.lanes)], differing);
        self.word("xor.b32", &[&sum, &differing])
    }

    /// The same without the highest bits of the lanes: there is the carry, or the opposite of the borrow.
    pub(super) fn without_signs(&mut self, pair: &Pair<'_>, minus: bool) -> Number {
        let [x, y] = pair.words;
        let (signs, others) = (signs(pair.lanes), others(pair.lanes));
        let (op, mask) = if minus { ("or.b32", &signs) } else { ("and.b32", &others) };
        let first = self.word(op, &[x, mask]);
        let second = self.word("and.b32", &[y, &others]);
        self.sum(&first, &second, minus)
    }

    pub(super) fn lesser_or_larger(&mut self, pair: &Pair<'_>, op: &str) -> Number {
        let [x, y] = pair.words;
        if pair.signed[0] == pair.signed[1] && self.has_halves(pair) {
            let sign = if pair.signed[0] { 's' } else { 'u' };
            return self.word(&format!("{op}.{sign}16x2"), &[x, y]);
        }
        let flags = self.flags(pair, if op == "min" { Comparison::Lt } else { Comparison::Gt });
        let mask = self.spread_flags(&flags, pair.lanes);
        self.by_mask(&mask, x, y)
    }

    /// The lanes of a sum or a difference of unsigned lanes, clamped to their range.
    pub(super) fn unsigned_clamped(&mut self, pair: &Pair<'_>, minus: bool) -> Number {
        let ([x, y], lanes) = (pair.words, pair.lanes);
        if minus {
            let larger = self.lesser_or_larger(pair, "max");
            return self.sum(&larger, y, true);
        }
        let first = if self.has_halves(pair) {
            let room = self.word("not.b32", &[y]);
            self.word("min.u16x2", &[x, &room])
        } else {
            let carries = self.carries([x, y], lanes, table(|x, y, _| x & y), |x, y, z| (x ^ y) & z);
            let mask = self.spread(&carries, lanes);
            self.lop([&mask, x, y], table(|mask, x, y| (mask & !y) | (!mask & x)))
        };
        self.sum(&first, y, false)
    }

    /// The same of signed lanes.
    pub(super) fn signed_clamped(&mut self, pair: &Pair<'_>, minus: bool) -> Number {
        let ([x, y], lanes) = (pair.words, pair.lanes);
        if lanes == 2 {
            let sum = self.wrapped(pair, minus);
            let overflows =
                if minus { table(|x, y, z| (x ^ y) & (x ^ z)) } else { table(|x, y, z| !(x ^ y) & (x ^ z)) };
            let overflows = self.lop([x, y, &sum], overflows);
            let mask = self.spread(&overflows, lanes);
            let sign = self.spread(x, lanes);
            let end = self.word("xor.b32", &[&sign, &others(lanes)]);
            return self.by_mask(&mask, &end, &sum);
        }
        // z is the carry, or the opposite of the borrow. Where the sum overflows, its sign is that of x.
        let sum = self.without_signs(pair, minus);
        let (overflows, sign) = if minus {
            (table(|x, y, z| (x ^ y) & (x ^ z)), table(|x, y, z| ((x ^ y) & x) | (!(x ^ y) & !z)))
        } else {
            (table(|x, y, z| !(x ^ y) & (x ^ z)), table(|x, y, z| (!(x ^ y) & x) | ((x ^ y) & !z)))
        };
        let overflows = self.lop([x, y, &sum], overflows);
        let signs_of_sum = self.lop([x, y, &sum], sign);
        let mask = self.spread(&overflows, lanes);
        let end = self.spread(x, lanes);
        let low = self.lop([&mask, &end, &sum], table(|mask, end, sum| (mask & !end) | (!mask & sum)));
        self.by_mask(&signs(lanes), &signs_of_sum, &low)
    }

    /// The lanes of a sum or a difference, clamped to a type.
    pub(super) fn clamped_lanes(&mut self, pair: &Pair<'_>, minus: bool, ty: Type) -> Option<Lanes> {
        let lanes = pair.lanes;
        for signed in [false, true] {
            // How far the result is away if lanes of the other signedness move by half of the range.
            let [x, y] = pair.signed.map(|of| i32::from(of != signed));
            let moved = if minus { x - y } else { x + y };
            if moved != i32::from(ty.is_signed() != signed) {
                continue;
            }
            let mut move_by = |word: &Number, moves: bool| {
                if moves { self.word("xor.b32", &[word, &signs(lanes)]) } else { word.clone() }
            };
            let [x, y] = [0, 1].map(|at| move_by(pair.words[at], pair.signed[at] != signed));
            let inner = Pair { words: [&x, &y], signed: [signed; 2], lanes };
            let word = if signed {
                self.signed_clamped(&inner, minus)
            } else {
                self.unsigned_clamped(&inner, minus)
            };
            let word =
                if ty.is_signed() == signed { word } else { self.word("xor.b32", &[&word, &signs(lanes)]) };
            return Some(Lanes { word, signed: ty.is_signed() });
        }
        let [x, y] = pair.words;
        let word = match (pair.signed, minus, ty.is_signed()) {
            // The clamp to the unsigned range changes nothing: a clamp to the signed one follows.
            ([false, false], false, true) => {
                return Some(Lanes { word: self.unsigned_clamped(pair, false), signed: false });
            }
            // The sum is negative if both are, or one is and the sum without its carry.
            ([true, true], false, false) => {
                let sum = self.wrapped(pair, false);
                let negative = self.lop([x, y, &sum], table(|x, y, z| (x & y) | ((x ^ y) & z)));
                let mask = self.spread(&negative, lanes);
                self.lop([&sum, &mask, &mask], table(|sum, mask, _| sum & !mask))
            }
            // No difference is positive for a negative x.
            ([true, false], true, false) => {
                let mask = self.spread(x, lanes);
                let x = self.lop([x, &mask, &mask], table(|x, mask, _| x & !mask));
                let inner = Pair { words: [&x, y], signed: [false; 2], lanes };
                self.unsigned_clamped(&inner, true)
            }
            _ => return None,
        };
        Some(Lanes { word, signed: ty.is_signed() })
    }

    /// The differences of unsigned and signed lanes, as they are or clamped to a type: for a negative lane this is a sum.
    pub(super) fn mixed_differences(&mut self, pair: &Pair<'_>, ty: Option<Type>) -> Option<Number> {
        let pair = if pair.signed[0] { &pair.exchanged() } else { pair };
        if pair.lanes != 4 || self.target < 70 || pair.has_constant() {
            return None;
        }
        let [x, y] = pair.words;
        let differences = self.word("vabsdiff4.u32.u32.u32", &[x, y, y]);
        let (sum, difference) = match ty {
            Some(ty) => {
                let lanes = Lanes { word: differences, signed: false };
                (self.clamped_lanes(pair, true, ty)?.word, self.fitted(lanes, ty, pair.lanes).word)
            }
            None => (self.wrapped(pair, true), differences),
        };
        let mask = self.spread(y, pair.lanes);
        Some(self.by_mask(&mask, &sum, &difference))
    }

    pub(super) fn averages(&mut self, pair: &Pair<'_>) -> Option<Lanes> {
        let ([x, y], lanes) = (pair.words, pair.lanes);
        let lowest = lowest(lanes);
        let upper = bits(!lowest);
        let differing = self.lop([x, y, &upper], table(|x, y, z| (x ^ y) & z));
        let half = self.word("shr.u32", &[&differing, &Number::constant(1)]);
        match pair.signed {
            [false, false] => {
                let either = self.word("or.b32", &[x, y]);
                Some(Lanes { word: self.sum(&either, &half, true), signed: false })
            }
            // Of numbers that are larger by half of the range: rounded down, and up if the sum is not negative and odd.
            [true, true] => {
                let both = self.lop([x, y, &signs(lanes)], table(|x, y, z| (x ^ z) & (y ^ z)));
                let down = self.sum(&both, &half, false);
                let positive = self.word("shr.u32", &[&down, &bits(top(lanes))]);
                let odd = self.lop([x, y, &positive], table(|x, y, z| (x ^ y) & z));
                let odd = self.word("and.b32", &[&odd, &bits(lowest)]);
                let sum = self.sum(&down, &odd, false);
                Some(Lanes { word: self.word("xor.b32", &[&sum, &signs(lanes)]), signed: true })
            }
            _ => None,
        }
    }

    pub(super) fn differences(&mut self, pair: &Pair<'_>) -> Option<Lanes> {
        let lanes = pair.lanes;
        if pair.signed[0] != pair.signed[1] {
            return None;
        }
        if lanes == 4 && self.target >= 70 && !pair.has_constant() {
            let [x, y] = pair.words;
            return Some(Lanes { word: self.word(pair.vabsdiff4(), &[x, y, y]), signed: false });
        }
        // Signed lanes larger by half of the range.
        let [x, y] = if pair.signed[0] {
            pair.words.map(|word| self.word("xor.b32", &[word, &signs(lanes)]))
        } else {
            pair.words.map(Number::clone)
        };
        let pair = Pair { words: [&x, &y], signed: [false; 2], lanes };
        let [larger, lesser] = if self.has_halves(&pair) {
            ["max", "min"].map(|op| self.lesser_or_larger(&pair, op))
        } else {
            let flags = self.flags(&pair, Comparison::Gt);
            let mask = self.spread_flags(&flags, lanes);
            [self.by_mask(&mask, &x, &y), self.by_mask(&mask, &y, &x)]
        };
        Some(Lanes { word: self.sum(&larger, &lesser, true), signed: false })
    }

    /// Lanes clamped to a type.
    pub(super) fn fitted(&mut self, lanes: Lanes, ty: Type, count: usize) -> Lanes {
        if lanes.signed == ty.is_signed() {
            return lanes;
        }
        let mask = self.spread(&lanes.word, count);
        let word = if lanes.signed {
            self.lop([&lanes.word, &mask, &mask], table(|x, mask, _| x & !mask))
        } else {
            self.lop([&lanes.word, &mask, &others(count)], table(|x, mask, others| (x | mask) & others))
        };
        Lanes { word, signed: ty.is_signed() }
    }
}
