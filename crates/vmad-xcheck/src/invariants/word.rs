//! Words and instructions.

use arbitrary::{Result, Unstructured};
use vmad_sass::{
    Arch, Refusal, Vmad, disassemble,
    schedule::ControlField,
    vmad::{DecodeError, table},
};

use super::{Case, Told};
use crate::generate;

/// Any 64 bits, with a control field for an architecture.
pub(super) struct AnyWord {
    word: u64,
    control: ControlField,
    arch: Arch,
}

impl Case for AnyWord {
    const NAME: &'static str = "any_word_decodes_or_is_refused";
    const SAYS: &'static str =
        "any 64 bits: decoding never panics, gives the word back, and refuses for the reason that holds";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let mut word: u64 = bytes.arbitrary()?;
        if bytes.ratio(7, 8)? {
            word = word & 0x00ff_ffff_ffff_ffff | u64::from(table::OPCODE) << 56;
        }
        let control = ControlField::new(bytes.arbitrary::<u32>()? & 0x1f_ffff).unwrap_or(ControlField::IDLE);
        let arch = *bytes.choose(&Arch::ALL)?;
        Ok(Self { word, control, arch })
    }

    fn tell(&self) -> Told {
        let decoded = match Vmad::decode(self.word) {
            Ok(vmad) => vmad.to_string(),
            Err(error) => format!("refused: {error}"),
        };
        vec![
            ("word", format!("{:#018x}", self.word)),
            ("control field", format!("{:#x}", self.control.bits())),
            ("architecture", self.arch.to_string()),
            ("decoded", decoded),
        ]
    }

    fn check(&self) {
        let Self { word, control, arch } = *self;
        match Vmad::decode(word) {
            Ok(vmad) => assert_eq!(vmad.encode(), word, "{vmad}"),
            Err(DecodeError::ForeignOpcode { .. }) => {
                assert_ne!(table::OPCODE_FIELD.of(word), u64::from(table::OPCODE), "{word:#x}");
            }
            Err(DecodeError::InvalidSelector { field, .. }) => assert_eq!(field.of(word), 7, "{word:#x}"),
            Err(DecodeError::IllegalScale { .. }) => {
                assert_eq!(table::SCALE_FIELD.of(word), 3, "{word:#x}");
            }
        }
        let foreign = matches!(disassemble(word, control, arch), Err(Refusal::Foreign(_)));
        assert_eq!(foreign, word >> 56 != u64::from(table::OPCODE), "{word:#x}");
    }
}

/// Any instruction.
pub(super) struct AnyInstruction {
    vmad: Vmad,
}

impl Case for AnyInstruction {
    const NAME: &'static str = "instruction_round_trips";
    const SAYS: &'static str = "any instruction: its word decodes to it";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { vmad: generate::instruction(bytes)? })
    }

    fn tell(&self) -> Told {
        vec![("instruction", self.vmad.to_string()), ("word", format!("{:#018x}", self.vmad.encode()))]
    }

    fn check(&self) {
        assert_eq!(Vmad::decode(self.vmad.encode()), Ok(self.vmad));
    }
}
