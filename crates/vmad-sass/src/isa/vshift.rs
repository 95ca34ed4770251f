//! `VSHL{.UD}{.fmtA.fmtB}{.W}{.SAT}{.secop} Rd{.CC}, Ra{.sel}, Rb{.sel} or imm16, Rc`, and `VSHR`

use vmad_unit::{Format, Operation, Selector, vshift::Mode};

use super::prelude::*;

field_types! {
    Wrap: B1(u8), Mode, "wrap", "amounts of 32 and more", Listed,
        &[Value::plain(0, "clamp to 32"), Value::printed(1, "modulo 32", "W")], None;
}

/// Declares one of the two.
macro_rules! shift {
    ($module:ident: $kind:ident, $register:ident, $immediate:ident, $sign:literal, $opcode:tt) => {
        #[doc = concat!("Of `", stringify!($kind), "`.")]
        pub(super) mod $module {
            use super::*;

            opcode! $opcode;

            common_word_forms!($register, $immediate, b_signed: Wrap, {
                secop: SecondOp, signed: ResultSign, sat: Saturate, opcode: Opcode,
            });

            forms! {
                $kind, Coupled, Negations::none, [operation, modifiers, formula], ["dtype", "formats", "wrap", "SAT", "secop"],
                $register: Register, register_formats, [common::destination, common::a, common::b, common::c];
                $immediate: Immediate, immediate_formats,
                    [common::destination, common::a, common::b_immediate, common::c];
            }

            fn operation(word: u64) -> Option<Operation> {
                let word = $register::from(word);
                Some(Operation::$kind(Mode {
                    a: operand(word.a_select(), word.a_signed())?,
                    b: Selector::from_encoding(b_select(word.b_kind(), word.b_select()))?,
                    wrap: word.b_signed() == 1,
                    output: output(word.signed(), word.sat(), word.secop()),
                }))
            }

            fn modifiers(operation: &Operation) -> Option<u64> {
                let Operation::$kind(mode) = operation else { return None };
                let word = $register::new().with_b_signed(mode.wrap.into());
                Some(with_output!(word, mode.output).into())
            }

            /// The lines of the formula.
            fn formula(operation: &Operation, names: &Names) -> Option<Vec<String>> {
                let Operation::$kind(mode) = operation else { return None };
                let [a, b] = &names.extended;
                let amount = if mode.wrap { format!("{b} mod 32") } else { format!("min({b}, 32)") };
                Some(vec![
                    format!("amount = {amount}"),
                    format!("tmp = {a} {} amount, in 34 bits", $sign),
                ])
            }
        }
    };
}

shift! { left: Vshl, VshlRegister, VshlImmediate, "<<", ("VSHL", B8(u8): 0x57, Kepler: 0x5e) }
shift! { right: Vshr, VshrRegister, VshrImmediate, ">>", ("VSHR", B8(u8): 0x56, Kepler: 0x5a) }

/// The amount is unsigned: `.S32.U32` by default.
const fn register_formats(fields: &[Field]) -> Formats {
    amount(common::a_format(fields), named(fields, "B select"), 0, Format::U32)
}

/// The amount is unsigned: `.S32.U16` by default.
const fn immediate_formats(fields: &[Field]) -> Formats {
    amount(common::a_format(fields), Field::NONE, HALF, Format::U16)
}

const fn amount(a: OperandFormat, select: Field, base: usize, default: Format) -> Formats {
    let b = OperandFormat::new(base, [select, Field::NONE], default, &UNSIGNED_NAMES);
    Formats { a, b, defaults: DefaultFormats::Hidden }
}
