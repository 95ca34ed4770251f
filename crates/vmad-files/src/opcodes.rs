//! The opcodes of Maxwell and Pascal, as nvdisasm 12.8 knows them.

use Writes::{Attribute, Converted, Load, Nothing, One, Pair, Texture, Twice, Vector};

/// An opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opcode {
    /// nvdisasm's name.
    pub name: &'static str,
    /// The registers that it writes.
    pub writes: Writes,
    /// Masks and bits: a word has the opcode if `word >> 48 & mask == bits` for one of them.
    patterns: &'static [(u16, u16)],
}

/// The registers that an instruction writes. The first is in bits 7:0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    /// None. Bits 7:0 have another meaning.
    Nothing,
    /// One.
    One,
    /// Two: a 64-bit result.
    Pair,
    /// One, two or four, by the size in the three bits from this one up: 5 is 64 bits, 6 and 7 are 128.
    Load(u32),
    /// Two if the destination's size in bits 9:8 is 64 bits, else one.
    Converted,
    /// One for each set bit of 34:31, at least one.
    Texture,
    /// One more than the number in bits 48:47.
    Attribute,
    /// At most as many as the alignment of the first allows: four, two or one.
    Vector,
    /// At most two, and at most two from the register in bits 35:28 on.
    Twice,
}

impl Opcode {
    /// The opcode of a word; [`None`] if nvdisasm knows none.
    pub fn of(word: u64) -> Option<&'static Self> {
        INDEX[(word >> 51) as usize].map(|at| &OPCODES[usize::from(at)])
    }

    /// Whether a word has the opcode.
    pub fn is(&self, word: u64) -> bool {
        self.patterns.iter().any(|(mask, bits)| (word >> 48) as u16 & mask == *bits)
    }

    /// The number of registers that a word with the opcode writes, from the register in bits 7:0 on.
    pub const fn registers(&self, word: u64) -> u8 {
        match self.writes {
            Nothing => 0,
            One => 1,
            Pair | Twice => 2,
            Load(at) => match word >> at & 7 {
                5 => 2,
                6 | 7 => 4,
                _ => 1,
            },
            Converted => {
                if word >> 8 & 3 == 3 {
                    2
                } else {
                    1
                }
            }
            Texture => match (word >> 31 & 15).count_ones() {
                0 => 1,
                count => count as u8,
            },
            Attribute => (word >> 47 & 3) as u8 + 1,
            Vector => aligned(word as u8),
        }
    }
}

/// The largest number of registers of a result whose first register is `first`.
pub const fn aligned(first: u8) -> u8 {
    match first % 4 {
        0 => 4,
        2 => 2,
        _ => 1,
    }
}

/// The opcode of each value of bits 63:51.
static INDEX: [Option<u8>; 1 << 13] = {
    let (mut index, mut at) = ([None; 1 << 13], 0);
    while at < OPCODES.len() {
        let mut patterns = OPCODES[at].patterns;
        while let [(mask, bits), rest @ ..] = patterns {
            let free = !*mask >> 3;
            let mut chosen = free;
            loop {
                index[(*bits >> 3 | chosen) as usize] = Some(at as u8);
                if chosen == 0 {
                    break;
                }
                chosen = (chosen - 1) & free;
            }
            patterns = rest;
        }
        at += 1;
    }
    index
};

const fn op(name: &'static str, writes: Writes, patterns: &'static [(u16, u16)]) -> Opcode {
    Opcode { name, writes, patterns }
}

