//! Control words and fields.

use arbitrary::{Result, Unstructured};
use vmad_sass::{
    schedule::{ControlField, ControlWord},
    text::notation,
};

use super::{Description, Sample};

/// Any 64 bits.
pub(super) struct AnyControlWord {
    pub(super) word: u64,
    pub(super) split: fn(u64) -> ControlWord,
}

impl Sample for AnyControlWord {
    const NAME: &'static str = "control_word_round_trips";
    const STATEMENT: &'static str = "any 64 bits: split into control fields and joined, they are the same; the parts of each field \
                                make the field, and its text parses to it";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { word: bytes.arbitrary()?, split: ControlWord::split })
    }

    fn describe(&self) -> Description {
        vec![("word", format!("{:#018x}", self.word))]
    }

    fn check(&self) {
        let split = (self.split)(self.word);
        assert_eq!(split.join(), self.word);
        for field in split.fields {
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
}
