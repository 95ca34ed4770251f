//! The places of the fields in the words of an architecture: Maxwell's, and Kepler's as Maxwell's that moved.
//!
//! Source: nvdisasm 11.8, whose texts the tests compare. The files of the instructions describe Maxwell's words only.

use crate::bits::Bits;

/// The places of the fields in the words of an architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layout {
    /// Maxwell and Pascal.
    Maxwell,
    /// Kepler: sm_35 and sm_37.
    Kepler,
}

/// Bits of Maxwell's words that are higher up in Kepler's.
#[derive(Clone, Copy)]
struct Move {
    bits: Bits,
    up: u32,
}

/// Every bit below an opcode. Between the two groups is the join flag.
const MOVES: [Move; 2] =
    [Move { bits: Bits { low: 0, width: 20 }, up: 2 }, Move { bits: Bits { low: 20, width: 41 }, up: 3 }];

pub(super) const JOIN: Bits = Bits { low: 22, width: 1 };

/// The low part of Kepler's opcode. The high part is where Maxwell's opcode moves to, without the bits above 63.
pub(super) const OPCODE_LOW: Bits = Bits { low: 0, width: 2 };

impl Layout {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Maxwell, Self::Kepler];

    /// A word with its fields in Maxwell's places. Kepler's opcodes are three bits shorter: bits 63:61 have the join
    /// flag and the low part of the opcode, so that no bit is lost.
    #[inline]
    pub const fn to_maxwell(self, word: u64) -> u64 {
        match self {
            Self::Maxwell => word,
            Self::Kepler => {
                let [low, high] = MOVES;
                let moved = word >> low.up & low.bits.place_mask() | word >> high.up & high.bits.place_mask();
                moved | JOIN.of(word) << 63 | OPCODE_LOW.of(word) << 61
            }
        }
    }

    /// The inverse of [`Layout::to_maxwell`].
    #[inline]
    pub(crate) const fn of_maxwell(self, word: u64) -> u64 {
        match self {
            Self::Maxwell => word,
            Self::Kepler => {
                let [low, high] = MOVES;
                let moved =
                    (word & low.bits.place_mask()) << low.up | (word & high.bits.place_mask()) << high.up;
                moved | (word >> 63) << JOIN.low | word >> 61 & OPCODE_LOW.mask()
            }
        }
    }

    /// The architectures: `Kepler (sm_35 and sm_37)`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Maxwell => "Maxwell and Pascal (sm_50 to sm_62)",
            Self::Kepler => "Kepler (sm_35 and sm_37)",
        }
    }

    /// The bits of the longest opcode.
    pub(crate) const fn opcode_place(self) -> &'static str {
        match self {
            Self::Maxwell => "63:51",
            Self::Kepler => "63:54 and 1:0",
        }
    }
}

impl Bits {
    /// The place of these bits on Kepler.
    pub(super) const fn moved(self) -> Self {
        let [low, high] = MOVES;
        let bits = if self.low < high.bits.low { low } else { high };
        assert!(
            self.low >= high.bits.low || self.low + self.width <= high.bits.low,
            "a field moves as a whole"
        );
        Self { low: self.low + bits.up, ..self }
    }

    const fn place_mask(self) -> u64 {
        self.mask() << self.low
    }
}