/// Every opcode of sm_50 to sm_62. `HADD2` and the other half-precision instructions need sm_53, `IDP` sm_61.
#[rustfmt::skip]
pub const OPCODES: [Opcode; 155] = [
    op("AL2P", One, &[(0xfff8, 0xefa0)]),
    op("ALD", Attribute, &[(0xfff8, 0xefd8)]),
    op("AST", Nothing, &[(0xfff8, 0xeff0)]),
    op("ATOM", Vector, &[(0xff00, 0xed00), (0xffe0, 0xee60), (0xff70, 0xee70)]),
    op("ATOMS", Vector, &[(0xff00, 0xec00), (0xfdc0, 0xec00), (0xfda0, 0xec00)]),
    op("B2R", One, &[(0xfff8, 0xf0b8)]),
    op("BAR", Nothing, &[(0xfff8, 0xf0a8)]),
    op("BFE", One, &[(0xfef8, 0x3800), (0xeff8, 0x4c00)]),
    op("BFI", One, &[(0xfef8, 0x36f0), (0xeff8, 0x4bf0), (0xf7f8, 0x53f0)]),
    op("BPT", Nothing, &[(0xfff0, 0xe3a0)]),
    op("BRA", Nothing, &[(0xfff0, 0xe240)]),
    op("BRK", Nothing, &[(0xfff0, 0xe340)]),
    op("BRX", Nothing, &[(0xfff0, 0xe250)]),
    op("CAL", Nothing, &[(0xfff0, 0xe260)]),
    op("CCTL", Nothing, &[(0xffe0, 0xef60)]),
    op("CCTLL", Nothing, &[(0xfff8, 0xef80)]),
    op("CCTLT", Nothing, &[(0xfff8, 0xebe8), (0xfff8, 0xebf0)]),
    op("CONT", Nothing, &[(0xfff0, 0xe350)]),
    op("CS2R", One, &[(0xfff8, 0x50c8)]),
    op("CSET", One, &[(0xfff8, 0x5098)]),
    op("CSETP", Nothing, &[(0xfff8, 0x50a0)]),
    op("DADD", Pair, &[(0xfef8, 0x3870), (0xeff8, 0x4c70)]),
    op("DEPBAR", Nothing, &[(0xfff8, 0xf0f0)]),
    op("DFMA", Pair, &[(0xfef0, 0x3670), (0xeff0, 0x4b70), (0xf7f0, 0x5370)]),
    op("DMNMX", Pair, &[(0xfef8, 0x3850), (0xeff8, 0x4c50)]),
    op("DMUL", Pair, &[(0xfef8, 0x3880), (0xeff8, 0x4c80)]),
    op("DSET", One, &[(0xfe80, 0x3200), (0xef80, 0x4900)]),
    op("DSETP", Nothing, &[(0xfef0, 0x3680), (0xeff0, 0x4b80)]),
    op("EXIT", Nothing, &[(0xfff0, 0xe300)]),
    op("F2F", Converted, &[(0xfef8, 0x38a8), (0xeff8, 0x4ca8)]),
    op("F2I", Converted, &[(0xfef8, 0x38b0), (0xeff8, 0x4cb0)]),
    op("FADD", One, &[(0xfef8, 0x3858), (0xeff8, 0x4c58)]),
    op("FADD32I", One, &[(0xfc00, 0x0800)]),
    op("FCHK", Nothing, &[(0xfef8, 0x3888), (0xeff8, 0x4c88)]),
    op("FCMP", One, &[(0xfef0, 0x36a0), (0xeff0, 0x4ba0), (0xf7f0, 0x53a0)]),
    op("FFMA", One, &[(0xfe80, 0x3280), (0xef80, 0x4980), (0xf780, 0x5180)]),
    op("FFMA32I", One, &[(0xfc00, 0x0c00)]),
    op("FLO", One, &[(0xfef8, 0x3830), (0xeff8, 0x4c30)]),
    op("FMNMX", One, &[(0xfef8, 0x3860), (0xeff8, 0x4c60)]),
    op("FMUL", One, &[(0xfef8, 0x3868), (0xeff8, 0x4c68)]),
    op("FMUL32I", One, &[(0xff00, 0x1e00)]),
    op("FSET", One, &[(0xfe00, 0x3000), (0xef00, 0x4800)]),
    op("FSETP", Nothing, &[(0xfef0, 0x36b0), (0xeff0, 0x4bb0)]),
    op("FSWZADD", One, &[(0xfff8, 0x50f8)]),
    op("GETCRSPTR", One, &[(0xfff0, 0xe2c0)]),
    op("GETLMEMBASE", Pair, &[(0xfff0, 0xe2d0)]),
    op("HADD2", One, &[(0xfff8, 0x5d10), (0xfe00, 0x7a00)]),
    op("HADD2_32I", One, &[(0xfe00, 0x2c00)]),
    op("HFMA2", One, &[(0xfff8, 0x5d00), (0xe880, 0x6080), (0xf800, 0x7000)]),
    op("HFMA2_32I", One, &[(0xfe00, 0x2800)]),
    op("HMUL2", One, &[(0xfff8, 0x5d08), (0xfe00, 0x7800)]),
    op("HMUL2_32I", One, &[(0xfe00, 0x2a00)]),
    op("HSET2", One, &[(0xdff8, 0x5d18), (0xfe00, 0x7c00)]),
    op("HSETP2", Nothing, &[(0xfff8, 0x5d20), (0xfe00, 0x7e00)]),
    op("I2F", Converted, &[(0xfef8, 0x38b8), (0xeff8, 0x4cb8)]),
    op("I2I", Converted, &[(0xfef8, 0x38e0), (0xeff8, 0x4ce0)]),
    op("IADD", One, &[(0xfef8, 0x3810), (0xeff8, 0x4c10)]),
    op("IADD3", One, &[(0xfef0, 0x38c0), (0xeff0, 0x4cc0)]),
    op("IADD32I", One, &[(0xfe80, 0x1c00), (0xff00, 0x1d00)]),
    op("ICMP", One, &[(0xfef0, 0x3640), (0xeff0, 0x4b40), (0xf7f0, 0x5340)]),
    op("IDE", Nothing, &[(0xfff0, 0xe390)]),
    op("IDP", One, &[(0xffd8, 0x53d8)]),
    op("IMAD", One, &[(0xfe80, 0x3400), (0xef80, 0x4a00), (0xf780, 0x5200)]),
    op("IMAD32I", One, &[(0xfc00, 0x1000)]),
    op("IMADSP", One, &[(0xfe88, 0x3480), (0xfe90, 0x3480), (0xef88, 0x4a80), (0xef90, 0x4a80), (0xf790, 0x5280), (0xf788, 0x5280)]),
    op("IMNMX", One, &[(0xfef8, 0x3820), (0xeff8, 0x4c20)]),
    op("IMUL", One, &[(0xfef8, 0x3838), (0xeff8, 0x4c38)]),
    op("IMUL32I", One, &[(0xff00, 0x1f00)]),
    op("IPA", One, &[(0xff00, 0xe000)]),
    op("ISBERD", One, &[(0xfff8, 0xefd0)]),
    op("ISCADD", One, &[(0xfef8, 0x3818), (0xeff8, 0x4c18)]),
    op("ISCADD32I", One, &[(0xfc00, 0x1400)]),
    op("ISET", One, &[(0xfef0, 0x3650), (0xeff0, 0x4b50)]),
    op("ISETP", Nothing, &[(0xfef0, 0x3660), (0xeff0, 0x4b60)]),
    op("JCAL", Nothing, &[(0xfff0, 0xe220)]),
    op("JMP", Nothing, &[(0xfff0, 0xe210)]),
    op("JMX", Nothing, &[(0xfff0, 0xe200)]),
    op("KIL", Nothing, &[(0xfff0, 0xe330)]),
    op("LD", Load(53), &[(0xe000, 0x8000)]),
    op("LDC", Load(48), &[(0xfff8, 0xef90)]),
    op("LDG", Load(48), &[(0xfff8, 0xeec8), (0xfff8, 0xeed0)]),
    op("LDL", Load(48), &[(0xfff8, 0xef40)]),
    op("LDS", Load(48), &[(0xfff8, 0xef48)]),
    op("LEA", One, &[(0xfc00, 0x1800), (0xbff0, 0x1bd0), (0xfef8, 0x36d0), (0xeff8, 0x4bd0)]),
    op("LEPC", One, &[(0xfff8, 0x50d0)]),
    op("LONGJMP", Nothing, &[(0xfff0, 0xe310)]),
    op("LOP", One, &[(0xfef8, 0x3840), (0xeff8, 0x4c40)]),
    op("LOP3", One, &[(0xfe00, 0x0200), (0xfc00, 0x3c00), (0xfff8, 0x5be0)]),
    op("LOP32I", One, &[(0xfc00, 0x0400)]),
    op("MEMBAR", Nothing, &[(0xfff8, 0xef98)]),
    op("MOV", One, &[(0xfef8, 0x3898), (0xeff8, 0x4c98)]),
    op("MOV32I", One, &[(0xfff0, 0x0100)]),
    op("MUFU", One, &[(0xfff8, 0x5080)]),
    op("NOP", Nothing, &[(0xfff8, 0x50b0)]),
    op("OUT", One, &[(0xeff8, 0xebe0), (0xfef8, 0xf6e0)]),
    op("P2R", One, &[(0xfef8, 0x38e8), (0xeff8, 0x4ce8)]),
    op("PBK", Nothing, &[(0xfff0, 0xe2a0)]),
    op("PCNT", Nothing, &[(0xfff0, 0xe2b0)]),
    op("PEXIT", Nothing, &[(0xfff0, 0xe230)]),
    op("PIXLD", One, &[(0xfff8, 0xefe8)]),
    op("PLONGJMP", Nothing, &[(0xfff0, 0xe280)]),
    op("POPC", One, &[(0xfef8, 0x3808), (0xeff8, 0x4c08)]),
    op("PRET", Nothing, &[(0xfff0, 0xe270)]),
    op("PRMT", One, &[(0xfef0, 0x36c0), (0xeff0, 0x4bc0), (0xf7f0, 0x53c0)]),
    op("PSET", One, &[(0xfff8, 0x5088)]),
    op("PSETP", Nothing, &[(0xfff8, 0x5090)]),
    op("R2B", Nothing, &[(0xfff8, 0xf0c0)]),
    op("R2P", Nothing, &[(0xfef8, 0x38f0), (0xeff8, 0x4cf0)]),
    op("RAM", Nothing, &[(0xfff0, 0xe380)]),
    op("RED", Nothing, &[(0xfff8, 0xebf8)]),
    op("RET", Nothing, &[(0xfff0, 0xe320)]),
    op("RRO", One, &[(0xfef8, 0x3890), (0xeff8, 0x4c90)]),
    op("RTT", Nothing, &[(0xfff0, 0xe360)]),
    op("S2R", One, &[(0xfff8, 0xf0c8)]),
    op("SAM", Nothing, &[(0xfff0, 0xe370)]),
    op("SEL", One, &[(0xfef8, 0x38a0), (0xeff8, 0x4ca0)]),
    op("SETCRSPTR", Nothing, &[(0xfff0, 0xe2e0)]),
    op("SETLMEMBASE", Nothing, &[(0xfff0, 0xe2f0)]),
    op("SHF", One, &[(0xfef8, 0x36f8), (0xfef8, 0x38f8), (0xfff8, 0x5bf8), (0xfff8, 0x5cf8)]),
    op("SHFL", One, &[(0xfff8, 0xef10)]),
    op("SHL", One, &[(0xfef8, 0x3848), (0xeff8, 0x4c48)]),
    op("SHR", One, &[(0xfef8, 0x3828), (0xeff8, 0x4c28)]),
    op("SSY", Nothing, &[(0xfff0, 0xe290)]),
    op("ST", Nothing, &[(0xe000, 0xa000)]),
    op("STG", Nothing, &[(0xfff8, 0xeed8)]),
    op("STL", Nothing, &[(0xfff8, 0xef50)]),
    op("STP", Nothing, &[(0xfff8, 0xeea0)]),
    op("STS", Nothing, &[(0xfff8, 0xef58)]),
    op("SUATOM", Vector, &[(0xff40, 0xea00), (0xffa8, 0xea20), (0xffb0, 0xea20), (0xfec0, 0xea80), (0xffa8, 0xea80), (0xffb0, 0xea80)]),
    op("SULD", Vector, &[(0xffe0, 0xeb00)]),
    op("SURED", Nothing, &[(0xffe0, 0xeb40)]),
    op("SUST", Nothing, &[(0xffe0, 0xeb20)]),
    op("SYNC", Nothing, &[(0xfff8, 0xf0f8)]),
    op("TEX", Texture, &[(0xf800, 0xc000), (0xffc0, 0xde80)]),
    op("TEXS", Twice, &[(0xfa40, 0xd000), (0xf680, 0xd000), (0xf700, 0xd000), (0xfa80, 0xd000), (0xfb00, 0xd000), (0xf640, 0xd000)]),
    op("TLD", Texture, &[(0xfe00, 0xdc00)]),
    op("TLD4", Texture, &[(0xfc00, 0xc800), (0xffc0, 0xdec0)]),
    op("TLD4S", Twice, &[(0xff40, 0xdf00), (0xff80, 0xdf80)]),
    op("TLDS", Twice, &[(0xf660, 0xd200), (0xfb20, 0xd200), (0xf740, 0xd200), (0xf720, 0xd200), (0xfa60, 0xd200), (0xfb40, 0xd200), (0xfb80, 0xd280), (0xf780, 0xd280)]),
    op("TMML", Texture, &[(0xfff8, 0xdf58), (0xfff8, 0xdf60)]),
    op("TXA", Texture, &[(0xfff8, 0xdf40)]),
    op("TXD", Texture, &[(0xff80, 0xde00)]),
    op("TXQ", Texture, &[(0xfff8, 0xdf48), (0xfff8, 0xdf50)]),
    op("VABSDIFF", One, &[(0xff00, 0x5400)]),
    op("VABSDIFF4", One, &[(0xff80, 0x5000)]),
    op("VADD", One, &[(0xfc00, 0x2000)]),
    op("VMAD", One, &[(0xff00, 0x5f00)]),
    op("VMNMX", One, &[(0xfe00, 0x3a00)]),
    op("VOTE", One, &[(0xfff8, 0x50d8)]),
    op("VOTE.VTG", Nothing, &[(0xfff8, 0x50e0)]),
    op("VSET", One, &[(0xfe00, 0x4000)]),
    op("VSETP", Nothing, &[(0xfff8, 0x50f0)]),
    op("VSHL", One, &[(0xff00, 0x5700)]),
    op("VSHR", One, &[(0xff00, 0x5600)]),
    op("XMAD", One, &[(0xfec0, 0x3600), (0xfe00, 0x4e00), (0xff80, 0x5100), (0xffc0, 0x5b00)]),
];
