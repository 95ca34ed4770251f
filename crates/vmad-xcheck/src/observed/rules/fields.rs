//! A field whose values are taken as other values.

use vmad_unit::Kind;

use super::{Change, Rule};

/// A rule: identifier, meaning, field, and for each of its values the value as which it is taken.
const fn field(id: &'static str, title: &'static str, name: &'static str, values: &'static [u8]) -> Rule {
    Rule { id, title, place: name, instructions: &Kind::ALL, change: Change::Field(name, values) }
}

/// The same of an immediate B.
const fn immediate(id: &'static str, title: &'static str, values: &'static [u8]) -> Rule {
    let change = Change::FieldOfImmediate("B signed", values);
    Rule { id, title, place: "immediate B", instructions: &Kind::ALL, change }
}

const A: &str = "A select";
const B: &str = "B select";
const SECOP: &str = "secop";
const COMPARISON: &str = "comparison";

pub(super) const RULES: [Rule; 57] = [
    field("without-minus-1", "psign 1 is taken as 0: no minus", "psign", &[0, 0, 2, 3]),
    field("without-minus-2", "psign 2 is taken as 0: no minus", "psign", &[0, 1, 0, 3]),
    field("without-po", "psign 3 is taken as 0: PO adds nothing", "psign", &[0, 1, 2, 0]),
    field("psign-1-as-2", "psign 1 is taken as 2", "psign", &[0, 2, 2, 3]),
    field("psign-2-as-1", "psign 2 is taken as 1", "psign", &[0, 1, 1, 3]),
    field("psign-swapped", "psign 1 and 2 are swapped", "psign", &[0, 2, 1, 3]),
    field("without-psign", "psign is always taken as 0", "psign", &[0; 4]),
    field("without-sat", "there is no SAT", "SAT", &[0, 0]),
    field("always-sat", "every word has SAT", "SAT", &[1, 1]),
    field("sat-inverted", "a word saturates where it has no SAT", "SAT", &[1, 0]),
    field("without-shr", "there is no SHR_7 and no SHR_15", "scale", &[0, 0, 0]),
    field("shr-7-as-15", "SHR_7 shifts by 15", "scale", &[0, 2, 2]),
    field("shr-15-as-7", "SHR_15 shifts by 7", "scale", &[0, 1, 1]),
    field("shr-swapped", "SHR_7 and SHR_15 are swapped", "scale", &[0, 2, 1]),
    field("a-first-part", "A is always the lowest byte or half-word", A, &[0, 0, 0, 0, 4, 4, 6]),
    field("b-first-part", "B is always the lowest byte or half-word", B, &[0, 0, 0, 0, 4, 4, 6]),
    field("a-first-half", "A is always the lower half-word: H1 is taken as H0", A, &[0, 1, 2, 3, 4, 4, 6]),
    field("b-first-half", "B is always the lower half-word: H1 is taken as H0", B, &[0, 1, 2, 3, 4, 4, 6]),
    field("a-first-byte", "A is always the lowest byte", A, &[0, 0, 0, 0, 4, 5, 6]),
    field("b-first-byte", "B is always the lowest byte", B, &[0, 0, 0, 0, 4, 5, 6]),
    field("a-neighbour", "A is the neighbouring byte or half-word", A, &[1, 0, 3, 2, 5, 4, 6]),
    field("b-neighbour", "B is the neighbouring byte or half-word", B, &[1, 0, 3, 2, 5, 4, 6]),
    field("a-reversed", "the parts of A are counted from the top", A, &[3, 2, 1, 0, 5, 4, 6]),
    field("b-reversed", "the parts of B are counted from the top", B, &[3, 2, 1, 0, 5, 4, 6]),
    field("a-bytes-1-2", "the bytes B1 and B2 of A are swapped", A, &[0, 2, 1, 3, 4, 5, 6]),
    field("b-bytes-1-2", "the bytes B1 and B2 of B are swapped", B, &[0, 2, 1, 3, 4, 5, 6]),
    field("a-bytes-2-3", "the bytes B2 and B3 of A are swapped", A, &[0, 1, 3, 2, 4, 5, 6]),
    field("b-bytes-2-3", "the bytes B2 and B3 of B are swapped", B, &[0, 1, 3, 2, 4, 5, 6]),
    field("a-unsigned", "A is unsigned, and so are the signs that follow from A", "A signed", &[0, 0]),
    field("b-unsigned", "B is unsigned, and so are the signs that follow from B", "B signed", &[0, 0]),
    field("a-signed", "A is signed, and so are the signs that follow from A", "A signed", &[1, 1]),
    field("b-signed", "B is signed, and so are the signs that follow from B", "B signed", &[1, 1]),
    immediate("immediate-unsigned", "an immediate B is unsigned", &[0, 0]),
    immediate("immediate-signed", "an immediate B is signed", &[1, 1]),
    field("merges-swapped", "MRG_16H and MRG_16L are swapped", SECOP, &[1, 0, 2, 3, 4, 5, 6, 7]),
    field("merge-16h-as-16l", "MRG_16H is taken as MRG_16L", SECOP, &[1, 1, 2, 3, 4, 5, 6, 7]),
    field("merge-16l-as-16h", "MRG_16L is taken as MRG_16H", SECOP, &[0, 0, 2, 3, 4, 5, 6, 7]),
    field("byte-merges-swapped", "MRG_8B0 and MRG_8B2 are swapped", SECOP, &[0, 1, 3, 2, 4, 5, 6, 7]),
    field("merge-8b2-as-8b0", "MRG_8B2 is taken as MRG_8B0", SECOP, &[0, 1, 2, 2, 4, 5, 6, 7]),
    field("merge-8b0-as-8b2", "MRG_8B0 is taken as MRG_8B2", SECOP, &[0, 1, 3, 3, 4, 5, 6, 7]),
    field(
        "without-merge",
        "the result is not merged into C, and clamps to 32 bits",
        SECOP,
        &[7, 7, 7, 7, 4, 5, 6, 7],
    ),
    field("without-secop-acc", "ACC adds nothing", SECOP, &[0, 1, 2, 3, 7, 5, 6, 7]),
    field("without-secop", "there is no second operation and no merge", SECOP, &[7; 8]),
    field("secop-min-max", "the second operations MIN and MAX are swapped", SECOP, &[0, 1, 2, 3, 4, 6, 5, 7]),
    field("dtype-unsigned", "the result is always unsigned", "dtype", &[0, 0]),
    field("dtype-signed", "the result is always signed", "dtype", &[1, 1]),
    field("dtype-inverted", "the signs of the result are swapped", "dtype", &[1, 0]),
    field("min-max-swapped", "minimum and maximum are swapped", "min/max", &[1, 0]),
    field(
        "comparison-swapped",
        "A and B of the comparison are swapped",
        COMPARISON,
        &[0, 4, 2, 6, 1, 5, 3, 7],
    ),
    field(
        "comparison-or-equal",
        "LT and GT are true for equal operands",
        COMPARISON,
        &[0, 3, 2, 3, 6, 5, 6, 7],
    ),
    field(
        "comparison-strict",
        "LE and GE are false for equal operands",
        COMPARISON,
        &[0, 1, 2, 1, 4, 5, 4, 7],
    ),
    field("bool-swapped", "AND and OR are swapped", "bool op", &[1, 0, 2]),
    field("xor-as-or", "XOR is taken as OR", "bool op", &[0, 1, 1]),
    field("source-not-negated", "the source predicate is never negated", "Ps not", &[0, 0]),
    field("without-wrap", "there is no W: every amount above 32 is 32", "wrap", &[0, 0]),
    field("always-wrap", "every amount is taken modulo 32", "wrap", &[1, 1]),
    field("without-acc", "there is no ACC", "reduction", &[0, 0]),
];
