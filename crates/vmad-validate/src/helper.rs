//! The words beside a video word on the line of its statement, in the encodings in which ptxas writes them.
//!
//! ptxas copies, loads and selects operands, keeps and follows predicates, adds a folded negation, and spills. Bits
//! that it never sets are zero here, so that a video word with one changed bit is almost never one of these.

use vmad_files::opcodes::Opcode;
use vmad_sass::{Permute, isa::Layout};

/// An encoding: a word, and the bits that can differ from it.
struct Encoding {
    word: u64,
    free: u64,
}

impl Encoding {
    const fn is_of(&self, word: u64) -> bool {
        (word ^ self.word) & !self.free == 0
    }
}

/// The destination, Ra and Rb.
const RD: u64 = 0xff;
const RA: u64 = 0xff << 8;
const RB: u64 = 0xff << 20;
/// Rc.
const RC: u64 = 0xff << 39;
/// The guard.
const GUARD: u64 = 0xf << 16;
/// An immediate of 20 bits, of which the sign is in bit 56.
const IMMEDIATE: u64 = 0x7_ffff << 20 | 1 << 56;
/// An address in a constant bank.
const CONSTANT: u64 = 0x7_ffff << 20;
/// An immediate of 32 bits.
const IMMEDIATE_32: u64 = 0xffff_ffff << 20;
/// The predicate of bits 41:39 and its negation.
const PREDICATE: u64 = 0xf << 39;
/// The distance of a jump.
const DISTANCE: u64 = 0xff_ffff << 20;
/// The comparison and its sign in bits 51:48.
const COMPARISON: u64 = 0xf << 48;
/// The other fields of `ISETP`: the logical operation in bits 46:45, `.X` in 43, the two destinations.
const COMBINED: u64 = 3 << 45 | 1 << 43 | PREDICATE | 0x3f;
/// The other fields of `FSETP` and `DSETP`: `.FTZ` in 47, the logical operation in 46:45, signs and magnitudes in 44, 43
/// and 7, the first destination.
const FLOAT_COMBINED: u64 = 0x1f << 43 | PREDICATE | 1 << 7 | 7 << 3;

const fn encoding(word: u64, free: u64) -> Encoding {
    Encoding { word, free: free | GUARD }
}

/// The encodings of Maxwell and Pascal, and those of Kepler with the fields in Maxwell's places.
#[rustfmt::skip]
const ENCODINGS: &[Encoding] = &[
    // MOV.
    encoding(0x5c98_0780_0000_0000, RD | RB),
    encoding(0x4c98_0780_0000_0000, RD | CONSTANT),
    encoding(0x3898_0780_0000_0000, RD | IMMEDIATE),
    // SEL.
    encoding(0x5ca0_0000_0000_0000, RD | RA | RB | PREDICATE),
    encoding(0x4ca0_0000_0000_0000, RD | RA | CONSTANT | PREDICATE),
    encoding(0x38a0_0000_0000_0000, RD | RA | IMMEDIATE | PREDICATE),
    // ICMP, ISET: a selection, a predicate as a number.
    encoding(0x5b40_0000_0000_0000, RD | RA | RB | RC | COMPARISON),
    encoding(0x4b40_0000_0000_0000, RD | RA | CONSTANT | RC | COMPARISON),
    encoding(0x3640_0000_0000_0000 | 1 << 56, RD | RA | IMMEDIATE | RC | COMPARISON),
    encoding(0x3650_0000_0000_0000, RD | RA | IMMEDIATE | PREDICATE | COMPARISON | 1 << 44),
    // ISETP, PSETP, PSET.
    encoding(0x5b60_0000_0000_0000, RA | RB | COMPARISON | COMBINED),
    encoding(0x4b60_0000_0000_0000, RA | CONSTANT | COMPARISON | COMBINED),
    encoding(0x3660_0000_0000_0000, RA | IMMEDIATE | COMPARISON | COMBINED),
    encoding(0x5090_0380_e000_0007, 0xf << 12 | 7 << 3),
    encoding(0x5088_0380_e000_0000, RD | 0xf << 12),
    // FSETP, DSETP with one destination.
    encoding(0x5bb0_0000_0000_0007, RA | RB | COMPARISON | FLOAT_COMBINED),
    encoding(0x4bb0_0000_0000_0007, RA | CONSTANT | COMPARISON | FLOAT_COMBINED),
    encoding(0x36b0_0000_0000_0007, RA | IMMEDIATE | COMPARISON | FLOAT_COMBINED),
    encoding(0x5b80_0000_0000_0007, RA | RB | COMPARISON | FLOAT_COMBINED),
    encoding(0x4b80_0000_0000_0007, RA | CONSTANT | COMPARISON | FLOAT_COMBINED),
    encoding(0x3680_0000_0000_0007, RA | IMMEDIATE | COMPARISON | FLOAT_COMBINED),
    // IADD with .CC, .X and negations.
    encoding(0x5c10_0000_0000_0000, RD | RA | RB | 3 << 48 | 1 << 47 | 1 << 43),
    encoding(0x4c10_0000_0000_0000, RD | RA | CONSTANT | 3 << 48 | 1 << 47 | 1 << 43),
    encoding(0x3810_0000_0000_0000, RD | RA | IMMEDIATE | 3 << 48 | 1 << 47 | 1 << 43),
    // SHL: a sum that becomes a product; ISCADD: an address.
    encoding(0x3848_0000_0000_0000, RD | RA | 0x1f << 20),
    encoding(0x5c18_0000_0000_0000, RD | RA | RB | 0x1f << 39),
    // NOP.
    encoding(0x50b0_0000_0000_0f00, 0),
];

