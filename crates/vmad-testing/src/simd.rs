//! Operands and inputs of the tests of SIMD video instructions.

/// Words whose bytes and half-words are at the ends of their ranges.
pub const CORNERS: [u32; 12] = [
    0,
    0xffff_ffff,
    0x8080_8080,
    0x7f7f_7f7f,
    0x8000_7fff,
    0x7fff_8000,
    0x0180_7fff,
    0xff00_01fe,
    0x0001_ffff,
    0x7f80_0080,
    0x0102_0304,
    0x8001_8001,
];

/// Words of `count` of the digits, the last digit fastest.
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

/// The lists of operands, by name: with and without a mask and selectors, every mask, every selector.
pub const SHAPES: [&str; 7] = ["lanes2", "lanes4", "mask", "asel2", "bsel2", "asel4", "bsel4"];

/// The operands of a name of [`SHAPES`], in the order of the recorded verdicts of ptxas.
///
/// # Panics
/// The name is not in [`SHAPES`].
pub fn shapes(name: &str) -> Vec<String> {
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
        other => panic!("{other} is not in SHAPES"),
    }
}
