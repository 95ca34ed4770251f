//! Control fields and words.

use arbitrary::{Result, Unstructured};
use vmad_sass::{
    schedule::{ControlField, ControlWord},
    text::notation,
};

use super::{Description, Sample};

/// Any 21 bits.
pub(super) struct AnyField {
    pub(super) bits: u32,
    pub(super) field: fn(u32) -> Option<ControlField>,
}

impl Sample for AnyField {
    const NAME: &'static str = "control_field_round_trips";
    const STATEMENT: &'static str = "any 21 bits: the parts make the field, and its text parses to it";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { bits: bytes.arbitrary::<u32>()? & 0x1f_ffff, field: ControlField::new })
    }

    fn describe(&self) -> Description {
        let text = ControlField::new(self.bits).map_or_else(String::new, |field| field.to_string());
        vec![("field", format!("{:#x}", self.bits)), ("text", text)]
    }

    fn check(&self) {
        let Some(field) = (self.field)(self.bits) else { panic!("21 bits are a control field") };
        assert_eq!(field.bits(), self.bits);
        let parts = ControlField::IDLE
            .with_stall(field.stall())
            .with_yield_flag(field.yield_flag())
            .with_write_barrier(field.write_barrier())
            .with_read_barrier(field.read_barrier())
            .with_wait_mask(field.wait_mask())
            .with_reuse(field.reuse());
        assert_eq!(parts, field);
        let text = field.to_string();
        assert_eq!(notation::parse(&text), Ok(field), "{text}");
    }
}

/// Any 64 bits.
pub(super) struct AnyControlWord {
    pub(super) word: u64,
    pub(super) split: fn(u64) -> ControlWord,
}

impl Sample for AnyControlWord {
    const NAME: &'static str = "control_word_round_trips";
    const STATEMENT: &'static str = "any 64 bits: split into control fields and joined, they are the same";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { word: bytes.arbitrary()?, split: ControlWord::split })
    }

    fn describe(&self) -> Description {
        vec![("word", format!("{:#018x}", self.word))]
    }

    fn check(&self) {
        assert_eq!((self.split)(self.word).join(), self.word);
    }
}