/// The encodings that only Maxwell and Pascal have.
#[rustfmt::skip]
const MAXWELL: &[Encoding] = &[
    // LOP; the complement of Rb.
    encoding(0x5c47_0000_0000_0000, RD | RA | RB),
    encoding(0x5c47_0700_0000_ff00, RD | RB),
    encoding(0x4c47_0700_0000_ff00, RD | CONSTANT),
    // MOV32I.
    encoding(0x0100_0000_0000_f000, RD | IMMEDIATE_32),
    // P2R, R2P.
    encoding(0x38e8_0000_0000_0000, RD | RA | IMMEDIATE),
    encoding(0x38f0_0000_0000_0000, RA | IMMEDIATE),
    // IADD32I with .CC.
    encoding(0x1c00_0000_0000_0000, RD | RA | IMMEDIATE_32 | 1 << 52),
    // I2I.S32.S32 |Rb|.
    encoding(0x5ce2_0000_0000_3a00, RD | RB),
    encoding(0x4ce2_0000_0000_3a00, RD | CONSTANT),
    // I2I.S32.S32 -Rb.
    encoding(0x5ce0_2000_0000_3a00, RD | RB),
    // DEPBAR.
    encoding(0xf0f0_0000_3400_0000, 0x3f << 20),
    // BRA, SSY, SYNC, PBK, BRK.
    encoding(0xe240_0000_0000_000f, DISTANCE),
    encoding(0xe290_0000_0000_0000, DISTANCE),
    encoding(0xf0f8_0000_0000_000f, 0),
    encoding(0xe2a0_0000_0000_0000, DISTANCE),
    encoding(0xe340_0000_0000_000f, 0),
    // LDL, STL of 32, 64 and 128 bits.
    encoding(0xef44_0000_0000_0000, RD | RA | DISTANCE | 3 << 48 | 1 << 44),
    encoding(0xef54_0000_0000_0000, RD | RA | DISTANCE | 3 << 48),
    // STS: ptxas gives no row to a store of which it makes copies.
    encoding(0xef5c_0000_0000_0000, RD | RA | DISTANCE | 3 << 48),
    // LDC, MOV of a large constant.
    encoding(0xef94_0000_0000_0000, RD | RA | CONSTANT),
    // EXIT.
    encoding(0xe300_0000_0000_000f, 0),
];

