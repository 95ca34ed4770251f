//! Words and instructions.

use arbitrary::{Result, Unstructured};
use vmad_sass::{
    Arch, DecodeError, Instruction, Refusal, Vmad, assemble_any, disassemble,
    isa::{Form, INSTRUCTIONS, Spelling, VMAD},
    schedule::ControlField,
};

use super::{Description, Sample};
use crate::generate;

/// Any 64 bits, with a control field for an architecture.
pub(super) struct AnyWord {
    word: u64,
    control: ControlField,
    arch: Arch,
}

impl Sample for AnyWord {
    const NAME: &'static str = "any_word_decodes_or_is_refused";
    const STATEMENT: &'static str =
        "any 64 bits: decoding never panics, encodes to the same word, and refuses for the right reason";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let mut word: u64 = bytes.arbitrary()?;
        if bytes.ratio(7, 8)? {
            let form = &bytes.choose(&INSTRUCTIONS)?[0];
            word = word & !form.opcode.mask | form.opcode.bits;
        }
        let control = ControlField::new(bytes.arbitrary::<u32>()? & 0x1f_ffff).unwrap_or(ControlField::IDLE);
        let arch = *bytes.choose(&Arch::ALL)?;
        Ok(Self { word, control, arch })
    }

    fn describe(&self) -> Description {
        let decoded = match Instruction::decode(self.word) {
            Ok(instruction) => instruction.to_string(),
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
        let form = Form::of(word);
        match Instruction::decode(word) {
            Ok(instruction) => {
                assert_eq!((instruction.encode(), Some(instruction.form())), (word, form));
                let text = instruction.to_string();
                let read = assemble_any(&text).map(|assembly| assembly.instruction);
                assert_eq!(read.as_ref().map(ToString::to_string), Ok(text.clone()));
                // Text does not show the minus of an immediate of 0.
                if instruction.immediate() != Some(0) {
                    let read = read.map(|read| read.encode());
                    assert_eq!(read, Ok(without_ignored(word, instruction.form())), "{text}");
                }
            }
            Err(DecodeError::IllegalField { field, .. }) => {
                assert!(field.is_illegal(field.of(word)), "{word:#x}");
            }
            Err(DecodeError::ForeignOpcode { .. } | DecodeError::NotVmad { .. }) => {
                assert_eq!(form, None, "{word:#x}");
            }
        }
        match Vmad::decode(word) {
            Ok(vmad) => assert_eq!(vmad.encode(), word, "{vmad}"),
            Err(DecodeError::NotVmad { .. }) => assert!(!VMAD.is_of(word), "{word:#x}"),
            Err(error) => assert_eq!(Instruction::decode(word), Err(error)),
        }
        let foreign = matches!(disassemble(word, control, arch), Err(Refusal::Foreign(_)));
        assert_eq!(foreign, form.is_none(), "{word:#x}");
    }
}

/// The word that text gives: the bits without a meaning are zero.
fn without_ignored(word: u64, form: &Form) -> u64 {
    let ignored = form.fields.iter().filter(|field| field.spelling() == Spelling::Ignored);
    ignored.fold(word, |word, field| field.with(word, 0))
}

/// Any instruction.
pub(super) struct AnyInstruction {
    vmad: Vmad,
}

impl Sample for AnyInstruction {
    const NAME: &'static str = "instruction_round_trips";
    const STATEMENT: &'static str = "any instruction: its word decodes to it";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { vmad: generate::instruction(bytes)? })
    }

    fn describe(&self) -> Description {
        vec![("instruction", self.vmad.to_string()), ("word", format!("{:#018x}", self.vmad.encode()))]
    }

    fn check(&self) {
        assert_eq!(Vmad::decode(self.vmad.encode()), Ok(self.vmad));
    }
}
