//! The SIMD instructions as operations on whole words, or lane by lane.

use vmad_ptx::ast::{
    ArithmeticOp, Comparison, LaneArithmetic, LaneOp, SecOp, Select, Simd, Source, Tail, Type,
};

use super::{
    code::{BlockCode, Number},
    scalar::{Operands, bounds, operand},
};

/// Two words whose lanes are combined, and whether the lanes of each are signed.
struct Pair<'w> {
    words: [&'w Number; 2],
    signed: [bool; 2],
    /// How many lanes a word has: 2 or 4.
    lanes: usize,
}

/// The words of a result, and whether its lanes are signed.
struct Lanes {
    word: Number,
    signed: bool,
}

/// The sign bit of each lane of `holds` of three words is a flag.
struct Flags {
    words: [Number; 3],
    holds: u8,
}

impl Flags {
    fn opposite(self) -> Self {
        Self { holds: !self.holds, ..self }
    }
}

/// The table of `lop3` for an expression of its inputs.
fn table(of: fn(u8, u8, u8) -> u8) -> u8 {
    of(0xf0, 0xcc, 0xaa)
}

fn bits(value: u32) -> Number {
    Number::constant(value.into())
}

/// The lowest bit of each lane.
const fn lowest(lanes: usize) -> u32 {
    if lanes == 2 { 0x0001_0001 } else { 0x0101_0101 }
}

/// The place of the highest bit of a lane.
const fn top(lanes: usize) -> u32 {
    if lanes == 2 { 15 } else { 7 }
}

/// The highest bit of each lane.
fn signs(lanes: usize) -> Number {
    bits(lowest(lanes) << top(lanes))
}

/// All bits but the highest of each lane.
fn others(lanes: usize) -> Number {
    bits(!(lowest(lanes) << top(lanes)))
}

impl Pair<'_> {
    fn exchanged(&self) -> Self {
        let ([x, y], [first, second]) = (self.words, self.signed);
        Self { words: [y, x], signed: [second, first], lanes: self.lanes }
    }

    fn has_constant(&self) -> bool {
        self.words.iter().any(|word| word.is_constant())
    }

    /// The instruction for the differences of four lanes.
    const fn vabsdiff4(&self) -> &'static str {
        if self.signed[0] { "vabsdiff4.u32.s32.s32" } else { "vabsdiff4.u32.u32.u32" }
    }
}

impl BlockCode {
    fn lop(&mut self, inputs: [&Number; 3], table: u8) -> Number {
        let [x, y, z] = inputs;
        self.word("lop3.b32", &[x, y, z, &bits(table.into())])
    }

    /// `x` where the mask is set, else `y`.
    fn by_mask(&mut self, mask: &Number, x: &Number, y: &Number) -> Number {
        self.lop([mask, x, y], table(|mask, x, y| (mask & x) | (!mask & y)))
    }

    /// Both words are registers, and the target has instructions for halves.
    fn has_halves(&self, pair: &Pair<'_>) -> bool {
        self.target >= 90 && pair.lanes == 2 && !pair.has_constant()
    }

