//! The questions about SIMD video instructions.

use std::collections::BTreeMap;

use vmad_testing::simd;

use super::words::{CMP, FOREIGN, Family, SAT, SECOP, TYPES, product};

const ARITHMETIC: [&str; 6] = ["vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"];

/// One line of each.
pub(super) fn one_of_each() -> Vec<String> {
    let lanes = ["2", "4"];
    let operands = [" %d, %a, %b, %c;"];
    let mut all = product(&[&ARITHMETIC, &lanes, &[".u32.u32.u32"], &operands]);
    all.extend(product(&[&["vset"], &lanes, &[".u32.u32.eq"], &operands]));
    all
}

/// Every combination of modifiers, and every foreign modifier on the plainest form of every instruction, with some shapes
/// of operands; and one instruction with every mask and selector.
pub(super) fn families() -> Vec<Family> {
    let foreign: Vec<String> = FOREIGN.iter().map(|word| format!(".{word}")).collect();
    let foreign: Vec<&str> = foreign.iter().map(String::as_str).collect();
    let mut families = Vec::new();
    for (lanes, shapes, asel, bsel) in [("2", "lanes2", "asel2", "bsel2"), ("4", "lanes4", "asel4", "bsel4")]
    {
        let mut mnemonics = product(&[&ARITHMETIC, &[lanes], &TYPES, &TYPES, &TYPES, &SAT, &SECOP]);
        mnemonics.extend(product(&[&["vset"], &[lanes], &TYPES, &TYPES, &SAT, &CMP, &SECOP]));
        mnemonics.extend(product(&[&ARITHMETIC, &[lanes], &[".u32.u32.u32"], &foreign]));
        mnemonics.extend(product(&[&["vset"], &[lanes], &[".u32.u32"], &["", ".eq"], &foreign]));
        families.push(Family { mnemonics, shapes });
        for shapes in ["mask", asel, bsel] {
            families.push(Family { mnemonics: vec![format!("vadd{lanes}.u32.s32.u32")], shapes });
        }
    }
    families
}

/// The lists of operand shapes by name.
pub(super) fn shapes() -> BTreeMap<&'static str, Vec<String>> {
    simd::SHAPES.map(|name| (name, simd::shapes(name))).into()
}
