//! A legal word of the family.

use core::{
    fmt,
    hash::{Hash, Hasher},
};

use crate::{
    dispatch::Dispatch,
    isa::Form,
    print::{Style, Text},
};

/// A legal instruction of the family: its word, and the form that describes it. Each legal word is one value.
#[derive(Clone, Copy)]
pub struct Instruction {
    word: u64,
    form: &'static Form,
}

impl Instruction {
    /// The instruction of a word whose fields are all legal.
    #[inline]
    pub(crate) const fn of_legal(word: u64, form: &'static Form) -> Self {
        Self { word, form }
    }

    /// The word, 64 bits.
    #[inline]
    pub const fn encode(&self) -> u64 {
        self.word
    }

    /// The word form.
    #[inline]
    pub const fn form(&self) -> &'static Form {
        self.form
    }

    /// The mnemonic: `VMAD`.
    pub const fn mnemonic(&self) -> &'static str {
        self.form.mnemonic
    }

    /// The value of a field by its name; [`None`] if the form has no such field.
    pub fn field(&self, name: &str) -> Option<u64> {
        Some(self.form.field(name)?.of(self.word))
    }

    /// Coupled or decoupled.
    #[inline]
    pub fn dispatch(&self) -> Dispatch {
        self.form.dispatch(self.word)
    }

    /// The text.
    #[inline]
    pub const fn text(&self, style: Style) -> Text {
        Text::new(self.word, self.form, style)
    }
}

impl PartialEq for Instruction {
    /// The word determines the form.
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl Eq for Instruction {}

impl Hash for Instruction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.word.hash(state);
    }
}

impl fmt::Debug for Instruction {
    /// `Instruction(0x5f04020000370200, VMAD.U8.U8 R0, R2, R3, R4)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Instruction({:#018x}, {self})", self.word)
    }
}

impl fmt::Display for Instruction {
    /// The text without reuse flags; `VMAD` with its default formats.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text(Style::EXPLICIT).fmt(f)
    }
}

/// As its word, in hexadecimal: `"0x5f04020000370200"`.
#[cfg(feature = "serde")]
mod serialized {
    use core::fmt;

    use serde::{
        Deserialize, Deserializer, Serialize, Serializer,
        de::{Error, Unexpected, Visitor},
    };

    use super::Instruction;

    impl Serialize for Instruction {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&format_args!("{:#018x}", self.word))
        }
    }

    impl<'de> Deserialize<'de> for Instruction {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_str(Word)
        }
    }

    struct Word;

    impl Visitor<'_> for Word {
        type Value = Instruction;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a word: 0x and 16 hexadecimal digits")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Instruction, E> {
            let digits = text.strip_prefix("0x").filter(|it| it.len() == 16 && !it.starts_with('+'));
            let word = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
            let word = word.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))?;
            Instruction::decode(word).map_err(E::custom)
        }
    }
}
