//! Instruction streams: bundles of a control word and three instructions, on Kepler of a control word and seven.

use crate::{
    isa::{INSTRUCTIONS, Layout, Opcode, opcode},
    schedule::{Control, ControlWord, KeplerControlWord},
};

/// An instruction word with its address and control field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The address in bytes, relative to the stream.
    pub address: u64,
    /// The word.
    pub word: u64,
    /// The control field, or Kepler's control byte.
    pub control: Control,
}

/// Declares a bundle: its length, its control word with the list of its parts and their kind, and its instructions.
macro_rules! bundle {
    ($(#[$doc:meta])* $name:ident: $bytes:literal bytes, $control:ident { $parts:ident: $kind:ident }, $count:literal words) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name {
            /// The control word.
            pub control: $control,
            /// The instruction words.
            pub words: [u64; $count],
        }

        impl $name {
            /// The length of a bundle in bytes. The length of a stream is a multiple of it, or nvdisasm refuses the
            /// stream.
            pub const BYTES: usize = $bytes;

            /// Reads a bundle, little-endian.
            #[inline]
            pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
                let [control, words @ ..] = words::<{ $count + 1 }>(bytes);
                Self { control: $control::split(control), words }
            }

            /// Writes a bundle.
            pub fn to_bytes(&self) -> [u8; Self::BYTES] {
                let word = |index| if index == 0 { self.control.join() } else { self.words[index - 1] };
                core::array::from_fn(|index| word(index / 8).to_le_bytes()[index % 8])
            }

            /// The instructions of a bundle that starts at `address`, after the control word.
            #[inline]
            pub fn slots(&self, address: u64) -> [Slot; $count] {
                core::array::from_fn(|index| Slot {
                    address: address.wrapping_add(8 * (index as u64 + 1)),
                    word: self.words[index],
                    control: Control::$kind(self.control.$parts[index]),
                })
            }
        }
    };
}

bundle! {
    /// A control word and its three instructions.
    Bundle: 32 bytes, ControlWord { fields: Field }, 3 words
}

bundle! {
    /// A control word of Kepler and its seven instructions.
    KeplerBundle: 64 bytes, KeplerControlWord { bytes: Byte }, 7 words
}

impl Bundle {
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
}

impl Layout {
    /// The length of a bundle in bytes: 32, on Kepler 64.
    pub const fn bundle_bytes(self) -> usize {
        match self {
            Self::Maxwell => Bundle::BYTES,
            Self::Kepler => KeplerBundle::BYTES,
        }
    }

    /// The instructions of the whole bundles at the start of some bytes, which start at `address`.
    pub fn slots(self, bytes: &[u8], address: u64, mut each: impl FnMut(Slot)) {
        match self {
            Self::Maxwell => {
                for (bundle, address) in bytes.as_chunks().0.iter().zip((address..).step_by(Bundle::BYTES)) {
                    Bundle::from_bytes(bundle).slots(address).into_iter().for_each(&mut each);
                }
            }
            Self::Kepler => {
                for (bundle, address) in
                    bytes.as_chunks().0.iter().zip((address..).step_by(KeplerBundle::BYTES))
                {
                    KeplerBundle::from_bytes(bundle).slots(address).into_iter().for_each(&mut each);
                }
            }
        }
    }
}

/// The words of some bytes, little-endian; 0 after their end.
#[inline]
fn words<const N: usize>(bytes: &[u8]) -> [u64; N] {
    let (words, _) = bytes.as_chunks();
    core::array::from_fn(|index| words.get(index).map_or(0, |word| u64::from_le_bytes(*word)))
}