/// The encodings that only Kepler has, with the fields in Maxwell's places: bits 62:61 are bits 1:0 of the word.
#[rustfmt::skip]
const KEPLER: &[(&str, Encoding)] = &[
    ("LOP", encoding(0x5c40_0000_0000_0000, RD | RA | RB)),
    ("LOP", encoding(0x5c40_0700_0000_ff00, RD | RB)),
    ("LOP", encoding(0x4c40_0700_0000_ff00, RD | CONSTANT)),
    ("MOV32I", encoding(0x4e80_0000_0000_f000, RD | IMMEDIATE_32)),
    ("IADD32I", encoding(0x2800_0000_0000_0000, RD | RA | IMMEDIATE_32 | 1 << 52)),
    ("I2I", encoding(0x5cc2_0000_0000_3a00, RD | RB)),
    ("P2R", encoding(0x38c8_0000_0000_0000, RD | RA | IMMEDIATE)),
    ("SSY", encoding(0x0290_0000_0000_0000, DISTANCE)),
    ("BRA", encoding(0x0240_0000_0000_000f, DISTANCE)),
    ("LDL", encoding(0x4f44_0000_0000_0000, RD | RA | DISTANCE | 3 << 48 | 1 << 45)),
    ("STL", encoding(0x4f54_0000_0000_0000, RD | RA | DISTANCE | 3 << 48)),
    ("STS", encoding(0x4f5c_0000_0000_0000, RD | RA | DISTANCE | 3 << 48)),
    // Before an atomic operation.
    ("CCTL", encoding(0x4f70_0000_0000_0005, RA | IMMEDIATE_32)),
    ("EXIT", encoding(0x0300_0000_0000_000f, 0)),
];

/// A word with its fields in Maxwell's places, without the join flag of Kepler.
const fn in_maxwell(layout: Layout, word: u64) -> u64 {
    layout.to_maxwell(word)
        & !(match layout {
            Layout::Maxwell => 0,
            Layout::Kepler => 1 << 63,
        })
}

/// The comparison of floats in bits 51:48, `.FTZ` in 55, signs in 53 and 43, magnitudes in 54 and 44.
const FLOAT: u64 = COMPARISON | 7 << 53 | 3 << 43;

/// A guard as a mask: `ISET`, `FSET` and `DSET` with `.AND PT`. ptxas uses one if the destination is 0 where the guard is
/// false.
#[rustfmt::skip]
const MASKS: &[Encoding] = &[
    encoding(0x5b50_0380_0000_0000, RD | RA | RB | COMPARISON | 1 << 43),
    encoding(0x4b50_0380_0000_0000, RD | RA | CONSTANT | COMPARISON | 1 << 43),
    encoding(0x5800_0380_0000_0000, RD | RA | RB | FLOAT),
    encoding(0x4800_0380_0000_0000, RD | RA | CONSTANT | FLOAT),
    encoding(0x3000_0380_0000_0000, RD | RA | IMMEDIATE | FLOAT),
    encoding(0x5900_0380_0000_0000, RD | RA | RB | FLOAT),
    encoding(0x4900_0380_0000_0000, RD | RA | CONSTANT | FLOAT),
    encoding(0x3200_0380_0000_0000, RD | RA | IMMEDIATE | FLOAT),
];

/// The mnemonic of a word. Kepler has Maxwell's opcodes for most arithmetic, as nvdisasm 11.8 prints the words.
fn name(layout: Layout, word: u64) -> Option<&'static str> {
    let fields = in_maxwell(layout, word);
    let own = KEPLER.iter().find(|(_, it)| layout == Layout::Kepler && it.is_of(fields));
    own.map(|(name, _)| *name).or_else(|| Opcode::of(fields).map(|opcode| opcode.name))
}

/// Whether a word can remain of a statement that ptxas removed: a copy, a constant, a predicate, a jump, a wait, or the
/// comparison of a guard.
///
/// ptxas removes unused instructions, for example if a predicate is known, after it placed these.
pub(crate) fn can_remain(layout: Layout, word: u64, is_guarded: bool) -> bool {
    const NAMES: [&str; 12] =
        ["BRA", "BRK", "DEPBAR", "EXIT", "MOV", "MOV32I", "NOP", "PBK", "PRMT", "PSETP", "SSY", "SYNC"];
    const OF_GUARD: [&str; 3] = ["DSETP", "FSETP", "ISETP"];
    let name = name(layout, word).unwrap_or_default();
    NAMES.contains(&name) || is_guarded && OF_GUARD.contains(&name)
}

