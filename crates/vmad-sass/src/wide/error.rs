//! Errors of words and parts.

use alloc::{format, string::String, vec::Vec};

use super::{FORMS, IssueError, Uniform, WideArch, WideForm, WideKind, WideSource};
use crate::messages::list;

/// Why a word is illegal, or parts are no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WideError {
    /// Another instruction.
    #[error("{word:#034x} is not a video instruction: bits 8:0 are {:#05x}, legal are 0x014 (VABSDIFF) and 0x015 (VABSDIFF4)", word & 0x1ff)]
    Foreign {
        /// The word.
        word: u128,
    },
    /// A form that the architecture does not have.
    #[error("{word:#034x} is illegal on {arch}: its form (bit 91 and bits 11:9) is {encoding}: {}", legal(*arch))]
    Form {
        /// The architecture.
        arch: WideArch,
        /// The word.
        word: u128,
        /// Bits 11:9, and bit 91 as bit 3.
        encoding: u8,
    },
    /// Illegal issue or reuse bits.
    #[error("{word:#034x} is illegal: {error}")]
    Issue {
        /// The word.
        word: u128,
        /// The bits.
        error: IssueError,
    },
    /// Operands that the architecture does not have.
    #[error("{arch} has no form with {} as {}: {}", form.kind.name(), operand(*form), legal(*arch))]
    NoForm {
        /// The architecture.
        arch: WideArch,
        /// The form.
        form: WideForm,
    },
    /// B and C are no registers.
    #[error("B is {} and C is {}: legal is one at most that is no register", .kinds[0].name(), .kinds[1].name())]
    TwoSources {
        /// The kinds of B and C.
        kinds: [WideKind; 2],
    },
    /// A uniform register that the architecture does not have.
    #[error("{arch} has no {register}: legal are UR0 to UR{} and URZ", (1_u32 << arch.uniform_bits()) - 2)]
    NoUniform {
        /// The architecture.
        arch: WideArch,
        /// The register.
        register: Uniform,
    },
    /// A constant's bank or offset that the word has no bits for.
    #[error(
        "{operand} has no place in a word: legal are the banks 0 to 31 and offsets that are multiples of 4"
    )]
    Place {
        /// The operand.
        operand: WideSource,
    },
}

/// The operand in bits 63:32.
const fn operand(form: WideForm) -> &'static str {
    if form.is_c { "C" } else { "B" }
}

/// The legal forms of an architecture: `legal are 1 (three registers), ...`.
fn legal(arch: WideArch) -> String {
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
