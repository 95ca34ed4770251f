//! The opcodes of Maxwell and Pascal, as nvdisasm 12.8 knows them.

use std::sync::LazyLock;

use Writes::{Attribute, Converted, Load, Nothing, One, Pair, Texture, Twice, Vector};

/// An opcode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opcode {
    /// nvdisasm's name.
    pub name: &'static str,
    /// The registers that it writes.
    pub writes: Writes,
    /// Masks and bits: a word has the opcode if `word >> 48 & mask == bits` for one of them.
    patterns: Vec<[u16; 2]>,
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
        self.patterns.iter().any(|[mask, bits]| (word >> 48) as u16 & mask == *bits)
    }

    /// The opcode of a row of the table.
    fn read(row: &'static str) -> Option<Self> {
        let [name, writes, patterns] = row.split('\t').collect::<Vec<_>>()[..] else { return None };
        let number = |digits: &str| u16::from_str_radix(digits, 16).ok();
        let pattern =
            |text: &str| text.split_once(':').and_then(|(mask, bits)| Some([number(mask)?, number(bits)?]));
        let writes = match writes {
            "-" => Nothing,
            "one" => One,
            "pair" => Pair,
            "converted" => Converted,
            "texture" => Texture,
            "attribute" => Attribute,
            "vector" => Vector,
            "twice" => Twice,
            load => Load(load.strip_prefix("load ")?.parse().ok()?),
        };
        Some(Self { name, writes, patterns: patterns.split(' ').map(pattern).collect::<Option<_>>()? })
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

/// The place in [`OPCODES`] of each value of bits 63:51.
static INDEX: LazyLock<Vec<Option<u8>>> = LazyLock::new(|| {
    let mut index = vec![None; 1 << 13];
    for (at, opcode) in (0..).zip(OPCODES.iter()) {
        for [mask, bits] in &opcode.patterns {
            let free = !mask >> 3;
            for chosen in (0..=free).filter(|chosen| chosen & !free == 0) {
                index[usize::from(bits >> 3 | chosen)] = Some(at);
            }
        }
    }
    index
});

/// Every opcode of sm_50 to sm_62. `HADD2` and the other half-precision instructions need sm_53, `IDP` sm_61.
pub static OPCODES: LazyLock<Vec<Opcode>> =
    LazyLock::new(|| include_str!("opcodes.tsv").lines().filter_map(Opcode::read).collect());
