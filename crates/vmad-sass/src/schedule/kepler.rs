//! Kepler's control words: one before every seven instructions, with a byte for each of them.
//!
//! Three public sources agree on the places of the bytes and disagree on their meaning ([`ControlByte::readings`]).

use alloc::{
    format,
    string::{String, ToString},
};
use core::fmt;

use super::ControlField;
use crate::{
    dispatch::Dispatch,
    line::{self, Line, Piece},
    schedule::{ControlError, ReuseFlags},
};

/// The byte of a Kepler control word that belongs to one instruction. Every value is kept; none is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct ControlByte(pub u8);

/// What a public source says about a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteReading {
    /// The source.
    pub source: &'static str,
    /// What the byte means there; [`None`] if the source does not say it.
    pub meaning: Option<String>,
}

impl ControlByte {
    /// What each of the public sources says about the byte.
    pub fn readings(self) -> [ByteReading; 3] {
        let (byte, low) = (self.0, self.0 & 0x1f);
        let dual = "is issued together with the next instruction".to_string();
        let envytools = match byte {
            0x00 => Some("no information: the warp is suspended for 32 cycles".to_string()),
            0x04 => Some(dual.clone()),
            0x20..=0x3f => Some(format!("the warp is suspended for {low} cycles")),
            _ => None,
        };
        let mesa = match byte {
            0x00 => Some("waits for 16 cycles".to_string()),
            0x04 => Some(dual),
            0x20..=0x3f => Some(format!("the warp is suspended for {} cycles", low + 1)),
            0x40..=0x5f => Some(format!(
                "the warp is suspended for {} cycles; the instruction before it stores an attribute",
                low + 1
            )),
            0xc2 => Some("stands at a texture barrier".to_string()),
            _ => None,
        };
        let barriers = [(4, "shared-memory"), (6, "global-memory"), (7, "texture")];
        let mut kepler_as = alloc::vec![format!("stall {}", byte & 15)];
        if byte >> 5 & 1 == 0 {
            kepler_as.push("dual issue".to_string());
        }
        let set = barriers.into_iter().filter(|(bit, _)| byte >> bit & 1 == 1);
        kepler_as.extend(set.map(|(_, name)| format!("{name} barrier")));
        [
            ByteReading { source: "envytools, notes on GK104 and later", meaning: envytools },
            ByteReading { source: "Mesa's NAK, calc_instr_sched for Kepler", meaning: mesa },
            ByteReading { source: "KeplerAs, printCtrl", meaning: Some(kepler_as.join(", ")) },
        ]
    }
}

/// A control word of Kepler. `KeplerControlWord::split(w).join() == w` for every word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct KeplerControlWord {
    /// The bytes of the seven instructions that follow, in bits 57:2.
    pub bytes: [ControlByte; 7],
    /// Bits 63:58 and 1:0. ptxas 11.8 writes 2 and 0.
    pub frame: [u8; 2],
}

impl KeplerControlWord {
    /// Splits a word.
    #[inline]
    pub fn split(word: u64) -> Self {
        let bytes = core::array::from_fn(|index| ControlByte((word >> (2 + 8 * index)) as u8));
        Self { bytes, frame: [(word >> 58) as u8, word as u8 & 3] }
    }

    /// Joins the word.
    pub fn join(self) -> u64 {
        let [high, low] = self.frame;
        let bytes =
            (0..).zip(self.bytes).fold(0, |bits, (index, byte)| bits | u64::from(byte.0) << (2 + 8 * index));
        u64::from(high) << 58 | bytes | u64::from(low & 3)
    }
}

/// The control information of one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Maxwell and Pascal: a field of 21 bits.
    Field(ControlField),
    /// Kepler: a byte.
    Byte(ControlByte),
}

impl From<ControlField> for Control {
    fn from(field: ControlField) -> Self {
        Self::Field(field)
    }
}

impl Control {
    /// The control field; [`None`] on Kepler.
    pub const fn field(self) -> Option<ControlField> {
        match self {
            Self::Field(field) => Some(field),
            Self::Byte(_) => None,
        }
    }

    /// The bits: 21 or 8.
    #[inline]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Field(field) => field.bits(),
            Self::Byte(ControlByte(byte)) => byte as u32,
        }
    }

    /// The number of hexadecimal digits of the bits: 5 or 2.
    #[inline]
    pub const fn digits(self) -> u32 {
        match self {
            Self::Field(_) => 5,
            Self::Byte(_) => 2,
        }
    }

    /// The reuse flags; none on Kepler.
    #[inline]
    pub fn reuse(self) -> ReuseFlags {
        match self {
            Self::Field(field) => field.reuse(),
            Self::Byte(_) => ReuseFlags::NONE,
        }
    }

    /// Whether an instruction of the given dispatch can have it.
    ///
    /// # Errors
    /// As [`ControlField::check`]. No byte is refused.
    #[inline]
    pub fn check(self, dispatch: Dispatch) -> Result<(), ControlError> {
        match self {
            Self::Field(field) => field.check(dispatch),
            Self::Byte(_) => Ok(()),
        }
    }

    /// Writes the text to a line, without formatting.
    #[inline]
    pub fn print(self, line: &mut Line<'_>) {
        match self {
            Self::Field(field) => field.print(line),
            Self::Byte(ControlByte(byte)) => {
                line.push(&const { Piece::new("/* control 0x") });
                line.push_hexadecimal(byte.into(), 2);
                line.push(&const { Piece::new(" */") });
            }
        }
    }
}

/// A byte prints as a comment, which the assembler skips: `/* control 0x2f */`.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line::format(f, |line| self.print(line))
    }
}
