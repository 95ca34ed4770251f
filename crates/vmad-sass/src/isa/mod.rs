//! The encoding of the family: one file for each instruction.
//!
//! Each file declares the word forms of its instruction, from the lowest bit to the highest, and the order of their
//! text. `kinds` has the fields that several instructions share, `common` their operands and formats. All other code in
//! this crate is general: it reads these descriptions.

mod bits;
mod common;
mod declare;
mod field;
mod form;
mod formats;
mod kinds;
mod list;
mod minus;
mod operation;

/// What the files of the instructions use.
mod prelude {
    pub(super) use super::{
        common,
        declare::{common_word_forms, forms, word_form},
        field::{Field, Value},
        form::{B, Decoded, Negations, Operand, Role},
        formats::{DefaultFormats, Formats, HALF, OperandFormat, SIGNED_NAMES, UNSIGNED_NAMES},
        kinds::*,
        list::named,
        minus::Minus,
    };
}

/// The modules of the instructions: the bit-field macro writes an accessor of every kind for every field.
macro_rules! instructions {
    ($($module:ident)*) => {$(
        #[expect(dead_code, unreachable_pub, reason = "not every accessor has a use")]
        #[allow(clippy::wildcard_imports, reason = "the fields of a word are many")]
        pub(crate) mod $module;
    )*};
}

instructions! { vabsdiff vabsdiff4 vadd vmad vmnmx vset vsetp vshift }

pub use bits::Bits;
pub use field::{Field, Group, Spelling, Value};
pub use form::{B, Coupling, Form, Opcode};
pub(crate) use form::{Decoded, Operand, Role, Suffix};
pub(crate) use formats::{DefaultFormats, OperandFormat};
pub(crate) use list::position;
pub(crate) use minus::Minus;

/// The word forms of every instruction of the family.
pub static INSTRUCTIONS: [&[Form]; 9] = [
    vmad::FORMS,
    vadd::FORMS,
    vabsdiff::FORMS,
    vabsdiff4::FORMS,
    vmnmx::FORMS,
    vset::FORMS,
    vsetp::FORMS,
    vshift::left::FORMS,
    vshift::right::FORMS,
];

/// The opcode of `VMAD`, of both forms.
pub const VMAD: Opcode = Opcode::of_field(list::named(vmad::VmadRegister::FIELDS, "opcode"));

/// The opcode of an instruction, of both forms.
pub fn opcode(forms: &[Form]) -> Opcode {
    forms.iter().fold(forms[0].opcode, |common, form| {
        let mask = common.mask & form.opcode.mask & !(common.bits ^ form.opcode.bits);
        Opcode { mask, bits: common.bits & mask }
    })
}

/// The word forms of a mnemonic.
pub fn instruction(mnemonic: &str) -> Option<&'static [Form]> {
    INSTRUCTIONS.into_iter().find(|forms| forms[0].mnemonic == mnemonic)
}

/// The mnemonics of the family.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    INSTRUCTIONS.iter().map(|forms| forms[0].mnemonic)
}

impl Form {
    /// The form of a word; [`None`] for a word of no instruction of the family.
    #[inline]
    pub fn of(word: u64) -> Option<&'static Self> {
        BY_HIGH_BITS[(word >> HIGH_BITS) as usize].iter().find(|form| form.opcode.is_of(word))
    }
}

/// The lowest opcode bit of all instructions except `VSETP`, whose opcode has more bits.
const HIGH_BITS: u32 = 55;

/// The instruction of each value of the bits from `HIGH_BITS` up.
static BY_HIGH_BITS: [&[Form]; 1 << (64 - HIGH_BITS)] = {
    let mut table: [&[Form]; 1 << (64 - HIGH_BITS)] = [&[]; 1 << (64 - HIGH_BITS)];
    let mut instruction = 0;
    while instruction < INSTRUCTIONS.len() {
        let forms = INSTRUCTIONS[instruction];
        let Opcode { mask, bits } = forms[0].opcode;
        let mut high = 0;
        while high < table.len() {
            if (high as u64 ^ bits >> HIGH_BITS) & mask >> HIGH_BITS == 0 {
                table[high] = forms;
            }
            high += 1;
        }
        instruction += 1;
    }
    table
};
