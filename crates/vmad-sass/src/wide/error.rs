//! Errors of words and parts.

use alloc::{format, string::String, vec::Vec};

use super::{FORMS, WideArch, WideForm, WideKind};
use crate::messages::list;

/// Why a word is illegal, or parts are no word.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WideError {
    /// Another instruction.
    #[error("{word:#034x} is not a video instruction: bits 8:0 are {:#05x}, legal are 0x014 (VABSDIFF) and 0x015 (VABSDIFF4)", word & 0x1ff)]
    Foreign {
        /// The word.
        word: u128,
    },
    /// An illegal word of the two, or parts that no word has.
    #[error("{0}")]
    Refused(String),
}

/// The operand in bits 63:32.
pub(super) const fn operand(form: WideForm) -> &'static str {
    if form.is_c { "C" } else { "B" }
}

/// The legal forms of an architecture: `legal are 1 (three registers), ...`.
pub(super) fn legal(arch: WideArch) -> String {
    if !arch.has_video() {
        return format!("{arch} has neither VABSDIFF nor VABSDIFF4");
    }
    let name = |form: &WideForm| match form.kind {
        WideKind::Register => format!("{} (three registers)", form.encoding),
        _ => format!("{} ({} is {})", form.encoding, operand(*form), form.kind.name()),
    };
    let forms: Vec<String> =
        FORMS.iter().filter(|form| arch.forms().contains(&form.encoding)).map(name).collect();
    format!("legal are {}", list(&forms, "and"))
}
