//! Every word form as data: what `vmad fields --json` prints. With the page "How nvdisasm prints" of the book, a
//! disassembler needs nothing else.
//!
//! ```
//! let forms = vmad_sass::catalog::forms();
//! let vmad = forms.iter().find(|form| form.instruction == "VMAD" && form.architectures[0] == "sm_50").unwrap();
//! assert_eq!((vmad.mask, vmad.value), (0xff04 << 48, 0x5f04 << 48));
//! let scale = vmad.fields.iter().find(|field| field.name == "scale").unwrap();
//! assert_eq!((&*scale.bits, scale.values[1].suffix), ("52:51", "SHR_7"));
//! ```

mod narrow;
mod wide;

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use crate::isa::{Spelling, Value};

/// A word form, on the architectures that print it alike.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WordForm {
    /// The mnemonic.
    pub instruction: &'static str,
    /// The names of the architectures: `sm_50`.
    pub architectures: Vec<String>,
    /// The length of a word in bits: 64 or 128.
    pub width: u32,
    /// The bits that identify the form. A word is of the first form of its architecture that it matches.
    #[cfg_attr(feature = "serde", serde(serialize_with = "hexadecimal"))]
    pub mask: u128,
    /// The values of these bits.
    #[cfg_attr(feature = "serde", serde(serialize_with = "hexadecimal"))]
    pub value: u128,
    /// The fields of the word, the lowest first. A bit of no field is ignored.
    pub fields: Vec<WordField>,
    /// The fields of the control field of 21 bits. Empty on Kepler, and where the word has them.
    pub control_fields: Vec<WordField>,
    /// The suffixes of the mnemonic, in the order of text: names of fields, and `formats`.
    pub suffixes: Vec<&'static str>,
    /// The formats of A and B, which the suffix `formats` stands for.
    pub formats: Vec<OperandFormat>,
    /// Whether text has no formats where both are the default.
    pub hides_default_formats: bool,
    /// The minus signs of the operands; [`None`] if there are none.
    pub minus: Option<MinusSigns>,
    /// The operands, in the order of text.
    pub operands: Vec<Operand>,
    /// The legal control fields: a word that matches no case is illegal.
    pub control: Vec<ControlCase>,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WordField {
    /// The name, unique in the form.
    pub name: &'static str,
    /// The bits, the high ones first: `63:56`, `55`, `47,44:43`.
    pub bits: String,
    /// The purpose.
    pub meaning: &'static str,
    /// The spelling of the values.
    pub spelling: Spelling,
    /// The value in every word of the form; [`None`] if words differ.
    pub fixed: Option<u16>,
    /// The values with a meaning of their own, or illegal; empty for registers, predicates and numbers. A value that a
    /// listed field does not list is illegal.
    pub values: Vec<Value>,
}

/// The format of an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OperandFormat {
    /// The fields whose values, joined, are the index of the name. The first has the low bits.
    pub fields: Vec<&'static str>,
    /// The suffixes by index, without their dots.
    pub names: Vec<String>,
    /// The suffix that a text without formats means.
    pub default: &'static str,
}

/// The minus signs of the operands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MinusSigns {
    /// The field that encodes them.
    pub field: &'static str,
    /// The operands with a minus by the field's value: `AB`.
    pub operands: Vec<String>,
}

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum OperandSpelling {
    /// `R5`: one field.
    Register,
    /// `0x5`: one field.
    Immediate,
    /// `P3`: one field.
    Predicate,
    /// `UR4`: one field.
    Uniform,
    /// `c[0x0][0x160]`: the bank, and the offset in words of 4 bytes.
    Constant,
    /// `cx[UR4][0x10]`: the uniform register, and the offset in words of 4 bytes.
    Bindless,
}

/// An operand of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Operand {
    /// `A`, `B` or `C`; [`None`] for a destination.
    pub name: Option<&'static str>,
    /// What it is.
    pub spelling: OperandSpelling,
    /// The fields of its value.
    pub fields: Vec<&'static str>,
    /// The field of its suffix.
    pub suffix: Option<&'static str>,
    /// The field that is 1 if `!` stands before a predicate.
    pub not: Option<&'static str>,
    /// The field that is 1 if an immediate is a signed number, which text shows with a minus.
    pub signed: Option<&'static str>,
    /// Whether text omits the predicate `PT`.
    pub hides_pt: bool,
}

/// Control fields that are legal, and which operands of them print `.reuse`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ControlCase {
    /// The values of fields that the case needs: all others can have any value.
    pub when: BTreeMap<&'static str, Vec<u8>>,
    /// By the value of the field `reuse`: the register operands that print `.reuse`, such as `AC`; [`None`] if the value
    /// is illegal. A form without the field has the value 0.
    pub reuse: Vec<Option<String>>,
}

/// Every word form: those of 64 bits, Maxwell and Pascal first, then those of 128 bits.
pub fn forms() -> Vec<WordForm> {
    narrow::forms().chain(wide::forms()).collect()
}

/// The letters of the registers whose flag is set: other operands print no `.reuse`.
fn reused(flags: [bool; 3], all: &[Operand]) -> String {
    let is_register = |name| {
        all.iter().any(|operand| operand.name == Some(name) && operand.spelling == OperandSpelling::Register)
    };
    let [a, b, c] = flags;
    operands([a && is_register("A"), b && is_register("B"), c && is_register("C")])
}

/// The letters of the operands whose flag is set.
fn operands(flags: [bool; 3]) -> String {
    flags.into_iter().zip(["A", "B", "C"]).filter_map(|(is_set, name)| is_set.then_some(name)).collect()
}

#[cfg(feature = "serde")]
fn hexadecimal<S: serde::Serializer>(number: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{number:#x}"))
}
