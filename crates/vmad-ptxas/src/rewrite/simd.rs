//! The SIMD instructions as ordinary ones: as operations on whole words, or lane by lane.

use vmad_ptx::ast::{ArithmeticOp, LaneArithmetic, LaneOp, SecOp, Select, Simd, Source, Tail, Type};

use super::{
    code::{BlockCode, Number},
    scalar::{self, Operands, bounds, operand},
    words::{Flags, Lanes, Pair, bits, lowest, top},
};

impl BlockCode {
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
        let opcode = scalar::dot(Simd::<LANES>::LANE_BITS);
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
