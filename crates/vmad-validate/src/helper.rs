//! The other instructions on the line of a video statement.

use vmad_files::opcodes::Opcode;
use vmad_sass::isa::Layout;

/// The instructions that can be on the line of a video statement. ptxas writes them beside its word. It also makes
/// instructions without a line: these are on the line of the word before them.
#[rustfmt::skip]
const HELPERS: [&str; 48] = [
    // Copies, constants, selections, and the code that replaces a statement: integer arithmetic.
    "BFE", "BFI", "FLO", "I2I", "IADD", "IADD3", "IADD32I", "ICMP", "IMAD", "IMNMX", "IMUL", "ISCADD",
    "LDC", "LEA", "LOP", "LOP3", "LOP32I", "MOV", "MOV32I", "POPC", "PRMT", "SEL", "SHF", "SHL", "SHR", "XMAD",
    // Predicates, and guards as masks.
    "DSET", "DSETP", "FSET", "FSETP", "ISET", "ISETP", "P2R", "PSET", "PSETP", "R2P",
    // Branches and waits.
    "BRA", "BRK", "DEPBAR", "EXIT", "NOP", "PBK", "SSY", "SYNC",
    // Spills, copies of stores, and what Kepler does before an atomic operation.
    "CCTL", "LDL", "STL", "STS",
];

/// The opcodes of Kepler that differ from Maxwell's, with the fields in Maxwell's places: bits 63:48, and their mask. Bits
/// 62:61 are bits 1:0 of the word, and bit 63 is the join flag.
#[rustfmt::skip]
const KEPLER: [(&str, u64, u64); 13] = [
    ("BRA", 0x0240, 0x7ff0), ("CCTL", 0x4f70, 0x7ff0), ("EXIT", 0x0300, 0x7ff0), ("I2I", 0x5cc0, 0x7ff0),
    ("IADD32I", 0x2800, 0x7fe0), ("LDL", 0x4f40, 0x7ff8), ("LOP", 0x4c40, 0x7ff0), ("LOP", 0x5c40, 0x7ff0),
    ("MOV32I", 0x4e80, 0x7ff0), ("P2R", 0x38c0, 0x7ef0), ("SSY", 0x0290, 0x7ff0), ("STL", 0x4f50, 0x7ff8),
    ("STS", 0x4f58, 0x7ff8),
];

/// The mnemonic of a word; empty if it is not known. Kepler has Maxwell's opcodes for most arithmetic, as nvdisasm 11.8
/// prints the words.
fn name(layout: Layout, word: u64) -> &'static str {
    let fields = layout.to_maxwell(word);
    let own = KEPLER.iter().find(|(_, opcode, mask)| fields >> 48 & mask == *opcode);
    match (layout, own) {
        (Layout::Kepler, Some((name, ..))) => name,
        (Layout::Kepler, None) => Opcode::of(fields & !(1 << 63)).map_or("", |opcode| opcode.name),
        (Layout::Maxwell, _) => Opcode::of(word).map_or("", |opcode| opcode.name),
    }
}

/// Whether an instruction can be on the line of a video statement.
pub(crate) fn is_helper(layout: Layout, word: u64) -> bool {
    HELPERS.contains(&name(layout, word))
}

/// Encodings that ptxas uses, each with a mask of the bits that are the same in all its words: `NOP`; `MOV32I R2, 0x5`;
/// `PSETP.AND.AND P0, PT, P1, PT, PT`; `SEL R2, R3, R4, P0`; `ISETP.LT.AND P0, PT, R2, R3, PT`, also `FSETP` and `DSETP`.
const EXACT: [(u64, u64); 7] = [
    (0x50b0_0000_0000_0f00, 0xffff_ffff_fff0_ffff),
    (0x0100_0000_0000_f000, 0xfff0_0000_0000_f000),
    (0x5090_0380_e000_0007, 0xffff_ffff_fff0_0fc7),
    (0x5ca0_0000_0000_0000, 0xffff_f87f_f000_0000),
    (0x5b60_0380_0000_0007, 0xfff0_67ff_f000_0007),
    (0x5bb0_0380_0000_0007, 0xfff0_67ff_f000_0007),
    (0x5b80_0380_0000_0007, 0xfff0_67ff_f000_0007),
];

/// Whether a word has an encoding that a video word with one changed bit almost never has.
pub(crate) fn is_exact(layout: Layout, word: u64) -> bool {
    let fields = layout.to_maxwell(word);
    EXACT.iter().any(|(exact, mask)| fields & mask == *exact)
}

/// Whether a word can be on the line of a statement that ptxas removed: a copy, a constant, a predicate, a jump, a wait
/// or a sign.
///
/// ptxas removes unused instructions, for example if a predicate is known, after it placed these.
#[rustfmt::skip]
pub(crate) fn can_remain(layout: Layout, word: u64) -> bool {
    const NAMES: [&str; 16] = [
        "BRA", "BRK", "DEPBAR", "DSETP", "EXIT", "FSETP", "I2I", "ISETP", "MOV", "MOV32I", "NOP", "PBK", "PRMT",
        "PSETP", "SSY", "SYNC",
    ];
    let name = name(layout, word);
    let is_negation = name == "IADD" && layout.to_maxwell(word) >> 20 & 0xff == 0xff;
    NAMES.contains(&name) || is_negation
}
