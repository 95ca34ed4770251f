//! Lists of operands: what ptxas was asked of every mnemonic.

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

/// Operands with each pair of selectors: that of B turns fastest.
fn selected(d: &str, [a, b, c]: [&str; 3], selects: &[&str], shapes: &mut Vec<String>) {
    for asel in selects {
        for bsel in selects {
            shapes.push(format!("{d}, {a}{asel}, {b}{bsel}{c}"));
        }
    }
}

/// Negated operands, with each of the `c`s.
fn signed(ds: &[&str], cs: &[&str], selects: &[&str], shapes: &mut Vec<String>) {
    for d in ds {
        for (a, b) in [("%a", "%b"), ("%a", "-%b"), ("-%a", "%b"), ("-%a", "-%b")] {
            for c in cs {
                selected(&format!("%d{d}"), [a, b, c], selects, shapes);
            }
        }
    }
}

/// The selectors of the scalar video instructions.
const SELECT: [&str; 7] = ["", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1"];

/// The operands of scalar instructions other than `vmad`, as the head of their record describes them.
fn tail() -> Vec<String> {
    let mut shapes = Vec::new();
    for d in SELECT {
        for c in ["", ", %c"] {
            selected(&format!("%d{d}"), ["%a", "%b", c], &SELECT, &mut shapes);
        }
    }
    signed(&SELECT[..2], &[", %c", ", -%c"], &["", ".h1"], &mut shapes);
    signed(&SELECT[..1], &[""], &["", ".h1"], &mut shapes);
    shapes
}

/// The operands of a list: those of the scalar instructions (`tail`, `vmad`), and of the SIMD ones with and without a mask
/// and selectors (`lanes2`, `lanes4`), every `mask`, every selector (`asel2`, `bsel2`, `asel4`, `bsel4`). They are in the
/// order of the recorded verdicts of ptxas.
///
/// # Panics
/// No list has the name.
pub fn shapes(name: &str) -> Vec<String> {
    let around = |words: Vec<String>, before: &str, after: &str| -> Vec<String> {
        words.iter().map(|word| format!("{before}{word}{after}")).collect()
    };
    match name {
        "tail" => tail(),
        "vmad" => {
            let mut shapes = Vec::new();
            signed(&SELECT[..2], &[", %c", ", -%c"], &SELECT, &mut shapes);
            shapes
        }
        "lanes2" => some(".h1", ".h31", ".h02"),
        "lanes4" => some(".b31", ".b7310", ".b0246"),
        "mask" => {
            let masks = ["b", "h"].into_iter().flat_map(|letter| (1..=4).map(move |count| (letter, count)));
            around(masks.flat_map(|(letter, count)| words(letter, count, 5)).collect(), "%d", ", %a, %b, %c")
        }
        "asel2" => around(words("h", 2, 9), "%d, %a", ", %b, %c"),
        "bsel2" => around(words("h", 2, 9), "%d, %a, %b", ", %c"),
        "asel4" => around(words("b", 4, 9), "%d, %a", ", %b, %c"),
        "bsel4" => around(words("b", 4, 9), "%d, %a, %b", ", %c"),
        other => panic!("{other} is not in SHAPES"),
    }
}