/// The other encodings of code that replaces a statement: products of 32 bits, sums of 64, clamps.
#[rustfmt::skip]
const EMULATION: &[Encoding] = &[
    // XMAD: the halves and signs of a product, its low, middle and high parts.
    encoding(0x5b00_0000_0000_0000, RD | RA | RB | RC | 1 << 49 | 1 << 37 | 1 << 35),
    encoding(0x5b29_0000_0000_0000, RD | RA | RB | RC | 3 << 49 | 1 << 35),
    encoding(0x5b30_0018_0000_0000, RD | RA | RB | RC),
    encoding(0x5100_0000_0000_0000, RD | RA | CONSTANT | RC | 1 << 35),
    encoding(0x3624_0010_0000_0000, RD | RA | 0xffff << 20 | RC),
    // IMAD, IMUL.
    encoding(0x5a21_0000_0000_0000, RD | RA | RB | RC),
    encoding(0x5221_0000_0000_0000, RD | RA | CONSTANT | RC),
    encoding(0x5c38_0000_0000_0000, RD | RA | RB | 7 << 39),
    // IADD3, IADD32I.X.
    encoding(0x5cc0_0000_0000_0000, RD | RA | RB | RC | 3 << 47 | 1 << 37),
    encoding(0x38c0_0000_0000_0000, RD | RA | IMMEDIATE | RC | 1 << 47),
    encoding(0x1c20_0000_0000_0000, RD | RA | IMMEDIATE_32 | 1 << 52),
    // SHF, SHR, BFE.
    encoding(0x38f8_0040_0000_0000, RD | RA | 0x3f << 20 | RC | 1 << 37),
    encoding(0x3828_0000_0000_0000, RD | RA | 0x3f << 20 | 1 << 48),
    encoding(0x3801_0000_0000_0000, RD | RA | 0xffff << 20),
    // LOP, LOP3.
    encoding(0x5c47_0000_0000_0000, RD | RA | RB | 7 << 40),
    encoding(0x5be7_0000_0000_0000, RD | RA | RB | 0xff << 28 | RC),
    // ICMP, ISET.
    encoding(0x3640_0000_0000_0000, RD | RA | IMMEDIATE | RC | COMPARISON),
    encoding(0x5b50_0380_0000_0000, RD | RA | RB | COMPARISON),
    // I2I: the parts of operands.
    encoding(0x5ce0_0000_0000_0200, RD | RB | 0x3c00 | 1 << 49),
    // PRMT.
    encoding(0x5bc0_0000_0000_0000, RD | RA | RB | RC),
    encoding(0x36c0_0000_0000_0000, RD | RA | 0xffff << 20 | RC),
    encoding(0x36c0_0000_0000_0000 | 1 << 56, RD | RA | 0xffff << 20 | RC),
];

/// Whether ptxas writes a word beside a video word: `merges` are the selectors of the `PRMT`s of the line's statements.
pub(crate) fn is_helper(
    layout: Layout,
    word: u64,
    mut merges: impl Iterator<Item = u16>,
    is_guarded: bool,
) -> bool {
    if let Some(permute) = Permute::decode_in(layout, word) {
        return merges.any(|selectors| selectors == permute.selectors);
    }
    let fields = in_maxwell(layout, word);
    let own: &mut dyn Iterator<Item = &Encoding> = match layout {
        Layout::Maxwell => &mut MAXWELL.iter(),
        Layout::Kepler => &mut KEPLER.iter().map(|(_, it)| it),
    };
    let masks = MASKS.iter().filter(|_| is_guarded);
    ENCODINGS.iter().chain(own).chain(masks).any(|it| it.is_of(fields))
}

/// Whether a word can be in the code that replaces a statement, in addition to the words of [`is_helper`].
pub(crate) fn is_emulation(word: u64) -> bool {
    EMULATION.iter().any(|it| it.is_of(word))
}
