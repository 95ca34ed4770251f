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

    /// The lanes of `x + y` or `x - y`, each modulo its width.
    fn wrapped(&mut self, pair: &Pair<'_>, minus: bool) -> Number {
        let [x, y] = pair.words;
        if pair.lanes == 2 {
            let low = self.sum(x, y, minus);
            let upper = self.word("and.b32", &[y, &bits(0xffff_0000)]);
            let high = self.sum(x, &upper, minus);
            return self.word("prmt.b32", &[&low, &high, &bits(0x7610)]);
        }
        let (signs, others) = (signs(pair.lanes), others(pair.lanes));
        let (op, mask) = if minus { ("or.b32", &signs) } else { ("and.b32", &others) };
        let first = self.word(op, &[x, mask]);
        let second = self.word("and.b32", &[y, &others]);
        let sum = self.sum(&first, &second, minus);
        let differing = if minus { table(|x, y, z| !(x ^ y) & z) } else { table(|x, y, z| (x ^ y) & z) };
        let differing = self.lop([x, y, &signs], differing);
        self.word("xor.b32", &[&sum, &differing])
    }

    /// The sign bit of each lane says whether the comparison holds; the other bits say nothing.
    fn flags(&mut self, pair: &Pair<'_>, cmp: Comparison) -> Number {
        let [x, y] = pair.words;
        let is_mixed = pair.signed[0] != pair.signed[1];
        let (equal, negated) = match cmp {
            Comparison::Gt => return self.flags(&pair.exchanged(), Comparison::Lt),
            Comparison::Le => return self.flags(&pair.exchanged(), Comparison::Ge),
            Comparison::Eq => (true, false),
            Comparison::Ne => (true, true),
            Comparison::Lt => (false, false),
            _ => (false, true),
        };
        let others = others(pair.lanes);
        let (carries, holds) = if equal {
            let differing = self.lop([x, y, &others], table(|x, y, z| (x ^ y) & z));
            let carries = self.sum(&differing, &others, false);
            let holds =
                if is_mixed { table(|x, y, z| !(z | x | y)) } else { table(|x, y, z| !(z | (x ^ y))) };
            (carries, holds)
        } else {
            let first = self.word("or.b32", &[x, &signs(pair.lanes)]);
            let second = self.word("and.b32", &[y, &others]);
            let holds = match pair.signed {
                [false, false] => table(|x, y, z| (!x & y) | (!(x ^ y) & !z)),
                [true, true] => table(|x, y, z| (x & !y) | (!(x ^ y) & !z)),
                [false, true] => table(|x, y, z| !(x | y | z)),
                [true, false] => table(|x, y, z| x | y | !z),
            };
            (self.sum(&first, &second, true), holds)
        };
        self.lop([x, y, &carries], if negated { !holds } else { holds })
    }

    /// Each lane full of its sign bit.
    fn spread(&mut self, flags: &Number, lanes: usize) -> Number {
        let selector = bits(if lanes == 2 { 0xbb99 } else { 0xba98 });
        self.word("prmt.b32", &[flags, &Number::constant(0), &selector])
    }

    fn lesser_or_larger(&mut self, pair: &Pair<'_>, cmp: Comparison) -> Number {
        let [x, y] = pair.words;
        let flags = self.flags(pair, cmp);
        let mask = self.spread(&flags, pair.lanes);
        self.by_mask(&mask, x, y)
    }

    /// The lanes of a sum or a difference, clamped to the range of its operands' type.
    fn clamped_lanes(&mut self, pair: &Pair<'_>, minus: bool) -> Option<Lanes> {
        let ([x, y], lanes) = (pair.words, pair.lanes);
        let word = match (pair.signed, minus) {
            ([false, false], true) => {
                let larger = self.lesser_or_larger(pair, Comparison::Gt);
                self.sum(&larger, y, true)
            }
            ([false, false], false) => {
                let sum = self.wrapped(pair, false);
                let carries = self.lop([x, y, &sum], table(|x, y, z| (x & y) | ((x | y) & !z)));
                let mask = self.spread(&carries, lanes);
                self.word("or.b32", &[&sum, &mask])
            }
            ([true, true], _) => {
                let sum = self.wrapped(pair, minus);
                let overflows = if minus {
                    table(|x, y, z| (x ^ y) & (x ^ z))
                } else {
                    table(|x, y, z| !(x ^ y) & (x ^ z))
                };
                let overflows = self.lop([x, y, &sum], overflows);
                let mask = self.spread(&overflows, lanes);
                let sign = self.spread(x, lanes);
                let end = self.word("xor.b32", &[&sign, &others(lanes)]);
                self.by_mask(&mask, &end, &sum)
            }
            _ => return None,
        };
        Some(Lanes { word, signed: pair.signed[0] })
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
        let [x, y] = match pair.signed {
            [false, false] => pair.words.map(Number::clone),
            // Larger by half of the range.
            [true, true] => pair.words.map(|word| self.word("xor.b32", &[word, &signs(lanes)])),
            _ => return None,
        };
        let pair = Pair { words: [&x, &y], signed: [false; 2], lanes };
        let flags = self.flags(&pair, Comparison::Lt);
        let mask = self.spread(&flags, lanes);
        let larger = self.lop([&mask, &x, &y], table(|mask, x, y| (mask & y) | (!mask & x)));
        let lesser = self.by_mask(&mask, &x, &y);
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
                    let low = self.word("shr.u32", &[&flags, &bits(top(LANES))]);
                    let result = self.word("and.b32", &[&low, &bits(lowest(LANES))]);
                    return Some(self.masked(it, result, c));
                }
                let bit = |lane: usize| 1_u32 << (32 / LANES * (lane + 1) - 1);
                let wanted = (0..LANES).filter(|lane| it.mask.has(*lane)).map(bit).sum();
                let flags = self.word("and.b32", &[&flags, &bits(wanted)]);
                let count = self.word("popc.b32", &[&flags]);
                return Some(self.word("add.s32", &[&count, c]));
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
                // The clamp to the wider range changes nothing only if it includes the narrower one.
                let fits = pair.signed == [dtype.is_signed(); 2] || pair.signed == [false; 2] && !minus;
                if !fits {
                    return None;
                }
                self.clamped_lanes(&pair, minus)?
            }
            LaneArithmetic::Average => self.averages(&pair)?,
            LaneArithmetic::AbsDiff => self.differences(&pair)?,
            LaneArithmetic::Min => {
                let word = self.lesser_or_larger(&pair, Comparison::Lt);
                Lanes { word, signed: signed_x || signed_y }
            }
            LaneArithmetic::Max => {
                let word = self.lesser_or_larger(&pair, Comparison::Gt);
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
