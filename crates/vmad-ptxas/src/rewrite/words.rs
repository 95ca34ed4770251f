//! Words of lanes, and comparisons of their lanes.

use vmad_ptx::ast::Comparison;

use super::code::{BlockCode, Number};

/// Two words whose lanes are combined, and whether the lanes of each are signed.
pub(super) struct Pair<'w> {
    pub(super) words: [&'w Number; 2],
    pub(super) signed: [bool; 2],
    /// How many lanes a word has: 2 or 4.
    pub(super) lanes: usize,
}

/// The words of a result, and whether its lanes are signed.
pub(super) struct Lanes {
    pub(super) word: Number,
    pub(super) signed: bool,
}

/// The sign bit of each lane of `holds` of three words is a flag.
pub(super) struct Flags {
    pub(super) words: [Number; 3],
    pub(super) holds: u8,
}

impl Flags {
    fn opposite(self) -> Self {
        Self { holds: !self.holds, ..self }
    }
}

/// The table of `lop3` for an expression of its inputs.
pub(super) fn table(of: fn(u8, u8, u8) -> u8) -> u8 {
    of(0xf0, 0xcc, 0xaa)
}

pub(super) fn bits(value: u32) -> Number {
    Number::constant(value.into())
}

/// The lowest bit of each lane.
pub(super) const fn lowest(lanes: usize) -> u32 {
    if lanes == 2 { 0x0001_0001 } else { 0x0101_0101 }
}

/// The place of the highest bit of a lane.
pub(super) const fn top(lanes: usize) -> u32 {
    if lanes == 2 { 15 } else { 7 }
}

/// The highest bit of each lane.
pub(super) fn signs(lanes: usize) -> Number {
    bits(lowest(lanes) << top(lanes))
}

/// All bits but the highest of each lane.
pub(super) fn others(lanes: usize) -> Number {
    bits(!(lowest(lanes) << top(lanes)))
}

impl Pair<'_> {
    pub(super) fn exchanged(&self) -> Self {
        let ([x, y], [first, second]) = (self.words, self.signed);
        Self { words: [y, x], signed: [second, first], lanes: self.lanes }
    }

    pub(super) fn has_constant(&self) -> bool {
        self.words.iter().any(|word| word.is_constant())
    }

    /// The instruction for the differences of four lanes.
    pub(super) const fn vabsdiff4(&self) -> &'static str {
        if self.signed[0] { "vabsdiff4.u32.s32.s32" } else { "vabsdiff4.u32.u32.u32" }
    }
}

impl BlockCode {
    pub(super) fn lop(&mut self, inputs: [&Number; 3], table: u8) -> Number {
        let [x, y, z] = inputs;
        self.word("lop3.b32", &[x, y, z, &bits(table.into())])
    }

    /// `x` where the mask is set, else `y`.
    pub(super) fn by_mask(&mut self, mask: &Number, x: &Number, y: &Number) -> Number {
        self.lop([mask, x, y], table(|mask, x, y| (mask & x) | (!mask & y)))
    }

    /// Both words are registers, and the target has instructions for halves.
    pub(super) fn has_halves(&self, pair: &Pair<'_>) -> bool {
        self.target >= 90 && pair.lanes == 2 && !pair.has_constant()
    }

    /// The sign bit of each lane is the carry of `x + y`: that of `(x + y) / 2` as `(x & y) + ((x ^ y) >> 1)`, of words from
    /// tables that give both as functions of `x`, `y` and the sign bits.
    pub(super) fn carries(
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
    pub(super) fn flags(&mut self, pair: &Pair<'_>, cmp: Comparison) -> Flags {
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
    pub(super) fn masked_flags(&mut self, flags: &Flags, mask: u32) -> Number {
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
    pub(super) fn spread_flags(&mut self, flags: &Flags, lanes: usize) -> Number {
        let [first, second, third] = &flags.words;
        let is_first = flags.holds == table(|first, _, _| first);
        let word = if is_first { first.clone() } else { self.lop([first, second, third], flags.holds) };
        self.spread(&word, lanes)
    }

    /// Each lane full of its sign bit.
    pub(super) fn spread(&mut self, flags: &Number, lanes: usize) -> Number {
        let selector = bits(if lanes == 2 { 0xbb99 } else { 0xba98 });
        self.word("prmt.b32", &[flags, &Number::constant(0), &selector])
    }
}
