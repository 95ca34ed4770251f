//! Words and instructions.

use arbitrary::{Result, Unstructured};
use vmad_sass::{
    Arch, DecodeError, Instruction, Refusal, Style, disassemble,
    dispatch::Dispatch,
    isa::{Form, Layout},
    schedule::{ControlField, Reuse, ReuseFlags},
};

use super::{
    Sample,
    text::{check_text, without_ignored},
};

/// Any 64 bits, with a control field for an architecture.
#[derive(Debug)]
pub(super) struct AnyWord {
    word: u64,
    control: ControlField,
    arch: Arch,
}

impl Sample for AnyWord {
    const NAME: &'static str = "any_word_decodes_or_is_refused";
    const STATEMENT: &'static str = "any 64 bits: decoding never panics and refuses for the right reason; an instruction encodes \
                                to the same word, as do the values of its fields, its parts, and its text in any style, which \
                                keeps the reuse flags that it shows";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let arch = *bytes.choose(&Arch::ALL)?;
        let mut word: u64 = bytes.arbitrary()?;
        if bytes.ratio(7, 8)? {
            let form = &bytes.choose(arch.layout().instructions())?[0];
            word = word & !form.opcode.mask | form.opcode.bits;
        }
        let control = ControlField::new(bytes.arbitrary::<u32>()? & 0x1f_ffff).unwrap_or(ControlField::IDLE);
        Ok(Self { word, control, arch })
    }

    fn check(&self) {
        let Self { word, control, arch } = *self;
        let form = Form::of_in(arch.layout(), word);
        match Instruction::decode_in(arch.layout(), word) {
            Ok(instruction) => {
                assert_eq!((instruction.encode(), Some(instruction.form())), (word, form));
                self.check_instruction(&instruction);
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

impl AnyWord {
    fn check_instruction(&self, instruction: &Instruction) {
        let form = instruction.form();
        let expected = without_ignored(self.word, form);
        let values = form.free_fields().map(|field| (field.name(), field.of(self.word)));
        let encoded = Instruction::from_fields(form, values).map(|encoded| encoded.encode());
        assert_eq!(encoded, Ok(expected), "{instruction}");
        if let Some(parts) = instruction.parts() {
            let layout = instruction.layout();
            let made = Instruction::from_parts(&parts).map(|made| made.to_layout(layout).encode());
            // The parts have no `.S` of Kepler, as Maxwell's word.
            let same = instruction.to_layout(Layout::Maxwell).to_layout(layout);
            assert_eq!(made, Ok(without_ignored(same.encode(), form)), "{instruction}");
        }
        check_text(instruction, &instruction.to_string());
        let reuse = self.control.reuse();
        let text = instruction.text(Style::of(self.arch).with_reuse(reuse)).to_string();
        let read = check_text(instruction, &text).map(ControlField::reuse);
        // Text shows the flags of registers, on a coupled instruction.
        let registers = [("Ra", Reuse::A), ("Rb", Reuse::B), ("Rc", Reuse::C)].into_iter();
        let shown = registers.filter(|(name, flag)| {
            instruction.field(name).is_some()
                && reuse.has(*flag)
                && instruction.dispatch() == Dispatch::Coupled
        });
        let shown = shown.fold(ReuseFlags::NONE, |flags, (_, flag)| flags.with(flag));
        assert_eq!(read.unwrap_or_default(), shown, "{text}");
    }
}
