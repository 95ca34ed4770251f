//! The field types of the family's word forms.
//!
//! Each type says how many bits a field has (for the bit-field structs) and what its values mean (for the tables).

use modular_bitfield::Specifier;

use super::field::{FieldKind, Value};

pub(crate) trait FieldType: Specifier {
    const KIND: &'static FieldKind;
}

/// Declares field types: `Type: bits(integer), group, "name", "meaning", spelling, values, fixed value;`.
macro_rules! field_types {
    ($($(#[$meta:meta])* $type:ident: $bits:ident($integer:ty), $group:ident, $name:literal, $meaning:expr,
        $spelling:ident, $values:expr, $fixed:expr;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy)]
        pub(crate) enum $type {}

        impl $crate::isa::kinds::FieldType for $type {
            const KIND: &'static $crate::isa::field::FieldKind = &$crate::isa::field::FieldKind::new(
                $crate::isa::field::Group::$group, $name, $meaning,
                $crate::isa::field::Spelling::$spelling, $values, $fixed,
            );
        }

        impl ::modular_bitfield::Specifier for $type {
            const BITS: usize = <::modular_bitfield::prelude::$bits as ::modular_bitfield::Specifier>::BITS;
            type Bytes = $integer;
            type InOut = $integer;

            #[inline]
            fn into_bytes(value: $integer) -> Result<$integer, ::modular_bitfield::error::OutOfBounds> {
                <::modular_bitfield::prelude::$bits as ::modular_bitfield::Specifier>::into_bytes(value)
            }

            #[inline]
            fn from_bytes(
                bytes: $integer,
            ) -> Result<$integer, ::modular_bitfield::error::InvalidBitPattern<$integer>> {
                <::modular_bitfield::prelude::$bits as ::modular_bitfield::Specifier>::from_bytes(bytes)
            }
        }
    )*};
}
pub(super) use field_types;

/// The byte, the half-word or the word of a register.
const SELECTOR: &[Value] = &[
    Value::hidden(0, "B0", "B0"),
    Value::printed(1, "B1", "B1"),
    Value::printed(2, "B2", "B2"),
    Value::printed(3, "B3", "B3"),
    Value::hidden(4, "H0", "H0"),
    Value::printed(5, "H1", "H1"),
    Value::plain(6, "32 bits"),
    // The format has the name of the invalid selector.
    Value::illegal(7, ""),
];
const SIGN: &[Value] = &[Value::plain(0, "unsigned"), Value::plain(1, "signed")];
const KIND: &[Value] = &[Value::plain(0, "imm16"), Value::plain(1, "register")];
const NOT: &[Value] = &[Value::plain(0, "no"), Value::plain(1, "!")];
const COMPARISON: &[Value] = &[
    Value::printed(0, "false", "F"),
    Value::printed(1, "A < B", "LT"),
    Value::printed(2, "A = B", "EQ"),
    Value::printed(3, "A <= B", "LE"),
    Value::printed(4, "A > B", "GT"),
    Value::printed(5, "A != B", "NE"),
    Value::printed(6, "A >= B", "GE"),
    Value::printed(7, "true", "T"),
];
const SECOND_OP: &[Value] = &[
    Value::printed(0, "bits 31:16", "MRG_16H"),
    Value::printed(1, "bits 15:0", "MRG_16L"),
    Value::printed(2, "bits 7:0", "MRG_8B0"),
    Value::printed(3, "bits 23:16", "MRG_8B2"),
    Value::printed(4, "add C", "ACC"),
    Value::printed(5, "min with C", "MIN"),
    Value::printed(6, "max with C", "MAX"),
    Value::plain(7, "none"),
];

field_types! {
    Rd: B8(u8), Destination, "Rd", "destination register, 255 = RZ", Register, &[], None;
    Ra: B8(u8), A, "Ra", "A register, 255 = RZ", Register, &[], None;
    Guard: B3(u8), Guard, "guard", "guard predicate, 7 = PT", Predicate, &[], None;
    GuardNot: B1(u8), Guard, "guard not", "the guard is negated", Listed, NOT, None;
    Rb: B8(u8), B, "Rb", "B register, 255 = RZ", Register, &[], None;
    BSelect: B3(u8), B, "B select", "the part of Rb, and its width", Listed, SELECTOR, None;
    /// The bits above the B selector.
    Ignored5: B5(u8), Ignored, "ignored", "no meaning: nvdisasm ignores it", Ignored, &[], None;
    Imm16: B16(u16), B, "imm16", "B immediate", Number, &[], None;
    ASelect: B3(u8), A, "A select", "the part of Ra, and its width", Listed, SELECTOR, None;
    Rc: B8(u8), C, "Rc", "C register, 255 = RZ", Register, &[], None;
    Cc: B1(u8), Destination, "CC", "writes the condition code", Listed,
        &[Value::plain(0, "no"), Value::printed(1, "CC", "CC")], None;
    ASigned: B1(u8), A, "A signed", "A is extended by its sign", Listed, SIGN, None;
    BSigned: B1(u8), B, "B signed", "B is extended by its sign", Listed, SIGN, None;
    /// The kind of B where B is a register.
    BIsRegister: B1(u8), B, "B kind", "register or immediate", Listed, KIND, Some(1);
    /// The kind of B where B is an immediate.
    BIsImmediate: B1(u8), B, "B kind", "register or immediate", Listed, KIND, Some(0);
    SecondOp: B3(u8), Mode, "secop", "second operation, or merge into C", Listed, SECOND_OP, None;
    /// The sign of the result where the default is signed.
    ResultSign: B1(u8), Mode, "dtype", "the sign of the result", Listed,
        &[Value::printed(0, "unsigned", "UD"), Value::hidden(1, "signed", "SD")], None;
    /// The sign of the result where the default is unsigned.
    ResultSigned: B1(u8), Mode, "dtype", "the sign of the result", Listed,
        &[Value::hidden(0, "unsigned", "UD"), Value::printed(1, "signed", "SD")], None;
    Saturate: B1(u8), Mode, "SAT", "clamps the result to its range", Listed,
        &[Value::plain(0, "no"), Value::printed(1, "SAT", "SAT")], None;
    /// VSET's comparison.
    Comparison: B3(u8), Mode, "comparison", "the comparison of A and B", Listed, COMPARISON, None;
    /// VSETP's comparison, its low two bits.
    ComparisonLow: B2(u8), Mode, "comparison", "the comparison of A and B", Listed, COMPARISON, None;
    /// VSETP's comparison, its high bit.
    ComparisonHigh: B1(u8), Mode, "comparison", "the comparison of A and B", Listed, COMPARISON, None;
    /// The join flag, which every instruction of Kepler has.
    Join: B1(u8), Mode, "join", "the threads of a warp join again", Listed,
        &[Value::plain(0, "no"), Value::printed(1, "S", "S")], None;
    /// The negation of VSETP's source predicate.
    SourceNot: B1(u8), C, "Ps not", "the source predicate is negated", Listed, NOT, None;
}
