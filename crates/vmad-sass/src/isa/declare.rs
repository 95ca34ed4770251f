//! The declarations of word forms: one list of fields gives the bit-field struct and the table.

/// Declares a word form: from one list of fields, the bit-field struct and the table.
macro_rules! word_form {
    ($name:ident { $($field:ident: $type:ident,)* }) => {
        #[::modular_bitfield::bitfield(bits = 64)]
        #[repr(u64)]
        #[derive(Clone, Copy)]
        pub(crate) struct $name { $(pub(crate) $field: $type,)* }

        impl $name {
            const KINDS: &[(&'static $crate::isa::field::FieldKind, usize)] = &[$((
                <$type as $crate::isa::kinds::FieldType>::KIND,
                <$type as ::modular_bitfield::Specifier>::BITS,
            ),)*];

            /// Every field, the lowest first.
            pub(crate) const FIELDS: &[$crate::isa::field::Field] = {
                const KINDS: [(&'static $crate::isa::field::FieldKind, usize); $name::KINDS.len()] =
                    *$name::KINDS.first_chunk().expect("as long as itself");
                const COUNT: usize = $crate::isa::list::count(KINDS);
                &$crate::isa::list::fields::<_, COUNT>(KINDS)
            };
        }
    };
}
pub(super) use word_form;

/// Declares the opcode of an instruction: the type of Maxwell's, and Kepler's, whose bits are the high part and then
/// bits 1:0.
macro_rules! opcode {
    ($mnemonic:literal, $bits:ident($integer:ty): $maxwell:literal, Kepler: $kepler:literal) => {
        field_types! {
            Opcode: $bits($integer), Opcode, "opcode", concat!(stringify!($maxwell), ": ", $mnemonic), Listed,
                &[Value::plain($maxwell, $mnemonic)], Some($maxwell);
        }

        const KEPLER_OPCODE: &$crate::isa::field::FieldKind = &$crate::isa::field::FieldKind::new(
            $crate::isa::field::Group::Opcode,
            "opcode",
            concat!(stringify!($kepler), ": ", $mnemonic),
            $crate::isa::field::Spelling::Listed,
            &[Value::plain($kepler, $mnemonic)],
            Some($kepler),
        );
    };
}
pub(super) use opcode;

/// Declares the two word forms of an instruction with the family's common fields below bit 51: with a register B and
/// with an imm16.
macro_rules! common_word_forms {
    ($register:ident, $immediate:ident, b_signed: $b_signed:ident, { $($upper:ident: $type:ident,)* }) => {
        $crate::isa::declare::word_form!($register {
            rd: Rd, ra: Ra, guard: Guard, guard_not: GuardNot,
            rb: Rb, b_select: BSelect, ignored: Ignored5,
            a_select: ASelect, rc: Rc, cc: Cc, a_signed: ASigned, b_signed: $b_signed, b_kind: BIsRegister,
            $($upper: $type,)*
        });
        $crate::isa::declare::word_form!($immediate {
            rd: Rd, ra: Ra, guard: Guard, guard_not: GuardNot,
            imm16: Imm16,
            a_select: ASelect, rc: Rc, cc: Cc, a_signed: ASigned, b_signed: $b_signed, b_kind: BIsImmediate,
            $($upper: $type,)*
        });
    };
}
pub(super) use common_word_forms;

/// Declares the word forms of an instruction. The arguments: the kind, the coupling, the function for the minus signs,
/// the functions for operation, modifiers and formula, the suffixes in order, then a line for each form. A form whose opcode is
/// a special case of the other's comes first.
macro_rules! forms {
    ($kind:ident, $coupling:ident, $negations:path, $functions:tt, $suffixes:tt,
        $($form:ident: $b:ident, $formats:expr, $operands:tt;)*) => {
        /// The instruction's word forms, by [`Layout`](crate::isa::Layout).
        pub(crate) static FORMS: [&[$crate::isa::form::Form]; 2] = [
            &[$(form! { Maxwell, $kind, $coupling, $negations, $functions, $suffixes, $form, $b, $formats, $operands }),*],
            &[$(form! { Kepler, $kind, Unknown, $negations, $functions, $suffixes, $form, $b, $formats, $operands }),*],
        ];
    };
}
pub(super) use forms;

/// One form in one layout.
macro_rules! form {
    ($layout:ident, $kind:ident, $coupling:ident, $negations:path, [$operation:ident, $modifiers:ident, $formula:ident], $suffixes:tt,
        $form:ident, $b:ident, $formats:expr, [$($operand:path),*]) => {{
        use $crate::isa::{field::Field, form::{B, Coupling, Form, Operand, Suffix, suffixes}, layout::Layout, list::named, opcode::Opcode};
        const LAYOUT: Layout = Layout::$layout;
        const COUNT: usize = $form::FIELDS.len() + LAYOUT.additional_fields();
        const FIELDS: &[Field] = &LAYOUT.fields::<COUNT>($form::FIELDS, KEPLER_OPCODE);
        const NAMES: &[&str] = &$suffixes;
        const SUFFIXES: &[Suffix] = &suffixes::<{ NAMES.len() + LAYOUT.additional_fields() }>(FIELDS, NAMES);
        const OPERANDS: &[Operand] = &[$(LAYOUT.operand($operand(FIELDS))),*];
        Form {
            kind: ::vmad_unit::Kind::$kind,
            layout: LAYOUT,
            b: B::$b,
            opcode: Opcode::of(FIELDS),
            immediate_mask: $crate::isa::list::immediate_mask(FIELDS),
            refusals: $crate::isa::opcode::refusals(FIELDS),
            fields: FIELDS,
            coupling: Coupling::$coupling,
            heads: $crate::line::heads(::vmad_unit::Kind::$kind.name()),
            guard: [named(FIELDS, "guard"), named(FIELDS, "guard not")],
            formats: LAYOUT.formats($formats(FIELDS)),
            suffixes: SUFFIXES,
            operands: OPERANDS,
            negations: $negations(FIELDS),
            operation: $operation,
            modifiers: $modifiers,
            formula: $formula,
        }
    }};
}
pub(super) use form;
