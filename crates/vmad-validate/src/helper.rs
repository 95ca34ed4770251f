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

/// The bits that are the same in all words of an encoding, and their mask.
type Encoding = (u64, u64);

/// The opcodes of Kepler that differ from Maxwell's, with the fields in Maxwell's places. Bits 62:61 are bits 1:0 of the
/// word, and bit 63 is the join flag.
#[rustfmt::skip]
const KEPLER: [(&str, Encoding); 13] = [
    ("BRA", (0x0240 << 48, 0x7ff0 << 48)), ("CCTL", (0x4f70 << 48, 0x7ff0 << 48)),
    ("EXIT", (0x0300 << 48, 0x7ff0 << 48)), ("I2I", (0x5cc0 << 48, 0x7ff0 << 48)),
    ("IADD32I", (0x2800 << 48, 0x7fe0 << 48)), ("LDL", (0x4f40 << 48, 0x7ff8 << 48)),
    ("LOP", (0x4c40 << 48, 0x7ff0 << 48)), ("LOP", (0x5c40 << 48, 0x7ff0 << 48)),
    ("MOV32I", (0x4e80 << 48, 0x7ff0 << 48)), ("P2R", (0x38c0 << 48, 0x7ef0 << 48)),
    ("SSY", (0x0290 << 48, 0x7ff0 << 48)), ("STL", (0x4f50 << 48, 0x7ff8 << 48)),
    ("STS", (0x4f58 << 48, 0x7ff8 << 48)),
];

const fn is_of(word: u64, (bits, mask): Encoding) -> bool {
    word & mask == bits
}

/// The mnemonic of a word, if it is known. Kepler has Maxwell's opcodes for most arithmetic, as nvdisasm 11.8
/// prints the words.
fn name(layout: Layout, word: u64) -> Option<&'static str> {
    let fields = layout.to_maxwell(word);
    let of_kepler = |row: &&(&str, Encoding)| layout == Layout::Kepler && is_of(fields, row.1);
    let other = || Opcode::of(if layout == Layout::Kepler { fields & !(1 << 63) } else { word });
    KEPLER.iter().find(of_kepler).map(|(name, _)| *name).or_else(|| other().map(|opcode| opcode.name))
}

/// Whether an instruction can be on the line of a video statement.
pub(crate) fn is_helper(layout: Layout, word: u64) -> bool {
    name(layout, word).is_some_and(|name| HELPERS.contains(&name))
}

/// Encodings that ptxas uses: `NOP`; `MOV32I R2, 0x5`; `PSETP.AND.AND P0, PT, P1, PT, PT`; `SEL R2, R3, R4, P0`;
/// `ISETP.LT.AND P0, PT, R2, R3, PT`, also with `FSETP` and `DSETP`.
const EXACT: [Encoding; 7] = [
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
    EXACT.iter().any(|encoding| is_of(fields, *encoding))
}

/// Whether a word can be on the line of a statement that ptxas removed: a copy, a constant, a change of sign, a predicate, a
/// jump or a wait.
///
/// ptxas removes unused instructions, for example if a predicate is known, after it placed these.
#[rustfmt::skip]
pub(crate) fn can_remain(layout: Layout, word: u64) -> bool {
    const NAMES: [&str; 16] = [
        "BRA", "BRK", "DEPBAR", "DSETP", "EXIT", "FSETP", "I2I", "ISETP", "MOV", "MOV32I", "NOP", "PBK", "PRMT",
        "PSETP", "SSY", "SYNC",
    ];
    let (name, fields) = (name(layout, word).unwrap_or_default(), layout.to_maxwell(word));
    // With RZ as B, the form with registers copies A, or changes its sign.
    let is_sign = name == "IADD" && fields >> 60 & 7 == 5 && fields >> 20 & 0xff == 0xff;
    NAMES.contains(&name) || is_sign
}
