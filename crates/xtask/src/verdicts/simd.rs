//! The questions about SIMD video instructions.

use std::collections::BTreeMap;

use super::lines::{FOREIGN, Family, SAT, SECOP, TYPES, product};

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
    let cmp = ["", ".eq", ".ne", ".lt", ".le", ".gt", ".ge", ".lo", ".ls", ".hi", ".hs"];
    let foreign: Vec<String> = FOREIGN.iter().map(|word| format!(".{word}")).collect();
    let foreign: Vec<&str> = foreign.iter().map(String::as_str).collect();
    let mut families = Vec::new();
    for (lanes, shapes, asel, bsel) in [("2", "lanes2", "asel2", "bsel2"), ("4", "lanes4", "asel4", "bsel4")]
    {
        let mut mnemonics = product(&[&ARITHMETIC, &[lanes], &TYPES, &TYPES, &TYPES, &SAT, &SECOP]);
        mnemonics.extend(product(&[&["vset"], &[lanes], &TYPES, &TYPES, &SAT, &cmp, &SECOP]));
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
    let digits = |count: usize, from: &[&str]| product(&vec![from; count]);
    let five = ["0", "1", "2", "3", "4"];
    let nine = ["0", "1", "2", "3", "4", "5", "6", "7", "8"];
    let mask = ["b", "h"].into_iter().flat_map(|letter| {
        let masks = (1..=4).flat_map(|count| digits(count, &five));
        masks.map(move |mask| format!("%d.{letter}{mask}, %a, %b, %c"))
    });
    let asel = |letter, count| {
        digits(count, &nine).into_iter().map(|it| format!("%d, %a.{letter}{it}, %b, %c")).collect()
    };
    let bsel = |letter, count| {
        digits(count, &nine).into_iter().map(|it| format!("%d, %a, %b.{letter}{it}, %c")).collect()
    };
    BTreeMap::from([
        ("lanes2", some("h1", "h31", "h02")),
        ("lanes4", some("b31", "b7310", "b0246")),
        ("mask", mask.collect()),
        ("asel2", asel("h", 2)),
        ("bsel2", bsel("h", 2)),
        ("asel4", asel("b", 4)),
        ("bsel4", bsel("b", 4)),
    ])
}

/// Operands with and without a mask and selectors, and illegal ones.
fn some(mask: &str, asel: &str, bsel: &str) -> Vec<String> {
    let parts = |name: &str, select: &str| [format!("%{name}"), format!("%{name}.{select}")];
    let mut shapes = Vec::new();
    for d in parts("d", mask) {
        for a in parts("a", asel) {
            shapes.extend(parts("b", bsel).map(|b| format!("{d}, {a}, {b}, %c")));
        }
    }
    let illegal = [
        "%d, %a, %b",
        "%d, %a, %b, %c, %c",
        "%d, -%a, %b, %c",
        "%d, -%a, -%b, %c",
        "%d, %a, %b, -%c",
        "%d, 5, %b, %c",
        "%d, %a, 5, %c",
        "%d, %a, %b, 5",
        "%d, %a.b0, %b, %c",
        "%d, %a, %b.h1, %c",
        "%d.b4, %a, %b, %c",
        "%d.h01, %a, %b, %c",
        "%d, %a, %b, %c.h0",
        "%V.x, %a, %b, %c",
        "%d, %V.x, %b, %c",
        "%d, %a, %b, %V.w",
    ];
    shapes.extend(illegal.map(str::to_owned));
    shapes
}
