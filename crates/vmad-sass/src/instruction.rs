//! A legal word of the family.

use core::{
    fmt,
    hash::{Hash, Hasher},
};

use crate::{
    dispatch::Dispatch,
    isa::{Form, Layout},
    print::{Style, Text},
};

/// A legal instruction of the family: its word, and the form that describes it. Each legal word of a layout is one value.
#[derive(Clone, Copy)]
pub struct Instruction {
    /// The fields in Maxwell's places: [`Layout::to_maxwell`]. So most accessors do not depend on the layout.
    word: u64,
    form: &'static Form,
}

impl Instruction {
    /// The instruction of a word whose fields are all legal.
    #[inline]
    pub(crate) const fn of_legal(word: u64, form: &'static Form) -> Self {
        Self::of_layout(form.layout, word, form)
    }

    /// The same, with the layout as a constant of the caller: the decoder does not read it from the form.
    #[inline]
    pub(crate) const fn of_layout(layout: Layout, word: u64, form: &'static Form) -> Self {
        Self { word: layout.to_maxwell(word), form }
    }

    /// The word, 64 bits, in its own layout.
    #[inline]
    pub const fn encode(&self) -> u64 {
        self.form.layout.of_maxwell(self.word)
    }

    /// The word form.
    #[inline]
    pub const fn form(&self) -> &'static Form {
        self.form
    }

    /// The places of the fields in the word: those of Maxwell and Pascal, or of Kepler.
    #[inline]
    pub const fn layout(&self) -> Layout {
        self.form.layout
    }

    /// The same instruction in another layout: the same text and the same operation. Maxwell has no join flag.
    #[must_use]
    pub fn to_layout(self, layout: Layout) -> Self {
        if self.layout() == layout {
            return self;
        }
        // The forms of an instruction have the same order in every layout.
        let forms = layout.forms(self.form.kind);
        let form = forms.iter().find(|form| form.b == self.form.b).unwrap_or(&forms[0]);
        let join = form.field("join").map_or(0, |join| join.put(u64::MAX));
        let opcode = form.opcode;
        Self::of_legal(layout.of_maxwell(self.word) & !opcode.mask & !join | opcode.bits, form)
    }

    /// Bit 22 of Kepler's words, `.S`: the threads of a warp join again. No source says that the value depends on it.
    pub fn joins(&self) -> bool {
        self.field("join") == Some(1)
    }

    /// The word with its fields below the opcode in Maxwell's places.
    #[inline]
    pub(crate) const fn in_maxwell(&self) -> u64 {
        self.word
    }

    /// The mnemonic: `VMAD`.
    pub const fn mnemonic(&self) -> &'static str {
        self.form.kind.name()
    }

    /// The value of a field by its name; [`None`] if the form has no such field.
    pub fn field(&self, name: &str) -> Option<u64> {
        Some(self.form.field(name)?.of(self.encode()))
    }

    /// Coupled or decoupled.
    #[inline]
    pub fn dispatch(&self) -> Dispatch {
        self.form.dispatch(self.encode())
    }

    /// The text.
    #[inline]
    pub const fn text(&self, style: Style) -> Text {
        Text::new(self.encode(), self.form, style)
    }
}

impl PartialEq for Instruction {
    /// The word and the layout determine the form.
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word && self.layout() == other.layout()
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
        write!(f, "Instruction({:#018x}, {self})", self.encode())
    }
}

impl fmt::Display for Instruction {
    /// The text without reuse flags; `VMAD` with its default formats.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text(Style::EXPLICIT).fmt(f)
    }
}

/// As its word, in hexadecimal: `"0x5f04020000370200"`; in the layout of Kepler, `"kepler 0xf820100001b80802"`.
#[cfg(feature = "serde")]
mod serialized {
    use alloc::string::String;

    use serde::{
        Deserialize, Deserializer, Serialize, Serializer,
        de::{Error, Unexpected},
    };

    use super::{Instruction, Layout};

    const KEPLER: &str = "kepler ";

    impl Serialize for Instruction {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let layout = match self.layout() {
                Layout::Maxwell => "",
                Layout::Kepler => KEPLER,
            };
            serializer.collect_str(&format_args!("{layout}{:#018x}", self.encode()))
        }
    }

    impl<'de> Deserialize<'de> for Instruction {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            let (layout, number) = match text.strip_prefix(KEPLER) {
                Some(number) => (Layout::Kepler, number),
                None => (Layout::Maxwell, &*text),
            };
            let digits =
                number.strip_prefix("0x").filter(|digits| digits.len() == 16 && !digits.starts_with('+'));
            let word = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok()).ok_or_else(|| {
                D::Error::invalid_value(Unexpected::Str(&text), &"a word: 0x and 16 hexadecimal digits")
            })?;
            Self::decode_in(layout, word).map_err(D::Error::custom)
        }
    }
}
