//! The SIMD video instructions that `ptxas` 12.9.86 accepts: its recorded verdicts, each compared with ours.

use crate::accepts::{assert_none, compare};
use crate::table::{codes, expand, rows};

/// Words of so many of the digits, the last digit fastest.
fn words(letter: &str, count: u32, digits: u32) -> Vec<String> {
    let digit = |index: u32, place: u32| index / digits.pow(count - 1 - place) % digits;
    let word = |index| (0..count).map(|place| digit(index, place).to_string()).collect::<String>();
    (0..digits.pow(count)).map(|index| format!(".{letter}{}", word(index))).collect()
}

/// Operands with and without a mask and selectors, and illegal ones.
fn some(mask: &str, asel: &str, bsel: &str) -> Vec<String> {
    let mut shapes = Vec::new();
    for d in ["", mask] {
        for a in ["", asel] {
            shapes.extend(["", bsel].map(|b| format!("%d{d}, %a{a}, %b{b}, %c")));
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

/// The operand shapes of a name.
fn shapes(name: &str) -> Vec<String> {
    let selected = |words: Vec<String>, before: &str, after: &str| -> Vec<String> {
        words.iter().map(|word| format!("{before}{word}{after}")).collect()
    };
    match name {
        "lanes2" => some(".h1", ".h31", ".h02"),
        "lanes4" => some(".b31", ".b7310", ".b0246"),
        "mask" => {
            let masks = ["b", "h"].into_iter().flat_map(|letter| (1..=4).map(move |count| (letter, count)));
            selected(
                masks.flat_map(|(letter, count)| words(letter, count, 5)).collect(),
                "%d",
                ", %a, %b, %c",
            )
        }
        "asel2" => selected(words("h", 2, 9), "%d, %a", ", %b, %c"),
        "bsel2" => selected(words("h", 2, 9), "%d, %a, %b", ", %c"),
        "asel4" => selected(words("b", 4, 9), "%d, %a", ", %b, %c"),
        "bsel4" => selected(words("b", 4, 9), "%d, %a, %b", ", %c"),
        other => panic!("no shapes are called {other}"),
    }
}

/// Every combination of modifiers of all fourteen, and every foreign modifier, with shapes of operands; every mask and
/// every selector.
#[test]
fn every_combination_of_modifiers_of_simd() {
    let table = include_str!("../data/ptxas-simd.tsv");
    let codes = codes(table);
    let (mut differences, mut count, mut accepted, mut late) = (Vec::new(), 0, 0, 0);
    for row in rows(table) {
        let [mnemonic, name, runs] = row[..] else { panic!("three columns: {row:?}") };
        let (shapes, verdicts) = (shapes(name), expand(runs));
        assert_eq!(shapes.len(), verdicts.len(), "{mnemonic} {name}");
        for (shape, verdict) in shapes.iter().zip(verdicts) {
            let message = codes[verdict];
            // `ptxas` finds this error when it makes code, which it hardly ever does here (legality.rs has the answers).
            let is_late = message == "error: Mismatch between instruction type and comparison qualifier"
                && [".u32.lo", ".u32.ls", ".u32.hi", ".u32.hs"].iter().any(|cmp| mnemonic.contains(cmp));
            // To `ptxas` `.and` is wrong before the number of operands is.
            let is_first = mnemonic.contains(".and") && shape.matches(',').count() != 3;
            if is_late {
                late += 1;
            } else {
                compare(&format!("{mnemonic} {shape};"), message, !is_first, &mut differences);
            }
            count += 1;
            accepted += usize::from(message == "ok");
        }
    }
    assert_none(&differences, count);
    assert_eq!((count, accepted, late), (68_628, 12_648, 2));
}
