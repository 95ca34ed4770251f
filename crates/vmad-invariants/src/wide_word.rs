//! Words of 128 bits.

use arbitrary::{Result, Unstructured};
use vmad_sass::wide::{WideArch, WideInstruction};

use super::Sample;

/// Any 128 bits, for an architecture that has such words.
#[derive(Debug)]
pub(super) struct AnyWideWord {
    word: u128,
    arch: WideArch,
}

impl Sample for AnyWideWord {
    const NAME: &'static str = "any_wide_word_decodes_or_is_refused";
    const STATEMENT: &'static str = "any 128 bits: decoding never panics; an instruction is the word of its parts and of its \
                                text, but for bits without a meaning, which change nothing";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let arch = *bytes.choose(&WideArch::ALL)?;
        let mut word: u128 = bytes.arbitrary()?;
        if bytes.ratio(7, 8)? {
            word = word & !0x1ff | bytes.choose(&[0x14, 0x15])?;
        }
        if arch.has_video() && bytes.ratio(7, 8)? {
            let form = u128::from(*bytes.choose(arch.forms())?);
            word = word & !(7 << 9 | 1 << 91) | (form & 7) << 9 | (form >> 3) << 91;
        }
        Ok(Self { word, arch })
    }

    fn check(&self) {
        let Self { word, arch } = *self;
        let Ok(instruction) = WideInstruction::decode(arch, word) else { return };
        let (parts, text) = (instruction.parts(), instruction.to_string());
        let made = WideInstruction::from_parts(arch, &parts).unwrap();
        assert_eq!((made.parts(), made.to_string()), (parts, text.clone()), "{instruction:?}");
        let ignored = made.encode() ^ word;
        assert_eq!(made.encode() & ignored, 0, "bits without a meaning are 0 in {made:?}");
        for bit in (0..128).filter(|bit| ignored >> bit & 1 == 1) {
            let same = WideInstruction::decode(arch, word ^ 1 << bit).map(|same| same.to_string());
            assert_eq!(same.as_ref(), Ok(&text), "bit {bit} of {instruction:?}");
        }
        let with_control = format!("{text} {}", parts.control);
        let read = WideInstruction::assemble(arch, &with_control);
        assert_eq!(read.map(|read| read.encode()), Ok(made.encode()), "{with_control}");
    }
}
