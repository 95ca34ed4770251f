//! The field types of the family's word forms.
//!
//! Each type says how many bits a field has, and what its values mean.

use super::{
    field::{Field, Kind, Value},
    list::named,
};

/// The type of a field.
pub(crate) trait FieldType {
    /// The number of bits; of a field of two parts, those of one part.
    const WIDTH: u32;
    const KIND: &'static Kind;
}

/// A word form. A field that it does not have is a compile-time error.
pub(crate) trait WordForm {
    /// Every field, the lowest first.
    const FIELDS: &'static [Field];

    /// The value of a field in a word.
    #[inline]
    fn get<T: FieldType>(word: u64) -> u64 {
        const { named(Self::FIELDS, T::KIND.name) }.of(word)
    }

    /// A word with a value in a field and zeros elsewhere.
    #[inline]
    fn put<T: FieldType>(value: impl Into<u64>) -> u64 {
        const { named(Self::FIELDS, T::KIND.name) }.put(value.into())
    }
}

/// Declares field types: `Type: width, group, "name", "meaning", spelling, values, fixed value;`.
macro_rules! field_types {
    ($($(#[$meta:meta])* $type:ident: $width:literal, $group:ident, $name:literal, $meaning:expr,
        $spelling:ident, $values:expr, $fixed:expr;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy)]
        pub(crate) enum $type {}

        impl $crate::isa::kinds::FieldType for $type {
            const WIDTH: u32 = $width;
            const KIND: &'static $crate::isa::field::Kind = &$crate::isa::field::Kind::new(
                $crate::isa::field::Group::$group, $name, $meaning,
                $crate::isa::field::Spelling::$spelling, $values, $fixed,
            );
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
    Rd: 8, Destination, "Rd", "destination register, 255 = RZ", Register, &[], None;
    Ra: 8, A, "Ra", "A register, 255 = RZ", Register, &[], None;
    Guard: 3, Guard, "guard", "guard predicate, 7 = PT", Predicate, &[], None;
    GuardNot: 1, Guard, "guard not", "the guard is negated", Listed, NOT, None;
    Rb: 8, B, "Rb", "B register, 255 = RZ", Register, &[], None;
    BSelect: 3, B, "B select", "the part of Rb, and its width", Listed, SELECTOR, None;
    /// The bits above the B selector.
    Ignored5: 5, Ignored, "ignored", "no meaning: nvdisasm ignores it", Ignored, &[], None;
    Imm16: 16, B, "imm16", "B immediate", Number, &[], None;
    ASelect: 3, A, "A select", "the part of Ra, and its width", Listed, SELECTOR, None;
    Rc: 8, C, "Rc", "C register, 255 = RZ", Register, &[], None;
    Cc: 1, Destination, "CC", "writes the condition code", Listed,
        &[Value::plain(0, "no"), Value::printed(1, "CC", "CC")], None;
    ASigned: 1, A, "A signed", "A is extended by its sign", Listed, SIGN, None;
    BSigned: 1, B, "B signed", "B is extended by its sign", Listed, SIGN, None;
    /// The kind of B where B is a register.
    BIsRegister: 1, B, "B kind", "register or immediate", Listed, KIND, Some(1);
    /// The kind of B where B is an immediate.
    BIsImmediate: 1, B, "B kind", "register or immediate", Listed, KIND, Some(0);
    SecondOp: 3, Mode, "secop", "second operation, or merge into C", Listed, SECOND_OP, None;
    /// The sign of the result where the default is signed.
    ResultSign: 1, Mode, "dtype", "the sign of the result", Listed,
        &[Value::printed(0, "unsigned", "UD"), Value::hidden(1, "signed", "SD")], None;
    /// The sign of the result where the default is unsigned.
    ResultSigned: 1, Mode, "dtype", "the sign of the result", Listed,
        &[Value::hidden(0, "unsigned", "UD"), Value::printed(1, "signed", "SD")], None;
    Saturate: 1, Mode, "SAT", "clamps the result to its range", Listed,
        &[Value::plain(0, "no"), Value::printed(1, "SAT", "SAT")], None;
    /// VSET's comparison.
    Comparison: 3, Mode, "comparison", "the comparison of A and B", Listed, COMPARISON, None;
    /// VSETP's comparison, its low two bits.
    ComparisonLow: 2, Mode, "comparison", "the comparison of A and B", Listed, COMPARISON, None;
    /// VSETP's comparison, its high bit.
    ComparisonHigh: 1, Mode, "comparison", "the comparison of A and B", Listed, COMPARISON, None;
    /// The join flag, which every instruction of Kepler has.
    Join: 1, Mode, "join", "the threads of a warp join again", Listed,
        &[Value::plain(0, "no"), Value::printed(1, "S", "S")], None;
    /// The negation of VSETP's source predicate.
    SourceNot: 1, C, "Ps not", "the source predicate is negated", Listed, NOT, None;
}
