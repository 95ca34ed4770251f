//! The modifiers of which the questions are made.

/// Mnemonics with the same operand shapes.
pub(super) struct Family {
    pub(super) mnemonics: Vec<String>,
    pub(super) shapes: &'static str,
}

pub(super) const TYPES: [&str; 2] = [".u32", ".s32"];
pub(super) const SAT: [&str; 2] = ["", ".sat"];
pub(super) const SECOP: [&str; 4] = ["", ".add", ".min", ".max"];
/// The comparisons of `vset`, and none.
pub(super) const CMP: [&str; 11] = ["", ".eq", ".ne", ".lt", ".le", ".gt", ".ge", ".lo", ".ls", ".hi", ".hs"];
pub(super) const SELECT: [&str; 7] = ["", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"];

/// Modifiers of other instructions, each tried on every instruction.
#[rustfmt::skip]
pub(super) const FOREIGN: [&str; 44] = [
    "po", "shr7", "shr15", "clamp", "wrap", "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ",
    "neu", "ltu", "leu", "gtu", "geu", "num", "nan", "sat", "rn", "rz", "rm", "rp", "ftz", "cc", "approx",
    "uni", "b2", "b0", "h0", "finite", "subnormal", "and", "popc", "inc", "zero", "v2", "global", "pass",
];

/// Every combination of one word from each list.
pub(super) fn product(lists: &[&[&str]]) -> Vec<String> {
    lists.iter().fold(vec![String::new()], |words, list| {
        words.iter().flat_map(|word| list.iter().map(move |next| format!("{word}{next}"))).collect()
    })
}
