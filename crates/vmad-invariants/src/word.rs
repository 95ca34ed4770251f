//! Words and instructions.

use arbitrary::{Result, Unstructured};
use vmad_sass::{
    Arch, DecodeError, Instruction, Refusal, assemble_in, disassemble,
    isa::{Form, Layout},
    schedule::ControlField,
};

use super::{
    Description, Sample,
    text::{check_text, without_ignored},
};
use crate::generate;

/// [`Instruction::decode`]; in a test, a faulty one.
pub(super) type Decode = fn(Layout, u64) -> core::result::Result<Instruction, DecodeError>;

/// Any 64 bits, with a control field for an architecture.
pub(super) struct AnyWord {
    pub(super) word: u64,
    pub(super) control: ControlField,
    pub(super) arch: Arch,
    pub(super) decode: Decode,
}

impl Sample for AnyWord {
    const NAME: &'static str = "any_word_decodes_or_is_refused";
    const STATEMENT: &'static str =
        "any 64 bits: decoding never panics, encodes to the same word, and refuses for the right reason";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let arch = *bytes.choose(&Arch::ALL)?;
        let mut word: u64 = bytes.arbitrary()?;
        if bytes.ratio(7, 8)? {
            let form = &bytes.choose(arch.layout().instructions())?[0];
            word = word & !form.opcode.mask | form.opcode.bits;
        }
        let control = ControlField::new(bytes.arbitrary::<u32>()? & 0x1f_ffff).unwrap_or(ControlField::IDLE);
        Ok(Self { word, control, arch, decode: Instruction::decode_in })
    }

    fn describe(&self) -> Description {
        let decoded = match Instruction::decode_in(self.arch.layout(), self.word) {
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
        let Self { word, control, arch, decode } = *self;
        let form = Form::of_in(arch.layout(), word);
        match decode(arch.layout(), word) {
            Ok(instruction) => {
                assert_eq!((instruction.encode(), Some(instruction.form())), (word, form));
                check_text(&instruction, &instruction.to_string(), assemble_in);
            }
            Err(DecodeError::IllegalField { field, .. }) => {
                assert!(field.is_illegal(field.of(word)), "{word:#x}");
            }
            Err(DecodeError::ForeignOpcode { .. }) => {
                assert_eq!(form, None, "{word:#x}");
            }
        }
        let foreign = matches!(disassemble(word, control, arch), Err(Refusal::Foreign(_)));
        assert_eq!(foreign, form.is_none(), "{word:#x}");
    }
}

/// Any instruction.
pub(super) struct AnyInstruction {
    pub(super) instruction: Instruction,
    pub(super) decode: Decode,
}

impl Sample for AnyInstruction {
    const NAME: &'static str = "instruction_round_trips";
    const STATEMENT: &'static str = "any instruction: its word decodes to it, and the values of its fields and its parts encode to its word";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let instruction = generate::instruction(bytes)?.to_layout(*bytes.choose(&Layout::ALL)?);
        Ok(Self { instruction, decode: Instruction::decode_in })
    }

    fn describe(&self) -> Description {
        let word = format!("{:#018x}", self.instruction.encode());
        vec![("instruction", self.instruction.to_string()), ("word", word)]
    }

    fn check(&self) {
        let instruction = self.instruction;
        let (word, form) = (instruction.encode(), instruction.form());
        assert_eq!((self.decode)(instruction.layout(), word), Ok(instruction));
        let values = form.free_fields().map(|field| (field.name(), field.of(word)));
        let encoded = Instruction::from_fields(form, values).map(|encoded| encoded.encode());
        assert_eq!(encoded, Ok(without_ignored(word, form)), "{instruction}");
        if let Some(parts) = instruction.parts() {
            let made = Instruction::from_parts(&parts);
            let made = made.map(|made| made.to_layout(instruction.layout()).encode());
            assert_eq!(made, Ok(without_ignored(word, form)), "{instruction}");
        }
    }
}
