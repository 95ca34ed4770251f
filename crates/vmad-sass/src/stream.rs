//! Instruction streams: bundles of a control word and three instructions.

use crate::{
    isa::{INSTRUCTIONS, Opcode, opcode},
    schedule::{ControlField, ControlWord},
};

/// A control word and its three instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bundle {
    /// The control word.
    pub control: ControlWord,
    /// The instruction words.
    pub words: [u64; 3],
}

/// An instruction word with its address and control field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The address in bytes, relative to the stream.
    pub address: u64,
    /// The word.
    pub word: u64,
    /// The control field.
    pub control: ControlField,
}

impl Bundle {
    /// The length of a bundle in bytes. The length of a stream is a multiple of it, or nvdisasm refuses the stream.
    pub const BYTES: usize = 32;

    /// Reads a bundle, little-endian.
    #[inline]
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let [control, words @ ..] = core::array::from_fn::<u64, 4, _>(|index| {
            u64::from_le_bytes(core::array::from_fn(|byte| bytes[8 * index + byte]))
        });
        Self { control: ControlWord::split(control), words }
    }

    /// Whether any instruction of the bundles has an opcode.
    ///
    /// If no word has it, the speed is that of reading the memory.
    #[inline]
    pub fn any_has_opcode(bundles: &[[u8; Self::BYTES]], opcode: Opcode) -> bool {
        // Every word is compared without a branch, control words too: the compiler uses vector instructions.
        let (words, _) = bundles.as_flattened().as_chunks();
        let of_word = |word: &[u8; 8]| opcode.is_of(u64::from_le_bytes(*word));
        words.iter().fold(false, |any, word| any | of_word(word))
            // A control word can have these bits, too.
            && bundles.iter().any(|bytes| Self::from_bytes(bytes).words.iter().any(|&word| opcode.is_of(word)))
    }

    /// Whether any instruction of the bundles belongs to the family.
    #[inline]
    pub fn any_is_video(bundles: &[[u8; Self::BYTES]]) -> bool {
        INSTRUCTIONS.iter().any(|forms| Self::any_has_opcode(bundles, opcode(forms)))
    }

    /// Writes a bundle.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let [first, second, third] = self.words;
        let words = [self.control.join(), first, second, third];
        core::array::from_fn(|index| words[index / 8].to_le_bytes()[index % 8])
    }

    /// The three instructions of a bundle that starts at `address`, after the control word.
    #[inline]
    pub fn slots(&self, address: u64) -> [Slot; 3] {
        core::array::from_fn(|index| Slot {
            address: address.wrapping_add(8 * (index as u64 + 1)),
            word: self.words[index],
            control: self.control.fields[index],
        })
    }
}
