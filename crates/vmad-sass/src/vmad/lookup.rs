//! Fields that stand side by side, for the decoder: one look-up for all of them, where each by itself takes a shift
//! and a mask.

use vmad_unit::{Guard, Predicate, Psign, Saturate, Scale, Sign};

use super::{at, table::Field};

/// The bits from one field to another, both with them.
#[derive(Clone, Copy)]
struct Span {
    low: u32,
    width: u32,
}

impl Span {
    const GUARD: Self = Self::from_to(at::GUARD, at::GUARD_NOT);
    const UPPER: Self = Self::from_to(at::CC, at::SAT);

    const fn from_to(lowest: Field, highest: Field) -> Self {
        Self { low: lowest.low, width: highest.low + highest.width - lowest.low }
    }

    /// How many values the bits have.
    const fn values(self) -> usize {
        1 << self.width
    }

    #[inline]
    const fn of(self, word: u64) -> usize {
        (word >> self.low) as usize & (self.values() - 1)
    }

    /// A word with a value of the bits, and zeros elsewhere.
    const fn word(self, value: usize) -> u64 {
        (value as u64) << self.low
    }
}

/// What each value of a span says, as `$read` has it of a word.
macro_rules! table {
    ($span:expr, $read:path) => {{
        let mut table = [$read(0); $span.values()];
        let mut value = 0;
        while value < table.len() {
            table[value] = $read($span.word(value));
            value += 1;
        }
        table
    }};
}

static GUARDS: [Guard; Span::GUARD.values()] = table!(Span::GUARD, read_guard);
static UPPERS: [Upper; Span::UPPER.values()] = table!(Span::UPPER, Upper::read);

/// The guard of a word.
#[inline]
pub(super) fn guard(word: u64) -> &'static Guard {
    &GUARDS[Span::GUARD.of(word)]
}

/// What bits 55:47 of a word say.
#[inline]
pub(super) fn upper(word: u64) -> &'static Upper {
    &UPPERS[Span::UPPER.of(word)]
}

const fn read_guard(word: u64) -> Guard {
    let predicate = Predicate::from_encoding(at::GUARD.of(word) as u8);
    Guard { predicate, negated: at::GUARD_NOT.is_set(word) }
}

/// What bits 55:47 say.
// Eight bytes, so that the place of one in the table is its number times eight, which an address can say.
#[derive(Clone, Copy)]
#[repr(align(8))]
pub(super) struct Upper {
    pub(super) cc: bool,
    pub(super) a_sign: Sign,
    pub(super) psign: Psign,
    /// None where the scale is 3.
    pub(super) scale: Option<Scale>,
    pub(super) saturate: Saturate,
    pub(super) b_sign: Sign,
    /// The B selector's bits: ones where the word has one, zeros where B is an immediate.
    pub(super) b_select_mask: u8,
}

impl Upper {
    const fn read(word: u64) -> Self {
        Self {
            cc: at::CC.is_set(word),
            a_sign: sign(at::A_SIGNED, word),
            psign: Psign::from_encoding(at::PSIGN.of(word) as u8),
            scale: Scale::from_encoding(at::SCALE.of(word) as u8),
            saturate: if at::SAT.is_set(word) { Saturate::On } else { Saturate::Off },
            b_sign: sign(at::B_SIGNED, word),
            b_select_mask: if at::B_KIND.is_set(word) { at::B_SELECT.mask() as u8 } else { 0 },
        }
    }
}

const fn sign(field: Field, word: u64) -> Sign {
    if field.is_set(word) { Sign::Signed } else { Sign::Unsigned }
}
