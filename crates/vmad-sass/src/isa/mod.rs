//! The encoding of the family: one file for each instruction.
//!
//! Each file declares the word forms of its instruction, from the lowest bit to the highest, and the order of their
//! text. `kinds` has the fields that several instructions share, `common` their operands and formats. All other code in
//! this crate is general: it reads these descriptions.

mod common;
mod declare;
mod field;
mod form;
mod formats;
pub(crate) mod formula_parts;
mod kepler;
mod kinds;
mod layout;
mod list;
mod opcode;
mod operation;
mod table;

/// The imports of the files of the instructions.
mod prelude {
    pub(super) use alloc::{format, string::String, vec, vec::Vec};

    pub(super) use super::{
        common,
        declare::{common_word_forms, form, forms, opcode, word_form},
        field::{Field, Value},
        form::{Minus, Negations, Operand, Role},
        formats::{DefaultFormats, Formats, HALF, OperandFormat, SIGNED_NAMES, UNSIGNED_NAMES},
        formula_parts::{Names, bound, comparison},
        kinds::*,
        list::named,
        operation::*,
    };
}

/// Lists the instructions by their modules, in the order of [`Kind::ALL`]. The bit-field macro writes an accessor of
/// every kind for every field.
macro_rules! instructions {
    ($($module:ident { $($forms:path),* })*) => {
        $(
            #[expect(dead_code, unreachable_pub, reason = "not every accessor has a use")]
            #[allow(clippy::wildcard_imports, reason = "the fields of a word are many")]
            pub(crate) mod $module;
        )*

        /// The word forms of every instruction of the family on Maxwell and Pascal, in the order of [`Kind::ALL`].
        pub static INSTRUCTIONS: [&[Form]; Kind::ALL.len()] = [$($($forms[Layout::Maxwell as usize]),*),*];

        /// The same on Kepler.
        static KEPLER: [&[Form]; Kind::ALL.len()] = [$($($forms[Layout::Kepler as usize]),*),*];
    };
}

instructions! {
    vmad { vmad::FORMS }
    vadd { vadd::FORMS }
    vabsdiff { vabsdiff::FORMS }
    vabsdiff4 { vabsdiff4::FORMS }
    vmnmx { vmnmx::FORMS }
    vset { vset::FORMS }
    vsetp { vsetp::FORMS }
    vshift { vshift::left::FORMS, vshift::right::FORMS }
}

use vmad_unit::Kind;

pub use crate::bits::Bits;
pub(crate) use field::spell;
pub use field::{Field, Group, Spelling, Value};
pub use form::{B, Coupling, Form};
pub(crate) use form::{Minus, Operand, Role, Suffix};
pub(crate) use formats::{DefaultFormats, OperandFormat};
pub use layout::Layout;
pub use opcode::Opcode;

/// The opcode of `VMAD`, of both forms.
pub const VMAD: Opcode = Opcode::of_field(list::named(vmad::VmadRegister::FIELDS, "opcode"));

/// The opcode of an instruction, of both forms.
pub fn opcode(forms: &[Form]) -> Opcode {
    forms.iter().fold(forms[0].opcode, |common, form| {
        let mask = common.mask & form.opcode.mask & !(common.bits ^ form.opcode.bits);
        Opcode { mask, bits: common.bits & mask }
    })
}

/// The word forms of an instruction of Maxwell and Pascal.
pub fn forms(kind: Kind) -> &'static [Form] {
    Layout::Maxwell.forms(kind)
}

impl Layout {
    /// The word forms of every instruction of the family, in the order of [`Kind::ALL`].
    pub fn instructions(self) -> &'static [&'static [Form]; Kind::ALL.len()] {
        match self {
            Self::Maxwell => &INSTRUCTIONS,
            Self::Kepler => &KEPLER,
        }
    }

    /// The word forms of an instruction.
    pub fn forms(self, kind: Kind) -> &'static [Form] {
        self.instructions()[kind as usize]
    }
}