    /// The lanes of `x + y` or `x - y`, each modulo its width.
    fn wrapped(&mut self, pair: &Pair<'_>, minus: bool) -> Number {
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
    fn without_signs(&mut self, pair: &Pair<'_>, minus: bool) -> Number {
        let [x, y] = pair.words;
        let (signs, others) = (signs(pair.lanes), others(pair.lanes));
        let (op, mask) = if minus { ("or.b32", &signs) } else { ("and.b32", &others) };
        let first = self.word(op, &[x, mask]);
        let second = self.word("and.b32", &[y, &others]);
        self.sum(&first, &second, minus)
    }

    /// The sign bit of each lane is the carry of `x + y`: that of `(x + y) / 2` as `(x & y) + ((x ^ y) >> 1)`, of words from
    /// tables that give both as functions of `x`, `y` and the sign bits.
    fn carries(
        &mut self,
        [x, y]: [&Number; 2],
        lanes: usize,
        both: u8,
        differing: fn(u8, u8, u8) -> u8,
    ) -> Number {
        let both = self.lop([x, y, &signs(lanes)], both);
        let differing = self.lop([x, y, &bits(!lowest(lanes))], table(differing));
        let half = self.word("shr.u32", &[&differing, &Number::constant(1)]);
        self.sum(&both, &half, false)
    }

    /// The sign bit of each lane says whether the comparison holds; the other bits say nothing.
    fn flags(&mut self, pair: &Pair<'_>, cmp: Comparison) -> Flags {
        let [x, y] = pair.words;
        let lanes = pair.lanes;
        match cmp {
            Comparison::Lt => self.flags(&pair.exchanged(), Comparison::Gt),
            Comparison::Ge => self.flags(&pair.exchanged(), Comparison::Le),
            Comparison::Le => self.flags(pair, Comparison::Gt).opposite(),
            Comparison::Ne => self.flags(pair, Comparison::Eq).opposite(),
            Comparison::Eq => {
                let others = others(lanes);
                let differing = self.lop([x, y, &others], table(|x, y, z| (x ^ y) & z));
                let carries = self.sum(&differing, &others, false);
                let is_mixed = pair.signed[0] != pair.signed[1];
                let holds =
                    if is_mixed { table(|z, x, y| !(z | x | y)) } else { table(|z, x, y| !(z | (x ^ y))) };
                Flags { words: [carries, x.clone(), y.clone()], holds }
            }
            // x > y is the carry of x + ~y, with signed numbers larger by half of the range.
            _ => {
                let both = match pair.signed {
                    [true, true] => table(|x, y, z| (!z & x & !y) | (z & !x & y)),
                    _ => table(|x, y, _| x & !y),
                };
                let carries = self.carries([x, y], lanes, both, |x, y, z| !(x ^ y) & z);
                let (other, holds) = match pair.signed {
                    [true, false] => (x, table(|carry, x, _| carry & !x)),
                    [false, true] => (y, table(|carry, y, _| carry | y)),
                    _ => (x, table(|carry, _, _| carry)),
                };
                Flags { words: [carries, other.clone(), other.clone()], holds }
            }
        }
    }

    /// The sign bits of the flags alone, in the lanes of the mask.
    fn masked_flags(&mut self, flags: &Flags, mask: u32) -> Number {
        let [first, second, third] = &flags.words;
        let needs_third = flags.holds & 0x55 != (flags.holds >> 1) & 0x55;
        if !needs_third {
            // The table, if the third is set.
            return self.lop([first, second, &bits(mask)], flags.holds & 0xaa);
        }
        let all = self.lop([first, second, third], flags.holds);
        self.word("and.b32", &[&all, &bits(mask)])
    }

    /// Each lane full of its flag.
    fn spread_flags(&mut self, flags: &Flags, lanes: usize) -> Number {
        let [first, second, third] = &flags.words;
        let is_first = flags.holds == table(|first, _, _| first);
        let word = if is_first { first.clone() } else { self.lop([first, second, third], flags.holds) };
        self.spread(&word, lanes)
    }

    /// Each lane full of its sign bit.
    fn spread(&mut self, flags: &Number, lanes: usize) -> Number {
        let selector = bits(if lanes == 2 { 0xbb99 } else { 0xba98 });
        self.word("prmt.b32", &[flags, &Number::constant(0), &selector])
    }

    fn lesser_or_larger(&mut self, pair: &Pair<'_>, op: &str) -> Number {
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
    fn unsigned_clamped(&mut self, pair: &Pair<'_>, minus: bool) -> Number {
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
    fn signed_clamped(&mut self, pair: &Pair<'_>, minus: bool) -> Number {
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
    fn clamped_lanes(&mut self, pair: &Pair<'_>, minus: bool, ty: Type) -> Option<Lanes> {
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
    fn mixed_differences(&mut self, pair: &Pair<'_>, ty: Option<Type>) -> Option<Number> {
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

    fn averages(&mut self, pair: &Pair<'_>) -> Option<Lanes> {
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

    fn differences(&mut self, pair: &Pair<'_>) -> Option<Lanes> {
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
    fn fitted(&mut self, lanes: Lanes, ty: Type, count: usize) -> Lanes {
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

    /// The sum of the lanes in the mask, or of their opposites, and `c`.
    fn dot<const LANES: usize>(
        &mut self,
        it: &Simd<LANES>,
        lanes: &Lanes,
        minus: bool,
        c: &Number,
    ) -> Number {
        let weight: u32 = if minus { 0xff } else { 1 };
        let weights = (0..LANES).filter(|lane| it.mask.has(*lane)).map(|lane| weight << (8 * lane)).sum();
        let [ty, of] = [lanes.signed, minus].map(|signed| if signed { "s32" } else { "u32" });
        let opcode = if LANES == 2 { "dp2a.lo" } else { "dp4a" };
        self.word(&format!("{opcode}.{ty}.{of}"), &[&lanes.word, &bits(weights), c])
    }

    /// The word of selected parts of two registers. The lanes outside of the mask do not matter.
    fn selected<const LANES: usize>(
        &mut self,
        it: &Simd<LANES>,
        parts: [u8; LANES],
        [a, b]: [&Number; 2],
    ) -> Number {
        let is = |first: usize| {
            (0..LANES).filter(|lane| it.mask.has(*lane)).all(|lane| usize::from(parts[lane]) == first + lane)
        };
        if is(0) {
            return a.clone();
        }
        if is(LANES) {
            return b.clone();
        }
        let selector = parts.iter().rev().fold(0, |selector, part| match LANES {
            2 => selector << 8 | u32::from(2 * part + 1) << 4 | u32::from(2 * part),
            _ => selector << 4 | u32::from(*part),
        });
        self.word("prmt.b32", &[a, b, &bits(selector)])
    }

    /// `c` with the lanes in the mask.
    fn masked<const LANES: usize>(&mut self, it: &Simd<LANES>, word: Number, c: &Number) -> Number {
        let bytes = 4 / LANES;
        let selector = (0..4).rev().fold(0, |selector, byte| {
            selector << 4 | byte as u32 | if it.mask.has(byte / bytes) { 4 } else { 0 }
        });
        if selector == 0x7654 { word } else { self.word("prmt.b32", &[c, &word, &bits(selector)]) }
    }

    /// `c` with 1 or 0 in the lanes in the mask.
    fn set_lanes<const LANES: usize>(&mut self, it: &Simd<LANES>, flags: &Flags, c: &Number) -> Number {
        let flags = self.masked_flags(flags, lowest(LANES) << top(LANES));
        let result = self.word("shr.u32", &[&flags, &bits(top(LANES))]);
        self.masked(it, result, c)
    }

    fn whole<const LANES: usize>(
        &mut self,
        it: &Simd<LANES>,
        [first, second, c]: &[Number; 3],
    ) -> Option<Number> {
        let x = self.selected(it, it.asel.parts(), [first, second]);
        let y = self.selected(it, it.bsel.parts(), [first, second]);
        let signed = [it.atype, it.btype].map(Type::is_signed);
        let pair = Pair { words: [&x, &y], signed, lanes: LANES };
        let [signed_x, signed_y] = pair.signed;
        let (op, dtype, sat) = match it.op {
            // No target that has these has whole words for them.
            LaneOp::Set { cmp, .. } if cmp.needs_unsigned_btype() => return None,
            LaneOp::Set { cmp, add } => {
                let flags = self.flags(&pair, cmp);
                if !add {
                    return Some(self.set_lanes(it, &flags, c));
                }
                let counted = |code: &mut Self| {
                    let bit = |lane: usize| 1_u32 << (32 / LANES * (lane + 1) - 1);
                    let wanted = (0..LANES).filter(|lane| it.mask.has(*lane)).map(bit).sum();
                    let flags = code.masked_flags(&flags, wanted);
                    let count = code.word("popc.b32", &[&flags]);
                    Some(code.word("add.s32", &[&count, c]))
                };
                // Full lanes are -1.
                let dotted = |code: &mut Self| {
                    let word = code.spread_flags(&flags, LANES);
                    Some(code.dot(it, &Lanes { word, signed: true }, true, c))
                };
                return self.cheapest(&[&counted, &dotted]);
            }
            LaneOp::Arithmetic { op, dtype, .. } => (op, dtype, it.saturates_to().is_some()),
        };
        let lanes = match op {
            LaneArithmetic::Add | LaneArithmetic::Sub => {
                let minus = op == LaneArithmetic::Sub;
                if it.adds() {
                    let sum = self.dot(it, &Lanes { word: y.clone(), signed: signed_y }, minus, c);
                    return Some(self.dot(it, &Lanes { word: x.clone(), signed: signed_x }, false, &sum));
                }
                if !sat {
                    let word = self.wrapped(&pair, minus);
                    return Some(self.masked(it, word, c));
                }
                self.clamped_lanes(&pair, minus, dtype)?
            }
            LaneArithmetic::Average => self.averages(&pair)?,
            LaneArithmetic::AbsDiff
                if LANES == 4
                    && it.adds()
                    && self.target >= 70
                    && signed_x == signed_y
                    && ![&x, &y, c].iter().any(|word| word.is_constant()) =>
            {
                // The other lanes have no difference.
                let first = self.masked(it, x.clone(), &y);
                let opcode = format!("{}.add", pair.vabsdiff4());
                return Some(self.word(&opcode, &[&first, &y, c]));
            }
            LaneArithmetic::AbsDiff if signed_x != signed_y && !it.adds() => {
                let word = self.mixed_differences(&pair, sat.then_some(dtype))?;
                return Some(self.masked(it, word, c));
            }
            LaneArithmetic::AbsDiff => self.differences(&pair)?,
            LaneArithmetic::Min => {
                let word = self.lesser_or_larger(&pair, "min");
                Lanes { word, signed: signed_x || signed_y }
            }
            LaneArithmetic::Max => {
                let word = self.lesser_or_larger(&pair, "max");
                Lanes { word, signed: signed_x && signed_y }
            }
        };
        if it.adds() {
            return Some(self.dot(it, &lanes, false, c));
        }
        let lanes = if sat { self.fitted(lanes, dtype, LANES) } else { lanes };
        Some(self.masked(it, lanes.word, c))
    }

    fn lane_by_lane<const LANES: usize>(&mut self, it: &Simd<LANES>, operands: Operands<'_>) -> Number {
        let selects: &[Select] = match LANES {
            2 => &[Select::H0, Select::H1],
            _ => &[Select::B0, Select::B1, Select::B2, Select::B3],
        };
        let mut result = operand(operands[2], Type::U32);
        let limits = it.saturates_to().map(|ty| bounds(ty, Simd::<LANES>::LANE_BITS));
        for lane in (0..LANES).filter(|lane| it.mask.has(*lane)) {
            let mut part = |part: u8, ty| {
                let (register, part) = (usize::from(part) / LANES, usize::from(part) % LANES);
                self.source(operands[register], Source { ty, select: selects.get(part).copied() })
            };
            let x = part(it.asel.parts()[lane], it.atype);
            let y = part(it.bsel.parts()[lane], it.btype);
            let number = match it.op {
                LaneOp::Set { cmp, .. } => {
                    let flag = self.holds(cmp, &x, &y);
                    self.chosen(&flag, &Number::constant(1), &Number::constant(0))
                }
                LaneOp::Arithmetic { op: LaneArithmetic::AbsDiff, .. } if it.adds() => {
                    result = self.difference(&x, &y, &result);
                    continue;
                }
                LaneOp::Arithmetic { op, .. } => match op {
                    LaneArithmetic::Add => self.combined(ArithmeticOp::Add, &x, &y, limits),
                    LaneArithmetic::Sub => self.combined(ArithmeticOp::Sub, &x, &y, limits),
                    LaneArithmetic::AbsDiff => self.combined(ArithmeticOp::AbsDiff, &x, &y, limits),
                    LaneArithmetic::Min => self.combined(ArithmeticOp::Min, &x, &y, limits),
                    LaneArithmetic::Max => self.combined(ArithmeticOp::Max, &x, &y, limits),
                    LaneArithmetic::Average => {
                        let sum = self.sum(&x, &y, false);
                        // 1, and 0 for a negative sum.
                        let mut one = Number::constant(1);
                        if sum.range[0] < 0 {
                            let sign = self.number("shr.s32", &[&sum, &Number::constant(31)], [-1, 0]);
                            one = self.sum(&sign, &one, false);
                        }
                        let sum = self.sum(&sum, &one, false);
                        let half = sum.range.map(|end| end >> 1);
                        let half = self.number("shr.s32", &[&sum, &Number::constant(1)], half);
                        limits.map_or(half.clone(), |limits| self.clip(&half, limits))
                    }
                },
            };
            let tail = if it.adds() { Tail::Second(SecOp::Add) } else { Tail::Merge(selects[lane]) };
            result = self.tail(tail, Type::U32, &number, &result);
        }
        result
    }

    pub(super) fn simd<const LANES: usize>(&mut self, it: &Simd<LANES>, operands: Operands<'_>) -> Number {
        let words = operands.map(|word| operand(word, Type::U32));
        let whole = |code: &mut Self| code.whole(it, &words);
        let lanes = |code: &mut Self| Some(code.lane_by_lane(it, operands));
        self.cheapest(&[&whole, &lanes]).unwrap_or_else(|| Number::constant(0))
    }
}
